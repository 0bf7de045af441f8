/* state.h - all that a crowd is made of; each part is changed by the file named. */
#ifndef PATHFAN_CROWD_STATE_H
#define PATHFAN_CROWD_STATE_H

#include "base/random.h"
#include "crowd/cells.h"
#include "crowd/courses.h"
#include "crowd/density.h"
#include "crowd/goals.h"
#include "crowd/links.h"
#include "crowd/router.h"
#include "crowd/stored.h"

/* An agent that is present. Its course leads to its goal; it is within the piece `piece` of it, on
 * the straight way to where that ends. */
typedef struct pathfan_walker {
  double along, end; /* distance on the course: here, and at the end of the piece */
  int32_t cell;      /* where it counts: that of the piece */
  int32_t flow;
  int32_t course, piece;
  double lead;        /* length of a straight way of its own to the end of the piece; 0: it keeps to
                         the course */
  pathfan_point from; /* where that began */
  int32_t id;
  int64_t began; /* step */
  int64_t asked; /* step in which it last looked for another way for being near a dense cell */
  bool is_stuck; /* there is no way any more */
} pathfan_walker;

/* Agents of one flow. */
typedef struct pathfan_stream {
  pathfan_crowd_place from;
  pathfan_crowd_place *to;
  int32_t to_count;
  int32_t agents, started, arrived; /* agents: in all */
  double share, owed;               /* starts of the steps so far that weren't made */
  double travel;                    /* steps, sum over those who arrived */
  int32_t square;                   /* where a point start is attached; -1: a polygon */
  int32_t *starts;                  /* [Size: start_count] squares of a polygon, or of scraps */
  double *start_areas;              /* [Size: start_count] of each that lies in the polygon */
  int32_t start_count;
  bool is_blocked; /* no start has a way any more */
  int32_t
      *courses; /* [Size: squares] 1 + the shortest course from each; 0: not known yet, -1: none */
} pathfan_stream;

typedef struct pathfan_crowd_closed {
  pathfan_crowd_place area;
  int64_t at_step;
  bool is_closed;
} pathfan_crowd_closed;

struct pathfan_crowd {
  pathfan_crowd_options options; /* defaults filled in; its lists belong to the caller */
  bool has_replans;              /* the caller said how many, for whatever strategy */
  pathfan_floor floor;
  pathfan_cells cells;
  pathfan_links links;
  pathfan_density density;
  pathfan_router router;
  pathfan_courses courses;
  pathfan_stored stored;
  pathfan_query *query; /* of the index; NULL */
  pathfan_random random;

  pathfan_stream *streams; /* start.c */
  pathfan_goal *goals;     /* [Size: stream_count] */
  int32_t stream_count;
  double *ones; /* [Size: cells] factors where nobody is */

  pathfan_walker *walkers; /* walkers.c */
  int32_t count, capacity;
  int64_t *left_at; /* [Size: cells] step in which somebody last left each */

  pathfan_crowd_closed *closed; /* closures.c */
  int32_t closed_count, closed_capacity;
  pathfan_area *areas; /* those that are closed, as requests have them */
  int32_t area_count, area_capacity;
  bool *is_shut; /* [Size: cells] their centre is closed */

  bool *is_dense; /* strategy.c: [Size: cells] has been above the trigger, and not below since */
  double due;     /* of re-plans or evaluations */
  int32_t turn;   /* whose it is */
  pathfan_point *points; /* scratch */
  int32_t point_capacity;

  int64_t step;
  pathfan_crowd_statistics statistics; /* sums, until they are told */
  double strategy_seconds, move_seconds, present_sum;
};

#endif
