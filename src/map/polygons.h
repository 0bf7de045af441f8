/* polygons.h - turns polygons as people draw them (overlapping, touching, nested, self-crossing,
 * sticking out of the map, in real numbers) into an outline.
 *
 *   pf_polygons polygons = {0};
 *   status = pf_geojson_parse(text, bytes, path, NULL, &polygons, &error);  or another
 *   status = pf_polygons_outline(&polygons, &options, &frame, &outline, &error);
 *   pf_polygons_free(&polygons); */
#ifndef PF_MAP_POLYGONS_H
#define PF_MAP_POLYGONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/ignored.h"
#include "base/limits.h"
#include "base/text.h"
#include "geometry/frame.h"
#include "geometry/outline.h"
#include "geometry/grid.h"
#include "map/levels.h"
#include "map/wishes.h"
#include "pathfan/status.h"

/* The readers refuse coordinates beyond this: they are typing errors, and doubles of that size have
 * hardly any decimals. */
#define PF_COORDINATE_MAX 1e15

typedef enum pf_polygon_kind {
  PF_POLYGON_OBSTACLE = 0,
  PF_POLYGON_FREE,
  PF_POLYGON_WALL, /* as drawn, without a width: see pf_polygons_widen */
  PF_POLYGON_DOOR  /* free, whatever obstacles lie there; has a name and one ring */
} pf_polygon_kind;

/* A ring: points [first_point, next ring's first_point), not closed by a repeated point; no two
 * neighbours are equal. It may cross and touch itself. The ring of a wall is a line from its first
 * point to its last. */
typedef struct pf_ring {
  int32_t first_point;
  int32_t place; /* line of the file, or feature (0-based), for messages */
} pf_ring;

/* A polygon: rings [first_ring, next polygon's first_ring). The first is the shell, the others are
 * holes, wound either way; everything that a ring winds round belongs to it, however often it
 * winds. An even_odd polygon is everything that its rings together wind round an odd number of
 * times. */
typedef struct pf_polygon {
  int32_t first_ring;
  pf_polygon_kind kind;
  bool even_odd;
  bool is_assumed;     /* the file doesn't say the kind */
  bool is_closed;      /* of a door: how it is to begin with */
  pf_level_set levels; /* that it is on; empty: on all */
  char *name;          /* owned; NULL if it has none */
} pf_polygon;

typedef struct pf_polygons {
  int32_t point_count, ring_count, polygon_count;
  int32_t point_capacity, ring_capacity, polygon_capacity; /* elements of the arrays */
  double *points; /* x,y pairs [Size: 2 * point_count], finite */
  pf_ring *rings;
  pf_polygon *polygons;
  pf_levels levels;     /* if those of the map were wished for */
  const char *place_is; /* what a ring's place counts: "feature", "line"; static; may be NULL */
  bool is_nested; /* free space is what lies in more free polygons than obstacles, so obstacles may
                     contain islands; each polygon is one ring */
  pf_ignored ignored; /* what has no effect; among it OTHER, features that don't belong to a map:
                         the caller decides whether a map may have them */
} pf_polygons;

static inline int32_t pf_polygon_end(const pf_polygons *polygons, int32_t polygon) {
  return polygon + 1 < polygons->polygon_count ? polygons->polygons[polygon + 1].first_ring
                                               : polygons->ring_count;
}

static inline int32_t pf_ring_end(const pf_polygons *polygons, int32_t ring) {
  return ring + 1 < polygons->ring_count ? polygons->rings[ring + 1].first_point
                                         : polygons->point_count;
}

/* ---- Readers: text [Size: bytes], path for messages. Errors: NO_MEMORY, LIMIT, MALFORMED (with
 * path and line or feature). *polygons is overwritten, and is empty after an error. Text without
 * any polygon is MALFORMED. ---- */

/* Reads GeoJSON: a FeatureCollection, Feature, Polygon, MultiPolygon or GeometryCollection of
 * these, in planar coordinates; third coordinates are ignored. The property `kind` is "free" or
 * "obstacle" (absent or null: obstacle, or as `wishes` says), or "door", which has a name and
 * perhaps the mark `closed`; a `name` that is a string is kept.
 * LineStrings and MultiLineStrings are walls. polygons->ignored counts, among others, geometries,
 * rings and lines that are empty, points without a kind (labels), and as OTHER points with one,
 * lines of free space and features of other kinds. The text may also be a sequence (RFC 8142, or a
 * feature a line). wishes may be NULL. Messages count features and rings from 0. */
pathfan_status pf_geojson_parse(const char *text, size_t bytes, const char *path,
                                const pf_wishes *wishes, pf_polygons *polygons,
                                pathfan_error *error);
/* Reads a Polyanya .poly, `poly`, version 1: one free polygon, even-odd. */
pathfan_status pf_poly_parse(const char *text, size_t bytes, const char *path,
                             const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error);
/* Reads an Iron Harvest .poly, `polygon 1`: free enclosures and obstacles, nested. */
pathfan_status pf_enclosures_parse(const char *text, size_t bytes, const char *path,
                                   const pf_wishes *wishes, pf_polygons *polygons,
                                   pathfan_error *error);
/* Reads WKT: any number of POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING and
 * GEOMETRYCOLLECTION of these, separated by white space or semicolons. Polygons are obstacles,
 * lines are walls. Z and M are ignored. */
pathfan_status pf_wkt_parse(const char *text, size_t bytes, const char *path,
                            const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error);

/* ---- By hand: a polygon, its rings, their points. Errors: NO_MEMORY, LIMIT (2^28 of anything).
 * What was added before stays. ---- */

/* name may be NULL; it is copied. */
pathfan_status pf_polygons_begin(pf_polygons *polygons, pf_polygon_kind kind, const char *name);
pathfan_status pf_polygons_ring(pf_polygons *polygons, int32_t place);
/* Leaves out a point equal to the one before it in its ring. */
pathfan_status pf_polygons_point(pf_polygons *polygons, double x, double y);
/* Drops points at the end of the last ring that equal its first. Returns how many points the ring
 * has left. */
int32_t pf_polygons_close_ring(pf_polygons *polygons);

/* Removes the last polygon, a wall of one line, if it has fewer than two points: false then. */
bool pf_polygons_close_wall(pf_polygons *polygons);

/* Remove the last ring, or the last polygon. */
void pf_polygons_drop_ring(pf_polygons *polygons);
void pf_polygons_drop_polygon(pf_polygons *polygons);

/* Appends a polygon of another list. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_polygons_copy(const pf_polygons *from, int32_t polygon, pf_polygons *to);
/* Appends the area to the left of an outline as one even-odd polygon. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_polygons_add_outline(pf_polygons *polygons, const pf_outline *outline,
                                       pf_polygon_kind kind, int32_t place);

/* Makes one free even-odd polygon of the area to the left of an outline, in lattice coordinates, so
 * that an agent radius can be applied to the free cells of a grid map. Errors: NO_MEMORY, LIMIT;
 * *polygons is empty then. */
pathfan_status pf_polygons_of_grid(const pf_outline *outline, pf_polygons *polygons,
                                   pathfan_error *error);

/* ---- Walls ---- */

/* Returns the first wall, or -1 if there is none. */
int32_t pf_polygons_find_wall(const pf_polygons *polygons);

/* Removes all walls. Errors: NO_MEMORY; no wall is removed then. */
pathfan_status pf_polygons_drop_walls(pf_polygons *polygons);

/* Replaces walls by obstacles: everything nearer to them than half the width, which is above 0 and
 * finite. Walls end square where their line ends, so that a door is as wide as it was drawn; two
 * lines that end in the same point are joined, of more the outermost. Corners stay sharp,
 * but those of less than 60 degrees are cut off square. Corners are rounded to decimals, by less
 * than 1/10,000 of the width. Errors: NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pf_polygons_widen(pf_polygons *polygons, double width, const pf_limits *limits,
                                 pathfan_error *error);

/* ---- To the lattice: for polygons without walls ---- */

typedef struct pf_snap_options {
  double unit; /* lattice unit, map units: a power of ten is taken as it is, otherwise the largest
                  power of two not above it; 0 = the finest that the extent allows */
  double agent_radius;     /* map units, >= 0: obstacles and the map's border grow by this much; at
                              corners, whose arcs are drawn by tangents, by at most 2% more. Rounding
                              to the lattice may change either by a unit or two */
  const pf_limits *limits; /* asked now and then; may be NULL */
  pf_ignored *ignored; /* counts polygons that change nothing, unless they overlap many others; may
                          be NULL */
} pf_snap_options;

/* Makes the outline of free space: the union of the free polygons (the bounding box of everything
 * if there are none) minus the obstacles, or as is_nested says, less a margin of agent_radius. The
 * frame's box is the bounding box of the free polygons, or of everything, rounded to the lattice.
 * Polygons closer together than a unit or two may end up touching. If everything is blocked, the
 * outline has no edges; that isn't an error. The result depends on the polygons and options only.
 * Errors: NO_MEMORY; ARGUMENT (a unit or radius that is negative or not finite); LIMIT (unit too
 * fine or too coarse for the extent; more memory than permitted); CANCELLED; MALFORMED (a hole
 * outside its shell, with its place; no area at all). *frame and *outline are all zero then. */
pathfan_status pf_polygons_outline(const pf_polygons *polygons, const pf_snap_options *options,
                                   pf_frame *frame, pf_outline *outline, pathfan_error *error);

/* Finds the lattice for the polygons; its box is that of the free ones, or of all. unit: as in
 * pf_snap_options. Errors: LIMIT, MALFORMED, as above. */
pathfan_status pf_polygons_frame(const pf_polygons *polygons, double unit, pf_frame *frame,
                                 pathfan_error *error);

/* Moves a ring's points to the frame's lattice, as whole numbers from its corner. A door whose
 * corners have to be rounded grows by three units on all sides, so that it leads through a wall
 * that is as thick; not one with a side below 100 units. points: [Size: two for each of the
 * ring's] */
void pf_ring_to_lattice(const pf_polygons *polygons, int32_t ring, bool is_door,
                        const pf_frame *frame, double *points);

/* Counts the rings that rounding to the lattice leaves no area, also in polygons->ignored. */
int32_t pf_polygons_count_flat(pf_polygons *polygons, const pf_frame *frame);

/* Counts in polygons->ignored that the map may be the wrong way round: its only polygon, or a few
 * that all touch each other, are obstacles, though the file doesn't say so. */
void pf_polygons_look_inside_out(pf_polygons *polygons);

/* Writes which polygon a ring, or a polygon's first ring, belongs to: feature 3 "Hall". */
#define PF_PLACE_BYTES (PF_NAME_QUOTE_BYTES + 40)
const char *pf_polygon_place(const pf_polygons *polygons, int32_t polygon,
                             char text[PF_PLACE_BYTES]);

/* Like pf_polygons_outline, but in a given frame; options->unit is ignored. The box of the
 * free polygons, or of everything, must be no wider and no higher than the frame's. */
pathfan_status pf_polygons_outline_in(const pf_polygons *polygons, const pf_frame *frame,
                                      const pf_snap_options *options, pf_outline *outline,
                                      pathfan_error *error);

/* Frees everything and zeroes the struct; fine for all-zero ones. */
void pf_polygons_free(pf_polygons *polygons);

#endif
