/* paths.c - the public call that answers a request: over links where it may use one, on floors if
 * it has levels. */
#include "base/hash.h"
#include "answer.h"
#include "heights.h"
#include "levels.h"
#include "linked.h"
#include "query/obstacles/snapshot.h"
#include "query/open/built_with.h"
#include "paths.h"

/* Answers a request in the plane. */
static pathfan_status answer_in_plane(pathfan_query *q, const pathfan_request *request) {
  const pf_link_set *set = NULL;
#if PATHFAN_WITH_AREAS
  const pathfan_obstacles *obstacles = NULL;
  if (request->obstacles && q->generation) {
    const pathfan_status status =
        pf_obstacles_at(request->obstacles, q->generation, &obstacles, &q->error);
    if (status) return pf_query_end(q, status);
    set = obstacles ? obstacles->links : NULL;
  }
#endif
  const pathfan_status status = pf_links_are_usable(q->space, set, request->link_flags)
                                    ? pf_answer_linked(q, set, request)
                                    : pf_answer_walk(q, request);
  return status ? status : pf_answer_heights(q);
}

pathfan_status pf_answer_request(pathfan_query *q, const pathfan_request *request) {
  pathfan_request in_plane;
  const char *flaw;
  if (!pf_levels_are_given(request)) return answer_in_plane(q, request);
  pathfan_status status = pf_levels_enter(q, request, &in_plane, &flaw);
  if (status) return pf_query_end(q, status);
  if (flaw) return pf_answer_refuse(q, request, flaw);
  status = answer_in_plane(q, &in_plane);
  if (!status && pf_ends_have_levels(request)) pf_levels_leave(q);
  return status;
}

pathfan_status pathfan_query_paths(pathfan_query *q, const pathfan_request *request,
                                   const pathfan_answer **out) {
  if (out) *out = NULL;
  if (!q || !request || !out) return pf_refuse_null(q);
  pathfan_query *at;
  pathfan_status status = pf_query_begin_at(q, request->radius, &at);
  if (status) return status;
  pf_ends_forget(&at->ends);
  status = pf_answer_request(at, request);
  if (!status) *out = &at->answer;
  return status;
}

int32_t pathfan_answer_choose(const pathfan_answer *answer, uint64_t seed) {
  if (!answer || answer->path_count < 1) return -1;
  const uint64_t x = pf_mix(seed + UINT64_C(0x9e3779b97f4a7c15));
  return (int32_t)((x >> 32) * (uint64_t)answer->path_count >> 32);
}
