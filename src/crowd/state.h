/* state.h - the complete state of a crowd; each part is changed by the file named. */
#ifndef PF_CROWD_STATE_H
#define PF_CROWD_STATE_H

#include "base/random.h"
#include "crowd/cells.h"
#include "crowd/courses.h"
#include "crowd/density.h"
#include "crowd/goals.h"
#include "crowd/links.h"
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
} pf_walker;

/* The agents of one flow. */
typedef struct pf_stream {
  pathfan_crowd_place from;
  pathfan_crowd_place *to;
  int32_t to_count;
  int32_t agents, started, arrived; /* agents: in total */
  double share, owed;               /* owed: starts due so far but not made yet */
  double travel;                    /* steps, summed over the arrived agents */
  int32_t *starts;     /* [Size: start_count] squares in the polygon, or the nearest one */
  double *start_areas; /* [Size: start_count] area of each within the polygon */
  int32_t start_count;
  bool is_blocked;  /* no start has a path any more */
  int32_t *courses; /* [Size: squares] 1 + shortest course from each; 0: unknown, -1: none */
} pf_stream;

typedef struct pf_crowd_closed {
  pathfan_crowd_place area;
  int64_t at_step;
  bool is_closed;
} pf_crowd_closed;

struct pathfan_crowd {
  pathfan_crowd_options options; /* defaults filled in; lists belong to the caller */
  bool has_replans; /* whether the caller set replans, which then holds for any strategy */
  pf_floor floor;
  pf_cells cells;
  pf_links links;
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

  pf_crowd_closed *closed; /* closures.c */
  int32_t closed_count, closed_capacity;
  pathfan_area *areas; /* the closed ones, in the form for requests */
  int32_t area_count, area_capacity;
  bool *is_shut; /* [Size: cells] whether their centre is closed */

  bool *is_dense; /* strategy.c: [Size: cells] above the trigger, and not clearly below it since */
  double due;     /* re-plans or evaluations owed */
  int32_t turn;   /* the walker whose turn it is */
  pathfan_point *points; /* scratch */
  int32_t point_capacity;

  int64_t step;
  pathfan_crowd_statistics statistics; /* sums, until they are reported */
  double strategy_seconds, move_seconds, present_sum;
};

#endif
