/* targets.c - a group of requests from one start, keeping little of each answer. */
#include "viewer/targets.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "viewer/limits.h"

static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  pathfan_targets *t = context;
  (void)chosen;
  t->is_invalid = answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST;
  if (t->is_invalid) return false;
  t->paths[i] = answer->path_count;
  t->lengths[i] = answer->path_count ? answer->paths[0].length : NAN;
  t->generation = answer->generation;
  t->answered++;
  return pathfan_seconds() < t->until;
}

pathfan_status pathfan_targets_ask(pathfan_query *query, pathfan_targets *t) {
  const pathfan_group group = {
      .request = t->request, .has_one_start = true, .points = t->points, .count = (size_t)t->count};
  t->paths = pathfan_alloc((uint64_t)t->count, sizeof *t->paths);
  t->lengths = pathfan_alloc((uint64_t)t->count, sizeof *t->lengths);
  if (!t->paths || !t->lengths) return PATHFAN_ERR_NO_MEMORY;
  const double began = pathfan_seconds();
  t->until = began + PATHFAN_TARGETS_SECONDS;
  const pathfan_status status = pathfan_query_group(query, &group, visit, t);
  t->spent = 1e6 * (pathfan_seconds() - began);
  return status;
}

void pathfan_targets_write(FILE *out, const pathfan_targets *t) {
  pathfan_json_writer w = {.out = out, .compact = true};
  pathfan_write_begin(&w, NULL, '{');
  pathfan_write_integer(&w, "generation", t->generation);
  pathfan_write_begin(&w, "paths", '[');
  for (int32_t i = 0; i < t->answered; i++) pathfan_write_integer(&w, NULL, t->paths[i]);
  pathfan_write_end(&w, ']');
  pathfan_write_begin(&w, "length", '[');
  for (int32_t i = 0; i < t->answered; i++) pathfan_write_number(&w, NULL, t->lengths[i]);
  pathfan_write_end(&w, ']');
  pathfan_write_number(&w, "time_us", t->spent);
  pathfan_write_end(&w, '}');
}

void pathfan_targets_free(pathfan_targets *t) {
  free(t->paths);
  free(t->lengths);
}
