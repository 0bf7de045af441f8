/* space.h - free space that can be queried, of an index or of a map in memory: its mesh, its
 * locator, its units, and the data that searches need.
 *
 *   status = pf_space_need_location(space, &error);
 *   if (pf_space_place(space, x, y, snap, &at, &polygon, &snapped)) ...
 *   status = pf_space_need_graph(space, &graph, &error);         space_search.c
 *
 * Owned by whatever has opened the file (query/open/generation.h, space/map.h); any number of
 * threads may use one. The data of searches is made once, by the first request that needs it. */
#ifndef PF_SPACE_SPACE_H
#define PF_SPACE_SPACE_H

#include <pthread.h>
#include <stdatomic.h>

#include "geometry/frame.h"
#include "geometry/grid.h"
#include "mesh/locate.h"

struct pf_edge_list;
struct pf_terrain;
struct pf_ways;
struct pf_search_graph;
struct pf_search_mesh;
struct pf_obstacles;

/* A part made by the first request that needs it. */
typedef struct pf_made_once {
  _Atomic(void *) made;  /* read with acquire; NULL: not yet */
  pathfan_status failed; /* the error that every attempt gives; never NO_MEMORY, which may pass */
  void (*free)(void *made);
} pf_made_once;

typedef struct pf_space {
  pf_frame frame;
  int fraction_bits;
  double steps; /* steps of the fixed-point grid per map unit */
  const pf_locator *locator;
  const pf_mesh *mesh;
  const int32_t *component; /* that of polygon p at component[p * component_stride] */
  size_t component_stride;
  const pf_grid *grid;                  /* the cells it was made from; NULL: none */
  const struct pf_terrain *terrain;     /* roads and rivers over it; NULL: none */
  const struct pf_ways *ways;           /* in an index of a terrain; NULL: none */
  const struct pf_layout_floor *floors; /* [Size: floor_count] */
  const struct pf_layout_link *links;   /* [Size: link_count] between points of the plane */
  int32_t floor_count, link_count;
  bool is_surface, is_layered; /* as of the mesh, whose location needn't be checked for these */

  /* private; `owner` is the functions' argument */
  const void *owner;
  /* Checks all that placing a point and later steps rely on; NULL: nothing to check. Errors:
     DAMAGED, NO_MEMORY. */
  pathfan_status (*check_location)(const void *owner, pathfan_error *error);
  /* Returns the obstacle at a convex vertex. */
  pf_wedge (*wedge_at)(const void *owner, int32_t vertex);
  /* Check and read the stored edges of the visibility graph; both NULL if none are stored, then
     edges are computed. Errors: check: DAMAGED, NO_MEMORY; read, after the check: NO_MEMORY. */
  pathfan_status (*check_edges)(const void *owner, pathfan_error *error);
  pathfan_status (*read_edges)(const void *owner, struct pf_edge_list *edges);
  pthread_mutex_t lock; /* held while a part is made */
  pf_made_once search_mesh, graph, lengths, turns, obstacles, surfaces, portals, weighted;
} pf_space;

/* Sets frame, mesh, locator and components; the rest is 0. The pointers must stay valid. */
void pf_space_open(pf_space *space, pf_frame frame, const pf_mesh *mesh, const pf_locator *locator,
                   const int32_t *component, size_t component_stride);

/* Frees the parts made; fine for an all-zero space. */
void pf_space_close(pf_space *space);

/* ---- Placing points ---- */

/* A part of a space. */
typedef struct pf_scope {
  const int32_t *components; /* [Size: component_count] that belong to it; NULL: all */
  int32_t component_count;
  int32_t floor;   /* number of the only floor that does; -1: all do */
  bool has_height; /* on a layered surface, of what lies above each other that which is nearest to
                      `height`, map units; else the highest */
  double height;
} pf_scope;

/* Returns the number of the floor in whose box a point (map units) lies; -1: none. */
int32_t pf_space_floor_at(const pf_space *space, double x, double y);

static inline pathfan_status pf_space_need_location(const pf_space *space, pathfan_error *error) {
  return space->check_location ? space->check_location(space->owner, error) : PATHFAN_OK;
}

/* Rounds a point (map units) to the fixed-point grid. If it isn't free, moves it by at most what
 * rounding the map moved walls, or else by at most `snap` map units (*snapped), on its floor. Finds
 * its polygon; false, with *polygon -1, if it lies in none. */
bool pf_space_place(const pf_space *space, double x, double y, double snap, pf_fixed_point *at,
                    int32_t *polygon, bool *snapped);

/* The same for a point that must be on the floor of a scope, whose box it may lie off; -1: on that
 * in whose box it lies, if any; and near its height. Its components don't matter. */
bool pf_space_place_on(const pf_space *space, const pf_scope *where, double x, double y,
                       double snap, pf_fixed_point *at, int32_t *polygon, bool *snapped);

/* Finds the point of a part nearest to one that isn't in it, at most `most` map units away; false,
 * with *polygon -1, if there is none. */
bool pf_space_place_in(const pf_space *space, double x, double y, double most,
                       const pf_scope *scope, pf_fixed_point *at, int32_t *polygon);

static inline int32_t pf_space_component(const pf_space *space, int32_t polygon) {
  return space->component[(size_t)polygon * space->component_stride];
}

/* ---- Data made once ---- */

/* Makes a part from what its owner has. */
typedef pathfan_status (*pf_space_maker)(const pf_space *space, void **made);

/* Finds a part of the space, which begins at `offset` in the struct and is made if it isn't there:
 * one thread makes it while others wait. An error other than NO_MEMORY is kept. */
pathfan_status pf_space_need(const pf_space *space, size_t offset, pf_space_maker make,
                             void (*free_part)(void *made), const void **made);

/* Finds the obstacles of the mesh, after the location is checked. Errors: NO_MEMORY. */
pathfan_status pf_space_need_obstacles(const pf_space *space, const struct pf_obstacles **obstacles,
                                       pathfan_error *error);

/* ---- Data of searches: made once, after the location is checked. In space_search.c, the only file
 * that links searches ---- */

/* Finds the mesh for Polyanya. Errors: NO_MEMORY. */
pathfan_status pf_space_need_search_mesh(const pf_space *space, const struct pf_search_mesh **mesh,
                                         pathfan_error *error);

/* Finds the visibility graph. Errors: NO_MEMORY, LIMIT, DAMAGED. */
pathfan_status pf_space_need_graph(const pf_space *space, const struct pf_search_graph **graph,
                                   pathfan_error *error);

/* Finds the graph for searches that visit most of it (graph/search_graph.h). */
pathfan_status pf_space_need_lengths(const pf_space *space, const struct pf_search_graph **lengths,
                                     pathfan_error *error);

/* Finds the graph for turn-aware searches. */
pathfan_status pf_space_need_turns(const pf_space *space, const struct pf_search_graph **turns,
                                   pathfan_error *error);

#endif
