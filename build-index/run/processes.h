/* processes.h - processes that build one index together, on machines that need share
 * nothing.
 *
 * Each member reads the map and makes the same graph. Then the members take batches of work from
 * one counter (batches.h), and send their results to member 0, which alone writes. Without a group
 * of processes a process does all the work itself. The builder knows no more of process groups
 * than this: how members talk is up to the maker of the process group (src/mpi). */
#ifndef PF_BUILD_INDEX_RUN_PROCESSES_H
#define PF_BUILD_INDEX_RUN_PROCESSES_H

#include <stdint.h>

#include "pathfan/build.h"

/* All calls return OK or end the build: a process group can't go on without one of its
 * members. */
typedef struct pf_processes {
  int32_t member; /* this process's number, from 0 */
  int32_t count;  /* of members */
  void *context;

  /* Copies member 0's data to all members. All members call it, from one thread each. */
  pathfan_status (*tell)(void *context, void *data, uint64_t bytes);

  /* Restarts the numbers at 0. All members call it; it returns once all have. */
  pathfan_status (*begin)(void *context);

  /* Takes the next number that no member has taken. Any thread. */
  pathfan_status (*next)(void *context, int64_t *number);

  /* Sends a result to member 0 and frees bytes. Any thread of members other than 0. */
  pathfan_status (*send)(void *context, int64_t batch, uint8_t *bytes, uint64_t size);

  /* Receives a result; *bytes, which the caller frees, is NULL if none has come. Member 0 only. */
  pathfan_status (*receive)(void *context, int64_t *batch, uint8_t **bytes, uint64_t *size);

  /* Returns once all that was sent has left. */
  pathfan_status (*end)(void *context);
} pf_processes;

/* Like pathfan_build_index, by a process group: all members must have the same map and
 * options, except threads. Members other than 0 write nothing. processes NULL: this
 * process builds alone. */
pathfan_status pf_build_index_by_processes(const char *map_path, const char *index_path,
                                           const pathfan_build_options *options,
                                           const pf_processes *processes,
                                           pathfan_build_report *report, pathfan_error *error);

#endif
