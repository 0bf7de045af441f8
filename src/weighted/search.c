/* search.c - rounds: bounds from both ends, ways that they lead to, and smaller intervals where
 * bounds are loose, until bound and way are as close as wished. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "weighted/raise.h"
#include "weighted/taut.h"

#define ROUNDS_MOST 60
#define INTERVALS_MOST 2000000
/* The longest interval at first, and the shortest at all, by the map's larger side. */
#define LONGEST 0.25
#define SHORTEST 1e-9
/* What is looser than this part of a crossing's share of the gap is halved. */
#define LOOSE 0.1
/* A gap below this can't be told from rounding. */
#define GAP_LEAST 1e-12

typedef struct pf_weighted_scratch {
  pf_intervals intervals;
  pf_pass pass[2]; /* from either end */
  pf_raise raise[2];
  pf_way way, best;
  pf_taut taut;
  pf_weighted_place ends[2];
  pf_weighted_map map[2]; /* as ways from either end see it */
  const pf_weighted_wishes *wishes;
  double least, most; /* the bounds of the least cost */
  int32_t crossings;  /* of the ways that were traced last */
  double *loss;       /* [Size: intervals] of bounds along these (way.h) */
  int32_t loss_capacity;
  bool is_stopped;
} pf_weighted_scratch;

/* ---- Ends ---- */

static bool shares_face(const pf_weighted_place *a, const pf_weighted_place *b, double *rate,
                        int32_t *shared, const pf_weighted_map *map) {
  *rate = INFINITY;
  for (int32_t i = 0; i < a->face_count; i++)
    for (int32_t k = 0; k < b->face_count; k++)
      if (a->faces[i] == b->faces[k] && map->rate[a->faces[i]] < *rate) {
        *rate = map->rate[a->faces[i]];
        *shared = a->faces[i];
      }
  return isfinite(*rate);
}

/* The straight way, if both ends lie in one face. */
static pathfan_status begin_with_direct(pf_weighted_scratch *s) {
  pf_way *w = &s->best;
  const pf_way_stop end = {PF_WEIGHTED_NONE, PF_WEIGHTED_NONE, 0};
  double rate;
  int32_t face = 0;
  w->count = 0;
  w->cost = INFINITY;
  if (!shares_face(&s->ends[0], &s->ends[1], &rate, &face, &s->map[0])) return PATHFAN_OK;
  pathfan_status status = pf_grow(&w->stops, &w->stop_capacity, 2);
  if (!status) status = pf_grow(&w->legs, &w->leg_capacity, 1);
  if (status) return status;
  w->stops[0] = w->stops[1] = end;
  w->legs[0] = (pf_way_step){PF_WEIGHTED_GROUND, face, rate, 0};
  w->count = 2;
  w->cost = rate * hypot(s->ends[0].at.x - s->ends[1].at.x, s->ends[0].at.y - s->ends[1].at.y);
  return PATHFAN_OK;
}

/* ---- A round ---- */

/* Takes over the bound for the goal. What rounding may have added on the way is taken off. */
static void take_bound(pf_weighted_scratch *s, const pf_pass *pass) {
  double bound = fmin(pf_pass_goal(pass).cost, s->most);
  if (pass->is_stopped) bound = fmin(bound, pass->reach);
  bound -= 8 * 0x1p-52 * (s->crossings + 2) * (isfinite(bound) ? bound : 0);
  s->least = fmax(s->least, bound);
}

static pathfan_status take_way(pf_weighted_scratch *s, int side) {
  pathfan_status status = pf_way_trace(&s->way, &s->pass[side], side == 1, s->loss);
  if (status || isinf(s->way.cost)) return status;
  status = pf_way_shorten(&s->way);
  if (!status) status = pf_way_straighten(&s->way);
  if (status) return status;
  if (s->way.count > s->crossings) s->crossings = s->way.count;
  if (s->way.cost < s->most) {
    s->most = s->way.cost;
    status = pf_way_copy(&s->best, &s->way);
  }
  return status;
}

static pathfan_status run_side(pf_weighted_scratch *s, int32_t round, int side, uint64_t *pairs) {
  pf_pass *p = &s->pass[side];
  p->map = &s->map[side];
  p->intervals = &s->intervals;
  p->end = &s->ends[side];
  p->goal = &s->ends[1 - side];
  p->pairs = *pairs;
  p->limit = s->wishes->limit;
  pathfan_status status = PATHFAN_OK;
  if (side)
    status = pf_pass_look_ahead(p, &s->pass[0]);
  else if (round)
    status = pf_pass_look_ahead_before(p, &s->pass[1]);
  if (!status) status = pf_pass_run(p, s->most * (1 + 1e-12));
  *pairs = p->pairs;
  if (status) return status;
  s->is_stopped = p->is_stopped;
  if (!p->is_stopped) status = take_way(s, side);
  take_bound(s, p);
  return status;
}

static bool is_good(const pf_weighted_scratch *s) {
  return isfinite(s->most) && s->most - s->least <= s->wishes->gap * s->most;
}

/* ---- Between rounds ---- */

static double sum_at(const pf_weighted_scratch *s, int32_t joint) {
  return pf_pass_bound(&s->pass[0], joint) + pf_pass_bound(&s->pass[1], joint);
}

/* How loose the bounds of an interval are, both together, where a way may pass. */
static double looseness(const pf_weighted_scratch *s, int32_t number, double cut) {
  const pf_interval *interval = &s->intervals.list[number];
  double loose = s->loss[number], sum = 0;
  for (int k = 0; k < 2; k++) {
    const int32_t n = interval->node[k];
    sum += sum_at(s, n) / 2;
    if (sum_at(s, n) <= cut) loose = fmax(loose, s->raise[0].loose[n] + s->raise[1].loose[n]);
  }
  if (sum > cut) return loose;
  return fmax(loose, pf_loose_in_the_middle(&s->pass[0], number) +
                         pf_loose_in_the_middle(&s->pass[1], number));
}

/* Marks what no cheaper way can pass as dead, and what is too loose to be halved. */
static void mark_intervals(pf_weighted_scratch *s) {
  pf_intervals *all = &s->intervals;
  const double cut = s->most * (1 + 1e-12);
  const double share = LOOSE * (s->most - s->least) / (s->crossings + 1);
  int32_t marked = 0;
  double most = 0;
  for (int32_t i = 0; i < all->count; i++) {
    const pf_interval *interval = &all->list[i];
    all->is_dead[i] = fmin(sum_at(s, interval->node[0]), sum_at(s, interval->node[1])) > cut;
    if (all->is_dead[i] || isinf(cut)) continue;
    most = fmax(most, s->loss[i]);
    all->is_marked[i] = looseness(s, i, cut) > share;
    marked += all->is_marked[i];
  }
  for (int32_t i = 0; !marked && i < all->count; i++)
    all->is_marked[i] = !all->is_dead[i] && s->loss[i] >= most / 2;
}

/* Raises the bounds between the marks' two needs: they decide what is dead, and what is loose. */
static pathfan_status raise_both(pf_weighted_scratch *s) {
  const double most = s->most * (1 + 1e-12);
  pathfan_status status = PATHFAN_OK;
  for (int side = 0; side < 2 && !status; side++) {
    status = pf_raise_bounds(&s->raise[side], &s->pass[side], &s->pass[1 - side],
                             s->pass[side].is_whole ? most : -1);
    if (!status && s->pass[side].is_whole) take_bound(s, &s->pass[side]);
  }
  return status;
}

static pathfan_status run_rounds(pf_weighted_scratch *s, pf_weighted_search *search) {
  const double extent = s->map[0].extent;
  pathfan_status status = pf_intervals_begin(&s->intervals, &s->map[0], s->ends, LONGEST * extent);
  for (int32_t round = 0; !status; round++) {
    search->rounds = round + 1;
    search->intervals = s->intervals.count;
    status = pf_grow(&s->loss, &s->loss_capacity, s->intervals.count);
    if (!status) memset(s->loss, 0, (size_t)s->intervals.count * sizeof *s->loss);
    for (int side = 0; side < 2 && !status && !s->is_stopped; side++)
      status = run_side(s, round, side, &search->pairs);
    if (status || s->is_stopped || is_good(s)) break;
    if (isinf(s->most) && isinf(s->pass[0].reach)) break; /* proven: there is no way */
    status = raise_both(s);
    if (status || is_good(s)) break;
    if (round + 1 == ROUNDS_MOST || s->intervals.count > INTERVALS_MOST) break;
    mark_intervals(s);
    status = pf_intervals_refine(&s->intervals, SHORTEST * extent);
  }
  return status;
}

/* ---- The search ---- */

pathfan_status pf_weighted_find(pf_weighted_search *search, const pf_weighted_map *map,
                                const pf_weighted_place *from, const pf_weighted_place *to,
                                const pf_weighted_wishes *wishes) {
  if (!search->scratch) search->scratch = pf_alloc_zero(1, sizeof *search->scratch);
  pf_weighted_scratch *s = search->scratch;
  if (!s) return PATHFAN_ERR_NO_MEMORY;
  /* From the smaller end: so the way back over the map reversed is the same. */
  const bool is_turned = to->at.x < from->at.x || (to->at.x == from->at.x && to->at.y < from->at.y);
  s->map[is_turned] = *map;
  s->map[!is_turned] = pf_weighted_reversed(map);
  s->wishes = wishes;
  s->ends[0] = is_turned ? *to : *from;
  s->ends[1] = is_turned ? *from : *to;
  s->way.map = s->best.map = &s->map[0];
  s->way.ends = s->best.ends = s->ends;
  s->least = 0;
  s->crossings = 0;
  s->is_stopped = false;
  search->pairs = 0;
  search->rounds = search->step_count = 0;
  pathfan_status status = begin_with_direct(s);
  s->most = s->best.cost;
  if (!status && s->most > 0) status = run_rounds(s, search);
  if (!status && isfinite(s->most) && s->most > 0 && !is_good(s)) {
    s->taut.loop = 1;
    status = pf_tauten(&s->taut, &s->best);
    search->pairs += s->taut.pairs;
    s->taut.pairs = 0;
    s->most = s->best.cost;
  }
  if (status) return status;
  search->found = isfinite(s->most);
  search->is_proven = search->found ? s->most == 0 || is_good(s) : !s->is_stopped;
  search->cost = s->most;
  search->bound = s->least;
  if (!search->found) return PATHFAN_OK;
  search->bound = s->most == 0 ? 0 : fmin(s->least, s->most * (1 - GAP_LEAST));
  s->ends[0] = *from;
  s->ends[1] = *to;
  s->best.map = &s->map[is_turned];
  if (is_turned) pf_way_turn(&s->best);
  return pf_way_steps(&s->best, &search->steps, &search->step_capacity, &search->step_count);
}

const pf_way *pf_way_found(const pf_weighted_search *search) {
  return &search->scratch->best;
}

void pf_weighted_search_free(pf_weighted_search *search) {
  pf_weighted_scratch *s = search->scratch;
  if (s) {
    pf_intervals_free(&s->intervals);
    for (int side = 0; side < 2; side++) {
      pf_pass_free(&s->pass[side]);
      pf_raise_free(&s->raise[side]);
    }
    pf_way_free(&s->way);
    pf_way_free(&s->best);
    pf_taut_free(&s->taut);
    free(s->loss);
    free(s);
  }
  free(search->steps);
  memset(search, 0, sizeof *search);
}
