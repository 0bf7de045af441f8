/* targets.c - a group of requests from one start, keeping little of each answer. */
#include "viewer/targets.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "viewer/limits.h"

static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  pf_targets *t = context;
  (void)chosen;
  t->is_invalid = answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST;
  if (t->is_invalid) return false;
  t->paths[i] = answer->path_count;
  t->lengths[i] = answer->path_count ? answer->paths[0].length : NAN;
  t->generation = answer->generation;
  t->answered++;
  return pf_seconds() < t->until;
}

pathfan_status pf_targets_ask(pathfan_query *query, pf_targets *t) {
  const pathfan_group group = {
      .request = t->request, .has_one_start = true, .points = t->points, .count = (size_t)t->count};
  t->paths = pf_alloc((uint64_t)t->count, sizeof *t->paths);
  t->lengths = pf_alloc((uint64_t)t->count, sizeof *t->lengths);
  if (!t->paths || !t->lengths) return PATHFAN_ERR_NO_MEMORY;
  const double began = pf_seconds();
  t->until = began + PF_TARGETS_SECONDS;
  const pathfan_status status = pathfan_query_group(query, &group, visit, t);
  t->spent = 1e6 * (pf_seconds() - began);
  return status;
}

void pf_targets_write(FILE *out, const pf_targets *t) {
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, "generation", t->generation);
  pf_write_begin(&w, "paths", '[');
  for (int32_t i = 0; i < t->answered; i++) pf_write_integer(&w, NULL, t->paths[i]);
  pf_write_end(&w, ']');
  pf_write_begin(&w, "length", '[');
  for (int32_t i = 0; i < t->answered; i++) pf_write_number(&w, NULL, t->lengths[i]);
  pf_write_end(&w, ']');
  pf_write_number(&w, "time_us", t->spent);
  pf_write_end(&w, '}');
}

void pf_targets_free(pf_targets *t) {
  free(t->paths);
  free(t->lengths);
}
