/* frontier.h - the state of a search, for its parts: known costs, and the queue.
 *
 *   const double ahead = pathfan_cost_ahead(s, x, y);
 *   if (!pathfan_is_beaten(s, cost, ahead)) pathfan_queue_travel(s, &travel, cost + ahead);
 *
 * Errors go to s->status, which every loop must check. */
#ifndef PATHFAN_TERRAIN_FRONTIER_H
#define PATHFAN_TERRAIN_FRONTIER_H

#include <math.h>

#include "terrain/search_state.h"
#include "terrain/turn.h"

/* A point closer than this to an edge or vertex counts as on it, lattice units: cutting roads and
 * rivers bends them by less (map/arrange.h). */
#define PATHFAN_NEAR 1.0
/* Strips are widened by this, lattice units. */
#define PATHFAN_STRIP_SLACK 1e-6

/* The relative rounding error of sums of costs is at most this. */
#define PATHFAN_SUM_SLACK 0x1p-48

/* The difference up to which costs of about this size count as equal. */
static inline double pathfan_slack(const pathfan_terrain_search *s, double cost) {
  return fmax(s->slack, PATHFAN_SUM_SLACK * cost);
}

/* Returns the queue's key for a cost >= 0. */
int64_t pathfan_key_bits(double cost);

/* Calls pathfan_grow (base/memory.h) for a list of a search. False if s->status is or becomes an
 * error. */
bool pathfan_search_grow(pathfan_terrain_search *s, void *list, int32_t *capacity, int64_t need,
                         size_t size);

/* Records a cheaper way to a node or target; a node is queued. */
void pathfan_reach_node(pathfan_terrain_search *s, int32_t node, double cost, pathfan_arrival by);
void pathfan_reach_target(pathfan_terrain_search *s, int32_t target, double cost,
                          pathfan_arrival by);

/* Lower bound of the cost from a point to the target; 0 unless s->is_goal_directed. */
double pathfan_cost_ahead(const pathfan_terrain_search *s, double x, double y);
/* Whether a cost, with a lower bound of the rest, can't improve the way to the target; false unless
 * s->is_goal_directed. */
bool pathfan_is_beaten(const pathfan_terrain_search *s, double cost, double ahead);
/* The least cost known at a distance from node[0] of an arc. */
double pathfan_arc_cost(const pathfan_terrain_search *s, int32_t arc, double at);

/* Queues a wave. key: its cost, plus a lower bound of the rest. */
void pathfan_queue_wave(pathfan_terrain_search *s, const pathfan_wave *wave, double key);
/* Adds and queues a travel that begins inside its arc. */
void pathfan_queue_travel(pathfan_terrain_search *s, const pathfan_travel *travel, double key);

/* Append an item and return its number; -1: out of memory, as s->status says. */
int32_t pathfan_add_source(pathfan_terrain_search *s, const pathfan_source *source);
int32_t pathfan_add_travel(pathfan_terrain_search *s, const pathfan_travel *travel);
int32_t pathfan_add_crossed(pathfan_terrain_search *s, int32_t river, int32_t before);

/* The cost of coming straight from a source, without tolls. */
static inline double pathfan_source_cost(const pathfan_terrain_search *s,
                                         const pathfan_source *source, double x, double y) {
  const double dx = x - source->x, dy = y - source->y;
  const double way =
      source->travel < 0 ? sqrt(dx * dx + dy * dy) : dx * source->dx + dy * source->dy;
  return source->cost + s->terrain->background * way;
}

#endif
