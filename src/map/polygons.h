/* polygons.h - from polygons as people draw them to an outline: overlapping,
 * touching, nested, self-crossing and sticking out, in real numbers.
 *
 *   pathfan_polygons polygons = {0};
 *   status = pathfan_geojson_parse(text, bytes, path, &polygons, &error);  or another
 *   status = pathfan_polygons_outline(&polygons, &options, &frame, &outline, &error);
 *   pathfan_polygons_free(&polygons); */
#ifndef PATHFAN_MAP_POLYGONS_H
#define PATHFAN_MAP_POLYGONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/permit.h"
#include "geometry/frame.h"
#include "geometry/outline.h"
#include "geometry/grid.h"
#include "pathfan/status.h"

/* Coordinates beyond this are refused by the readers: they are typing errors, and
 * doubles of that size hardly have decimals. */
#define PATHFAN_COORDINATE_MAX 1e15

typedef enum pathfan_polygon_kind {
  PATHFAN_POLYGON_OBSTACLE = 0,
  PATHFAN_POLYGON_FREE,
  PATHFAN_POLYGON_WALL /* as it is drawn, without a width: see pathfan_polygons_widen */
} pathfan_polygon_kind;

/* A ring: points [first_point, next ring's first_point), not closed by a repeated
 * point; no two neighbours are equal. It may cross and touch itself. Of a wall: a line, from its
 * first point to its last. */
typedef struct pathfan_ring {
  int32_t first_point;
  int32_t place; /* line of the file, or feature (0-based), for messages */
} pathfan_ring;

/* A polygon: rings [first_ring, next polygon's first_ring). The first is the shell,
 * the others are holes, wound either way; what a ring goes round at all belongs to
 * it, also where it goes round twice. Or even_odd: what an odd number of turns of
 * all the rings go round. */
typedef struct pathfan_polygon {
  int32_t first_ring;
  pathfan_polygon_kind kind;
  bool even_odd;
  char *name; /* owned; NULL if it has none */
} pathfan_polygon;

typedef struct pathfan_polygons {
  int32_t point_count, ring_count, polygon_count;
  int32_t point_capacity, ring_capacity, polygon_capacity;
  double *points; /* x,y pairs [Size: 2 * point_count], finite */
  pathfan_ring *rings;
  pathfan_polygon *polygons;
  const char *place_is; /* what a ring's place counts: "feature", "line"; static; may be NULL */
  bool is_nested;       /* free is what lies in more free polygons than obstacles, so there are
                           islands in obstacles; each polygon is one ring */
  int32_t other_count;  /* features that are no map's and were left out */
  char *first_other;    /* what the first of them is, a sentence; owned; NULL: there is none */
} pathfan_polygons;

static inline int32_t pathfan_polygon_end(const pathfan_polygons *polygons, int32_t polygon) {
  return polygon + 1 < polygons->polygon_count ? polygons->polygons[polygon + 1].first_ring
                                               : polygons->ring_count;
}

static inline int32_t pathfan_ring_end(const pathfan_polygons *polygons, int32_t ring) {
  return ring + 1 < polygons->ring_count ? polygons->rings[ring + 1].first_point
                                         : polygons->point_count;
}

/* ---- Readers: text [Size: bytes], path for messages. Errors: NO_MEMORY, LIMIT,
 * MALFORMED (with path and line or feature). *polygons is empty after an error; it
 * need not be before. Text without any polygon is MALFORMED. ---- */

/* GeoJSON: a FeatureCollection, Feature, Polygon, MultiPolygon or GeometryCollection
 * of these, in planar coordinates; third ones are ignored. The property `kind` is
 * "free" or "obstacle" (absent or null: obstacle), a `name` that is a string is
 * kept. No geometry, null or an empty one, is nothing; so is a wall of one point over and over.
 * LineStrings and MultiLineStrings are walls. Points without a kind are taken for labels and left
 * out. Points with one, lines of free space and features of other kinds are others: whether a map
 * may have them is the caller's to say. Features and rings are counted from 0 in messages. */
pathfan_status pathfan_geojson_parse(const char *text, size_t bytes, const char *path,
                                     pathfan_polygons *polygons, pathfan_error *error);
/* Polyanya .poly, `poly`, version 1: one free polygon, even-odd. */
pathfan_status pathfan_poly_parse(const char *text, size_t bytes, const char *path,
                                  pathfan_polygons *polygons, pathfan_error *error);
/* Iron Harvest .poly, `polygon 1`: enclosures, which are free, and obstacles, nested. */
pathfan_status pathfan_enclosures_parse(const char *text, size_t bytes, const char *path,
                                        pathfan_polygons *polygons, pathfan_error *error);
/* WKT: any number of POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING and GEOMETRYCOLLECTION of
 * these, with white space or semicolons between them; all are obstacles, lines are walls. Z and M
 * are ignored. */
pathfan_status pathfan_wkt_parse(const char *text, size_t bytes, const char *path,
                                 pathfan_polygons *polygons, pathfan_error *error);

/* ---- By hand: a polygon, its rings, their points. Errors: NO_MEMORY, LIMIT (2^28 of
 * anything). What was added before stays. ---- */

/* name may be NULL, and is copied. */
pathfan_status pathfan_polygons_begin(pathfan_polygons *polygons, pathfan_polygon_kind kind,
                                      const char *name);
pathfan_status pathfan_polygons_ring(pathfan_polygons *polygons, int32_t place);
/* A point equal to the one before it in its ring is left out. */
pathfan_status pathfan_polygons_point(pathfan_polygons *polygons, double x, double y);
/* Leaves out points at the end of the last ring that equal its first. Returns how
 * many points it has. */
int32_t pathfan_polygons_close_ring(pathfan_polygons *polygons);

/* Takes the last polygon, a wall of one line, back if that has less than two points. */
void pathfan_polygons_close_wall(pathfan_polygons *polygons);

/* Appends a polygon of another list. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_polygons_copy(const pathfan_polygons *from, int32_t polygon,
                                     pathfan_polygons *to);
/* Counts a feature that is left out, and keeps the sentence if it is the first. Errors: NO_MEMORY,
 * LIMIT. */
pathfan_status pathfan_polygons_set_aside(pathfan_polygons *polygons, const char *sentence);

/* Appends what lies to the left of an outline as one even-odd polygon. Errors:
 * NO_MEMORY, LIMIT. */
pathfan_status pathfan_polygons_add_outline(pathfan_polygons *polygons,
                                            const pathfan_outline *outline,
                                            pathfan_polygon_kind kind, int32_t place);

/* What lies to the left of an outline as one free polygon, even-odd, in lattice
 * coordinates: so that the free cells of a grid map can be given a radius. Errors:
 * NO_MEMORY, LIMIT; *polygons is empty then. */
pathfan_status pathfan_polygons_of_grid(const pathfan_outline *outline, pathfan_polygons *polygons,
                                        pathfan_error *error);

/* ---- Walls ---- */

/* The first wall; -1: there is none. */
int32_t pathfan_polygons_find_wall(const pathfan_polygons *polygons);

/* Takes all walls out. Errors: NO_MEMORY; nothing is taken out then. */
pathfan_status pathfan_polygons_drop_walls(pathfan_polygons *polygons);

/* Puts obstacles in the place of walls: what is nearer to them than half the width, which is above
 * 0 and finite. They end square where their line ends, so that a door is as wide as it was drawn;
 * where two lines end in the same point, and no third, they are one. Corners stay sharp, but those
 * of less than 60 degrees are cut off square. Corners are rounded to decimals, by less than
 * 1/10,000 of the width. Errors: NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pathfan_polygons_widen(pathfan_polygons *polygons, double width,
                                      const pathfan_permit *permit, pathfan_error *error);

/* ---- To the lattice: of polygons among which there is no wall ---- */

typedef struct pathfan_snap_options {
  double unit;         /* lattice unit, map units: a power of ten is taken as it is, else the
                          largest power of two not above it; 0 = the finest that the extent
                          allows */
  double agent_radius; /* map units, >= 0: obstacles and the map's border grow by that much.
                          Corners stay sharp, so right angles stay right angles, but those
                          sharper than 60 degrees are cut off square two radii away */
  const pathfan_permit *permit; /* asked now and then; may be NULL */
} pathfan_snap_options;

/* Free space = union of the free polygons (the bounding box of everything when
 * there are none) minus the obstacles, but for nested ones, less a margin of agent_radius. The
 * frame's box is the bounding box of the free polygons, or of everything, rounded to the lattice.
 * Polygons closer together than a unit or two may end up touching. All blocked is fine: the outline
 * has no edges then. The result depends on the polygons and options only. Errors: NO_MEMORY;
 * ARGUMENT (a unit or radius that is negative or not finite); LIMIT (unit too fine or too coarse
 * for the extent; more memory than permitted); CANCELLED; MALFORMED (a hole outside its shell, with
 * its place; no area at all). *frame and *outline are all zero then. */
pathfan_status pathfan_polygons_outline(const pathfan_polygons *polygons,
                                        const pathfan_snap_options *options, pathfan_frame *frame,
                                        pathfan_outline *outline, pathfan_error *error);

/* The lattice that suits polygons: their box is that of the free ones, or of all. unit: as of
 * pathfan_snap_options. Errors: LIMIT, MALFORMED, as above. */
pathfan_status pathfan_polygons_frame(const pathfan_polygons *polygons, double unit,
                                      pathfan_frame *frame, pathfan_error *error);

/* pathfan_polygons_outline in a frame that is known, whatever options->unit, with whose box the
 * free polygons', or everything's, is no wider and no higher. */
pathfan_status pathfan_polygons_outline_in(const pathfan_polygons *polygons,
                                           const pathfan_frame *frame,
                                           const pathfan_snap_options *options,
                                           pathfan_outline *outline, pathfan_error *error);

/* Frees everything and zeroes the struct; fine for all-zero ones. */
void pathfan_polygons_free(pathfan_polygons *polygons);

#endif
