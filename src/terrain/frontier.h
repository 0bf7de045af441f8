/* frontier.h - the state of a search, for its parts: known costs, and the queue.
 *
 *   const double ahead = pf_cost_ahead(s, x, y);
 *   if (!pf_is_beaten(s, cost, ahead)) pf_queue_travel(s, &travel, cost + ahead);
 *
 * Errors go to s->status, which every loop must check. */
#ifndef PF_TERRAIN_FRONTIER_H
#define PF_TERRAIN_FRONTIER_H

#include <math.h>

#include "base/memory.h"
#include "terrain/search_state.h"
#include "terrain/turn.h"

/* A point closer than this to an edge or vertex counts as on it, lattice units: cutting roads and
 * rivers bends them by less (map/arrange.h). */
#define PF_NEAR 1.0
/* Strips are widened by this, lattice units. */
#define PF_STRIP_SLACK 1e-6

/* The relative rounding error of sums of costs is at most this. */
#define PF_SUM_SLACK 0x1p-48

/* The difference up to which costs of about this size count as equal. */
static inline double pf_slack(const pf_terrain_search *s, double cost) {
  return fmax(s->slack, PF_SUM_SLACK * cost);
}

/* Returns the queue's key for a cost >= 0. */
int64_t pf_key_bits(double cost);

/* Calls pf_grow (base/memory.h) for a list of a search. False if s->status is or becomes an
 * error. */
#define pf_search_grow(s, list, capacity, need)                                                    \
  (!(s)->status && !((s)->status = pf_grow(list, capacity, need)))

/* Records a cheaper way to a node or target; a node is queued. */
void pf_reach_node(pf_terrain_search *s, int32_t node, double cost, pf_arrival by);
void pf_reach_target(pf_terrain_search *s, int32_t target, double cost, pf_arrival by);

/* Lower bound of the cost from a point to the target; 0 unless s->is_goal_directed. */
double pf_cost_ahead(const pf_terrain_search *s, double x, double y);
/* Whether a cost, with a lower bound of the rest, can't improve the way to the target; false unless
 * s->is_goal_directed. */
bool pf_is_beaten(const pf_terrain_search *s, double cost, double ahead);
/* The least cost known at a distance from node[0] of an arc. */
double pf_arc_cost(const pf_terrain_search *s, int32_t arc, double at);

/* Queues a wave. key: its cost, plus a lower bound of the rest. */
void pf_queue_wave(pf_terrain_search *s, const pf_wave *wave, double key);
/* Adds and queues a travel that begins inside its arc. */
void pf_queue_travel(pf_terrain_search *s, const pf_travel *travel, double key);

/* Append an item and return its number; -1: out of memory, as s->status says. */
int32_t pf_add_source(pf_terrain_search *s, const pf_wave_source *source);
int32_t pf_add_travel(pf_terrain_search *s, const pf_travel *travel);
int32_t pf_add_crossed(pf_terrain_search *s, int32_t river, int32_t before);

/* The cost of coming straight from a source, without tolls. */
static inline double pf_source_cost(const pf_terrain_search *s, const pf_wave_source *source,
                                    double x, double y) {
  const double dx = x - source->x, dy = y - source->y;
  const double way =
      source->travel < 0 ? sqrt(dx * dx + dy * dy) : dx * source->dx + dy * source->dy;
  return source->cost + s->terrain->background * way;
}

#endif
