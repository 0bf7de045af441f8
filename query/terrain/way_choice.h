/* way_choice.h - the ways over a terrain that were chosen so far, and the draft behind them.
 *
 *   status = pf_way_choice_next(&choice, &route);          a draft, to be laid out
 *   if (!status) status = pf_draft_route(task->tracks, &route->route);
 *   if (!status) status = pf_way_choice_differs(&choice, task, &difference, &does);
 *   if (does) pf_way_choice_take(&choice, task);
 *   pf_way_choice_free(&choice); */
#ifndef PF_QUERY_TERRAIN_WAY_CHOICE_H
#define PF_QUERY_TERRAIN_WAY_CHOICE_H

#include "query/choose/difference.h"
#include "way_routes.h"

/* Zero it first; count = 0 begins anew. */
typedef struct pf_way_choice {
  pf_way_route *routes; /* [Size: capacity] path 1 and so on; the next one is a draft */
  int32_t count, capacity;
} pf_way_choice;

/* Finds the draft behind the routes that were taken. Errors: NO_MEMORY. */
pathfan_status pf_way_choice_next(pf_way_choice *choice, pf_way_route **route);

/* Makes the points of a route the draft behind the tracks. Errors: NO_MEMORY. */
pathfan_status pf_draft_route(pf_tracks *tracks, const pf_route *route);

/* Whether the draft differs enough from all routes that were taken: shares not too much of its cost
 * with one, isn't one of them, slid, and runs far enough from them. If not, counts why. Errors:
 * NO_MEMORY. */
pathfan_status pf_way_choice_differs(pf_way_choice *choice, const pf_task *task,
                                     const pf_difference *difference, bool *does);

/* Takes the draft, of the choice and of the tracks. */
void pf_way_choice_take(pf_way_choice *choice, const pf_task *task);

/* Gives the tracks their routes, once no more are taken. */
void pf_way_choice_end(const pf_way_choice *choice, const pf_task *task);

void pf_way_choice_free(pf_way_choice *choice);

#endif
