/* frontier.h - how far a search has got, for its parts: what it costs to be where, and the queue.
 *
 *   const double ahead = pathfan_cost_ahead(s, x, y);
 *   if (!pathfan_is_beaten(s, cost, ahead)) pathfan_queue_travel(s, &travel, cost + ahead);
 *
 * Trouble is told by s->status, which whoever loops looks at. */
#ifndef PATHFAN_TERRAIN_FRONTIER_H
#define PATHFAN_TERRAIN_FRONTIER_H

#include <math.h>

#include "terrain/search_state.h"
#include "terrain/turn.h"

/* Who is as near as that to an edge or a vertex is on it, lattice units: roads and rivers bend by
 * less where they are cut (map/arrange.h). */
#define PATHFAN_NEAR 1.0
/* So much wider are strips, lattice units. */
#define PATHFAN_STRIP_SLACK 1e-6

/* Sums of costs are rounded by no more than this, of themselves. */
#define PATHFAN_SUM_SLACK 0x1p-48

/* What costs about as large as that may differ by and count as equal. */
static inline double pathfan_slack(const pathfan_terrain_search *s, double cost) {
  return fmax(s->slack, PATHFAN_SUM_SLACK * cost);
}

/* A key of the queue, for a cost >= 0. */
int64_t pathfan_key_bits(double cost);

/* pathfan_grow (base/memory.h) for a list of a search; false, and its status says so, without
 * memory. */
bool pathfan_search_grow(pathfan_terrain_search *s, void *list, int32_t *capacity, int64_t need,
                         size_t size);

/* A better way to a node: it is queued. */
void pathfan_reach_node(pathfan_terrain_search *s, int32_t node, double cost, pathfan_arrival by);
void pathfan_reach_target(pathfan_terrain_search *s, int32_t target, double cost,
                          pathfan_arrival by);

/* The least that it costs to get from a point to the target. */
double pathfan_cost_ahead(const pathfan_terrain_search *s, double x, double y);
/* Whether a cost, with a lower bound of what follows, can't lead to anything better. */
bool pathfan_is_beaten(const pathfan_terrain_search *s, double cost, double ahead);
/* The cost at a distance from node[0] of an arc, by what is known of it. */
double pathfan_arc_cost(const pathfan_terrain_search *s, int32_t arc, double at);

/* Into the queue by a key: the cost, and what follows at least. */
void pathfan_queue_wave(pathfan_terrain_search *s, const pathfan_wave *wave, double key);
/* A travel that begins inside its arc. */
void pathfan_queue_travel(pathfan_terrain_search *s, const pathfan_travel *travel, double key);

/* Numbers of what was added; -1 without memory, which s->status says. */
int32_t pathfan_add_source(pathfan_terrain_search *s, const pathfan_source *source);
int32_t pathfan_add_travel(pathfan_terrain_search *s, const pathfan_travel *travel);
int32_t pathfan_add_crossed(pathfan_terrain_search *s, int32_t river, int32_t before);

/* What it costs to come straight from a source, tolls apart. */
static inline double pathfan_source_cost(const pathfan_terrain_search *s,
                                         const pathfan_source *source, double x, double y) {
  const double dx = x - source->x, dy = y - source->y;
  const double way =
      source->travel < 0 ? sqrt(dx * dx + dy * dy) : dx * source->dx + dy * source->dy;
  return source->cost + s->terrain->background * way;
}

#endif
