/* generation_fixture.h - the inside of an index that isn't reloaded meanwhile. */
#ifndef PATHFAN_TESTS_GENERATION_FIXTURE_H
#define PATHFAN_TESTS_GENERATION_FIXTURE_H

#include "index.h"

/* Returns the current generation, which lives as long as the index. */
static inline const pathfan_generation *generation_of(const pathfan_index *index) {
  pathfan_generation *current = pathfan_index_retain(index);
  pathfan_generation_release(current);
  return current;
}

#endif
