/* soup.h - polygons in space as a file lists them, before they are a surface: what the readers of
 * navigation meshes of other programs make.
 *
 *   pf_soup soup = {0};
 *   status = pf_soup_point(&soup, x, y, height);
 *   status = pf_soup_begin(&soup, place);
 *   status = pf_soup_corner(&soup, point, is_open);       three times or more
 *   status = pf_surface_build(&soup, &frame, &mesh, ...);    meshing/surface.h
 *   pf_soup_free(&soup);
 */
#ifndef PF_MESHING_SOUP_H
#define PF_MESHING_SOUP_H

#include <stdbool.h>

#include "base/ignored.h"
#include "base/limits.h"
#include "base/memory.h"

/* A larger coordinate is rejected as a mistake. */
#define PF_SOUP_COORDINATE_MAX 1e15

/* Where a polygon is in the file. */
typedef struct pf_soup_place {
  int64_t number; /* of a line from 1, or of a polygon from 0 */
  int32_t tile;   /* that it is a polygon of; -1: the file has no tiles */
} pf_soup_place;

typedef struct pf_soup_polygon {
  uint32_t first; /* corner; the last corner is before the first one of the next polygon */
  pf_soup_place place;
} pf_soup_polygon;

/* A corner, and the edge to the next one. */
typedef struct pf_soup_corner_data {
  int32_t point;
  bool is_open; /* edges of other polygons may lie along this one without sharing its ends */
} pf_soup_corner_data;

/* A way between two points that isn't walked. */
typedef struct pf_soup_link {
  double at[2][3]; /* x, y and height of its ends */
  double reach;    /* how far they may be from the ground, map units */
  bool is_oneway;  /* from the first to the second */
  uint32_t flags;
  pf_soup_place place;
} pf_soup_link;

/* How far apart in height, map units, two open edges that lie along each other may be to be
 * joined. */
typedef struct pf_soup_join {
  double within;
  bool by_one_end; /* it suffices that they are at one end of the part they share, or that they
                      cross there; or else at both ends */
} pf_soup_join;

typedef struct pf_soup {
  double *points; /* x, y, height [Size: 3 * point_count] */
  pf_soup_polygon *polygons;
  pf_soup_corner_data *corners;
  pf_soup_link *links;
  int32_t point_count, polygon_count, link_count;
  uint32_t corner_count;
  int32_t point_capacity, polygon_capacity, link_capacity;
  uint32_t corner_capacity;
  const char *place_is; /* what numbers of places are: "line" or "polygon" */
  pf_soup_join join;
  /* The side of the cells whose corners all points are, nearly, and where one of these is; cell 0:
     there are no cells. */
  double cell, origin[2];
} pf_soup;

/* Errors of all: NO_MEMORY, LIMIT. */
pathfan_status pf_soup_point(pf_soup *soup, double x, double y, double height);
pathfan_status pf_soup_begin(pf_soup *soup, pf_soup_place place);
pathfan_status pf_soup_corner(pf_soup *soup, int32_t point, bool is_open);
pathfan_status pf_soup_link_add(pf_soup *soup, const pf_soup_link *link);

static inline uint32_t pf_soup_end(const pf_soup *soup, int32_t polygon) {
  return polygon + 1 < soup->polygon_count ? soup->polygons[polygon + 1].first : soup->corner_count;
}

/* Turns points as the file has them, x y z, so that the third coordinate is the height: z, or if
 * more of the surface faces along y, y; then the plane's x and y are x and z. */
void pf_soup_turn_up(pf_soup *soup);

/* Writes "line 12", "polygon 3" or "polygon 3 of tile 7". Returns buffer. */
#define PF_SOUP_PLACE_BYTES 64
const char *pf_soup_place_text(const pf_soup *soup, pf_soup_place place,
                               char buffer[PF_SOUP_PLACE_BYTES]);

/* Sets the message of a failure that has none: NO_MEMORY or LIMIT. Returns the status. */
pathfan_status pf_soup_status(const char *path, pathfan_status status, pathfan_error *error);

void pf_soup_free(pf_soup *soup);

/* ---- The readers ----
 * Each reads a text [Size: bytes]; path is for messages. The caller frees the soup in any case.
 * Errors: NO_MEMORY, LIMIT, MALFORMED. */

/* Navigation meshes of Detour: a set of tiles as RecastDemo and recast-navigation-js save it
 * ("MSET", version 1), or one tile alone ("DNAV", version 7); little-endian, with polygon
 * references of 32 or 64 bits. closed: names, one a line, of the areas and flags that are left
 * out, such as "area=3" and "flags=16" (any of these bits); NULL: none. */
pathfan_status pf_detour_parse(const char *text, size_t bytes, const char *path, const char *closed,
                               pf_soup *soup, pf_ignored *ignored, pathfan_error *error);

/* Wavefront OBJ: the elements v and f. */
pathfan_status pf_obj_parse(const char *text, size_t bytes, const char *path, pf_soup *soup,
                            pf_ignored *ignored, pathfan_error *error);

/* PLY 1.0, ascii or binary: the elements vertex and face. */
pathfan_status pf_ply_parse(const char *text, size_t bytes, const char *path, pf_soup *soup,
                            pf_ignored *ignored, pathfan_error *error);

#endif
