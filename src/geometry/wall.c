/* wall.c - doubles decide where they differ by more than their error; else whole numbers do. */
#include "geometry/wall.h"

#include <stdlib.h>

#include "base/portable.h"

/* More than the relative error of what is compared roughly. */
#define DOUBT 0x1p-40

bool pf_wall_crossing(const pf_wall_line *wall, pf_fixed_point from, pf_fixed_point to,
                      pf_wall_entry *entry) {
  const pf_fixed_point along = pf_fixed_from_to(wall->a, wall->b);
  const pf_int128 before = pf_fixed_cross(along, pf_fixed_from_to(wall->a, from));
  const pf_int128 onward = pf_fixed_cross(along, pf_fixed_from_to(to, from));
  if (pf_int128_sign(before) < 0 || pf_int128_sign(onward) <= 0 ||
      pf_int128_compare(before, onward) > 0)
    return false;
  *entry = (pf_wall_entry){.about = pf_int128_double(before) / pf_int128_double(onward),
                           .at = {pf_wide_size(before), pf_wide_size(onward)},
                           .wall = *wall};
  return true;
}

pf_wall_entry pf_wall_entry_at(pf_fixed_point from, pf_fixed_point to, pf_fixed_point at,
                               pf_wall_line wall) {
  const bool by_x = from.x != to.x;
  const int64_t before = by_x ? at.x - from.x : at.y - from.y;
  const int64_t whole = by_x ? to.x - from.x : to.y - from.y;
  return (pf_wall_entry){
      .about = (double)before / (double)whole,
      .at = {pf_wide_of((uint64_t)llabs(before)), pf_wide_of((uint64_t)llabs(whole))},
      .wall = wall};
}

int pf_wall_entry_compare(const pf_wall_entry *a, const pf_wall_entry *b) {
  const double doubt = DOUBT * (a->about + b->about);
  if (a->about < b->about - doubt) return -1;
  if (a->about > b->about + doubt) return 1;
  return pf_ratio_compare(&a->at, &b->at);
}

void pf_wall_distance(const pf_wall_line *wall, pf_fixed_point point, pf_near *near) {
  const pf_fixed_point along = pf_fixed_from_to(wall->a, wall->b);
  const pf_fixed_point to_a = pf_fixed_from_to(point, wall->a);
  const pf_fixed_point to_b = pf_fixed_from_to(point, wall->b);
  const bool is_past_a = pf_int128_sign(pf_fixed_dot(along, to_a)) < 0;
  const bool is_before_b = pf_int128_sign(pf_fixed_dot(along, to_b)) > 0;
  near->wall = *wall;
  if (is_past_a && is_before_b) {
    const pf_int128 whole = pf_fixed_dot(along, along), aside = pf_fixed_cross(along, to_a);
    const pf_wide side = pf_wide_size(aside);
    const double share = pf_int128_double(aside) / pf_int128_double(whole);
    near->square = (pf_ratio){pf_wide_times(&side, &side), pf_wide_size(whole)};
    near->x = -(double)along.y * share;
    near->y = (double)along.x * share;
  } else {
    const pf_fixed_point end = is_past_a ? to_b : to_a;
    near->square = (pf_ratio){pf_wide_size(pf_fixed_dot(end, end)), pf_wide_of(1)};
    near->x = (double)end.x;
    near->y = (double)end.y;
  }
  near->about = sqrt(near->x * near->x + near->y * near->y);
}

static int compare_fixed(pf_fixed_point a, pf_fixed_point b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

int pf_near_compare(const pf_near *a, const pf_near *b) {
  const double doubt = DOUBT * (a->about + b->about);
  if (a->about < b->about - doubt) return -1;
  if (a->about > b->about + doubt) return 1;
  const int order = pf_ratio_compare(&a->square, &b->square);
  if (order) return order;
  if (a->y != b->y) return a->y < b->y ? -1 : 1;
  if (a->x != b->x) return a->x < b->x ? -1 : 1;
  const int first = compare_fixed(a->wall.a, b->wall.a);
  return first ? first : compare_fixed(a->wall.b, b->wall.b);
}
