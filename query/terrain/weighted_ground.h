/* weighted_ground.h - a terrain with areas as a map for weighted/weighted.h: its polygons as faces,
 * sectors round vertices as nodes, bridges, tunnels and rivers at vertices as links. */
#ifndef PF_QUERY_TERRAIN_WEIGHTED_GROUND_H
#define PF_QUERY_TERRAIN_WEIGHTED_GROUND_H

#include "space/space.h"
#include "terrain/terrain.h"
#include "weighted/weighted.h"

/* Coordinates and lengths are lattice units. */
typedef struct pf_weighted_ground {
  pf_weighted_map map;
  pf_weighted_map reversed; /* of ways to a place */
  pf_xy *nodes;
  pf_weighted_edge *edges;
  pf_weighted_link *links;
  double *rate;
  int32_t *corner_of; /* [Size: edges] the mesh's corner whose edge it is */
  int32_t *arc_of;    /* [Size: 2 * edges] the road along it from node[0], and back; NONE */
  int32_t *means;     /* [Size: links] the terrain's link; or ~arc, of a bridge or tunnel */
} pf_weighted_ground;

/* Finds the map of a space whose terrain has areas; made by the first request. Errors: NO_MEMORY.
 */
pathfan_status pf_need_weighted_ground(const pf_space *space, const pf_weighted_ground **ground);

/* Lists the polygons in which an end lies or whose border is within PF_NEAR of it: over rivers, and
 * all those round a vertex. */
typedef struct pf_faces_near {
  int32_t *list;
  int32_t count, capacity;
} pf_faces_near;

/* Errors: NO_MEMORY. */
pathfan_status pf_find_faces_near(const pf_space *space, pf_fixed_point at, int32_t polygon,
                                  pf_faces_near *near);

#endif
