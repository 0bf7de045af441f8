/* legs.c - candidates of one request have most of their legs in common, and splices (splices.c)
 * have no others. So what a leg shares with path 1, which takes long to find, is found once, and a
 * candidate is judged by sums. */
#include "legs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

pathfan_status pf_legs_fit(pf_legs *legs, int32_t more) {
  const int64_t numbers = legs->number_count + (int64_t)more;
  pathfan_status status = pf_grow(&legs->numbers, &legs->number_capacity, numbers);
  if (!status) status = pf_grow(&legs->before, &legs->before_capacity, numbers + 1);
  if (status) return status;
  legs->before[0] = 0;
  return pf_grow(&legs->list, &legs->capacity, legs->count + (int64_t)more);
}

int32_t pf_legs_make(pf_legs *legs, const pf_index_view *view, pf_fixed_point from,
                     pf_fixed_point to) {
  pf_known_leg *leg = &legs->list[legs->count];
  assert(legs->count < legs->capacity); /* pf_legs_fit */
  leg->steps = pf_fixed_length(from, to);
  leg->units = llrint(leg->steps * view->units_per_fixed); /* the same as pf_units */
  for (int rank = 0; rank < PF_LEGS_PATHS; rank++) {
    leg->shared[rank] = -1;
    leg->has_print[rank] = false;
  }
  return legs->count++;
}

double pf_legs_steps(const pf_legs *legs, const pf_track_legs *of) {
  double steps = 0;
  for (int half = 0; half < 2; half++) {
    const int32_t *numbers = legs->numbers + of->first[half];
    for (int32_t k = 0; k < of->count[half]; k++) steps += legs->list[numbers[k]].steps;
  }
  return steps;
}

static inline pf_known_leg *leg_of(const pf_legs *legs, const pf_track_legs *of, int32_t k) {
  const bool is_second = k >= of->count[0];
  assert(k >= 0 && k < of->count[0] + of->count[1]);
  const int32_t at = is_second ? of->first[1] + k - of->count[0] : of->first[0] + k;
  assert(at < legs->number_count);
  return &legs->list[legs->numbers[at]];
}

double pf_legs_shared(pf_legs *legs, const pf_track *track, const pf_chosen *chosen, double most) {
  const pf_track_legs *of = &track->made_of;
  const pf_fixed_point *points = track->points;
  const pf_corridor *path = chosen->path;
  assert(chosen->rank >= 0 && chosen->rank < PF_LEGS_PATHS);
  assert(of->count[0] + of->count[1] == track->count - 1);
  const int32_t head = chosen->rank ? 0 : of->head, tail = chosen->rank ? 0 : of->tail;
  double sum =
      pf_corridor_end(path, head) + path->length - pf_corridor_end(path, path->count - tail);
  for (int32_t k = head; k < of->count[0] + of->count[1] - tail && sum <= most; k++) {
    double *shared = &leg_of(legs, of, k)->shared[chosen->rank];
    if (*shared < 0) *shared = pf_leg_shared(points[k], points[k + 1], path);
    sum += *shared;
  }
  return sum;
}

static void set_print(pf_known_leg *leg, pf_fixed_point from, pf_fixed_point to,
                      const pf_chosen *chosen) {
  pf_corridor_leg here;
  pf_leg_set(&here, from, to);
  pf_footprint_set(&leg->print[chosen->rank], &here, chosen->path, chosen->width);
  leg->has_print[chosen->rank] = true;
}

void pf_legs_print(pf_legs *legs, const pf_track *track, const pf_chosen *chosen, int32_t begin,
                   int32_t end, pf_footprint *print) {
  const pf_fixed_point *points = track->points;
  assert(chosen->rank >= 0 && chosen->rank < PF_LEGS_PATHS);
  assert(end < track->count);
  for (int32_t k = begin; k < end; k++) {
    pf_known_leg *leg = leg_of(legs, &track->made_of, k);
    if (!leg->has_print[chosen->rank]) set_print(leg, points[k], points[k + 1], chosen);
    pf_footprint_add(print, &leg->print[chosen->rank]);
  }
}

void pf_legs_free(pf_legs *legs) {
  free(legs->list);
  free(legs->numbers);
  free(legs->before);
  memset(legs, 0, sizeof *legs);
}
