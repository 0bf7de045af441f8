/* batches.h - the work of a long stage, in batches: each is done by one thread of one member of the
 * process group, and its result is some bytes that depend on the batch alone. Results left by
 * an interrupted build are not found again (results.h). */
#ifndef PF_BUILD_INDEX_RUN_BATCHES_H
#define PF_BUILD_INDEX_RUN_BATCHES_H

#include "base/limits.h"
#include "processes.h"
#include "results.h"

/* The workers of a stage, and where their results go. */
typedef struct pf_batches {
  pf_results *results;
  const pf_processes *processes; /* NULL: this process alone */
  int32_t threads;
} pf_batches;

/* Works on one batch and sets *bytes to its result, allocated as by malloc. Two calls with the same
 * thread number never run at once. */
typedef pathfan_status pf_batch_function(void *context, int64_t batch, int32_t thread,
                                         uint8_t **bytes, uint64_t *size);

/* Sets a kind's number of batches, and tells all members which of them member 0 has. Call it well
 * before pf_batches_find: then a member that gets there early need not wait. Errors:
 * NO_MEMORY; those of the process group. */
pathfan_status pf_batches_agree(const pf_batches *batches, pf_result_kind kind, int64_t count);

/* Works on those of a kind's batches 0..count-1 that aren't among the results. Afterwards the
 * results, in a process group those of member 0, contain all of them. Counts batches done. Errors:
 * those of function; CANCELLED, NO_MEMORY; IO, with the reason in the results; those of the process
 * group. */
pathfan_status pf_batches_find(const pf_batches *batches, pf_result_kind kind, int64_t count,
                               pf_batch_function *function, void *context, const pf_limits *limits);

#endif
