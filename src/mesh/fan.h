/* fan.h - the polygons of a mesh round a point. */
#ifndef PATHFAN_MESH_FAN_H
#define PATHFAN_MESH_FAN_H

#include "mesh/mesh.h"

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

#endif
