/* among_areas.h - the index's method for requests that have areas to avoid. */
#ifndef PF_QUERY_METHODS_AMONG_AREAS_H
#define PF_QUERY_METHODS_AMONG_AREAS_H

#include "query/paths/scratch.h"

/* Finds all paths of a task that has areas. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pf_find_among_areas(pf_method_scratch *scratch, const pf_task *task);

#endif
