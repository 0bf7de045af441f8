/* gather.c - the length of a via-path is that of two shortest paths, which labels give
 * (hub_distance.h); straight lines rule out many via nodes before. For a vertex that both ends see
 * no labels are read. */
#include "gather.h"

#include <assert.h>

#include "query/open/pieces.h"
#include "trace.h"

pf_gather pf_gather_more(const pf_task *task, int64_t limit, pf_stamp *tried,
                         pf_candidate_list *found) {
  assert(task->scene.view);
  assert(task->scene.ends->state >= PF_ENDS_ONWARD);
  assert(tried->capacity > task->scene.view->n);
  found->count = 0;
  return (pf_gather){.task = task,
                     .view = task->scene.view,
                     .ends = task->scene.ends,
                     .work_limit = task->work_limit,
                     .tried = tried,
                     .found = found,
                     .floor = -1,
                     .limit = limit};
}

pf_gather pf_gather_begin(const pf_task *task, int64_t floor, int64_t limit, pf_stamp *tried,
                          pf_candidate_list *found) {
  pf_gather g = pf_gather_more(task, limit, tried, found);
  g.floor = floor;
  pf_stamp_next(tried);
  pf_refuse_anew(task);
  return g;
}

/* Refuses a via node. */
static inline void refuse(const pf_gather *g, pathfan_fate fate, int32_t via) {
  pf_refuse_via(g->task, fate, pf_vertex_fixed(g->view, via));
}

/* Whether a via node is new. */
static bool is_new(pf_gather *g, int32_t via) {
  if (pf_stamp_has(g->tried, via) || g->work_limit->stopped ||
      !pf_work_limit_spend(g->work_limit, 1))
    return false;
  pf_stamp_add(g->tried, via);
  return true;
}

static void add(pf_gather *g, pf_candidate c) {
  c.stage = g->stage;
  if (c.order > g->floor) g->status = pf_candidate_add(g->found, c);
}

/* Why a via-path of this length is refused. PF_FAR means that no taut path reaches the via
 * node, so that no stretch would help, unless only the shorter paths are known. */
static pathfan_fate fate_of_long(const pf_gather *g, int64_t length) {
  return length >= PF_FAR && g->ends->state != PF_ENDS_NEAR ? PATHFAN_FATE_NOT_TAUT
                                                            : PATHFAN_FATE_TOO_LONG;
}

void pf_gather_via(pf_gather *g, int32_t via) {
  assert(pf_is_vertex(g->view, via));
  assert(!g->status);
  if (!is_new(g, via)) return;
  const pf_end *end = g->ends->end;
  const pf_fixed_point at = pf_vertex_fixed(g->view, via);
  pf_candidate c = {.via = via, .from = {-1, -1}};
  int64_t lengths[2] = {pf_units(g->view, end[0].at, at), pf_units(g->view, at, end[1].at)};
  c.order = lengths[0] + lengths[1];
  if (c.order <= g->limit) {
    g->status = pf_touch_vertex(g->view, via);
    if (g->status) return;
    pf_ends_distances(g->ends, g->view, via, lengths, c.hubs);
    c.order = lengths[0] + lengths[1];
  }
  if (c.order <= g->limit)
    add(g, c);
  else
    refuse(g, fate_of_long(g, c.order), via);
}

/* Looks for the vertices of one list among the stamped ones of the other: lists need not be
 * sorted. */
void pf_gather_common(pf_gather *g) {
  const pf_end *a = &g->ends->end[0], *b = &g->ends->end[1];
  pf_stamp *listed = &g->ends->listed;
  assert(!g->status);
  g->status = pf_stamp_fit(listed, g->view->n);
  if (g->status) return;
  pf_stamp_next(listed);
  int32_t *place = g->ends->place[1]; /* free: no dead end still to be asked for is listed */
  for (int32_t j = 0; j < b->visible.count; j++) {
    assert(g->ends->state != PF_ENDS_ONWARD ||
           !pf_stamp_has(&g->ends->dead, b->visible.list[j].vertex));
    pf_stamp_add(listed, b->visible.list[j].vertex);
    place[b->visible.list[j].vertex] = j;
  }
  for (int32_t i = 0; i < a->visible.count && !g->status; i++) {
    const pf_visible_vertex *sa = &a->visible.list[i];
    if (!pf_stamp_has(listed, sa->vertex) || !is_new(g, sa->vertex)) continue;
    const pf_visible_vertex *sb = &b->visible.list[place[sa->vertex]];
    if (sa->length + sb->length > g->limit) {
      refuse(g, PATHFAN_FATE_TOO_LONG, sa->vertex);
      continue;
    }
    const pf_fixed_point at = pf_vertex_fixed(g->view, sa->vertex);
    const int turn = pf_turn(pf_fixed_from_to(a->at, at), pf_fixed_from_to(at, b->at));
    if (sa->side == sb->side || (sa->side == PF_SIDE_LEFT ? turn < 0 : turn > 0))
      refuse(g, PATHFAN_FATE_NOT_TAUT, sa->vertex);
    else
      add(g, (pf_candidate){.order = sa->length + sb->length,
                            .via = sa->vertex,
                            .hubs = {sa->vertex, sa->vertex},
                            .from = {-1, -1}});
  }
}
