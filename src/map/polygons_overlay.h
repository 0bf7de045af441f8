/* polygons_overlay.h - the stages of pf_polygons_outline, shared among themselves.
 *
 *   frame     polygons_frame.c     finds the lattice; moves points onto it
 *   faces     polygons_faces.c     how rings cut the plane
 *   label     polygons_label.c     which faces are free
 *   edges     polygons_edges.c     the boundary of the free faces: an outline
 *   radius    polygons_radius.c    what an agent's radius takes from an outline's free side
 *   overlay   polygons_outline.c   runs these stages in order; crowds
 *
 * After the frame stage polygons are in lattice coordinates, whole numbers, and are called placed.
 * The place of a placed ring is that ring's number among the polygons as drawn, or NOT_DRAWN. */
#ifndef PF_MAP_POLYGONS_OVERLAY_H
#define PF_MAP_POLYGONS_OVERLAY_H

#include "base/limits.h"
#include "map/polygons.h"

#define PF_NOT_DRAWN (-1)

/* ---- Frame ---- */

/* See pf_polygons_frame in polygons.h. */

/* Copies the polygons to the lattice, without names, and clips them to the frame's box. If there is
 * no free polygon, the box is added as one. *placed is overwritten, and must be freed also after an
 * error. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_polygons_place(const pf_polygons *polygons, const pf_frame *frame,
                                 pf_polygons *placed);

/* ---- Faces ---- */

/* An edge runs to a later row, or to the right within one. */
typedef struct pf_face_edge {
  int32_t from, to;    /* points; from < to */
  int32_t left, right; /* faces on the sides of smaller and greater x; of a horizontal edge, of
                          greater and smaller y */
} pf_face_edge;

/* A ring that runs over an edge. */
typedef struct pf_face_side {
  int32_t ring;
  int32_t times; /* how much more often along the edge than back, never 0 */
} pf_face_side;

/* The faces into which the snap-rounded rings cut the plane. Face 0 is the outer one. */
typedef struct pf_faces {
  int32_t point_count, edge_count, count;
  pf_lattice_point *points; /* [Size: point_count] by (y, x) */
  pf_face_edge *edges;      /* [Size: edge_count] sorted by `from`, then from left to right; they
                                    meet in points only */
  int32_t *first_side;      /* [Size: edge_count + 1] */
  pf_face_side *sides;      /* of each edge, one for each ring */
  uint8_t *free;            /* [Size: count] */
} pf_faces;

/* Finds and labels the faces. Their memory stays taken from the limits. Errors: NO_MEMORY, LIMIT,
 * CANCELLED, MALFORMED (a hole outside its shell); *faces is all zero then. */
pathfan_status pf_faces_find(const pf_polygons *drawn, const pf_polygons *placed,
                             const pf_limits *limits, pf_faces *faces, pf_ignored *ignored,
                             pathfan_error *error);

void pf_faces_free(pf_faces *faces);

/* ---- Label ---- */

/* Fills faces->free: a face is free if it lies in a free polygon and in no obstacle; when nested,
 * in more free polygons than obstacles. Errors: NO_MEMORY; MALFORMED (a hole outside its shell). */
pathfan_status pf_faces_label(const pf_polygons *drawn, const pf_polygons *placed, pf_faces *faces,
                              pf_ignored *ignored, pathfan_error *error);

/* ---- Edges ---- */

/* Makes the boundary between the free faces and the rest. Errors: NO_MEMORY; *outline is all zero
 * then. */
pathfan_status pf_faces_outline(const pf_faces *faces, pf_outline *outline, pathfan_error *error);

/* ---- Radius ---- */

/* Adds obstacles that cover what lies to the left of an outline and nearer to it than `radius`
 * lattice units, and at most 2% of the radius more; what they cover besides is blocked, or as near.
 * The outline's edges are sorted as pf_outline_by_ends says. Errors: NO_MEMORY, LIMIT, CANCELLED;
 * what was added stays. */
pathfan_status pf_outline_margin(const pf_outline *outline, double radius, const pf_limits *limits,
                                 pf_polygons *margin);

#endif
