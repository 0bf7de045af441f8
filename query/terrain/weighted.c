/* weighted.c - paths over a terrain with areas, each with a certified gap.
 *
 * Path 1 is found by src/weighted/weighted.h. Alternatives are taut ways: no straight way between
 * two of their places is cheaper (vias.h, taut.h). They are tried in order of cost, and those that
 * differ enough are certified: the least cost from a place on the way to one end and to the other
 * is bounded, so the gap is how much cheaper another way over that place may be. If a cheaper one
 * is found it takes the way's place, made taut.
 *
 * Path 1 may take half of the work, and each alternative its share of what is left; if that is not
 * enough its gap is larger than wished. */
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
/* A smaller gap can't be told from rounding. */
#define GAP_LEAST 1e-12
/* The most pairs of intervals unless the request has a work limit: some 20 s. */
#define PAIRS_DEFAULT 100000000
/* The most pairs that certify an alternative then. */
#define CERTIFY_DEFAULT 20000000
/* How many places effort fast traces ways over. */
#define VIAS_FAST 512
/* The most ways that effort fast certifies for each alternative that is wanted. */
#define CERTIFIED_FAST 4
/* How often a way is replaced by a cheaper one. */
#define REPLACED_MOST 3
/* Ways whose costs differ by less of them, and their sides by less, are the same one. */
#define SAME 1e-9
#define SAME_SIDE 1e-5
/* How many places effort fast traces ways over that aren't the lowest on their edge, if those that
 * are don't give enough. */
#define REST_FAST 64

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

/* Searches with at most `most` pairs. */
static pathfan_status search_between(const finding *g, pf_weighted_search *search,
                                     const pf_weighted_place *from, const pf_weighted_place *to,
                                     uint64_t most) {
  const pf_weighted_wishes wishes = {g->gap, most ? most : 1};
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

/* Rounding of points may bring a cost below the bound. */
static void set_gap(pf_route *route, double bound) {
  route->gap = fmax(route->cost - bound, GAP_LEAST * route->cost);
}

/* Lays steps out as the draft. */
static pathfan_status lay_out(const finding *g, const pf_weighted_step *steps, int32_t count,
                              double bound) {
  const pf_end *end = g->task->scene.ends->end;
  pf_way_route *route;
  pathfan_status status = pf_way_choice_next(&g->f->choice, &route);
  if (status) return status;
  pf_weighted_layer l = pf_weighted_route_begin(route, g->space, g->ground, end[0].at);
  pf_weighted_route_lay(&l, steps, count, end[1].at);
  status = pf_weighted_route_end(&l);
  set_gap(&route->route, bound);
  return status ? status : pf_draft_route(g->task->tracks, &route->route);
}

/* ---- Alternatives ---- */

static int by_cost(const void *a, const void *b) {
  const pf_weighted_offer *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* Covers the places that a way runs by. */
static void cover(const finding *g, const pf_way *way, double width) {
  for (int32_t i = 0; i + 1 < way->count; i++)
    pf_vias_cover(&g->f->vias, pf_way_stop_at(way, i), pf_way_stop_at(way, i + 1), width);
}

static bool is_seen(const pf_weighted_finder *f, double cost, double side) {
  for (int32_t i = 0; i < f->seen_count; i++)
    if (fabs(cost - f->seen[i].cost) <= SAME * cost && fabs(side - f->seen[i].side) <= SAME_SIDE)
      return true;
  return false;
}

/* Whether a way was seen before; then it is. */
static pathfan_status see(const finding *g, const pf_way *way, bool *before) {
  pf_weighted_finder *f = g->f;
  const double side = pf_way_side(way);
  *before = is_seen(f, way->cost, side);
  if (*before) {
    g->task->finding->candidates.too_similar++;
    return PATHFAN_OK;
  }
  const pathfan_status status = pf_grow(&f->seen, &f->seen_capacity, (int64_t)f->seen_count + 1);
  if (!status) f->seen[f->seen_count++] = (pf_weighted_offer){way->cost, side, PF_WEIGHTED_NONE};
  return status;
}

/* Whether a place is worth a way in a round: first those that are the lowest on their edge. */
static bool is_worth(const finding *g, const pf_via *via, int round) {
  if (g->task->request->effort == PATHFAN_EFFORT_THOROUGH) return round == 0;
  return !via->is_covered && via->is_lowest == (round == 0);
}

/* Every how many-th place worth a way is taken: the first ones, or those spread over all. */
static int32_t stride_of(const finding *g, int round) {
  const pf_vias *vias = &g->f->vias;
  int32_t worth = 0;
  for (int32_t i = 0; round && i < vias->count; i++) worth += is_worth(g, &vias->list[i], round);
  return worth / REST_FAST + 1;
}

/* Lists the ways over places that don't cost too much. */
static pathfan_status list_offers(const finding *g, double most, double width, int round) {
  pf_weighted_finder *f = g->f;
  pathfan_candidates *counts = &g->task->finding->candidates;
  const bool is_fast = g->task->request->effort != PATHFAN_EFFORT_THOROUGH;
  const int32_t traces = round ? REST_FAST : VIAS_FAST;
  const int32_t stride = stride_of(g, round);
  int32_t traced = 0, worth = 0;
  pathfan_status status = PATHFAN_OK;
  f->offer_count = 0;
  for (int32_t i = 0; i < f->vias.count && !status && (traced < traces || !is_fast); i++) {
    if (!is_worth(g, &f->vias.list[i], round) || worth++ % stride) continue;
    const uint64_t before = f->vias.pairs;
    status = pf_vias_way(&f->vias, i);
    spend(g, f->vias.pairs - before);
    if (g->task->work_limit->stopped || status) break;
    const pf_way *way = &f->vias.way;
    if (is_fast && isfinite(way->cost)) cover(g, way, width);
    traced++;
    counts->tried++;
    if (!(way->cost <= most)) {
      counts->too_long++;
      continue;
    }
    status = pf_grow(&f->offers, &f->offer_capacity, (int64_t)f->offer_count + 1);
    if (!status) f->offers[f->offer_count++] = (pf_weighted_offer){way->cost, pf_way_side(way), i};
  }
  if (!status && f->offer_count)
    qsort(f->offers, (size_t)f->offer_count, sizeof *f->offers, by_cost);
  return status;
}

/* Lays out the last way as the draft. *does: whether it differs from the paths taken. */
static pathfan_status compare(const finding *g, const pf_difference *d, double bound, bool *does) {
  pf_weighted_finder *f = g->f;
  int32_t count = 0;
  pathfan_status status = pf_way_steps(&f->vias.way, &f->steps, &f->step_capacity, &count);
  if (!status) status = lay_out(g, f->steps, count, bound);
  return status ? status : pf_way_choice_differs(&f->choice, g->task, d, does);
}

/* Whether the last way is within the gap of a bound. */
static bool is_certain(const finding *g, double bound) {
  const double cost = g->f->vias.way.cost;
  return cost - bound <= g->gap * cost;
}

/* Finds the cheapest way over a place on the last way. *bound: none over it costs less.
 * *is_joined: it is cheaper than the last way, and took its place, which needn't lead over the
 * place any more once it is taut. */
static pathfan_status refine(const finding *g, const pf_via_apart *apart, uint64_t most,
                             double *bound, bool *is_joined) {
  pf_weighted_finder *f = g->f;
  *bound = apart->bound;
  *is_joined = false;
  pathfan_status status = search_between(g, &f->search, &g->places[0], &apart->place, most / 2);
  if (status) return status;
  const uint64_t left = f->search.pairs < most ? most - f->search.pairs : 0;
  status = search_between(g, &f->half, &apart->place, &g->places[1], left);
  if (status) return status;
  *bound = fmax(*bound, f->search.bound + f->half.bound);
  if (!f->search.found || !f->half.found) return PATHFAN_OK;
  if (!(f->search.cost + f->half.cost < f->vias.way.cost) || is_certain(g, *bound))
    return PATHFAN_OK;
  *is_joined = true;
  return pf_vias_join(&f->vias, pf_way_found(&f->search), apart->stop, pf_way_found(&f->half));
}

/* Certifies the last way, or a cheaper one in its place, with at most `most` pairs. *bound: no way
 * over some place on it costs less. */
static pathfan_status certify(const finding *g, uint64_t most, double *bound) {
  pf_vias *vias = &g->f->vias;
  const uint64_t before = g->task->work_limit->spent;
  *bound = 0;
  for (int replaced = 0;; replaced++) {
    pf_via_apart apart;
    bool is_joined;
    if (!pf_vias_apart(vias, &apart)) return PATHFAN_OK;
    *bound = apart.bound;
    const uint64_t spent = g->task->work_limit->spent - before;
    if (replaced > REPLACED_MOST || spent >= most || !work_left(g) || is_certain(g, *bound))
      return PATHFAN_OK;
    const pathfan_status status = refine(g, &apart, most - spent, bound, &is_joined);
    if (status || !is_joined) return status;
  }
}

/* Makes the way over a place taut. *is_new: that changed nothing, or the way wasn't seen before and
 * still differs. */
static pathfan_status tauten(const finding *g, const pf_difference *d, bool *is_new) {
  pf_vias *vias = &g->f->vias;
  const double cost = vias->way.cost;
  const uint64_t before = vias->pairs;
  bool is_old;
  *is_new = true;
  pathfan_status status = pf_vias_tauten(vias);
  spend(g, vias->pairs - before);
  if (status || vias->way.cost == cost) return status;
  status = see(g, &vias->way, &is_old);
  *is_new = !is_old;
  return status || is_old ? status : compare(g, d, 0, is_new);
}

/* Certifies the last way, and takes it if the one that is certified differs. */
static pathfan_status take(const finding *g, const pf_difference *d) {
  pf_weighted_finder *f = g->f;
  const double cost = f->vias.way.cost;
  const uint64_t share = work_left(g) / (uint64_t)(g->task->request->paths - f->choice.count);
  const bool is_limited = g->task->work_limit->limit > 0;
  bool is_old = false, does;
  double bound;
  pathfan_status status =
      certify(g, is_limited || share < CERTIFY_DEFAULT ? share : CERTIFY_DEFAULT, &bound);
  if (!status && f->vias.way.cost < cost) status = see(g, &f->vias.way, &is_old);
  if (!status && !is_old) status = compare(g, d, bound, &does);
  if (status || is_old || !does) return status;
  pf_way_choice_take(&f->choice, g->task);
  const pf_route *route = &f->choice.routes[f->choice.count - 1].route;
  g->task->finding->is_gap_missed |= route->gap > 1.01 * g->gap * route->cost;
  return PATHFAN_OK;
}

/* Tries the way over a place. *is_certified: whether it was worth it. */
static pathfan_status try_offer(const finding *g, const pf_difference *d,
                                const pf_weighted_offer *offer, bool *is_certified) {
  pf_weighted_finder *f = g->f;
  bool is_old, does = false;
  *is_certified = false;
  if (is_seen(f, offer->cost, offer->side)) {
    g->task->finding->candidates.too_similar++;
    return PATHFAN_OK;
  }
  const uint64_t before = f->vias.pairs;
  pathfan_status status = pf_vias_way(&f->vias, offer->via);
  spend(g, f->vias.pairs - before);
  if (!status) status = see(g, &f->vias.way, &is_old);
  if (!status) status = compare(g, d, 0, &does);
  if (!status && does) status = tauten(g, d, &does);
  if (status || !does) return status;
  *is_certified = true;
  return take(g, d);
}

/* Puts the paths in order of cost, which certifying may have changed: if the work didn't suffice
 * for path 1, an alternative may even be cheaper, and takes its place. */
static void sort_taken(const finding *g) {
  pf_way_route *routes = g->f->choice.routes;
  const double bound = routes[0].route.cost - routes[0].route.gap; /* of all paths */
  for (int32_t i = 1; i < g->f->choice.count; i++)
    for (int32_t k = i; k > 0 && routes[k].route.cost < routes[k - 1].route.cost; k--) {
      const pf_way_route swap = routes[k];
      routes[k] = routes[k - 1];
      routes[k - 1] = swap;
      pf_track_swap(&g->task->tracks->list[k], &g->task->tracks->list[k - 1]);
    }
  set_gap(&routes[0].route, bound);
}

/* Tries the ways that were listed. */
static pathfan_status try_offers(const finding *g, const pf_difference *d, int32_t *certified) {
  pf_weighted_finder *f = g->f;
  const pathfan_request *r = g->task->request;
  const bool is_fast = r->effort != PATHFAN_EFFORT_THOROUGH;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < f->offer_count && !status; i++) {
    bool is_certified;
    if (g->task->work_limit->stopped || f->choice.count == r->paths ||
        (is_fast && *certified / CERTIFIED_FAST >= r->paths - 1)) {
      g->task->finding->candidates.unjudged += f->offer_count - i;
      break;
    }
    status = try_offer(g, d, &f->offers[i], &is_certified);
    *certified += is_certified;
  }
  return status;
}

static pathfan_status find_alternatives(const finding *g) {
  pf_weighted_finder *f = g->f;
  const pathfan_request *r = g->task->request;
  const pf_difference d = pf_difference_of(g->task);
  const pf_way *first = pf_way_found(&f->search);
  const double most = r->stretch * first->cost;
  const double width = d.separation > 0 ? d.separation * g->space->frame.scale : 0;
  int32_t certified = 0;
  bool is_old;
  f->seen_count = 0;
  f->vias.taut.loop = r->max_loop;
  pathfan_status status = see(g, first, &is_old);
  if (!status) status = pf_vias_find(&f->vias, &g->ground->map, g->places, most, work_left(g));
  if (status) return status;
  spend(g, f->vias.pairs);
  cover(g, first, width);
  for (int round = 0; round < 2 && !status && !g->task->work_limit->stopped; round++) {
    if (f->choice.count == r->paths) break;
    status = list_offers(g, most, width, round);
    if (!status) status = try_offers(g, &d, &certified);
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
  const uint64_t most = task->request->paths > 1 ? g.limit / 2 : g.limit;
  if (!status) status = search_between(&g, &f->search, &g.places[0], &g.places[1], most);
  if (status) return status;
  task->finding->search = (pathfan_search_counts){.expanded = (int64_t)f->search.pairs,
                                                  .generated = f->search.intervals};
  if (!f->search.found) {
    pf_give_up(task, !f->search.is_proven);
    return PATHFAN_OK;
  }
  status = lay_out(&g, f->search.steps, f->search.step_count, f->search.bound);
  if (status) return status;
  pf_way_choice_take(&f->choice, task);
  task->finding->is_gap_missed = !f->search.is_proven;
  if (task->request->paths > 1 && !task->work_limit->stopped) status = find_alternatives(&g);
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
  free(f->seen);
  free(f->steps);
  memset(f, 0, sizeof *f);
}
