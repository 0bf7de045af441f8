/* gather.c - the length of a via-path is that of two shortest paths, which labels give
 * (hub_distance.h); straight lines rule out many via nodes before. For a vertex that both ends see
 * no labels are read. */
#include "methods/gather.h"

#include "pieces.h"
#include "trace.h"

pathfan_gather pathfan_gather_begin(const pathfan_task *task, int64_t limit, pathfan_stamp *tried,
                                    pathfan_candidate_list *found) {
  found->count = 0;
  pathfan_stamp_next(tried);
  return (pathfan_gather){.task = task,
                          .view = task->scene.view,
                          .ends = task->scene.ends,
                          .budget = task->budget,
                          .counts = &task->finding->candidates,
                          .tried = tried,
                          .found = found,
                          .limit = limit};
}

/* Refuses a via node. */
static inline void refuse(const pathfan_gather *g, pathfan_fate fate, int32_t via) {
  pathfan_refuse_via(g->task, fate, pathfan_vertex_fixed(g->view, via));
}

/* Whether a via node is new; if so, counts it as tried. */
static bool is_new(pathfan_gather *g, int32_t via) {
  if (pathfan_stamp_has(g->tried, via) || g->budget->stopped || !pathfan_budget_spend(g->budget, 1))
    return false;
  pathfan_stamp_add(g->tried, via);
  g->counts->tried++;
  return true;
}

/* Why a via-path of this length is refused. PATHFAN_FAR means that no taut path reaches the via
 * node, so that no stretch would help, unless only the shorter paths are known. */
static pathfan_fate fate_of_long(const pathfan_gather *g, int64_t length) {
  return length >= PATHFAN_FAR && g->ends->state != PATHFAN_ENDS_NEAR ? PATHFAN_FATE_NOT_TAUT
                                                                      : PATHFAN_FATE_TOO_LONG;
}

void pathfan_gather_via(pathfan_gather *g, int32_t via) {
  if (!is_new(g, via)) return;
  const pathfan_end *end = g->ends->end;
  const pathfan_fixed_point at = pathfan_vertex_fixed(g->view, via);
  pathfan_candidate c = {.via = via, .from = {-1, -1}};
  int64_t lengths[2] = {pathfan_units(g->view, end[0].at, at),
                        pathfan_units(g->view, at, end[1].at)};
  c.order = lengths[0] + lengths[1];
  if (c.order <= g->limit) {
    g->status = pathfan_touch_vertex(g->view, via);
    if (g->status) return;
    pathfan_ends_distances(g->ends, g->view, via, lengths, c.hubs);
    c.order = lengths[0] + lengths[1];
  }
  if (c.order <= g->limit)
    g->status = pathfan_candidate_add(g->found, c);
  else
    refuse(g, fate_of_long(g, c.order), via);
}

/* Looks for the vertices of one list among the stamped ones of the other: lists need not be
 * sorted. */
void pathfan_gather_common(pathfan_gather *g) {
  const pathfan_end *a = &g->ends->end[0], *b = &g->ends->end[1];
  pathfan_stamp *listed = &g->ends->listed;
  g->status = pathfan_stamp_fit(listed, g->view->n);
  if (g->status) return;
  pathfan_stamp_next(listed);
  int32_t *place = g->ends->place[1]; /* free: no dead end still to be asked for is listed */
  for (int32_t j = 0; j < b->visible.count; j++) {
    pathfan_stamp_add(listed, b->visible.list[j].vertex);
    place[b->visible.list[j].vertex] = j;
  }
  for (int32_t i = 0; i < a->visible.count && !g->status; i++) {
    const pathfan_visible_vertex *sa = &a->visible.list[i];
    if (!pathfan_stamp_has(listed, sa->vertex) || !is_new(g, sa->vertex)) continue;
    const pathfan_visible_vertex *sb = &b->visible.list[place[sa->vertex]];
    if (sa->length + sb->length > g->limit) {
      refuse(g, PATHFAN_FATE_TOO_LONG, sa->vertex);
      continue;
    }
    const pathfan_fixed_point at = pathfan_vertex_fixed(g->view, sa->vertex);
    const int turn =
        pathfan_turn(pathfan_fixed_from_to(a->at, at), pathfan_fixed_from_to(at, b->at));
    if (sa->side == sb->side || (sa->side == PATHFAN_SIDE_LEFT ? turn < 0 : turn > 0))
      refuse(g, PATHFAN_FATE_NOT_TAUT, sa->vertex);
    else
      g->status =
          pathfan_candidate_add(g->found, (pathfan_candidate){.order = sa->length + sb->length,
                                                              .via = sa->vertex,
                                                              .hubs = {sa->vertex, sa->vertex},
                                                              .from = {-1, -1}});
  }
}
