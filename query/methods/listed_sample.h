/* listed_sample.h - whether lists of hubs give the shortest paths between points taken at random.
 *
 *   status = pf_listed_sample_check(view, space, error);    once all parts are checked */
#ifndef PF_QUERY_METHODS_LISTED_SAMPLE_H
#define PF_QUERY_METHODS_LISTED_SAMPLE_H

#include "query/ends/ends.h"

/* Compares the least lengths by lists of hubs with those of ends that have scattered, between 1,000
 * pairs of points, the same for each index of a map. Does nothing if there are no lists. Errors:
 * NO_MEMORY, DAMAGED: a length differs. */
pathfan_status pf_listed_sample_check(const pf_index_view *view, const pf_space *space,
                                      pathfan_error *error);

#endif
