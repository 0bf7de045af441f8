/* points.h - converts the fixed-point grid to map units, for the public headers' types. */
#ifndef PF_QUERY_ENDS_POINTS_H
#define PF_QUERY_ENDS_POINTS_H

#include "pathfan/query.h"
#include "space/space.h"

static inline bool pf_point_is_finite(pathfan_point p) {
  return isfinite(p.x) && isfinite(p.y);
}

static inline pathfan_point pf_point_at(const pf_space *space, pf_fixed_point p) {
  return (pathfan_point){pf_frame_x(&space->frame, space->fraction_bits, p.x),
                         pf_frame_y(&space->frame, space->fraction_bits, p.y)};
}

/* Writes at most `capacity` corners of a polygon of the mesh; returns how many it has, 0 if there
 * is no such polygon. */
static inline int32_t pf_polygon_corners(const pf_space *space, int32_t polygon,
                                         pathfan_point *corners, int32_t capacity) {
  const pf_mesh *mesh = space->mesh;
  if (polygon < 0 || polygon >= mesh->polygon_count) return 0;
  const uint32_t first = mesh->first_corner[polygon];
  const int32_t count = (int32_t)(mesh->first_corner[polygon + 1] - first);
  for (int32_t i = 0; i < count && i < capacity; i++) {
    const pf_lattice_point at = mesh->vertices[mesh->corner_vertex[first + (uint32_t)i]];
    corners[i] = pf_point_at(space, pf_lift(at, space->fraction_bits));
  }
  return count;
}

#endif
