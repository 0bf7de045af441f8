/* linked_measures.h - measures of paths over links and on floors: their walks are measured one by
 * one, and the paths are compared with each other by cost.
 *
 *   if (pf_are_linked(q->space, paths, count))
 *     status = pf_linked_measure(q, paths, count, separation, each, &all);
 */
#ifndef PF_QUERY_CALLS_LINKED_MEASURES_H
#define PF_QUERY_CALLS_LINKED_MEASURES_H

#include "query_object.h"

/* Whether some of the paths use links, or tell on which floors they are. */
bool pf_are_linked(const pf_space *space, const pathfan_path *paths, int32_t count);

/* separation: below 0: the usual share of the cheapest path's walks. each: may be NULL. Errors:
 * ARGUMENT, NO_MEMORY, DAMAGED. */
pathfan_status pf_linked_measure(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                 double separation, pathfan_measures *each, pathfan_measures *all);

/* How far their walks keep apart: as pathfan_query_apart. Errors: the same. */
pathfan_status pf_linked_apart(pathfan_query *q, const pathfan_path *paths, int32_t count,
                               double separation, pf_spread *spread);

#endif
