/* answer_sum.h - a checksum over everything in an answer except its generation. */
#ifndef PF_TESTS_ANSWER_SUM_H
#define PF_TESTS_ANSWER_SUM_H

#include <stddef.h>
#include <stdint.h>

#include "pathfan/query.h"

static inline uint64_t mix(uint64_t sum, const void *bytes, size_t count) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++) sum = (sum ^ b[i]) * UINT64_C(0x100000001b3);
  return sum;
}

static inline uint64_t sum_of(const pathfan_answer *a) {
  const int64_t counts[] = {
      (int64_t)a->outcome,      (int64_t)a->reason,     (int64_t)a->proof,
      (int64_t)a->work,         a->path_count,          a->candidates.tried,
      a->candidates.not_taut,   a->candidates.too_long, a->candidates.too_similar,
      a->candidates.not_simple, a->candidates.unfit,    a->candidates.entering,
      a->search.expanded,       a->search.generated,    a->search.pruned,
      a->from_snapped,          a->to_snapped};
  const double numbers[] = {a->stretch, a->dissimilarity, a->from.x, a->from.y, a->to.x, a->to.y};
  uint64_t sum = mix(UINT64_C(0xcbf29ce484222325), counts, sizeof counts);
  sum = mix(sum, numbers, sizeof numbers);
  for (int32_t i = 0; i < a->path_count; i++) {
    sum = mix(sum, &a->paths[i].length, sizeof a->paths[i].length);
    sum = mix(sum, a->paths[i].points, (size_t)a->paths[i].point_count * sizeof(pathfan_point));
  }
  return sum;
}

#endif
