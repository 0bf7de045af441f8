/* via_sets.c - two descents in a tree of regions and one look-up give the via nodes
 * (docs/decisions/regions.md). These lack paths by a single vertex near by that both ends see,
 * which are added. */
#include "via_sets.h"

#include <assert.h>

#include "query/choose/gather.h"
#include "query/choose/objective.h"
#include "query/open/pieces.h"

/* Bounds of requests that are much like the default. */
#define THETA_LEAST 0.5
#define THETA_MOST 0.7
#define STRETCH_MOST 1.6
#define DEFAULT_THETA_LEAST 0.55
#define DEFAULT_THETA_MOST 0.65
#define DEFAULT_STRETCH_LEAST 1.4
#define SEPARATION_SHARE_LEAST 0.01
#define SEPARATION_SHARE_MOST 0.03
enum { PATHS_MOST = 3 };

/* Maps of so few vertices have few samples, which stand for few of the vertices that a round corner
 * consists of: others of these are tried, too. */
enum { SMALL_MAP = 128 };

/* Whether some via nodes of a set suffice, apart from what separation and splices need: the request
 * is much like the default, and nothing in it may refuse them. */
static bool is_plain(const pf_task *task, const pathfan_request *r) {
  return task->dissimilarity >= THETA_LEAST && task->dissimilarity <= THETA_MOST &&
         r->stretch <= STRETCH_MOST && r->paths <= PATHS_MOST &&
         !pf_objective_is_set(&r->objective) && !r->max_bounded_stretch &&
         !r->min_local_optimality && !pf_closed_is_any(&task->closed);
}

/* Whether paths must be apart. */
static bool is_apart(const pf_task *task, const pathfan_request *r) {
  return task->separates && (r->separation > 0 || r->separation_share > 0);
}

/* Whether the leading via nodes suffice, those of paths that differ by 0.6: the request has no
 * separation, and no splices, of which paths by other via nodes are parts. */
static bool leading_suffice(const pf_task *task, const pathfan_request *r) {
  return is_plain(task, r) && !is_apart(task, r) && r->splices != PATHFAN_SPLICES_ALWAYS;
}

/* Whether the via nodes that default answers are made of suffice: for other thetas, and for much
 * shorter paths, they leave out more. */
static bool is_by_default(const pf_task *task, const pathfan_request *r) {
  return is_plain(task, r) && task->dissimilarity >= DEFAULT_THETA_LEAST &&
         task->dissimilarity <= DEFAULT_THETA_MOST && r->stretch >= DEFAULT_STRETCH_LEAST &&
         task->separates && r->separation == 0 && r->separation_share >= SEPARATION_SHARE_LEAST &&
         r->separation_share <= SEPARATION_SHARE_MOST && !r->fill &&
         r->splices == PATHFAN_SPLICES_AUTO;
}

/* The via nodes of two regions: those in `range`. A request first tries those in `first` that have
 * a bit in `mask`, or are beyond its bits. */
typedef struct numbers {
  pf_range range, first;
  uint32_t mask;
} numbers;

static pathfan_status find_numbers(const pf_task *task, uint64_t pair, pf_via_stage last,
                                   numbers *found) {
  const pf_index_view *view = task->scene.view;
  const pathfan_request *r = task->request;
  pathfan_status status = PATHFAN_OK;
  *found = (numbers){pf_pair_vias(view, pair), pf_pair_vias(view, pair), UINT32_MAX};
  if (leading_suffice(task, r)) {
    status = pf_generation_need(task->generation, PF_PART_LEADING, task->scene.error);
    if (!status) found->first = pf_pair_leading(view, pair);
  } else if (is_by_default(task, r)) {
    status = pf_generation_need(task->generation, PF_PART_DEFAULT_VIAS, task->scene.error);
    if (!status) found->mask = pf_pair_by_default(view, pair);
  }
  if (last == PF_STAGE_FIRST) found->range = found->first;
  return status;
}

static pf_via_stage stage_of(const numbers *vias, uint32_t i) {
  const uint32_t number = i - vias->range.begin;
  const bool is_first = i >= vias->first.begin && i < vias->first.end &&
                        (number >= PF_DEFAULT_VIAS_BITS || vias->mask >> number & 1);
  assert(i >= vias->range.begin && i < vias->range.end);
  return is_first ? PF_STAGE_FIRST : PF_STAGE_SET;
}

/* Announces the via nodes that a request tries, unless it finds enough before. */
static void announce(const pf_index_view *view, const numbers *vias, pf_via_stage first,
                     pf_via_stage last) {
  for (uint32_t i = vias->range.begin; i < vias->range.end; i++)
    if (stage_of(vias, i) >= first && stage_of(vias, i) <= last)
      pf_announce_vertex(view, (int32_t)pf_region_via(view, i));
}

/* Gathers the vertices at which obstacles have obtuse angles. */
static void gather_round_corners(pf_gather *g) {
  for (int32_t v = 0; v < g->view->n && !pf_gather_is_over(g); v++) {
    const pf_wedge wedge = pf_vertex_wedge(g->view, v);
    if (pf_dot(wedge.first, wedge.second) < 0) pf_gather_via(g, v);
  }
}

/* Finds the pair of regions that the ends lie in, once. */
static pathfan_status find_pair(const pf_task *task, uint64_t *pair) {
  const pf_index_view *view = task->scene.view;
  pf_ends *ends = task->scene.ends;
  const pf_end *end = ends->end;
  assert(view->regions.section);
  assert(ends->state >= PF_ENDS_PLACED);
  *pair = ends->via_pair;
  if (ends->via_pair_of == ends->number) return PATHFAN_OK;
  pathfan_status status = pf_touch_regions(view);
  if (status) return status;
  const int32_t a = pf_region_of(view, end[0].at), b = pf_region_of(view, end[1].at);
  status = pf_touch_pair(view, pf_region_nodes(view, a, b), pair);
  if (status) return status;
  ends->via_pair = *pair;
  ends->via_pair_of = ends->number;
  return PATHFAN_OK;
}

pathfan_status pf_via_sets_promise(const pf_task *task, int32_t *paths) {
  uint64_t pair;
  *paths = INT32_MAX;
  if (!is_by_default(task, task->request)) return PATHFAN_OK;
  const pathfan_status status = find_pair(task, &pair);
  if (status) return status;
  const uint32_t told = pf_pair_by_default(task->scene.view, pair) >> PF_DEFAULT_VIAS_BITS;
  if (told) *paths = (int32_t)told;
  return PATHFAN_OK;
}

pathfan_status pf_via_sets_are_idle(const pf_task *task, bool *are) {
  const pf_index_view *view = task->scene.view;
  numbers vias;
  uint64_t pair;
  *are = false;
  if (!view->regions.section || !is_by_default(task, task->request)) return PATHFAN_OK;
  pathfan_status status = find_pair(task, &pair);
  if (!status) status = find_numbers(task, pair, PF_STAGE_SET, &vias);
  if (status) return status;
  const uint32_t count = vias.range.end - vias.range.begin;
  const bool more = count || view->n <= SMALL_MAP; /* there is something else to be tried */
  *are = count <= PF_DEFAULT_VIAS_BITS && !(vias.mask & ((UINT64_C(1) << count) - 1)) &&
         (!more || vias.mask >> PF_DEFAULT_VIAS_BITS == 1);
  return PATHFAN_OK;
}

pathfan_status pf_collect_from_via_sets(const pf_task *task, pf_via_stage first, pf_via_stage last,
                                        int64_t floor, int64_t limit, pf_stamp *tried,
                                        pf_candidate_list *found) {
  const pf_index_view *view = task->scene.view;
  pf_gather g = first == PF_STAGE_FIRST ? pf_gather_begin(task, floor, limit, tried, found)
                                        : pf_gather_more(task, limit, tried, found);
  numbers vias;
  uint64_t pair;
  g.status = find_pair(task, &pair);
  if (!g.status) g.status = find_numbers(task, pair, last, &vias);
  if (g.status) return g.status;
  announce(view, &vias, first, last);
  if (first == PF_STAGE_FIRST) pf_gather_common(&g);
  /* Where a work limit stops a request, all that a fast one tries first has been gathered. */
  for (g.stage = first; g.stage <= last; g.stage++)
    for (uint32_t i = vias.range.begin; i < vias.range.end && !pf_gather_is_over(&g); i++)
      if (stage_of(&vias, i) == g.stage) pf_gather_via(&g, (int32_t)pf_region_via(view, i));
  if (first == PF_STAGE_SET && view->n <= SMALL_MAP && is_apart(task, task->request))
    gather_round_corners(&g);
  return g.status;
}
