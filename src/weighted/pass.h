/* pass.h - lower bounds of what ways from an end cost, at all joints.
 *
 * Between the joints of an interval the bound is linear. Bounds are valid if along each interval,
 * over each river and link, and from each interval over each face to each other, they rise by no
 * more than such a way costs: then no way of any kind is cheaper than they say. */
#ifndef PF_WEIGHTED_PASS_H
#define PF_WEIGHTED_PASS_H

#include "base/limits.h"
#include "weighted/bound.h"
#include "weighted/intervals.h"
#include "weighted/queue.h"

/* What a pass notes of an interval. */
typedef struct pf_spread_from {
  double cost[2]; /* its bounds when it was last spread from */
  double lost;    /* by how much it was ever set below what led to its ends */
  int32_t swung;  /* how often one end was lowered and the other kept */
} pf_spread_from;

/* Zero it first; then set map, intervals, end and goal for each pass. */
typedef struct pf_pass {
  const pf_weighted_map *map; /* the intervals', or that reversed: then the ways lead to the end */
  const pf_intervals *intervals;
  const pf_weighted_place *end;  /* where the ways over the map begin */
  const pf_weighted_place *goal; /* where they lead: only bounds of ways there are wanted */
  double *cost;                  /* [Size: joints] the bounds; INFINITY: there is no way */
  double *rest;                  /* [Size: joints] what ways from there to the goal cost at least */
  bool knows_rest;
  double reach;            /* bounds above it are no better than it */
  bool is_stopped;         /* by the limit */
  bool is_whole;           /* bounds are told apart up to `most`, not only up to reach */
  uint64_t pairs, limit;   /* counted on; 0: no limit */
  const pf_limits *limits; /* is told of pairs while a pass runs; NULL: none */
  uint64_t told, begun;    /* pairs when limits were told, and when the pass began */

  pf_queue queue;
  pf_spread_from *spread;
  int32_t cost_capacity, spread_capacity, rest_capacity;
  double slack; /* bounds that fall by less stay as they are */
  pathfan_status status;
} pf_pass;

/* Tells the next run what a pass from its goal has found: over the same intervals, or over those
 * before their last refinement. Errors: NO_MEMORY. */
pathfan_status pf_pass_look_ahead(pf_pass *pass, const pf_pass *back);
pathfan_status pf_pass_look_ahead_before(pf_pass *pass, const pf_pass *back);

/* Finds bounds. Ways that cost more than `most` needn't be told apart; if it is INFINITY, those
 * that cost more than the bound for the goal. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_pass_run(pf_pass *pass, double most);

/* What led to a place: a joint of an interval or a point on one. */
typedef struct pf_lead {
  double cost;      /* INFINITY: nothing does */
  int32_t interval; /* NONE: straight from the end of the pass */
  int32_t face;
  double x; /* along the interval */
} pf_lead;

/* Returns the bound for the goal. */
pf_lead pf_pass_goal(const pf_pass *pass);

/* Returns the interval with its bounds. */
pf_front pf_front_of(const pf_pass *pass, const pf_interval *interval);

static inline pf_front pf_front_at(pf_xy at) {
  return (pf_front){.at = at, .along = {1, 0}};
}

/* What a way over the pass's map costs from one end of an interval along it to `end`. */
static inline double pf_pass_along(const pf_pass *pass, const pf_interval *interval, int end) {
  return pf_rate_along(pass->map, interval->edge, !end) * interval->length;
}

/* A joint's bound, or reach if that is less. */
static inline double pf_pass_bound(const pf_pass *pass, int32_t joint) {
  return pass->cost[joint] < pass->reach ? pass->cost[joint] : pass->reach;
}

void pf_pass_free(pf_pass *pass);

#endif
