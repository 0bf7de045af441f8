/* weighted.c - paths over a terrain with areas, each with a certified gap.
 *
 * Path 1 is found by src/weighted/weighted.h. An alternative is the cheapest way over a place: the
 * least cost from there to one end and to the other is certified, so its gap is how much cheaper
 * another way over that place may be. Which places: those on ways that can't be made cheaper by
 * moving them a little (vias.h). These are tried in order of cost, and are refined once they differ
 * enough. */
#include "weighted.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "query/choose/choose.h"
#include "weighted_route.h"

/* The relative gap unless the request says another. */
#define GAP_DEFAULT 1e-6
/* The most pairs of intervals unless the request has a work limit: some 20 s. */
#define PAIRS_DEFAULT 100000000
/* How many places effort fast traces ways over. */
#define VIAS_FAST 512
/* The most ways that effort fast refines for each alternative that is wanted. */
#define REFINED_FAST 4
/* A way over a place that gets cheaper by this share once it is let go turns there as no cheapest
 * way does. */
#define TURN 1e-5
/* How often a way is refined, each time over a better place. */
#define REFINE_MOST 2

typedef struct finding {
  pf_weighted_finder *f;
  const pf_task *task;
  const pf_space *space;
  const pf_weighted_ground *ground;
  pf_weighted_place places[2];
  double gap;
  uint64_t limit;
} finding;

/* What is left of the work that may be done; 0: nothing. */
static uint64_t work_left(const finding *g) {
  const uint64_t spent = g->task->work_limit->spent;
  return spent < g->limit ? g->limit - spent : 0;
}

static void spend(const finding *g, uint64_t pairs) {
  g->task->work_limit->spent += pairs;
  if (!work_left(g)) g->task->work_limit->stopped = true;
}

static pathfan_status search_between(const finding *g, pf_weighted_search *search,
                                     const pf_weighted_place *from, const pf_weighted_place *to) {
  const uint64_t left = work_left(g);
  const pf_weighted_wishes wishes = {g->gap, left ? left : 1};
  const pathfan_status status = pf_weighted_find(search, &g->ground->map, from, to, &wishes);
  if (status) return status;
  spend(g, search->pairs);
  return PATHFAN_OK;
}

static pathfan_status begin(finding *g) {
  const pf_end *end = g->task->scene.ends->end;
  const double fraction = pf_power_of_two(-g->space->fraction_bits);
  pathfan_status status = pf_need_weighted_ground(g->space, &g->ground);
  for (int i = 0; i < 2 && !status; i++) {
    status = pf_find_faces_near(g->space, end[i].at, end[i].polygon, &g->f->near[i]);
    g->places[i] =
        (pf_weighted_place){{(double)end[i].at.x * fraction, (double)end[i].at.y * fraction},
                            g->f->near[i].list,
                            g->f->near[i].count};
  }
  return status;
}

/* ---- Laying out ---- */

/* Lays steps out as the draft: those from the first end to the second, or with `on`, to a place and
 * on from there. */
static pathfan_status lay_out(const finding *g, const pf_weighted_search *search,
                              const pf_weighted_search *on) {
  const pf_end *end = g->task->scene.ends->end;
  pf_way_route *route;
  pathfan_status status = pf_way_choice_next(&g->f->choice, &route);
  if (status) return status;
  pf_weighted_layer l = pf_weighted_route_begin(route, g->space, g->ground, end[0].at);
  pf_weighted_route_lay(&l, search->steps, search->step_count, on ? NULL : &end[1].at);
  if (on) pf_weighted_route_lay(&l, on->steps, on->step_count, &end[1].at);
  status = pf_weighted_route_end(&l);
  const double bound = search->bound + (on ? on->bound : 0);
  route->route.gap = fmax(route->route.cost - bound, 0);
  return status ? status : pf_draft_route(g->task->tracks, &route->route);
}

/* ---- Alternatives ---- */

static int by_cost(const void *a, const void *b) {
  const pf_weighted_offer *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* Covers the places that the last way over one of them runs by. */
static void cover(const finding *g, int32_t first, double width) {
  const pf_way *way = &g->f->vias.way;
  for (int32_t i = 0; i + 1 < way->count; i++)
    pf_vias_cover(&g->f->vias, first, pf_way_stop_at(way, i), pf_way_stop_at(way, i + 1), width);
}

/* Lists the ways over places that cost enough more than path 1 to be another way, and not too much.
 */
static pathfan_status list_offers(const finding *g, double least, double most, double width) {
  pf_weighted_finder *f = g->f;
  pathfan_candidates *counts = &g->task->finding->candidates;
  const bool is_fast = g->task->request->effort != PATHFAN_EFFORT_THOROUGH;
  int32_t traced = 0;
  pathfan_status status = PATHFAN_OK;
  f->offer_count = 0;
  for (int32_t i = 0; i < f->vias.count && !status; i++) {
    if (is_fast && traced >= VIAS_FAST) break;
    if (is_fast && f->vias.list[i].is_covered) continue;
    const uint64_t before = f->vias.pairs;
    status = pf_vias_way(&f->vias, i);
    spend(g, f->vias.pairs - before);
    if (g->task->work_limit->stopped || status) break;
    if (is_fast) cover(g, i + 1, width);
    traced++;
    counts->tried++;
    const double cost = f->vias.way.cost;
    if (!(cost <= most)) {
      counts->too_long++;
    } else if (cost <= least * (1 + 1e-9)) {
      counts->too_similar++;
    } else {
      status = pf_grow(&f->offers, &f->offer_capacity, (int64_t)f->offer_count + 1);
      if (!status) f->offers[f->offer_count++] = (pf_weighted_offer){cost, i};
    }
  }
  if (!status && f->offer_count)
    qsort(f->offers, (size_t)f->offer_count, sizeof *f->offers, by_cost);
  return status;
}

/* Lays out the way over a place as the draft, as it was traced. */
static pathfan_status lay_out_traced(const finding *g, const pf_weighted_offer *offer) {
  pf_weighted_search traced = {.bound = 0};
  pathfan_status status = pf_vias_way(&g->f->vias, offer->via);
  if (!status)
    status = pf_way_steps(&g->f->vias.way, &g->f->steps, &g->f->step_capacity, &traced.step_count);
  traced.steps = g->f->steps;
  return status ? status : lay_out(g, &traced, NULL);
}

/* Finds the cheapest way over the place that sets the last way apart; *found: it is. Then the last
 * way is that one, let go. */
static pathfan_status refine_once(const finding *g, bool *found) {
  pf_weighted_finder *f = g->f;
  pf_weighted_place via;
  pf_way_stop stop;
  *found = false;
  if (!pf_vias_stop(&f->vias, &via, &stop)) return PATHFAN_OK;
  pathfan_status status = search_between(g, &f->search, &g->places[0], &via);
  if (!status && f->search.found && !g->task->work_limit->stopped)
    status = search_between(g, &f->half, &via, &g->places[1]);
  if (status || g->task->work_limit->stopped || !f->search.found || !f->half.found) return status;
  *found = true;
  return pf_vias_join(&f->vias, pf_way_found(&f->search), stop, pf_way_found(&f->half));
}

/* Makes the draft the cheapest way over a place on the last way. *is_sound: whether it is found,
 * doesn't turn there, and isn't too long. A way that turns leads to a better place. */
static pathfan_status refine(const finding *g, double most, bool *is_sound) {
  pf_weighted_finder *f = g->f;
  pathfan_candidates *counts = &g->task->finding->candidates;
  *is_sound = false;
  for (int i = 0; i < REFINE_MOST && !*is_sound; i++) {
    bool found;
    const pathfan_status status = refine_once(g, &found);
    if (status || !found) return status;
    *is_sound = f->vias.way.cost >= (f->search.cost + f->half.cost) * (1 - TURN);
  }
  const bool is_long = !(f->search.cost + f->half.cost <= most);
  if (is_long) counts->too_long++;
  if (!is_long && !*is_sound) counts->not_taut++;
  *is_sound = *is_sound && !is_long;
  return *is_sound ? lay_out(g, &f->search, &f->half) : PATHFAN_OK;
}

/* Tries the way over a place. *is_refined: whether that was worth refining it. */
static pathfan_status try_offer(const finding *g, const pf_difference *d,
                                const pf_weighted_offer *offer, double most, bool *is_refined) {
  pf_weighted_finder *f = g->f;
  bool does, is_sound;
  *is_refined = false;
  pathfan_status status = lay_out_traced(g, offer);
  if (!status) status = pf_way_choice_differs(&f->choice, g->task, d, &does);
  if (status || !does) return status;
  *is_refined = true;
  status = refine(g, most, &is_sound);
  if (status || !is_sound) return status;
  status = pf_way_choice_differs(&f->choice, g->task, d, &does);
  if (status || !does) return status;
  pf_way_choice_take(&f->choice, g->task);
  g->task->finding->is_gap_missed |= !f->search.is_proven || !f->half.is_proven;
  return PATHFAN_OK;
}

/* Puts the alternatives in order of cost, which refining may have changed. */
static void sort_taken(const finding *g) {
  pf_way_route *routes = g->f->choice.routes;
  for (int32_t i = 2; i < g->f->choice.count; i++)
    for (int32_t k = i; k > 1 && routes[k].route.cost < routes[k - 1].route.cost; k--) {
      const pf_way_route swap = routes[k];
      routes[k] = routes[k - 1];
      routes[k - 1] = swap;
      pf_track_swap(&g->task->tracks->list[k], &g->task->tracks->list[k - 1]);
    }
}

static pathfan_status find_alternatives(const finding *g, double least) {
  pf_weighted_finder *f = g->f;
  const pathfan_request *r = g->task->request;
  const pf_difference d = pf_difference_of(g->task);
  const double most = r->stretch * least;
  const bool is_fast = r->effort != PATHFAN_EFFORT_THOROUGH;
  int32_t refined = 0;
  double last = least;
  const double width = d.separation > 0 ? d.separation * g->space->frame.scale : 0;
  pf_xy at = g->places[0].at;
  pathfan_status status = pf_vias_find(&f->vias, &g->ground->map, g->places, most, work_left(g));
  if (status) return status;
  spend(g, f->vias.pairs);
  for (int32_t i = 0; i < f->search.step_count; at = f->search.steps[i++].to)
    pf_vias_cover(&f->vias, 0, at, f->search.steps[i].to, width);
  if (!g->task->work_limit->stopped) status = list_offers(g, least, most, width);
  for (int32_t i = 0; i < f->offer_count && !status; i++) {
    bool is_refined;
    if (g->task->work_limit->stopped || f->choice.count == r->paths ||
        (is_fast && refined / REFINED_FAST >= r->paths - 1)) {
      g->task->finding->candidates.unjudged += f->offer_count - i;
      break;
    }
    if (f->offers[i].cost <= last * (1 + 1e-9)) { /* the same way, over another place */
      g->task->finding->candidates.too_similar++;
      continue;
    }
    status = try_offer(g, &d, &f->offers[i], most, &is_refined);
    refined += is_refined;
    last = f->offers[i].cost;
  }
  if (!status) sort_taken(g);
  return status;
}

pathfan_status pf_find_by_weights(pf_weighted_finder *f, const pf_task *task) {
  const double gap = task->request->max_gap;
  finding g = {.f = f,
               .task = task,
               .space = task->scene.space,
               .gap = gap > 0 ? gap : GAP_DEFAULT,
               .limit = task->work_limit->limit ? task->work_limit->limit : PAIRS_DEFAULT};
  assert(task->tracks->count == 0);
  f->choice.count = f->offer_count = 0;
  pathfan_status status = begin(&g);
  if (!status) status = search_between(&g, &f->search, &g.places[0], &g.places[1]);
  if (status) return status;
  task->finding->search = (pathfan_search_counts){.expanded = (int64_t)f->search.pairs,
                                                  .generated = f->search.intervals};
  if (!f->search.found) {
    pf_give_up(task, !f->search.is_proven);
    return PATHFAN_OK;
  }
  status = lay_out(&g, &f->search, NULL);
  if (status) return status;
  pf_way_choice_take(&f->choice, task);
  task->finding->is_gap_missed = !f->search.is_proven;
  if (task->request->paths > 1 && !task->work_limit->stopped)
    status = find_alternatives(&g, f->search.cost);
  task->finding->search.expanded = (int64_t)task->work_limit->spent;
  if (status) return status;
  pf_way_choice_end(&f->choice, task);
  pf_state_reason(task, task->work_limit->stopped);
  return PATHFAN_OK;
}

void pf_weighted_finder_free(pf_weighted_finder *f) {
  pf_weighted_search_free(&f->search);
  pf_weighted_search_free(&f->half);
  pf_way_choice_free(&f->choice);
  pf_vias_free(&f->vias);
  for (int i = 0; i < 2; i++) free(f->near[i].list);
  free(f->offers);
  free(f->steps);
  memset(f, 0, sizeof *f);
}
