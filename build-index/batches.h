/* batches.h - the work of a long stage, in batches: each is worked on by one thread, of one member
 * of the crew, and gives a result, some bytes that depend on nothing but the batch. Those that were
 * found before, by a build that was ended, aren't worked on again (results.h). */
#ifndef PATHFAN_BUILD_BATCHES_H
#define PATHFAN_BUILD_BATCHES_H

#include "base/parallel.h"
#include "crew.h"
#include "results.h"

/* Who works, and where results go. */
typedef struct pathfan_batches {
  pathfan_results *results;
  const pathfan_crew *crew; /* NULL: this process alone */
  int32_t threads;
} pathfan_batches;

/* Works on one batch: *bytes becomes its result, as by malloc. Never called for two batches with
 * one thread number at once. */
typedef pathfan_status pathfan_batch_function(void *context, int64_t batch, int32_t thread,
                                              uint8_t **bytes, uint64_t *size);

/* A kind has batches 0..count-1; all members learn which of them member 0 has. Before they are
 * found: who comes to it early need not wait then. Errors: NO_MEMORY; those of the crew. */
pathfan_status pathfan_batches_agree(const pathfan_batches *batches, pathfan_result_kind kind,
                                     int64_t count);

/* Works on batches 0..count-1 of a kind that aren't among the results. Then the results, member 0's
 * in a crew, have all of them. done: see parallel.h; it counts batches. Errors: those of function;
 * CANCELLED, NO_MEMORY; IO, the results say why; those of the crew. */
pathfan_status pathfan_batches_find(const pathfan_batches *batches, pathfan_result_kind kind,
                                    int64_t count, pathfan_batch_function *function, void *context,
                                    pathfan_done_function *done, void *done_context);

#endif
