/* wall.c - doubles decide where they differ by more than their error; else whole numbers do. */
#include "geometry/wall.h"

/* More than the relative error of what is compared roughly. */
#define DOUBT 0x1p-40

static unsigned __int128 size_of(__int128 value) {
  return value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
}

static __int128 cross(pf_fixed_point a, pf_fixed_point b) {
  return (__int128)a.x * b.y - (__int128)a.y * b.x;
}

static __int128 dot(pf_fixed_point a, pf_fixed_point b) {
  return (__int128)a.x * b.x + (__int128)a.y * b.y;
}

bool pf_wall_crossing(const pf_wall_line *wall, pf_fixed_point from, pf_fixed_point to,
                      pf_wall_entry *entry) {
  const pf_fixed_point along = pf_fixed_from_to(wall->a, wall->b);
  const __int128 before = cross(along, pf_fixed_from_to(wall->a, from));
  const __int128 onward = -cross(along, pf_fixed_from_to(from, to));
  if (before < 0 || onward <= 0 || before > onward) return false;
  *entry = (pf_wall_entry){.about = (double)before / (double)onward,
                           .at = {pf_wide_of(size_of(before)), pf_wide_of(size_of(onward))},
                           .wall = *wall};
  return true;
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
  const __int128 ahead = -dot(along, to_a), behind = dot(along, to_b);
  const __int128 whole = dot(along, along);
  near->wall = *wall;
  if (ahead > 0 && behind > 0) {
    const __int128 aside = cross(along, to_a);
    const pf_wide side = pf_wide_of(size_of(aside));
    near->square = (pf_ratio){pf_wide_times(&side, &side), pf_wide_of(size_of(whole))};
    near->x = -(double)along.y * ((double)aside / (double)whole);
    near->y = (double)along.x * ((double)aside / (double)whole);
  } else {
    const pf_fixed_point end = ahead <= 0 ? to_a : to_b;
    near->square = (pf_ratio){pf_wide_of(size_of(dot(end, end))), pf_wide_of(1)};
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
