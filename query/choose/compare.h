/* compare.h - whether a track differs from the paths chosen. */
#ifndef PF_QUERY_CHOOSE_COMPARE_H
#define PF_QUERY_CHOOSE_COMPARE_H

#include "query/paths/task.h"

/* The verdict on a track. */
typedef struct pf_judgement {
  pathfan_fate fate; /* CHOSEN: nothing speaks against it */
  int32_t rival;     /* the path that it is too similar or too near to; -1: none */
} pf_judgement;

/* Compares a track with the first `others` tracks of the task, with each to the point first and
 * then with the separation: path 1 accounts for most refusals. A track that differs from all is
 * open afterwards if there is a separation. Errors: NO_MEMORY. */
pathfan_status pf_compare(const pf_task *task, pf_track *track, int32_t others,
                          pf_judgement *verdict);

/* Whether a track is too similar to any of list[0, count). */
bool pf_is_similar_to_any(const pf_task *task, const pf_track *track, const pf_track *list,
                          int32_t count);

/* Whether a track is too near to any of list[0, count); all must be open. */
bool pf_is_near_to_any(const pf_task *task, pf_track *track, pf_track *list, int32_t count);

#endif
