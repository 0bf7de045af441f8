/* polygons_overlay.h - the stages of pathfan_polygons_outline, for each other.
 *
 *   frame     polygons_frame.c     which lattice; points onto it
 *   faces     polygons_faces.c     how rings cut the plane, by GEOS
 *   inside    polygons_inside.c    points in each
 *   label     polygons_label.c     which faces are free
 *   edges     polygons_edges.c     free faces to an outline
 *   overlay   polygons_outline.c   the order of all that; crowds, the agent's radius
 *
 * From the frame on, polygons are in lattice coordinates, whole numbers, and are
 * called placed; the places of their rings are those rings' numbers among the
 * polygons as they were drawn, or NOT_DRAWN. */
#ifndef PATHFAN_MAP_POLYGONS_OVERLAY_H
#define PATHFAN_MAP_POLYGONS_OVERLAY_H

#include "map/polygons.h"
#include "map/polygons_geos.h"

#define PATHFAN_NOT_DRAWN (-1)

/* ---- Frame ---- */

/* pathfan_polygons_frame of polygons.h. */

/* A copy on the lattice, without names; the frame's box as a free polygon is added
 * if there is no free one. *placed need not be empty before, and must be freed
 * also after an error. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_polygons_place(const pathfan_polygons *polygons, const pathfan_frame *frame,
                                      pathfan_polygons *placed);

/* ---- Faces ---- */

/* The faces into which the rings cut the plane, snap-rounded: polygons with whole
 * coordinates that share edges and vertices only, without the unbounded one. */
typedef struct pathfan_faces {
  GEOSGeometry *collection;
  int32_t count;
  uint8_t *free; /* [Size: count] */
} pathfan_faces;

/* Finds and labels the faces. Errors: NO_MEMORY, LIMIT, MALFORMED (a hole outside
 * its shell); *faces is all zero then. */
pathfan_status pathfan_faces_find(pathfan_geos *geos, const pathfan_polygons *drawn,
                                  const pathfan_polygons *placed, pathfan_faces *faces,
                                  pathfan_error *error);

/* The same of an outline, whose edges meet in vertices already. No two free faces
 * share an edge. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_faces_of_outline(pathfan_geos *geos, const pathfan_outline *outline,
                                        pathfan_faces *faces, pathfan_error *error);

void pathfan_faces_free(pathfan_geos *geos, pathfan_faces *faces);

/* The free faces as a multipolygon; NULL after a failure, of which geos knows the
 * reason. */
GEOSGeometry *pathfan_faces_area(pathfan_geos *geos, const pathfan_faces *faces);

/* ---- Inside ---- */

/* Rounding moves rings by less than this against the faces, lattice units. */
#define PATHFAN_DRIFT 1.5

/* Up to `want` points [Size: 2 * want] in a polygon without crossings, PATHFAN_DRIFT
 * away from its border and from each other; if there are none, one that is less
 * far away. Returns how many; 0 after a failure, no memory or geos knows. */
int32_t pathfan_points_inside(pathfan_geos *geos, const GEOSGeometry *polygon, int32_t want,
                              double *points);

/* ---- Label ---- */

/* Sets faces->free: in a free polygon and in no obstacle; of nested ones, in more free
 * polygons than obstacles. Errors: NO_MEMORY, LIMIT;
 * MALFORMED (a hole outside its shell). */
pathfan_status pathfan_faces_label(pathfan_geos *geos, const pathfan_polygons *drawn,
                                   const pathfan_polygons *placed, pathfan_faces *faces,
                                   pathfan_error *error);

/* ---- Edges ---- */

/* The boundary between the free faces and the rest. Errors: NO_MEMORY, LIMIT;
 * *outline is all zero then. */
pathfan_status pathfan_faces_outline(pathfan_geos *geos, const pathfan_faces *faces,
                                     pathfan_outline *outline, pathfan_error *error);

#endif
