/* rivals.c - the competing methods (paper, sections 2.3.2 and 3.1): Plateaus,
 * Dissimilarity and Penalty on the visibility graph with the ends tied in.
 *
 * The first two grow the complete shortest-path trees of both ends. A node that both
 * trees enter and leave by the same edges has the same via-path as the one before it;
 * so of every common branch only the first node is looked at, be it the branch (a
 * plateau) or a via node that is wanted. From there choose.c decides, as it does for
 * the index. Penalty searches anew for each path and sees what it finds.
 *
 * Plain trees follow any edge, so where an end passes a corner by a hair's breadth its
 * path may come by the corner in a length that can't be told from the straight one.
 * Such a path is pulled tight there; one that isn't taut then is left out, and if it
 * is path 1, a turn-aware search says what it should be. */
#include <math.h>

#include "scratch.h"

/* ---- The net ---- */

/* A map's net is made by the request that first needs it, as an index's parts are. */
static pathfan_status need_map_net(const pathfan_map *const_map, const pathfan_search_graph **net,
                                   pathfan_error *error) {
  pathfan_map *map = (pathfan_map *)const_map; /* immutable but for this */
  *net = atomic_load_explicit(&map->net, memory_order_acquire);
  if (*net) return PATHFAN_OK;
  pathfan_status status = PATHFAN_OK;
  pthread_mutex_lock(&map->lock);
  pathfan_search_graph *made = atomic_load_explicit(&map->net, memory_order_acquire);
  if (!made) {
    const pathfan_ground *ground = &map->ground;
    status = pathfan_search_graph_build(
        &ground->mesh.view, ground->mesh.wedge, ground->mesh.component, 1,
        pathfan_frame_fraction_bits(&ground->frame),
        pathfan_length_bits_most(ground->frame.width, ground->frame.height), &made);
    atomic_store_explicit(&map->net, made, memory_order_release);
  }
  *net = made;
  pthread_mutex_unlock(&map->lock);
  return status == PATHFAN_ERR_LIMIT
             ? pathfan_fail(error, status, "the map has too many edges for a search of them")
             : status;
}

pathfan_status pathfan_need_net(pathfan_query *q, const pathfan_search_graph **net) {
  if (!q->index) return need_map_net(q->map, net, &q->error);
  pathfan_status status = pathfan_generation_need_location(q->index, &q->error);
  if (!status) status = pathfan_generation_need(q->index, PATHFAN_PART_NET, &q->error);
  *net = q->index->net;
  return status;
}

/* Ties in both ends, and the corners of areas. */
static pathfan_status tie_ends(pathfan_query *q, int32_t nodes[2]) {
  const pathfan_search_graph *net;
  pathfan_overlay *overlay = &q->overlay;
  pathfan_status status = pathfan_need_net(q, &net);
  if (!status) status = pathfan_overlay_begin(overlay, net);
  for (int e = 0; e < 2 && !status; e++)
    status = pathfan_overlay_attach(overlay, q->ends[e].at, q->ends[e].polygon, &nodes[e]);
  if (status) return status;
  overlay->end_count = overlay->terminal_count;
  return q->areas.ring_count ? pathfan_tie_areas(q, 0) : PATHFAN_OK;
}

/* ---- Paths ---- */

/* Whether a path wraps what is closed at `node`, between two others: the obstacle of a
 * vertex, or the area of a bend. */
static bool taut_at(const pathfan_overlay *overlay, int32_t before, int32_t node, int32_t after) {
  const pathfan_fixed_point at = pathfan_overlay_at(overlay, node);
  const pathfan_fixed_point in = pathfan_fixed_from_to(pathfan_overlay_at(overlay, before), at);
  const pathfan_fixed_point out = pathfan_fixed_from_to(at, pathfan_overlay_at(overlay, after));
  const pathfan_side side = pathfan_overlay_side(overlay, node, in);
  if (side == PATHFAN_SIDE_NONE || side != pathfan_overlay_side(overlay, node, out)) return false;
  const int turn = pathfan_turn(in, out);
  return side == PATHFAN_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

/* Whether a point that was tied in is joined to a node. */
static bool is_joined(const pathfan_overlay *overlay, int32_t point, int32_t node) {
  if (point < overlay->base->graph.vertex_count) return false;
  for (int32_t i = overlay->head[point]; i >= 0; i = overlay->edges[i].next)
    if (overlay->edges[i].to == node) return !pathfan_overlay_blocked(overlay, point, node);
  return false;
}

/* Drops what the ends of the walk come by and needn't. */
static void pull_tight(pathfan_query *q) {
  int32_t *walk = q->walk;
  const pathfan_overlay *overlay = &q->overlay;
  while (q->walk_count > 2 && !taut_at(overlay, walk[0], walk[1], walk[2]) &&
         is_joined(overlay, walk[0], walk[2])) {
    memmove(walk + 1, walk + 2, (size_t)(q->walk_count - 2) * sizeof *walk);
    q->walk_count--;
  }
  for (int32_t last = q->walk_count - 1;
       last > 1 && !taut_at(overlay, walk[last - 2], walk[last - 1], walk[last]) &&
       is_joined(overlay, walk[last], walk[last - 2]);
       last--) {
    walk[last - 1] = walk[last];
    q->walk_count--;
  }
}

/* Makes the walk, of nodes, a track. */
static pathfan_status finish(pathfan_query *q, pathfan_track *track, bool *taut) {
  pull_tight(q);
  const int32_t count = q->walk_count;
  *taut = true;
  for (int32_t i = 1; i + 1 < count && *taut; i++)
    *taut = taut_at(&q->overlay, q->walk[i - 1], q->walk[i], q->walk[i + 1]);
  const pathfan_status status =
      pathfan_grow(&track->points, &track->capacity, count, sizeof *track->points);
  if (status) return status;
  for (int32_t i = 0; i < count; i++)
    track->points[i] = pathfan_overlay_at(&q->overlay, q->walk[i]);
  return pathfan_track_set(track, track->points, count, q->site.fraction_bits);
}

/* The via-path of a node, by both trees. */
static pathfan_status recover_via(pathfan_query *q, const pathfan_candidate *c,
                                  pathfan_track *track, bool *taut) {
  pathfan_status status = PATHFAN_OK;
  q->walk_count = 0;
  for (int32_t v = c->via; v >= 0 && !status; v = q->trees[0].parent[v])
    status = pathfan_walk_append(q, v);
  pathfan_walk_reverse(q, 0);
  for (int32_t v = q->trees[1].parent[c->via]; v >= 0 && !status; v = q->trees[1].parent[v])
    status = pathfan_walk_append(q, v);
  return status ? status : finish(q, track, taut);
}

/* The path that the turn-aware search found last. */
static pathfan_status recover_penalty(pathfan_query *q, const pathfan_candidate *c,
                                      pathfan_track *track, bool *taut) {
  pathfan_status status = PATHFAN_OK;
  (void)c;
  q->walk_count = 0;
  for (int32_t i = 0; i < q->penalty.node_count && !status; i++)
    status = pathfan_walk_append(q, q->penalty.nodes[i]);
  return status ? status : finish(q, track, taut);
}

/* What is answered where nothing was found. */
static void give_up(pathfan_query *q, bool stopped) {
  q->answer.outcome = stopped ? PATHFAN_OUTCOME_WORK_LIMIT : PATHFAN_OUTCOME_NO_PATH;
  q->answer.reason = stopped ? PATHFAN_REASON_WORK_LIMIT : PATHFAN_REASON_NO_CANDIDATES;
}

/* ---- Plateaus and Dissimilarity ---- */

/* Lengths of the net in fewer bits, so that paths whose lengths differ by the rounding
 * of their edges only come within PATHFAN_SLACK of each other. */
static inline int64_t rounded(int64_t length) {
  return (length + (INT64_C(1) << 11)) >> 12;
}

/* The node after v on the common branch of both trees; -1: the branch ends. */
static inline int32_t common_after(const pathfan_query *q, int32_t v) {
  const int32_t next = q->trees[1].parent[v];
  return next >= 0 && q->trees[0].parent[next] == v ? next : -1;
}

static inline int32_t common_before(const pathfan_query *q, int32_t v) {
  const int32_t last = q->trees[0].parent[v];
  return last >= 0 && q->trees[1].parent[last] == v ? last : -1;
}

/* Length of the via-path; PATHFAN_SPT_FAR: there is none. */
static inline int64_t via_length(const pathfan_query *q, int32_t v) {
  const int64_t from = q->trees[0].length[v], to = q->trees[1].length[v];
  return from == PATHFAN_SPT_FAR || to == PATHFAN_SPT_FAR ? PATHFAN_SPT_FAR : from + to;
}

/* Path 1 by a search that takes taut edges only. */
static pathfan_status search_tautly(pathfan_query *q, const int32_t nodes[2], pathfan_track *track,
                                    bool *taut) {
  pathfan_budget unlimited = {0};
  pathfan_status status = pathfan_penalty_begin(&q->penalty, &q->overlay, nodes[0], nodes[1], 2);
  if (!status) status = pathfan_penalty_next(&q->penalty, &q->overlay, &unlimited);
  *taut = false;
  return status || !q->penalty.node_count ? status : recover_penalty(q, NULL, track, taut);
}

/* Path 1 out of the trees: of equally long ones, each by way of the node at which a
 * branch begins, the first by points. */
static pathfan_status find_first(pathfan_query *q, const int32_t nodes[2], bool both) {
  pathfan_track *track;
  bool taut;
  const int64_t most = rounded(q->trees[0].length[nodes[1]]) + PATHFAN_SLACK;
  pathfan_candidate c = {.via = nodes[1]};
  pathfan_status status = pathfan_next_track(q, &track);
  if (!status) status = recover_via(q, &c, track, &taut);
  if (!status && !taut) {
    status = search_tautly(q, nodes, track, &taut);
    if (!status && !taut) status = recover_via(q, &c, track, &taut);
  }
  if (status) return status;
  q->track_count = 1;
  for (int32_t v = 0; v < q->overlay.base->graph.vertex_count && both; v++) {
    const int64_t length = via_length(q, v);
    if (length == PATHFAN_SPT_FAR || rounded(length) > most || common_before(q, v) >= 0) continue;
    status = pathfan_next_track(q, &track);
    c.via = v;
    if (!status) status = recover_via(q, &c, track, &taut);
    if (status) return status;
    if (taut && pathfan_track_compare(track, &q->tracks[0]) < 0)
      pathfan_swap_tracks(track, &q->tracks[0]);
  }
  return PATHFAN_OK;
}

static pathfan_status add(pathfan_query *q, int32_t via, int64_t order) {
  const pathfan_status status = pathfan_grow(&q->candidates, &q->candidate_capacity,
                                             q->candidate_count + 1, sizeof *q->candidates);
  if (!status)
    q->candidates[q->candidate_count++] = (pathfan_candidate){.order = order, .via = via};
  return status;
}

/* Plateaus, the longest first. */
static pathfan_status list_plateaus(pathfan_query *q, int64_t limit) {
  pathfan_status status = PATHFAN_OK;
  const int64_t *length = q->trees[0].length;
  for (int32_t v = 0, count = pathfan_overlay_count(&q->overlay); v < count && !status; v++) {
    if (via_length(q, v) == PATHFAN_SPT_FAR || common_before(q, v) >= 0) continue;
    int32_t last = v;
    for (int32_t next; (next = common_after(q, last)) >= 0;) last = next;
    if (last == v) continue;
    q->answer.candidates.tried++;
    if (via_length(q, v) > limit)
      q->answer.candidates.too_long++;
    else
      status = add(q, v, -rounded(length[last] - length[v]));
  }
  return status;
}

/* Whether a node is a point tied in that paths don't pass. */
static bool is_end(const pathfan_overlay *overlay, int32_t node) {
  const int32_t point = node - overlay->base->graph.vertex_count;
  return point >= 0 && point < overlay->end_count;
}

/* Convex vertices, and bends of areas, by the lengths of their via-paths. An end may stand
 * on a vertex, which isn't a via node either: what comes after it is. */
static pathfan_status list_vias(pathfan_query *q, const int32_t nodes[2], int64_t limit) {
  pathfan_status status = PATHFAN_OK;
  const int32_t count = pathfan_overlay_count(&q->overlay);
  for (int32_t v = 0; v < count && !status; v++) {
    const int64_t length = via_length(q, v);
    const int32_t before = common_before(q, v);
    if (length == PATHFAN_SPT_FAR || v == nodes[0] || v == nodes[1] || is_end(&q->overlay, v) ||
        (before >= 0 && before != nodes[0] && !is_end(&q->overlay, before)))
      continue;
    q->answer.candidates.tried++;
    if (length > limit)
      q->answer.candidates.too_long++;
    else if (!taut_at(&q->overlay, q->trees[0].parent[v], v, q->trees[1].parent[v]))
      q->answer.candidates.not_taut++;
    else
      status = add(q, v, rounded(length));
  }
  return status;
}

static pathfan_status find_by_trees(pathfan_query *q, const pathfan_request *request,
                                    const int32_t nodes[2]) {
  const bool plateaus = request->algorithm == PATHFAN_ALGORITHM_PLATEAUS;
  const pathfan_method method = {recover_via, NULL, q->answer.dissimilarity};
  pathfan_overlay *overlay = &q->overlay;
  pathfan_budget budget = {.limit = request->work_limit};
  pathfan_status status =
      pathfan_dijkstra_grow(&q->dijkstra, overlay, nodes[0], &budget, &q->trees[0]);
  const bool lone = budget.stopped;
  if (!status && !lone)
    status = pathfan_dijkstra_grow(&q->dijkstra, overlay, nodes[1], &budget, &q->trees[1]);
  q->answer.work += budget.spent;
  if (status) return status;
  if (lone || q->trees[0].length[nodes[1]] == PATHFAN_SPT_FAR) {
    give_up(q, lone);
    return PATHFAN_OK;
  }
  const bool stopped = budget.stopped;
  status = find_first(q, nodes, !stopped);
  if (status || request->paths == 1) return status;
  q->candidate_count = 0;
  if (!stopped) {
    const int64_t limit = pathfan_longest(request, q->trees[0].length[nodes[1]]);
    status = plateaus ? list_plateaus(q, limit) : list_vias(q, nodes, limit);
  }
  return status ? status : pathfan_choose(q, &method, request, stopped);
}

/* ---- Penalty ---- */

/* Searches for each path wanted. Only where there are no other paths, or only such as
 * are rejected, does the number come near this: each search makes the path found
 * dearer by the factor, 1.4^20 is 837. */
#define ROUNDS_PER_PATH 20

/* And in all: who wants more than 100 paths wants all there are, and where none is too
 * long there is always another one, by some turn more. Some seconds on large maps. */
#define ROUNDS_MOST 2000

static pathfan_status find_by_penalty(pathfan_query *q, const pathfan_request *request,
                                      const int32_t nodes[2]) {
  const pathfan_method method = {recover_penalty, NULL, q->answer.dissimilarity};
  pathfan_overlay *overlay = &q->overlay;
  pathfan_penalty *penalty = &q->penalty;
  pathfan_candidates *counts = &q->answer.candidates;
  pathfan_budget budget = {.limit = request->work_limit};
  pathfan_track *track;
  bool taut;
  const int64_t wanted = ROUNDS_PER_PATH * (int64_t)request->paths;
  const int64_t rounds = wanted < ROUNDS_MOST ? wanted : ROUNDS_MOST;
  pathfan_status status =
      pathfan_penalty_begin(penalty, overlay, nodes[0], nodes[1], request->penalty);
  if (!status) status = pathfan_penalty_next(penalty, overlay, &budget);
  if (!status && penalty->node_count) {
    status = pathfan_next_track(q, &track);
    if (!status) status = recover_penalty(q, NULL, track, &taut);
    if (!status) q->track_count = 1;
  }
  if (status) return status;
  const double limit = request->stretch * (double)penalty->length;
  for (int64_t i = 1; i < rounds && q->track_count && q->track_count < request->paths; i++) {
    status = pathfan_penalty_next(penalty, overlay, &budget);
    if (status || !penalty->node_count) break;
    counts->tried += penalty->fresh;
    if ((double)penalty->length > limit) {
      counts->too_long += penalty->fresh;
      break;
    }
    if (!penalty->fresh) continue;
    q->candidate_count = 0;
    status = add(q, 0, 0);
    if (!status) status = pathfan_choose(q, &method, request, false);
    if (status) break;
  }
  q->answer.work += budget.spent;
  if (status) return status;
  if (!q->track_count) {
    give_up(q, budget.stopped);
    return PATHFAN_OK;
  }
  if (request->paths == 1) return PATHFAN_OK;
  q->candidate_count = 0;
  return pathfan_choose(q, &method, request, budget.stopped); /* states the reason */
}

pathfan_status pathfan_find_by_rival(pathfan_query *q, const pathfan_request *request) {
  int32_t nodes[2];
  const pathfan_status status = tie_ends(q, nodes);
  if (status) return status;
  return request->algorithm == PATHFAN_ALGORITHM_PENALTY ? find_by_penalty(q, request, nodes)
                                                         : find_by_trees(q, request, nodes);
}
