/* sight.h - the view of every convex vertex, and the vertices that see into each polygon. */
#ifndef PATHFAN_GRAPH_SIGHT_H
#define PATHFAN_GRAPH_SIGHT_H

#include "base/parallel.h"
#include "mesh/visible.h"
#include "pathfan/status.h"

/* An entry of the cone lists: a polygon that a convex vertex sees into. Entries are sorted by
 * polygon, then vertex. */
typedef struct pathfan_cone_entry {
  int32_t polygon, vertex;
  int32_t right, left; /* convex vertices on the bounding rays, or PATHFAN_RAY_NONE */
} pathfan_cone_entry;

typedef struct pathfan_cones {
  int64_t count;
  pathfan_cone_entry *entries;
} pathfan_cones;

/* The view of one convex vertex. */
typedef struct pathfan_vertex_sight {
  int32_t *neighbours; /* convex vertices, the nearest on each ray, by angle */
  pathfan_cone_entry *cones;
  int32_t neighbour_count, cone_count;
  int32_t polygon; /* a polygon that touches it */
} pathfan_vertex_sight;

/* Computes the view of every convex vertex of a mesh, on `threads` threads (none is started for
 * one), into views [Size: convex_count, all zero]. wedge: [Size: convex_count] the obstacles. done:
 * see parallel.h. Errors: NO_MEMORY, CANCELLED; the caller frees views then too. */
pathfan_status pathfan_sight_all(const pathfan_mesh *mesh, const pathfan_wedge *wedge,
                                 int32_t threads, pathfan_vertex_sight *views,
                                 pathfan_done_function *done, void *done_context);

/* Frees views and their contents. NULL is fine. */
void pathfan_views_free(pathfan_vertex_sight *views, int32_t count);

/* Collects the cones of all views. If there are more than max_cones, entries stays NULL and count
 * is their number. Errors: NO_MEMORY. */
pathfan_status pathfan_cones_collect(const pathfan_mesh *mesh, const pathfan_vertex_sight *views,
                                     int64_t max_cones, pathfan_cones *cones);

void pathfan_cones_free(pathfan_cones *cones);

#endif
