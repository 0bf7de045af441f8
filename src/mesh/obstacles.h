/* obstacles.h - the obstacles of a mesh: which one each convex vertex is a corner of, and how far
 * it extends. Everything beyond free space is obstacles, the map's surroundings too.
 *
 *   pf_obstacles obstacles = {0};
 *   status = pf_obstacles_find(&obstacles, &mesh);
 *   box = obstacles.boxes[obstacles.of[vertex]];
 *   pf_obstacles_free(&obstacles);
 */
#ifndef PF_MESH_OBSTACLES_H
#define PF_MESH_OBSTACLES_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

/* The bounding box of an obstacle's sides. */
typedef struct pf_obstacle_box {
  pf_lattice_point low, high;
} pf_obstacle_box;

typedef struct pf_obstacles {
  int32_t *of; /* [Size: vertex_count] for convex vertices a number, else it may be -1 */
  pf_obstacle_box *boxes;
  int32_t count;
} pf_obstacles;

/* Errors: NO_MEMORY; obstacles are empty then. */
pathfan_status pf_obstacles_find(pf_obstacles *obstacles, const pf_mesh *mesh);

void pf_obstacles_free(pf_obstacles *obstacles);

#endif
