/* task.h - what a method works with (methods/table.h): a request about a scene, const inputs first,
 * then what it fills. */
#ifndef PATHFAN_QUERY_TASK_H
#define PATHFAN_QUERY_TASK_H

#include "areas.h"
#include "base/budget.h"
#include "generation.h"
#include "measure.h"
#include "points.h"
#include "scene.h"

/* What a method says of what it found; the answer says the same. */
typedef struct pathfan_finding {
  pathfan_outcome outcome;
  pathfan_reason reason;
  pathfan_proof proof;
  pathfan_candidates candidates;
  pathfan_search_counts search;
} pathfan_finding;

/* Room for points and paths in map units. */
typedef struct pathfan_room {
  pathfan_path *paths;
  pathfan_point *points;
  pathfan_leg *legs;
  pathfan_crossing *crossings;
  int32_t path_capacity, point_capacity, leg_capacity, crossing_capacity;
} pathfan_room;

typedef struct pathfan_task {
  const pathfan_request *request;
  pathfan_scene scene;                  /* ends in order; methods add what they find out of them */
  const pathfan_generation *generation; /* that holds scene.view; NULL: a map */
  double dissimilarity;                 /* theta that binds; 0: none */
  bool separates;                       /* the request's separation binds */
  pathfan_areas *areas;                 /* to keep out of; may be put into another order */
  pathfan_meter *meter;
  pathfan_room *room; /* for paths shown to an objective */

  pathfan_budget *budget;
  struct pathfan_choice *choice; /* scratch of choose.h */
  pathfan_tracks *tracks;        /* none yet; then the paths, in order */
  pathfan_finding *finding;
} pathfan_task;

/* The longest that a path may be, in the units of `shortest`. */
static inline int64_t pathfan_longest(const pathfan_request *request, int64_t shortest) {
  const double bound = request->stretch * (double)shortest;
  return bound < 0x1p61 ? (int64_t)bound : (int64_t)1 << 61;
}

/* What is said where no path was found, or the work came to its limit first. */
static inline void pathfan_give_up(const pathfan_task *task, bool stopped) {
  task->finding->outcome = stopped ? PATHFAN_OUTCOME_WORK_LIMIT : PATHFAN_OUTCOME_NO_PATH;
  task->finding->reason = stopped ? PATHFAN_REASON_WORK_LIMIT : PATHFAN_REASON_NO_CANDIDATES;
}

/* A track's points in map units, in the request's direction, into points[0 .. count). */
static inline void pathfan_show_track(const pathfan_scene *scene, const pathfan_track *track,
                                      pathfan_point *points) {
  for (int32_t k = 0; k < track->count; k++)
    points[k] = pathfan_point_at(scene->space,
                                 track->points[scene->ends->turned ? track->count - 1 - k : k]);
}

#endif
