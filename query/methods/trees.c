/* trees.c - Plateaus and Dissimilarity (paper, sections 2.3.2 and 3.1) on the visibility graph with
 * the ends attached.
 *
 * Both grow the complete shortest-path trees of both ends. A node that both trees enter and leave
 * by the same edges has the same via-path as the node before it. So only the first node of each
 * common branch is looked at, whether the branch (a plateau) or a via node is wanted. From there
 * choose.c decides, as it does for the index.
 *
 * Plain trees follow any edge. A path that isn't taut once it is pulled tight (graph_paths.c) is
 * left out; if it is path 1, a turn-aware search says what it should be. */
#include "trees.h"

#include <assert.h>

#include "query/choose/choose.h"
#include "penalty.h"
#include "query/choose/trace.h"

/* Recovers the via-path of a node, from both trees. */
static pathfan_status recover_via(const void *context, const pf_candidate *c, pf_track *track,
                                  bool *taut) {
  const pf_graph_context *r = context;
  const pf_spt *trees = r->scratch->trees;
  pf_vertex_path *path = &r->task->tracks->path;
  pathfan_status status = PATHFAN_OK;
  path->count = 0;
  for (int32_t v = c->via; v >= 0 && !status; v = trees[0].parent[v])
    status = pf_vertex_path_append(path, v);
  pf_vertex_path_reverse(path, 0);
  for (int32_t v = trees[1].parent[c->via]; v >= 0 && !status; v = trees[1].parent[v])
    status = pf_vertex_path_append(path, v);
  return status ? status : pf_graph_finish(&r->scratch->overlay, r->task, track, taut);
}

static pf_fixed_point via_at(const void *context, const pf_candidate *c) {
  return pf_overlay_at(&((const pf_graph_context *)context)->scratch->overlay, c->via);
}

/* Rounds lengths of the graph to fewer bits, so that paths whose lengths differ only by the
 * rounding of their edges come within PF_SLACK of each other. */
static inline int64_t rounded(int64_t length) {
  return (length + (INT64_C(1) << 11)) >> 12;
}

/* Returns the node after v on the common branch of both trees; -1: the branch ends. */
static inline int32_t common_after(const pf_spt *trees, int32_t v) {
  const int32_t next = trees[1].parent[v];
  return next >= 0 && trees[0].parent[next] == v ? next : -1;
}

static inline int32_t common_before(const pf_spt *trees, int32_t v) {
  const int32_t last = trees[0].parent[v];
  return last >= 0 && trees[1].parent[last] == v ? last : -1;
}

/* Returns the length of the via-path; PF_SPT_FAR if there is none. */
static inline int64_t via_length(const pf_spt *trees, int32_t v) {
  const int64_t from = trees[0].length[v], to = trees[1].length[v];
  return from == PF_SPT_FAR || to == PF_SPT_FAR ? PF_SPT_FAR : from + to;
}

/* Finds path 1 from the trees: of equal-length paths, each by way of the node at which a branch
 * begins, the first by points. */
static pathfan_status find_first(pf_graph_scratch *s, const pf_task *task, const int32_t nodes[2],
                                 bool both) {
  pf_tracks *tracks = task->tracks;
  pf_graph_context context = {s, task};
  pf_track *track;
  bool taut;
  const int64_t most = rounded(s->trees[0].length[nodes[1]]) + PF_SLACK;
  pf_candidate c = {.via = nodes[1]};
  pathfan_status status = pf_tracks_next(tracks, &track);
  if (!status) status = recover_via(&context, &c, track, &taut);
  if (!status && !taut) {
    status = pf_penalty_search_tautly(s, task, nodes, track, &taut);
    if (!status && !taut) status = recover_via(&context, &c, track, &taut);
  }
  if (status) return status;
  tracks->count = 1;
  for (int32_t v = 0; v < s->overlay.base->graph.vertex_count && both; v++) {
    const int64_t length = via_length(s->trees, v);
    if (length == PF_SPT_FAR || rounded(length) > most || common_before(s->trees, v) >= 0) continue;
    status = pf_tracks_next(tracks, &track);
    c.via = v;
    if (!status) status = recover_via(&context, &c, track, &taut);
    if (status) return status;
    if (taut && pf_track_compare(track, &tracks->list[0]) < 0)
      pf_track_swap(track, &tracks->list[0]);
  }
  return PATHFAN_OK;
}

static pathfan_status add(pf_candidate_list *found, int32_t via, int64_t order) {
  return pf_candidate_add(found, (pf_candidate){.order = order, .via = via});
}

/* Lists plateaus, the longest first. */
static pathfan_status list_plateaus(pf_graph_scratch *s, const pf_task *task, int64_t limit) {
  pathfan_status status = PATHFAN_OK;
  const int64_t *length = s->trees[0].length;
  for (int32_t v = 0, count = pf_overlay_count(&s->overlay); v < count && !status; v++) {
    if (via_length(s->trees, v) == PF_SPT_FAR || common_before(s->trees, v) >= 0) continue;
    int32_t last = v;
    for (int32_t next; (next = common_after(s->trees, last)) >= 0;) last = next;
    if (last == v) continue;
    if (via_length(s->trees, v) > limit)
      pf_refuse_via(task, PATHFAN_FATE_TOO_LONG, pf_overlay_at(&s->overlay, v));
    else
      status = add(&s->found, v, -rounded(length[last] - length[v]));
  }
  return status;
}

/* Whether a node is an attached end: paths don't pass it. */
static bool is_end(const pf_overlay *overlay, int32_t node) {
  const int32_t point = node - overlay->base->graph.vertex_count;
  return point >= 0 && point < overlay->end_count;
}

/* Lists convex vertices and corners of areas by the lengths of their via-paths. If an end stands on
 * a vertex, this isn't a via node either, but the node after it is. */
static pathfan_status list_vias(pf_graph_scratch *s, const pf_task *task, const int32_t nodes[2],
                                int64_t limit) {
  pathfan_status status = PATHFAN_OK;
  const int32_t count = pf_overlay_count(&s->overlay);
  for (int32_t v = 0; v < count && !status; v++) {
    const int64_t length = via_length(s->trees, v);
    const int32_t before = common_before(s->trees, v);
    if (length == PF_SPT_FAR || v == nodes[0] || v == nodes[1] || is_end(&s->overlay, v) ||
        (before >= 0 && before != nodes[0] && !is_end(&s->overlay, before)))
      continue;
    if (length > limit)
      pf_refuse_via(task, PATHFAN_FATE_TOO_LONG, pf_overlay_at(&s->overlay, v));
    else if (!pf_graph_taut_at(&s->overlay, s->trees[0].parent[v], v, s->trees[1].parent[v]))
      pf_refuse_via(task, PATHFAN_FATE_NOT_TAUT, pf_overlay_at(&s->overlay, v));
    else
      status = add(&s->found, v, rounded(length));
  }
  return status;
}

pathfan_status pf_find_by_trees(pf_method_scratch *scratch, const pf_task *task) {
  pf_graph_scratch *s = scratch->graph;
  pf_graph_context context = {s, task};
  const pf_recovery recovery = {&context, recover_via, .via_at = via_at};
  pf_work_limit *work_limit = task->work_limit;
  int32_t nodes[2];
  assert(task->tracks->count == 0);
  pathfan_status status = pf_graph_attach_all(s, task, nodes);
  if (!status) status = pf_graph_need_lengths(s, task);
  if (!status)
    status = pf_dijkstra_grow(&s->dijkstra, &s->overlay, nodes[0], work_limit, &s->trees[0]);
  const bool is_cut_short = work_limit->stopped; /* by the first tree: nothing is known then */
  if (!status && !is_cut_short)
    status = pf_dijkstra_grow(&s->dijkstra, &s->overlay, nodes[1], work_limit, &s->trees[1]);
  if (status) return status;
  if (is_cut_short || s->trees[0].length[nodes[1]] == PF_SPT_FAR) {
    pf_give_up(task, is_cut_short);
    return PATHFAN_OK;
  }
  status = find_first(s, task, nodes, !work_limit->stopped);
  if (status || task->request->paths == 1) return status;
  s->found.count = 0;
  pf_refuse_anew(task);
  if (!work_limit->stopped) {
    const int64_t limit = pf_longest(task->request, s->trees[0].length[nodes[1]]);
    status = task->request->algorithm == PATHFAN_ALGORITHM_PLATEAUS
                 ? list_plateaus(s, task, limit)
                 : list_vias(s, task, nodes, limit);
  }
  return status ? status : pf_choose(task, &recovery, &s->found, work_limit->stopped);
}
