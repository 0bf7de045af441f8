/* targets.h - the number of paths to each of many targets, and the length of the shortest: the page
 * colours the floor by these.
 *
 *   pf_targets targets = {.request = request, .points = points, .count = count};
 *   status = pf_targets_ask(query, &targets);
 *   if (!status) pf_targets_write(out, &targets);
 *   pf_targets_free(&targets);
 *
 * No client is held up for long: after PF_TARGETS_SECONDS the rest stays unanswered. */
#ifndef PF_VIEWER_TARGETS_H
#define PF_VIEWER_TARGETS_H

#include "request/write.h"

typedef struct pf_targets {
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
} pf_targets;

/* Runs the requests. Errors: NO_MEMORY, and those of pathfan_query_group. */
pathfan_status pf_targets_ask(pathfan_query *query, pf_targets *targets);

/* Writes an object to a stream of pf_json_writer: {"generation", "paths", "length",
 * "time_us"}. */
void pf_targets_write(FILE *out, const pf_targets *targets);

void pf_targets_free(pf_targets *targets);

#endif
