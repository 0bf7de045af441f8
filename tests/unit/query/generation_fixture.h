/* generation_fixture.h - the inside of an index that isn't reloaded meanwhile. */
#ifndef PF_TESTS_GENERATION_FIXTURE_H
#define PF_TESTS_GENERATION_FIXTURE_H

#include "pathfan/query.h"
#include "query/open/index.h"

/* Returns the current generation, which lives as long as the index. */
static inline const pf_generation *generation_of(const pathfan_index *index) {
  pf_generation *current = pf_index_retain(index);
  pf_generation_release(current);
  return current;
}

#endif
