/* index.h - an index as an application holds it; its file may be replaced. Private to the query
 * library. */
#ifndef PF_QUERY_OPEN_INDEX_H
#define PF_QUERY_OPEN_INDEX_H

#include "generation.h"

/* Retains the current generation, until pf_generation_release. */
pf_generation *pf_index_retain(const pathfan_index *index);

/* Whether `generation`, of any radius, is the current one: one atomic load. */
bool pf_index_has(const pathfan_index *index, const pf_generation *generation);

#endif
