/* ways_labels.h - labels of a graph of ways, made from its edges alone. */
#ifndef PF_BUILD_INDEX_TERRAIN_WAYS_LABELS_H
#define PF_BUILD_INDEX_TERRAIN_WAYS_LABELS_H

#include "base/limits.h"
#include "ways_data.h"

/* Ranks nodes and labels them: sets first_label, labels, label_count and by_rank. Errors:
 * NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pf_ways_label(int32_t node_count, int32_t threads, const pf_limits *limits,
                             pf_ways_data *ways);

#endif
