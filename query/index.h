/* index.h - an index as an application holds it; its file may be replaced. Private to the query
 * library. */
#ifndef PATHFAN_QUERY_INDEX_H
#define PATHFAN_QUERY_INDEX_H

#include "generation.h"

/* Retains the current generation, until pathfan_generation_release. */
pathfan_generation *pathfan_index_retain(const pathfan_index *index);

/* Whether `generation` is the current one: one atomic load. */
bool pathfan_index_has(const pathfan_index *index, const pathfan_generation *generation);

#endif
