/* crew.h - processes that build one index together, on machines that need share nothing.
 *
 * Each member reads the map and makes the same graph of it. Then batches of work are taken from one
 * counter (batches.h); what the others find goes to member 0, which alone writes. Who hasn't got a
 * crew works by himself. The builder knows no more of it than this: how members talk is the
 * business of whoever made the crew (build-index/mpi). */
#ifndef PATHFAN_BUILD_CREW_H
#define PATHFAN_BUILD_CREW_H

#include <stdint.h>

#include "pathfan/build.h"

/* All calls return OK, or end the build: without one of its members a crew is none. */
typedef struct pathfan_crew {
  int32_t member; /* this one's number, from 0 */
  int32_t count;  /* of members */
  void *context;

  /* Member 0's data become everybody's. All members call it, one thread each. */
  pathfan_status (*tell)(void *context, void *data, uint64_t bytes);

  /* Numbers begin at 0 again. All members call it, and return when all have. */
  pathfan_status (*begin)(void *context);

  /* The next number that no member has had. Any thread. */
  pathfan_status (*next)(void *context, int64_t *number);

  /* Sends a result to member 0, and frees bytes. Any thread of the others. */
  pathfan_status (*send)(void *context, int64_t batch, uint8_t *bytes, uint64_t size);

  /* A result that has come; *bytes, which the caller frees, is NULL if none has. Member 0. */
  pathfan_status (*receive)(void *context, int64_t *batch, uint8_t **bytes, uint64_t *size);

  /* Returns when all that was sent has gone. */
  pathfan_status (*end)(void *context);
} pathfan_crew;

/* pathfan_build_index by a crew, each member with the same map and options but for threads. Members
 * other than 0 write nothing. crew NULL: by this process alone. */
pathfan_status pathfan_build_index_by_crew(const char *map_path, const char *index_path,
                                           const pathfan_build_options *options,
                                           const pathfan_crew *crew, pathfan_build_report *report,
                                           pathfan_error *error);

#endif
