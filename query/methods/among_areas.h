/* among_areas.h - the index's method for requests that have areas to avoid. */
#ifndef PATHFAN_QUERY_METHODS_AMONG_AREAS_H
#define PATHFAN_QUERY_METHODS_AMONG_AREAS_H

#include "methods/scratch.h"

/* Finds all paths of a task that has areas. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_find_among_areas(pathfan_method_scratch *scratch, const pathfan_task *task);

#endif
