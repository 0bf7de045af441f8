/* polygons_overlay.h - the stages of pathfan_polygons_outline, for each other.
 *
 *   frame     polygons_frame.c     which lattice; points onto it
 *   faces     polygons_faces.c     how rings cut the plane
 *   label     polygons_label.c     which faces are free
 *   edges     polygons_edges.c     what parts free faces from others: an outline
 *   radius    polygons_radius.c    an outline, less an agent's radius, by GEOS
 *   overlay   polygons_outline.c   the order of all that; crowds
 *
 * From the frame on, polygons are in lattice coordinates, whole numbers, and are
 * called placed; the places of their rings are those rings' numbers among the
 * polygons as they were drawn, or NOT_DRAWN. */
#ifndef PATHFAN_MAP_POLYGONS_OVERLAY_H
#define PATHFAN_MAP_POLYGONS_OVERLAY_H

#include "base/permit.h"
#include "map/polygons.h"

#define PATHFAN_NOT_DRAWN (-1)

/* ---- Frame ---- */

/* pathfan_polygons_frame of polygons.h. */

/* A copy on the lattice, without names; the frame's box as a free polygon is added
 * if there is no free one. What lies off that box is cut off. *placed need not be empty before, and
 * must be freed also after an error. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_polygons_place(const pathfan_polygons *polygons, const pathfan_frame *frame,
                                      pathfan_polygons *placed);

/* ---- Faces ---- */

/* An edge runs from row to row, or along one to the right. */
typedef struct pathfan_face_edge {
  int32_t from, to;    /* points; from < to */
  int32_t left, right; /* faces, where x is less and greater; of a level one, y greater and less */
} pathfan_face_edge;

/* A ring runs over an edge. */
typedef struct pathfan_face_side {
  int32_t ring;
  int32_t times; /* how much more often along it than back, never 0 */
} pathfan_face_side;

/* The faces into which the rings cut the plane, snap-rounded. Face 0 is the one around all. */
typedef struct pathfan_faces {
  int32_t point_count, edge_count, count;
  pathfan_lattice_point *points; /* [Size: point_count] by (y, x) */
  pathfan_face_edge *edges;      /* [Size: edge_count] by `from`, then from the left to the right;
                                    they meet in points only */
  int32_t *first_side;           /* [Size: edge_count + 1] */
  pathfan_face_side *sides;      /* of each edge, one a ring */
  uint8_t *free;                 /* [Size: count] */
} pathfan_faces;

/* Finds and labels the faces. What they hold stays taken of the permit. Errors: NO_MEMORY, LIMIT,
 * CANCELLED, MALFORMED (a hole outside its shell); *faces is all zero then. */
pathfan_status pathfan_faces_find(const pathfan_polygons *drawn, const pathfan_polygons *placed,
                                  const pathfan_permit *permit, pathfan_faces *faces,
                                  pathfan_error *error);

void pathfan_faces_free(pathfan_faces *faces);

/* ---- Label ---- */

/* Makes faces->free: in a free polygon and in no obstacle; of nested ones, in more free
 * polygons than obstacles. Errors: NO_MEMORY; MALFORMED (a hole outside its shell). */
pathfan_status pathfan_faces_label(const pathfan_polygons *drawn, const pathfan_polygons *placed,
                                   pathfan_faces *faces, pathfan_error *error);

/* ---- Edges ---- */

/* The boundary between the free faces and the rest. Errors: NO_MEMORY; *outline is all zero then.
 */
pathfan_status pathfan_faces_outline(const pathfan_faces *faces, pathfan_outline *outline,
                                     pathfan_error *error);

/* ---- Radius ---- */

/* What lies to the left of an outline, less a margin of `radius` lattice units, as one even-odd
 * polygon on the lattice. Errors: NO_MEMORY, LIMIT, CANCELLED; *shrunk is to be freed in any case.
 */
pathfan_status pathfan_outline_shrink(const pathfan_outline *outline, double radius,
                                      const pathfan_permit *permit, pathfan_polygons *shrunk,
                                      pathfan_error *error);

#endif
