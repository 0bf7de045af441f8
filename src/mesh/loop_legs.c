/* loop_legs.c - three reasons why a leg makes no loop with another one, each exact:
 *
 *   - A part whose legs all point into a sector of angle phi < 180 degrees is at most 1/cos(phi/2)
 *     times as long as its chord. So a path that doesn't turn far has no loop at all.
 *   - Of a shortest piece, two points see each other along it or not at all.
 *   - Obstacles. Let the ends of a part see each other. Where chord and part meet, also between,
 *     they are cut: each two of these points that follow each other along the chord bound a simple
 *     closed curve, of chord and part. Every corner of the part is on such a curve. (If the chord
 *     runs through a corner, that and one of the ends see each other, too, with at least the ratio:
 *     so take a loop with the fewest corners.) If the curve runs round its inside to the left, it
 *     turns left somewhere, and the obstacles at all its left turns are inside, since neither part
 *     nor chord crosses them. So their boxes are inside the part's box. Now let a corner turn left
 *     whose obstacle isn't inside that box. Its curve can only run round to the right. Then it has
 *     one of the nearest corners before and after that turn right, and this one's obstacle is
 *     inside. So if theirs aren't inside the box either, or the part has no such corners, its ends
 *     don't see each other. The same holds with left and right exchanged. */
#include "mesh/loop_legs.h"

#include <stdlib.h>

#include "base/memory.h"

/* Points on legs are rounded to the grid, so that a chord's direction may differ from its legs':
 * the sector is a little narrower than it could be. */
#define NARROWER 0x1p-12

/* ---- Directions of legs ---- */

typedef struct vector {
  double x, y;
} vector;

static inline vector leg_of(const pf_loop_legs *l, int32_t i) {
  const pf_loop_corner *c = l->corners + i;
  return (vector){c[1].x - c[0].x, c[1].y - c[0].y};
}

static inline double cross(vector a, vector b) {
  return a.x * b.y - a.y * b.x;
}

static inline double dot(vector a, vector b) {
  return a.x * b.x + a.y * b.y;
}

/* The directions of consecutive legs: all lie between right and left, less than 180 degrees apart.
 */
typedef struct sector {
  vector right, left;
} sector;

/* Adds a direction; false: the sector is as wide as the angle of this cosine, or wider. */
static bool widen(sector *s, vector way, double cosine) {
  const double by_left = cross(s->left, way), by_right = cross(s->right, way);
  if (by_left > 0 && by_right >= 0)
    s->left = way;
  else if (by_right < 0 && by_left <= 0)
    s->right = way;
  else if (by_left > 0 || by_right < 0 || (by_left == 0 && dot(s->left, way) < 0))
    return false;
  const double across = dot(s->left, s->right);
  const double squares = cosine * cosine * dot(s->left, s->left) * dot(s->right, s->right);
  return cosine < 0 ? across > 0 || across * across < squares
                    : across > 0 && across * across > squares;
}

/* Returns the first leg that doesn't point into a narrow sector with leg i and those between. */
static int32_t end_of_sector(const pf_loop_legs *l, int32_t i, int32_t legs, double most) {
  const double cosine = 2 / (most * most) - 1; /* of the widest sector without a loop */
  const vector way = leg_of(l, i);
  sector s = {way, way};
  int32_t k = i + 1;
  while (k < legs && widen(&s, leg_of(l, k), cosine)) k++;
  return k;
}

/* ---- Obstacles ---- */

/* Whether a box isn't inside another one. */
static inline bool sticks_out(const pf_loop_box *box, const pf_loop_box *of) {
  return (box->low[0] < of->low[0]) | (box->low[1] < of->low[1]) | (box->high[0] > of->high[0]) |
         (box->high[1] > of->high[1]);
}

/* Finds the obstacles that the path turns round. */
static void set_obstacles(pf_loop_legs *l, const pf_loop_path *path, pf_loop_places *places) {
  const int32_t last = path->count - 1;
  const pf_fixed_point *p = path->points;
  const int bits = places->ground.fraction_bits;
  for (int32_t i = 1; i < last; i++) {
    pf_loop_corner *c = &l->corners[i];
    const int32_t obstacle = pf_obstacle_at(places, p[i]);
    c->left = pf_turn_at(p[i - 1], p[i], p[i + 1]) > 0;
    c->before = i == 1 ? 0 : c[-1].left == c->left ? c[-1].before : i - 1;
    if (obstacle < 0) continue;
    const pf_obstacle_box *box = &places->ground.obstacles->boxes[obstacle];
    const pf_fixed_point low = pf_lift(box->low, bits), high = pf_lift(box->high, bits);
    c->box = (pf_loop_box){{(double)(low.x - p[0].x), (double)(low.y - p[0].y)},
                           {(double)(high.x - p[0].x), (double)(high.y - p[0].y)}};
  }
  for (int32_t i = last - 1; i > 0; i--) {
    pf_loop_corner *c = &l->corners[i];
    c->after = i == last - 1 ? last : c[1].left == c->left ? c[1].after : i + 1;
  }
}

/* Whether the obstacle at a corner shows that the ends of a part from leg i to leg k are hidden
 * from each other: it and those where the path turns the other way before and after, if the part
 * has them, aren't inside the part's box. */
static inline bool shows_hidden(const pf_loop_legs *l, int32_t corner, int32_t i, int32_t k,
                                const pf_loop_box *part) {
  const pf_loop_corner *c = &l->corners[corner];
  return (int)sticks_out(&c->box, part) &
         ((int)(c->before <= i) | sticks_out(&l->corners[c->before].box, part)) &
         ((int)(c->after > k) | sticks_out(&l->corners[c->after].box, part));
}

static inline void add_corner(const pf_loop_legs *l, int32_t i, pf_loop_box *box) {
  pf_add_to_box(box, l->corners[i].x, l->corners[i].y);
}

/* Returns the first leg from k on that obstacles at the part's first and last corner don't hide
 * from leg i: others seldom do. */
static int32_t skip_hidden(const pf_loop_legs *l, int32_t i, int32_t k, int32_t legs) {
  pf_loop_box part = pf_no_box();
  for (int32_t m = i; m <= k; m++) add_corner(l, m, &part);
  for (; k < legs; k++) {
    add_corner(l, k + 1, &part);
    if (!((int)shows_hidden(l, i + 1, i, k, &part) | shows_hidden(l, k, i, k, &part))) break;
  }
  return k;
}

/* Whether the obstacle at a corner up to leg k hides leg i from all from k on. rest: the box of the
 * path from leg i on. */
static bool hides_rest(const pf_loop_legs *l, int32_t i, int32_t k, int32_t legs,
                       const pf_loop_box *rest) {
  return (int)shows_hidden(l, i + 1, i, legs - 1, rest) | shows_hidden(l, k, i, legs - 1, rest);
}

/* ---- Legs ---- */

static pathfan_status set_corners(pf_loop_legs *l, const pf_loop_path *path) {
  const pf_fixed_point *p = path->points;
  const pathfan_status status = pf_grow(&l->corners, &l->corner_capacity, path->count);
  for (int32_t i = 0; i < path->count && !status; i++)
    l->corners[i] = (pf_loop_corner){
        .x = (double)(p[i].x - p[0].x), .y = (double)(p[i].y - p[0].y), .box = pf_no_box()};
  return status;
}

pathfan_status pf_loop_legs_find(pf_loop_legs *l, const pf_loop_path *path, double most,
                                 pf_loop_places *places, bool *any) {
  const int32_t legs = path->count - 1;
  const bool by_obstacles =
      places->ground.obstacles && !places->ground.hides && !places->ground.sees;
  const double narrow = pf_more(most * (1 - NARROWER), 1);
  int32_t cut = path->cuts, piece_end = path->cuts ? legs : 0;
  pf_loop_box rest = pf_no_box();
  pathfan_status status = pf_grow(&l->safe, &l->safe_capacity, legs);
  if (!status) status = set_corners(l, path);
  *any = false;
  if (status || end_of_sector(l, 0, legs, narrow) == legs) return status;
  if (by_obstacles) set_obstacles(l, path, places);
  add_corner(l, legs, &rest);
  for (int32_t i = legs - 1; i >= 0; i--) {
    add_corner(l, i, &rest);
    if (cut > 0 && path->cut[cut - 1] > i) piece_end = path->cut[--cut];
    int32_t k = piece_end > i ? piece_end : i + 1;
    if (k < legs && by_obstacles && hides_rest(l, i, k, legs, &rest)) k = legs;
    if (k < legs) {
      const int32_t end = end_of_sector(l, i, legs, narrow);
      k = end > k ? end : k;
    }
    if (k < legs && by_obstacles) k = skip_hidden(l, i, k, legs);
    l->safe[i] = k;
    *any |= k < legs;
  }
  return PATHFAN_OK;
}

void pf_loop_legs_free(pf_loop_legs *l) {
  free(l->safe);
  free(l->corners);
  *l = (pf_loop_legs){0};
}
