/* visible.h - what a point sees: a depth-first expansion of cones over a mesh.
 *
 * Sight is closed: it slides along walls and passes corners that it touches.
 * It does not pass a pinch (obstacles that meet in a point only), because
 * the polygons on its two sides share no edge. */
#ifndef PATHFAN_MESH_VISIBLE_H
#define PATHFAN_MESH_VISIBLE_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

#define PATHFAN_RAY_NONE (-1) /* not bounded on this side */

/* The part of a polygon that the origin sees lies between two rays, from
 * `right` counter-clockwise to `left`, both included. Rays go through mesh
 * vertices. A polygon that touches the origin is seen whole: both are NONE. */
typedef struct pathfan_cone {
  int32_t polygon;
  int32_t right, left; /* mesh vertices, or PATHFAN_RAY_NONE */
} pathfan_cone;

/* Scratch of one thread; zero it first, free it with pathfan_visible_free. */
typedef struct pathfan_visible {
  pathfan_cone *cones; /* the result: grouped by nothing, several per polygon possible */
  int32_t cone_count, cone_capacity;
  struct pathfan_visible_frame *stack;
  int32_t stack_capacity;
  int32_t *newest; /* [Size: polygon_count] newest cone of a polygon, chained by older */
  int32_t *older;  /* [Size: cone_capacity] */
  int32_t polygon_count;
} pathfan_visible;

/* Sees from `origin` (lattice times 2^fraction_bits), which lies in or on each
 * of the `starts` polygons: all those that touch it in its sector. Overlapping
 * and adjacent cones of a polygon are united. Errors: NO_MEMORY. */
pathfan_status pathfan_visible_from(pathfan_visible *visible, const pathfan_mesh *mesh,
                                    pathfan_fixed origin, int fraction_bits, const int32_t *starts,
                                    int32_t start_count);

/* Whether direction d from the origin lies in a cone. */
bool pathfan_cone_holds(const pathfan_mesh *mesh, const pathfan_cone *cone, pathfan_fixed origin,
                        int fraction_bits, pathfan_fixed d);

/* Walks round a point: over all polygons that touch it in the same sector.
 *
 *   pathfan_round_begin(&round, mesh, polygon, point, fraction_bits);
 *   do use(round.polygon); while (pathfan_round_next(&round)); */
typedef struct pathfan_round {
  int32_t polygon; /* the current one */
  bool on_border;  /* the point lies on the border of the polygons, not inside the only one */
  bool at_corner;  /* and there at a corner, not on an edge */

  /* private */
  const pathfan_mesh *mesh;
  pathfan_fixed point;
  int bits;
  uint32_t corner; /* the point is there, or on the edge from there on */
  bool clockwise;
  int32_t first, left;
  uint32_t first_corner;
} pathfan_round;

/* The point lies in or on the polygon. */
void pathfan_round_begin(pathfan_round *round, const pathfan_mesh *mesh, int32_t polygon,
                         pathfan_fixed point, int fraction_bits);
/* False when there is no further polygon. */
bool pathfan_round_next(pathfan_round *round);

/* Whether the segment between two points is free, touching allowed. from_polygon
 * and to_polygon contain the points, each in its sector. */
bool pathfan_mesh_sees(const pathfan_mesh *mesh, pathfan_fixed from, int32_t from_polygon,
                       pathfan_fixed to, int32_t to_polygon, int fraction_bits);

void pathfan_visible_free(pathfan_visible *visible);

#endif
