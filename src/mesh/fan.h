/* fan.h - the polygons of a mesh round a point. */
#ifndef PATHFAN_MESH_FAN_H
#define PATHFAN_MESH_FAN_H

#include "mesh/mesh.h"

/* Walks round a point: over all polygons that touch it in the same sector.
 *
 *   pathfan_fan_begin(&fan, mesh, polygon, point, fraction_bits);
 *   do use(fan.polygon); while (pathfan_fan_next(&fan)); */
typedef struct pathfan_fan {
  int32_t polygon; /* the current one */
  bool on_border;  /* the point lies on the border of the polygons, not inside the only one */
  bool at_corner;  /* and there at a corner, not on an edge */

  /* private */
  const pathfan_mesh *mesh;
  pathfan_fixed_point point;
  int bits;
  uint32_t corner; /* the point is there, or on the edge from there on */
  bool clockwise;
  int32_t first, left;
  uint32_t first_corner;
} pathfan_fan;

/* The point lies in or on the polygon. */
void pathfan_fan_begin(pathfan_fan *fan, const pathfan_mesh *mesh, int32_t polygon,
                       pathfan_fixed_point point, int fraction_bits);
/* False when there is no further polygon. */
bool pathfan_fan_next(pathfan_fan *fan);

#endif
