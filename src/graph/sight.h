/* sight.h - the view of every convex vertex, and the vertices that see into each polygon. */
#ifndef PF_GRAPH_SIGHT_H
#define PF_GRAPH_SIGHT_H

#include "base/limits.h"
#include "mesh/visible.h"
#include "pathfan/status.h"

/* An entry of the cone lists: a polygon that a convex vertex sees into. Entries are sorted by
 * polygon, then vertex. */
typedef struct pf_cone_entry {
  int32_t polygon, vertex;
  int32_t right, left; /* convex vertices on the bounding rays, or PF_RAY_NONE */
} pf_cone_entry;

typedef struct pf_cones {
  int64_t count;
  pf_cone_entry *entries;
} pf_cones;

/* The view of one convex vertex. */
typedef struct pf_vertex_sight {
  int32_t *neighbours; /* convex vertices, the nearest on each ray, by angle */
  pf_cone_entry *cones;
  int32_t neighbour_count, cone_count;
  int32_t polygon; /* a polygon that touches it */
} pf_vertex_sight;

/* What a vertex takes in its view, and in the graph. */
#define PF_SIGHT_VERTEX_BYTES 128

/* What each neighbour and each cone takes from the memory limit: its place in the view, and in the
 * graph or the cone lists that are made of all views while these are still there. */
#define PF_SIGHT_NEIGHBOUR_BYTES 36
#define PF_SIGHT_CONE_BYTES (2 * sizeof(pf_cone_entry))

/* Computes the view of every convex vertex of a mesh, on `threads` threads (none is started for
 * one), into views [Size: convex_count, all zero]. wedge: [Size: convex_count] the obstacles.
 * max_cones: once there are more cones than this, views have their number only; -1: no cones are
 * wanted. done: see parallel.h. Takes memory as each view is found, so that it ends as soon as the
 * limit can't hold; the caller returns it. Errors: NO_MEMORY, LIMIT, CANCELLED; the caller frees
 * views then too. */
pathfan_status pf_sight_all(const pf_mesh *mesh, const pf_wedge *wedge, int32_t threads,
                            int64_t max_cones, pf_vertex_sight *views, const pf_limits *limits);

/* Frees views and their contents. NULL is allowed. */
void pf_views_free(pf_vertex_sight *views, int32_t count);

/* Collects the cones of all views. If there are more than max_cones, entries stays NULL and count
 * is their number. Errors: NO_MEMORY. */
pathfan_status pf_cones_collect(const pf_mesh *mesh, const pf_vertex_sight *views,
                                int64_t max_cones, pf_cones *cones);

void pf_cones_free(pf_cones *cones);

#endif
