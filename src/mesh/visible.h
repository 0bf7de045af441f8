/* visible.h - what is visible from a point: a depth-first expansion of cones over a mesh.
 *
 * Sight is closed: it slides along walls and passes corners that it touches. It doesn't pass a
 * pinch (obstacles that meet only in a point), because the polygons on its two sides share no
 * edge. */
#ifndef PF_MESH_VISIBLE_H
#define PF_MESH_VISIBLE_H

#include "base/stamp.h"
#include "mesh/mesh.h"
#include "pathfan/status.h"

#define PF_RAY_NONE (-1) /* not bounded on this side */

/* The part of a polygon that is visible from the origin: it lies between two rays, from `right`
 * counter-clockwise to `left`, both included. Rays go through mesh vertices. A polygon that touches
 * the origin is visible as a whole: both are NONE. */
typedef struct pf_cone {
  int32_t polygon;
  int32_t right, left; /* mesh vertices, or PF_RAY_NONE */
} pf_cone;

/* Scratch of one thread; zero it first, free it with pf_visible_free. */
typedef struct pf_visible {
  pf_cone *cones; /* the result: in no order, possibly several per polygon */
  int32_t cone_count, cone_capacity;
  struct pf_visible_frame *stack;
  int32_t stack_capacity;
  int32_t *newest; /* [Size: polygon_count] newest cone of a polygon, chained by older; -1: none */
  int32_t *older;  /* [Size: cone_capacity] */
  int32_t polygon_count;

  int32_t *vertices; /* the result of pf_visible_list_vertices */
  int32_t vertex_count, vertex_capacity;
  pf_stamp listed;
  int32_t *starts; /* scratch of pf_visible_from_point */
  int32_t start_capacity;
} pf_visible;

/* Finds the cones visible from `origin` (lattice times 2^fraction_bits). `starts` must be all
 * polygons that touch it in its sector. Overlapping and adjacent cones of a polygon are united.
 * Errors: NO_MEMORY. */
pathfan_status pf_visible_from(pf_visible *visible, const pf_mesh *mesh, pf_fixed_point origin,
                               int fraction_bits, const int32_t *starts, int32_t start_count);

/* Lists in visible->vertices the convex vertices in the cones found last, from the same origin:
 * each once, in no order. Errors: NO_MEMORY. */
pathfan_status pf_visible_list_vertices(pf_visible *visible, const pf_mesh *mesh,
                                        pf_fixed_point origin, int fraction_bits);

/* Does both from a point that lies in or on `polygon`, in its sector: finds the polygons that touch
 * the point, then the cones and their vertices. Errors: NO_MEMORY. */
pathfan_status pf_visible_from_point(pf_visible *visible, const pf_mesh *mesh, pf_fixed_point point,
                                     int32_t polygon, int fraction_bits);

void pf_visible_free(pf_visible *visible);

#endif
