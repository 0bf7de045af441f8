/* answer_sum.h - a checksum over all that an answer says, but for its generation. */
#ifndef PATHFAN_TESTS_ANSWER_SUM_H
#define PATHFAN_TESTS_ANSWER_SUM_H

#include <stddef.h>
#include <stdint.h>

#include "pathfan/query.h"

static inline uint64_t mix(uint64_t sum, const void *bytes, size_t count) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++) sum = (sum ^ b[i]) * UINT64_C(0x100000001b3);
  return sum;
}

static inline uint64_t sum_of(const pathfan_answer *a) {
  const int64_t heads[] = {(int64_t)a->outcome,
                           (int64_t)a->reason,
                           a->path_count,
                           a->candidates.tried,
                           a->candidates.not_taut,
                           a->candidates.too_long,
                           a->candidates.too_similar,
                           a->candidates.not_simple,
                           a->search.expanded,
                           a->search.generated,
                           a->search.pruned,
                           a->from_snapped,
                           a->to_snapped};
  uint64_t sum = mix(UINT64_C(0xcbf29ce484222325), heads, sizeof heads);
  sum = mix(sum, &a->work, sizeof a->work);
  for (int32_t i = 0; i < a->path_count; i++) {
    sum = mix(sum, &a->paths[i].length, sizeof a->paths[i].length);
    sum = mix(sum, a->paths[i].points, (size_t)a->paths[i].point_count * sizeof(pathfan_point));
  }
  return sum;
}

#endif
