/* task.h - the input and output of a method (methods/table.h): a request and its scene, const
 * inputs first, then the parts that the method fills. So the task itself is const everywhere, and
 * what its pointers lead to isn't: a method changes ends, areas, meter, buffers and all from
 * work_limit on.
 *
 * The folder paths/. In: ends, and hubs, via nodes or points that a path goes by. Out: tracks
 * (tracks.h), paths on the fixed-point grid: the shortest one (shortest.h), any one from labels
 * (recover.h), and how good it is (measure.h). It uses ends/ and open/. */
#ifndef PF_QUERY_PATHS_TASK_H
#define PF_QUERY_PATHS_TASK_H

#include <assert.h>

#include "areas.h"
#include "base/work_limit.h"
#include "query/open/generation.h"
#include "measure.h"
#include "query/ends/points.h"
#include "query/ends/scene.h"

/* A method's account of its result; the answer repeats it. */
typedef struct pf_finding {
  pathfan_outcome outcome;
  pathfan_reason reason;
  pathfan_proof proof;
  pathfan_candidates candidates;
  pathfan_search_counts search;
  bool is_gap_missed; /* the work limit came before the gap that the request allows */
} pf_finding;

/* Memory for points and paths in map units. */
typedef struct pf_answer_buffers {
  pathfan_path *paths;
  pathfan_point *points;
  pathfan_leg *legs;
  pathfan_crossing *crossings;
  bool *filled;    /* of each path */
  double *heights; /* of each point, on a surface */
  int32_t filled_capacity, path_capacity, point_capacity, leg_capacity, crossing_capacity,
      height_capacity;
} pf_answer_buffers;

/* A via node that was refused before its path was made. */
typedef struct pf_refused_via {
  pathfan_fate fate;
  pf_fixed_point at;
} pf_refused_via;

/* Those of a request, kept for its trace (choose/trace.h). Zero it first. */
typedef struct pf_refused_vias {
  pf_refused_via *list; /* [Size: count] */
  int32_t count, capacity;
  pathfan_status status; /* of keeping them */
} pf_refused_vias;

typedef struct pf_task {
  const pathfan_request *request;
  pf_scene scene;                  /* ends are in order; methods may add to what is known of them */
  const pf_generation *generation; /* holds scene.view; NULL: a map without an index */
  double dissimilarity;            /* theta if it binds; 0: none */
  bool separates;                  /* whether the request's separation binds */
  double max_loop;                 /* X if it binds; 0: none */
  pf_closed closed;                /* no path may touch these areas */
  pf_areas *areas;                 /* the same for methods that search without an index, which may
                                      reorder them; NULL: none */
  const pf_closed *ignored;        /* areas that path 1 may touch; if it does, alternatives aren't
                                      wanted. NULL: none */
  pf_meter *meter;
  pf_answer_buffers *buffers; /* for paths shown to an objective */

  pf_work_limit *work_limit;
  pf_refused_vias *refused;
  struct pf_choice *choice; /* scratch of choose.h */
  pf_tracks *tracks;        /* empty at first; then the paths, in order */
  pf_finding *finding;
} pf_task;

/* Returns the maximum length of a path, in the units of `shortest`. */
static inline int64_t pf_longest(const pathfan_request *request, int64_t shortest) {
  assert(request->stretch >= 1);
  assert(shortest >= 0);
  const double bound = request->stretch * (double)shortest;
  return bound < 0x1p61 ? (int64_t)bound : (int64_t)1 << 61;
}

/* Records that no path was found or, if stopped, that the work limit came first. */
static inline void pf_give_up(const pf_task *task, bool stopped) {
  task->finding->outcome = stopped ? PATHFAN_OUTCOME_WORK_LIMIT : PATHFAN_OUTCOME_NO_PATH;
  task->finding->reason = stopped ? PATHFAN_REASON_WORK_LIMIT : PATHFAN_REASON_NO_CANDIDATES;
}

/* Writes a track's points to points[0 .. count), in map units and in the request's direction. */
static inline void pf_show_track(const pf_scene *scene, const pf_track *track,
                                 pathfan_point *points) {
  for (int32_t k = 0; k < track->count; k++)
    points[k] =
        pf_point_at(scene->space, track->points[scene->ends->turned ? track->count - 1 - k : k]);
}

#endif
