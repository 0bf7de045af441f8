/* traffic.h - what patches and gates let people do, by Weidmann's law: how fast they walk, whether
 * there is room, and who is let through (docs/crowd.md).
 *
 *   status = pf_traffic_make(&traffic, &floor, query, &options, &error);
 *   pf_traffic_update(traffic, changed, context);   after agents have entered and left
 *   speed = v0 * pf_traffic_share(traffic, patch, next);
 *   pf_traffic_free(traffic);
 *
 * The flow that a patch can send grows with the density up to the capacity and stays there; the
 * flow that a patch can take is the capacity up to that density and then falls. So people walk by
 * Weidmann's curve where all is even, and the head of a jam dissolves at capacity. */
#ifndef PF_CROWD_TRAFFIC_H
#define PF_CROWD_TRAFFIC_H

#include "crowd/cells.h"
#include "crowd/links.h"
#include "crowd/patches.h"
#include "crowd/weidmann.h"

/* One who waits at a gate: entries whose ticket isn't the walker's any more don't count. */
typedef struct pf_queued {
  int32_t walker; /* number in the list of walkers */
  int64_t ticket;
} pf_queued;

typedef struct pf_gate_state {
  double tokens;
  pf_queued *queue; /* [Size: queue_count] in the order of coming: by step, then by id */
  int32_t queue_count, queue_capacity;
  int32_t waiting, most_waiting;
  int64_t passed, passed_queueing; /* the latter: in steps before and after which others waited */
  int64_t steps_queueing;
  double longest_wait; /* steps */
  bool was_queueing;   /* after the step before */
} pf_gate_state;

typedef struct pf_traffic {
  pf_gates gates;
  pf_patches patches;
  pf_crowd_links links;
  pf_gate_state *states; /* [Size: state_count] of gates, then of the ends of links */
  int32_t state_count;
  int32_t *agents;   /* [Size: patches] */
  int32_t *waiting;  /* [Size: patches] those of them that stand at a gate */
  double *send;      /* [Size: patches] share of the free speed by what it sends */
  double *each;      /* [Size: patches] share for a flow of 1 */
  double *take;      /* [Size: patches] flow that it takes */
  double *ease;      /* [Size: patches] share of the free speed by Weidmann, one more agent */
  double *factor;    /* [Size: patches] of the free speed: the area's */
  double *squeeze;   /* [Size: patches] of the density, so that an area has its own flow */
  double *strength;  /* [Size: patches] of the flow */
  int32_t *most;     /* [Size: patches] agents that have room */
  int32_t *patch_of; /* [Size: cells] the patch at the cell's middle; -1: none */
  int32_t *first_cell, *cells; /* [Size: patches + 1] the same by patch */
  int32_t *changed;
  bool *is_changed;
  int32_t changed_count;
  double least_speed, capacity, speed;
  int64_t tickets;
} pf_traffic;

/* *traffic must be zeroed first. query: on the index, whose links are used; may be NULL. Errors:
 * NO_MEMORY, LIMIT, ARGUMENT. */
pathfan_status pf_traffic_make(pf_traffic *traffic, const pf_floor *floor,
                               const pathfan_query *query, const pathfan_crowd_options *options,
                               pathfan_error *error);

/* The number of the gate that an end of a link is. */
static inline int32_t pf_traffic_end(const pf_traffic *g, int32_t link, int end) {
  return g->gates.count + 2 * link + end;
}

/* Relates patches to the cells in which ways are planned. Errors: NO_MEMORY. */
pathfan_status pf_traffic_relate(pf_traffic *traffic, const pf_cells *cells);

/* The share of the free speed of an agent in a patch on its way to another one; to -1: within. */
static inline double pf_traffic_share(const pf_traffic *g, int32_t patch, int32_t to) {
  double share = g->send[patch];
  if (to >= 0 && g->take[to] * g->each[patch] < share) share = g->take[to] * g->each[patch];
  return share > g->least_speed ? share : g->least_speed;
}

static inline bool pf_traffic_has_room(const pf_traffic *g, int32_t patch) {
  return g->agents[patch] < g->most[patch];
}

static inline double pf_traffic_density(const pf_traffic *g, int32_t patch) {
  return g->agents[patch] / g->patches.list[patch].area;
}

/* The share of the free speed to plan with, if a patch has so many others. */
double pf_traffic_planned(const pf_traffic *traffic, int32_t patch, int32_t others);

void pf_traffic_enter(pf_traffic *traffic, int32_t patch);
void pf_traffic_leave(pf_traffic *traffic, int32_t patch);

/* One more, or less (-1), of the agents in a patch, or on a link (patch -1), stands at a gate. */
void pf_traffic_wait(pf_traffic *traffic, int32_t patch, int32_t gate, int by);

/* The tokens that going through a gate into a patch costs: more than one if the patch takes less
 * than it could. */
static inline double pf_traffic_fare(const pf_traffic *g, int32_t to) {
  const double most = g->strength[to] * g->capacity;
  return g->take[to] > most / 10 ? most / g->take[to] : 10;
}

/* Brings shares up to date. changed (may be NULL) is called for each patch that has changed. */
void pf_traffic_update(pf_traffic *traffic, void (*changed)(void *context, int32_t patch),
                       void *context);

/* Gives gates their tokens of a step. */
void pf_traffic_tick(pf_traffic *traffic, double seconds);

/* Puts a walker into a gate's queue, behind those that came in earlier steps and those of a lower
 * id. ids are given by the walkers' order. Errors: NO_MEMORY. */
pathfan_status pf_traffic_queue(pf_traffic *traffic, int32_t gate, int32_t walker, int64_t ticket,
                                int64_t first_ticket);

void pf_traffic_free(pf_traffic *traffic);

#endif
