/* compare.h - whether a track differs from the paths that were chosen. */
#ifndef PATHFAN_QUERY_COMPARE_H
#define PATHFAN_QUERY_COMPARE_H

#include "task.h"

/* What is decided on a track. */
typedef struct pathfan_judgement {
  pathfan_fate fate; /* CHOSEN: nothing speaks against it */
  int32_t rival;     /* the path that it is too similar or too near to; -1: none */
} pathfan_judgement;

/* Holds a track against the first `others` of the task, each to the point and then with the
 * separation: most of what is refused is so by path 1. If it differs from all it is open where
 * there is a separation. Errors: NO_MEMORY. */
pathfan_status pathfan_compare(const pathfan_task *task, pathfan_track *track, int32_t others,
                               pathfan_judgement *verdict);

/* Whether a track is too similar to any of list[0, count). */
bool pathfan_is_similar_to_any(const pathfan_task *task, const pathfan_track *track,
                               const pathfan_track *list, int32_t count);

/* Whether it is too near; all are open. */
bool pathfan_is_near_to_any(const pathfan_task *task, pathfan_track *track, pathfan_track *list,
                            int32_t count);

#endif
