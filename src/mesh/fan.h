/* fan.h - the polygons of a mesh round a point. */
#ifndef PATHFAN_MESH_FAN_H
#define PATHFAN_MESH_FAN_H

#include "mesh/mesh.h"

/* A walk round a point: over all polygons that touch it in the same sector.
 *
 *   pathfan_fan_begin(&fan, mesh, polygon, point, fraction_bits);
 *   do use(fan.polygon); while (pathfan_fan_next(&fan));
 */
typedef struct pathfan_fan {
  int32_t polygon; /* the current polygon */
  bool on_border;  /* the point lies on the border of the polygons, not inside the only one */
  bool at_corner;  /* and it is a corner there, not a point of an edge */

  /* private */
  const pathfan_mesh *mesh;
  pathfan_fixed_point point;
  int bits;
  uint32_t corner; /* the point is this corner, or on the edge that begins there */
  bool clockwise;
  int32_t first, left;
  uint32_t first_corner;
} pathfan_fan;

/* Starts a walk. The point must lie in or on the polygon. */
void pathfan_fan_begin(pathfan_fan *fan, const pathfan_mesh *mesh, int32_t polygon,
                       pathfan_fixed_point point, int fraction_bits);
/* Moves to the next polygon; false: there is none. */
bool pathfan_fan_next(pathfan_fan *fan);

#endif
