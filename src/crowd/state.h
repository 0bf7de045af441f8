/* state.h - the complete state of a crowd; each part is changed by the file named. */
#ifndef PF_CROWD_STATE_H
#define PF_CROWD_STATE_H

#include "base/random.h"
#include "crowd/cells.h"
#include "crowd/courses.h"
#include "crowd/density.h"
#include "crowd/goals.h"
#include "crowd/traffic.h"
#include "crowd/cell_graph.h"
#include "crowd/router.h"
#include "crowd/stored.h"

/* An agent that is present. Its course leads to its goal; it is within piece `piece` of it, on the
 * straight line to the end of that piece. */
typedef struct pf_walker {
  double along, end; /* distances on the course: of the agent, and of the end of the piece */
  int32_t cell;      /* the cell that counts it: that of the piece */
  int32_t flow;
  int32_t course, piece;
  double lead;        /* length of a straight path of its own to that end; 0: on the course */
  pathfan_point from; /* where that path began */
  int32_t id;
  int64_t began; /* step */
  int64_t asked; /* step in which it last looked because of a dense cell */
  bool is_stuck; /* no path is left */
  int32_t place; /* of its flow's goals, where it will arrive; by Weidmann's law */
} pf_walker;

/* A course from the centre of a walker's cell, adapted to the walker: straight to where the course
 * leaves the cell, then along it. */
typedef struct pf_change {
  int32_t course;
  int32_t piece; /* the piece that leaves the cell */
  double lead;   /* length of the straight part */
  double cost;   /* INFINITY: it can't be taken, or isn't below `bound` */
} pf_change;

/* ---- By Weidmann's law (march.h) ---- */

/* What the straight leg that a walker is on ends with. */
typedef enum pf_march_leg {
  PF_LEG_ASIDE = 0, /* nothing: another leg follows */
  PF_LEG_TURN,      /* the turn of the course that it aims at */
  PF_LEG_OUT,       /* the side to the next patch, perhaps with a gate */
  PF_LEG_LINK,      /* its aim, where a way over a link begins */
  PF_LEG_GOAL,
  PF_LEG_NONE, /* it stands: no way is left */
  PF_LEG_GONE  /* it has arrived, and is removed at the end of the step */
} pf_march_leg;

typedef struct pf_march {
  double x, y;         /* where it is: always in its patch; on a link where that ends */
  double ux, uy, left; /* the direction of its leg, and what is left of it, or of the link */
  double way;          /* metres a step at free speed in this patch */
  int32_t patch, next; /* that counts it, -1: on a link; the one that it is going to, -1: none */
  int32_t gate;        /* that it crosses to get there, or end of a link; -1: none */
  int32_t on;          /* the way over a link that it is on; -1: none */
  int32_t ahead;       /* the way over a link that begins at its aim; -1: none */
  int32_t aim;         /* the piece of its course at whose end it aims; -1: the start of it */
  int32_t then;        /* the turn after that; the same: it is the last */
  pathfan_point aim_at, then_at; /* where these two are: courses lie far away in memory */
  double aim_end;                /* distance of the aim from the start of the course */
  pf_march_leg leg;
  int8_t side;           /* sign of the turn at its aim, as seen when it began to aim there */
  bool waits;            /* in the queue of its gate */
  bool to_area;          /* one of its goals is a polygon */
  bool is_full;          /* the next patch had no room */
  double rest;           /* share of the step that was left when it came to the gate */
  pathfan_point begin;   /* where it was when that step began */
  double speed;          /* v0, metres a second */
  double goes_at;        /* step, with its fraction, in which it begins to walk */
  int64_t ticket, since; /* since: the step in which it came to its gate */
  int64_t full_since;
  int32_t chained; /* the patch in which it waits for room */
} pf_march;

/* The agents of one flow. */
typedef struct pf_stream {
  pathfan_crowd_place from;
  pathfan_crowd_place *to;
  int32_t to_count;
  int32_t agents, started, arrived; /* agents: in total */
  double share, owed;               /* owed: starts due so far but not made yet */
  double travel;                    /* steps, summed over the arrived agents */
  pathfan_crowd_arrival *arrivals;  /* [Size: arrival_count] arrivals.c */
  int32_t arrival_count, arrival_capacity;
  int32_t *starts;     /* [Size: start_count] squares in the polygon, or the nearest one; by
                          Weidmann's law fragments of patches, or the point's patch */
  double *start_areas; /* [Size: start_count] area of each within the polygon */
  int32_t start_count;
  int64_t drawn; /* starts drawn so far, by Weidmann's law */
  double *upto;  /* [Size: upto_count] sums of start_areas, to draw by */
  int32_t upto_count;
  double shift; /* of the sequence that draws them */
  pathfan_crowd_draw speed, start_after;
  bool waits;       /* those due have no room */
  bool is_blocked;  /* no start has a path any more */
  int32_t *next;    /* [Size: squares] on the shortest path, by Weidmann's law; itself: at a goal,
                       -1: none. NULL: not known yet */
  int32_t *courses; /* [Size: squares] 1 + shortest course from each; 0: unknown, -1: none */
} pf_stream;

/* What is closed to agents: a polygon from a step on, a door while it is shut, or an area of the
 * snapshot while that has it closed. */
typedef struct pf_crowd_closed {
  pathfan_crowd_place area; /* of a door: its line */
  pathfan_crowd_place wide; /* the same with a surface, as requests to the index want it */
  int64_t at_step;
  double *open; /* [Size: 2 * open_count] steps in which a door is open; NULL: a polygon */
  int32_t open_count;
  int64_t id;     /* of an area of the snapshot; 0: another */
  bool is_wanted; /* of an area of the snapshot: it is closed there */
  char *name; /* of an area or door of the snapshot that is closed from a step on; NULL: another */
  bool is_closed;
} pf_crowd_closed;

struct pathfan_crowd {
  pathfan_crowd_options options; /* defaults filled in; lists belong to the caller */
  bool has_replans; /* whether the caller set replans, which then holds for any strategy */
  pf_floor floor;
  pf_cells cells;
  pf_cell_graph graph;
  pf_density density;
  pf_router router;
  pf_courses courses;
  pf_stored stored;
  pathfan_query *query; /* on the index; NULL without one */
  pf_random random;

  pf_stream *streams; /* start.c */
  pf_goal *goals;     /* [Size: stream_count] */
  int32_t stream_count;
  double *ones; /* [Size: cells] factors of an empty floor */

  pf_walker *walkers; /* walkers.c */
  int32_t count, capacity;
  int64_t *left_at; /* [Size: cells] step in which an agent last left each */

  pf_traffic *traffic; /* NULL: another law than Weidmann's */
  pf_march *marches;   /* [Size: count] march.c */
  int32_t march_capacity;
  int32_t *full; /* [Size: full_count] walkers that wait for room in this step */
  int32_t full_count, full_capacity;
  int32_t *full_of;   /* [Size: patches] the first of them in each; -1: none */
  int32_t *full_next; /* [Size: walkers] */
  int32_t full_next_capacity;
  int32_t gone;         /* arrived in this step */
  int64_t first_ticket; /* of this step */

  pf_crowd_closed *closed; /* closures.c */
  int32_t closed_count, closed_capacity;
  pathfan_area *areas; /* the closed ones, in the form for requests */
  int32_t area_count, area_capacity;
  const pathfan_obstacles *snapshot; /* held; NULL: none */
  bool *is_shut;                     /* [Size: cells] whether their centre is closed */

  bool *is_dense; /* strategy.c: [Size: cells] above the trigger, and not clearly below it since */
  double due;     /* re-plans or evaluations owed */
  int32_t turn;   /* the walker whose turn it is */
  pathfan_point *points; /* scratch */
  int32_t *ways;         /* scratch: over links, from each of the points to the next; -1: none */
  int32_t point_capacity, way_capacity;

  int64_t step;
  bool has_started;                    /* the agents due in this step */
  pathfan_crowd_statistics statistics; /* sums, until they are reported */
  double strategy_seconds, move_seconds, present_sum;
};

/* The share of a cell, by Weidmann's law of its patch, that agents take up. */
static inline double pf_crowd_density(const pathfan_crowd *c, int32_t cell) {
  if (!c->traffic) return pf_density_at(&c->density, cell);
  const int32_t patch = c->traffic->patch_of[cell];
  return patch < 0 ? 0 : pf_traffic_density(c->traffic, patch) * c->options.agent_area;
}

#endif
