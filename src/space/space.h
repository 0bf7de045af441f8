/* space.h - free space that can be asked, of an index or of a map in memory: its mesh, where a
 * point lies in it, what its units are, and what searches want of it.
 *
 *   status = pathfan_space_need_location(space, &error);
 *   if (pathfan_space_place(space, x, y, snap, &at, &polygon, &snapped)) ...
 *   status = pathfan_space_need_graph(space, &graph, &error);         space_search.c
 *
 * Owned by whoever has opened the file (query/generation.h, space/map.h); any number of threads
 * may use one. What searches want is made once, by the first request that needs it. */
#ifndef PATHFAN_SPACE_SPACE_H
#define PATHFAN_SPACE_SPACE_H

#include <pthread.h>
#include <stdatomic.h>

#include "geometry/frame.h"
#include "geometry/grid.h"
#include "mesh/locate.h"

struct pathfan_edge_list;
struct pathfan_terrain;
struct pathfan_ways;
struct pathfan_search_graph;
struct pathfan_search_mesh;

/* Something made by the first that needs it. */
typedef struct pathfan_made_once {
  _Atomic(void *) made;  /* read it with acquire; NULL: not yet */
  pathfan_status failed; /* with this it always will; never NO_MEMORY, which may pass */
  void (*free)(void *made);
} pathfan_made_once;

typedef struct pathfan_space {
  pathfan_frame frame;
  int fraction_bits;
  double steps; /* of the fixed-point grid in a map unit */
  const pathfan_locator *locator;
  const pathfan_mesh *mesh;
  const int32_t *component; /* of polygon p at component[p * component_stride] */
  size_t component_stride;
  const pathfan_grid *grid;              /* the cells it was made of; NULL: none */
  const struct pathfan_terrain *terrain; /* roads and rivers over it; NULL: none */
  const struct pathfan_ways *ways;       /* of an index of a terrain; NULL: none */

  /* private; `owner` is what these functions are given */
  const void *owner;
  /* Checks what placing a point, and all that follows, relies on; NULL: nothing to check.
     Errors: DAMAGED, NO_MEMORY. */
  pathfan_status (*check_location)(const void *owner, pathfan_error *error);
  /* The obstacle at a convex vertex. */
  pathfan_wedge (*wedge_at)(const void *owner, int32_t vertex);
  /* The edges of the visibility graph, where they are kept; else both are NULL, and they are
     looked for. Errors: DAMAGED, NO_MEMORY; of reading, once they are checked, NO_MEMORY. */
  pathfan_status (*check_edges)(const void *owner, pathfan_error *error);
  pathfan_status (*read_edges)(const void *owner, struct pathfan_edge_list *edges);
  pthread_mutex_t lock; /* held while something is made */
  pathfan_made_once search_mesh, graph, lengths, turns;
} pathfan_space;

/* Sets frame, mesh, locator and components; the rest is 0. The pointers must stay. */
void pathfan_space_open(pathfan_space *space, pathfan_frame frame, const pathfan_mesh *mesh,
                        const pathfan_locator *locator, const int32_t *component,
                        size_t component_stride);

/* Frees what was made; fine for an all-zero space. */
void pathfan_space_close(pathfan_space *space);

/* ---- Placing points ---- */

static inline pathfan_status pathfan_space_need_location(const pathfan_space *space,
                                                         pathfan_error *error) {
  return space->check_location ? space->check_location(space->owner, error) : PATHFAN_OK;
}

/* Rounds a point (map units) to the fixed grid, perhaps moves it by at most `snap` map units,
 * finds its polygon. False, and *polygon is -1, when it lies in none. */
bool pathfan_space_place(const pathfan_space *space, double x, double y, double snap,
                         pathfan_fixed_point *at, int32_t *polygon, bool *snapped);

static inline int32_t pathfan_space_component(const pathfan_space *space, int32_t polygon) {
  return space->component[(size_t)polygon * space->component_stride];
}

/* ---- What searches want: made once, when the location is good. space_search.c; nobody else
 * links searches ---- */

/* The mesh as Polyanya wants it. Errors: NO_MEMORY. */
pathfan_status pathfan_space_need_search_mesh(const pathfan_space *space,
                                              const struct pathfan_search_mesh **mesh,
                                              pathfan_error *error);

/* The visibility graph. Errors: NO_MEMORY, LIMIT, DAMAGED. */
pathfan_status pathfan_space_need_graph(const pathfan_space *space,
                                        const struct pathfan_search_graph **graph,
                                        pathfan_error *error);

/* The same for searches that come by most of it (graph/search_graph.h). */
pathfan_status pathfan_space_need_lengths(const pathfan_space *space,
                                          const struct pathfan_search_graph **lengths,
                                          pathfan_error *error);

/* The same for turn-aware searches. */
pathfan_status pathfan_space_need_turns(const pathfan_space *space,
                                        const struct pathfan_search_graph **turns,
                                        pathfan_error *error);

#endif
