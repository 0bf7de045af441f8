/* targets.h - the number of paths to each of many targets, and the length of the shortest: the page
 * colours the floor by these.
 *
 *   pathfan_targets targets = {.request = request, .points = points, .count = count};
 *   status = pathfan_targets_ask(query, &targets);
 *   if (!status) pathfan_targets_write(out, &targets);
 *   pathfan_targets_free(&targets);
 *
 * No client is held up for long: after PATHFAN_TARGETS_SECONDS the rest stays unanswered. */
#ifndef PATHFAN_VIEWER_TARGETS_H
#define PATHFAN_VIEWER_TARGETS_H

#include "request/write.h"

typedef struct pathfan_targets {
  pathfan_request request; /* of all, except its `to` */
  const pathfan_point *points;
  int32_t count;
  /* Zero at first; then set for the first `answered`: */
  int32_t *paths;  /* 0: the target is blocked, or there is no path */
  double *lengths; /* of path 1 */
  int32_t answered;
  uint32_t generation;
  bool is_invalid; /* pathfan_query_error says why */
  double spent;    /* microseconds */
  double until;    /* internal: when to stop */
} pathfan_targets;

/* Runs the requests. Errors: NO_MEMORY, and those of pathfan_query_group. */
pathfan_status pathfan_targets_ask(pathfan_query *query, pathfan_targets *targets);

/* Writes an object to a stream of pathfan_json_writer: {"generation", "paths", "length",
 * "time_us"}. */
void pathfan_targets_write(FILE *out, const pathfan_targets *targets);

void pathfan_targets_free(pathfan_targets *targets);

#endif
