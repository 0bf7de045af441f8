/* query.c - the query object, defaults, names. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "index.h"
#include "scratch.h"

/* Scratch for a generation, which it holds from now on. Errors: NO_MEMORY; *out is NULL. */
static pathfan_status create(const pathfan_index *owner, pathfan_generation *held,
                             pathfan_query **out) {
  *out = NULL;
  pathfan_query *q = calloc(1, sizeof *q);
  if (!q) {
    pathfan_generation_release(held);
    return PATHFAN_ERR_NO_MEMORY;
  }
  const size_t n = (size_t)held->view.n + 1;
  q->owner = owner;
  q->index = held;
  q->site = held->site;
  q->units_per_fixed = ldexp(1, held->view.header->length_bits - held->view.header->fraction_bits);
  q->via_stamp = calloc(n, sizeof *q->via_stamp);
  bool ok = q->via_stamp != NULL;
  for (int e = 0; e < 2; e++) {
    q->ends[e].ways = malloc(n * sizeof *q->ends[e].ways);
    q->ends[e].reached = malloc(n * sizeof *q->ends[e].reached);
    ok = ok && q->ends[e].ways && q->ends[e].reached;
    for (size_t v = 0; q->ends[e].ways && v < n; v++)
      q->ends[e].ways[v] = (pathfan_way){PATHFAN_FAR, -1, -1};
  }
  if (!ok) {
    pathfan_query_free(q);
    return PATHFAN_ERR_NO_MEMORY;
  }
  *out = q;
  return PATHFAN_OK;
}

pathfan_status pathfan_refuse_null(pathfan_query *q) {
  return pathfan_fail(q ? &q->error : NULL, PATHFAN_ERR_ARGUMENT,
                      "an argument is NULL that must not be");
}

pathfan_status pathfan_query_create(const pathfan_index *index, pathfan_query **out) {
  if (!index || !out) return pathfan_refuse_null(NULL);
  return create(index, pathfan_index_retain(index), out);
}

pathfan_status pathfan_query_begin(pathfan_query *q) {
  q->error.text[0] = 0;
  if (!q->owner || pathfan_index_has(q->owner, q->index)) return PATHFAN_OK;
  pathfan_query *fresh;
  const pathfan_status status = create(q->owner, pathfan_index_retain(q->owner), &fresh);
  if (status) return pathfan_fail(&q->error, status, "out of memory for a new generation");
  const pathfan_query old = *q;
  *q = *fresh;
  *fresh = old;
  pathfan_query_free(fresh);
  return PATHFAN_OK;
}

void pathfan_query_free(pathfan_query *q) {
  if (!q) return;
  for (int e = 0; e < 2; e++) {
    free(q->ends[e].seen);
    free(q->ends[e].merge);
    free(q->ends[e].ways);
    free(q->ends[e].reached);
    free(q->gates[e]);
  }
  for (int32_t i = 0; i < q->track_capacity; i++) free(q->tracks[i].points);
  pathfan_measuring_free(&q->measuring);
  pathfan_visible_free(&q->visible);
  pathfan_polyanya_free(&q->polyanya);
  pathfan_grid_astar_free(&q->astar);
  pathfan_overlay_free(&q->overlay);
  pathfan_dijkstra_free(&q->dijkstra);
  pathfan_astar_free(&q->detour);
  pathfan_spt_free(&q->trees[0]);
  pathfan_spt_free(&q->trees[1]);
  pathfan_penalty_free(&q->penalty);
  pathfan_areas_free(&q->areas);
  free(q->area_corners);
  free(q->starts);
  free(q->tracks);
  free(q->walk);
  free(q->partners);
  free(q->via_stamp);
  free(q->both_ways);
  free(q->reach);
  free(q->candidates);
  free(q->paths);
  free(q->points);
  pathfan_generation_release((pathfan_generation *)q->index);
  free(q);
}

const char *pathfan_query_error(const pathfan_query *q) {
  return q->error.text;
}

void pathfan_request_init(pathfan_request *request) {
  *request = (pathfan_request){
      .paths = 3, .regions = 3, .stretch = 1.5, .dissimilarity = 0.6, .penalty = 1.4};
}

const char *pathfan_algorithm_name(pathfan_algorithm algorithm) {
  static const char *const names[] = {"index",    "polyanya",      "astar",
                                      "plateaus", "dissimilarity", "penalty"};
  return (unsigned)algorithm < sizeof names / sizeof names[0] ? names[algorithm] : "unknown";
}

const char *pathfan_proof_name(pathfan_proof proof) {
  static const char *const names[] = {"index", "search"};
  return (unsigned)proof < sizeof names / sizeof names[0] ? names[proof] : "unknown";
}

const char *pathfan_outcome_name(pathfan_outcome outcome) {
  static const char *const names[] = {"ok",           "no_path",    "start_blocked",
                                      "goal_blocked", "work_limit", "invalid_request"};
  return (unsigned)outcome < sizeof names / sizeof names[0] ? names[outcome] : "unknown";
}

const char *pathfan_reason_name(pathfan_reason reason) {
  static const char *const names[] = {"complete", "no_candidates", "rejected", "work_limit"};
  return (unsigned)reason < sizeof names / sizeof names[0] ? names[reason] : "unknown";
}

int32_t pathfan_answer_choose(const pathfan_answer *answer, uint64_t seed) {
  if (!answer || answer->path_count < 1) return -1;
  const uint64_t x = pathfan_mix(seed + UINT64_C(0x9e3779b97f4a7c15));
  return (int32_t)((x >> 32) * (uint64_t)answer->path_count >> 32);
}
