/* corridor.c - how much of one path runs within a width of another.
 *
 * The distance from a point moving along a line to a segment is a convex function of the point's
 * position, so the part of a line within a width of a segment is one span: the hull of its parts in
 * the discs round the segment's two ends and in the rectangle between these. The union of such
 * spans over all segments of a path is the leg's part in the path's corridor.
 *
 * Boxes rule out nearly all pairs of legs, four at a time; and a leg with both ends in the corridor
 * of one segment lies in it whole, since that is convex. Topology doesn't depend on any of this, so
 * doubles will do. Sums are integers, so that their order doesn't matter. */
#include "geometry/corridor.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"

/* Assigns member by member, here and below: a value written in halves and read as a whole right
 * away stalls today's processors. */
void pf_leg_set(pf_corridor_leg *leg, pf_fixed_point a, pf_fixed_point b) {
  const bool turned = b.x != a.x ? b.x < a.x : b.y < a.y, falls = a.y < b.y ? turned : !turned;
  const int64_t low_x = turned ? b.x : a.x, high_x = turned ? a.x : b.x;
  const int64_t low_y = a.y < b.y ? a.y : b.y, high_y = a.y < b.y ? b.y : a.y;
  const double x = (double)(high_x - low_x), height = (double)(high_y - low_y);
  const double y = falls ? -height : height, length = sqrt(x * x + y * y);
  leg->from.x = low_x;
  leg->from.y = falls ? high_y : low_y;
  leg->x = x / length;
  leg->y = y / length;
  leg->length = length;
  leg->steps = llrint(length);
  leg->box.low.x = low_x;
  leg->box.low.y = low_y;
  leg->box.high.x = high_x;
  leg->box.high.y = high_y;
  leg->is_turned = turned;
}

/* Makes room for `count` legs. */
static pathfan_status fit(pf_corridor *corridor, int32_t count) {
  int32_t spans = corridor->capacity;
  pathfan_status status = pf_grow(&corridor->spans, &spans, count);
  if (!status)
    status = pf_grow(&corridor->blocks, &corridor->block_capacity,
                     (count + (int64_t)PF_LEG_BLOCK - 1) / PF_LEG_BLOCK);
  if (!status) status = pf_grow(&corridor->legs, &corridor->capacity, count);
  return status;
}

/* Adds the box of leg k of a block. */
static inline void add_box(pf_leg_block *block, int32_t k, const pf_box *box) {
  for (int32_t i = k; i < PF_LEG_BLOCK && !k; i++) block->low_x[i] = INFINITY;
  block->low_x[k] = pf_float_below(box->low.x);
  block->low_y[k] = pf_float_below(box->low.y);
  block->high_x[k] = pf_float_above(box->high.x);
  block->high_y[k] = pf_float_above(box->high.y);
}

static void append(pf_corridor *corridor, pf_fixed_point from, pf_fixed_point to) {
  if (pf_same_point(from, to)) return;
  pf_corridor_leg *leg = &corridor->legs[corridor->count];
  pf_leg_set(leg, from, to);
  add_box(&corridor->blocks[corridor->count / PF_LEG_BLOCK], corridor->count % PF_LEG_BLOCK,
          &leg->box);
  corridor->count++;
  corridor->length = leg->end = corridor->length + leg->length;
  corridor->steps += leg->steps;
}

pathfan_status pf_corridor_set(pf_corridor *corridor, const pf_fixed_point *points, int32_t count) {
  const pathfan_status status = fit(corridor, count);
  if (status) return status;
  pf_corridor_clear(corridor);
  for (int32_t i = 0; i + 1 < count; i++) append(corridor, points[i], points[i + 1]);
  return PATHFAN_OK;
}

pathfan_status pf_corridor_add(pf_corridor *corridor, pf_fixed_point from, pf_fixed_point to) {
  const pathfan_status status = fit(corridor, corridor->count + 1);
  if (!status) append(corridor, from, to);
  return status;
}

void pf_corridor_clear(pf_corridor *corridor) {
  corridor->count = 0;
  corridor->length = 0;
  corridor->steps = 0;
}

void pf_corridor_free(pf_corridor *corridor) {
  free(corridor->legs);
  free(corridor->blocks);
  free(corridor->spans);
  memset(corridor, 0, sizeof *corridor);
}

/* Unlike those of <math.h>, these don't handle NaN and aren't calls. */
static inline double least(double a, double b) {
  return a < b ? a : b;
}

static inline double most(double a, double b) {
  return a > b ? a : b;
}

static inline bool same_leg(const pf_corridor_leg *a, const pf_corridor_leg *b) {
  return pf_same_point(a->from, b->from) && a->x == b->x && a->y == b->y && a->length == b->length;
}

bool pf_corridor_has(const pf_corridor *path, const pf_corridor *other, int32_t k) {
  const int32_t back = path->count - other->count + k;
  return (k < path->count && same_leg(&path->legs[k], &other->legs[k])) ||
         (back >= 0 && same_leg(&path->legs[back], &other->legs[k]));
}

/* Two numbers: one of leg a beside leg b, one of b beside a. Which parts of two legs decide can't
 * be predicted, so all are computed, without branches, for both legs at once. In plain C a pair is
 * its first number, and the second is that of the legs in the other order. */
#if !PATHFAN_PLAIN_C
typedef double pair PF_VECTOR(16);
typedef int64_t pair_mask PF_VECTOR(16);

static inline pair pair_of(double a, double b) {
  return (pair){a, b};
}

static inline pair pick(pair_mask is_a, pair a, pair b) {
  return (pair)(((pair_mask)a & is_a) | ((pair_mask)b & ~is_a));
}

static inline pair roots_of(pair x) {
  return (pair){sqrt(x[0]), sqrt(x[1])};
}

static inline bool has_any(pair_mask mask) {
  return (mask[0] | mask[1]) != 0;
}
#else
typedef double pair;
typedef int pair_mask; /* 0 or 1 */

static inline pair pair_of(double a, double b) {
  (void)b;
  return a;
}

static inline pair pick(pair_mask is_a, pair a, pair b) {
  return is_a ? a : b;
}

static inline pair roots_of(pair x) {
  return sqrt(x);
}

static inline bool has_any(pair_mask mask) {
  return mask;
}
#endif

static inline pair both(double x) {
  return pair_of(x, x);
}

static inline pair least_of(pair a, pair b) {
  return pick(a < b, a, b);
}

static inline pair most_of(pair a, pair b) {
  return pick(a > b, a, b);
}

/* Parts of both legs: empty if high <= low. */
typedef struct parts {
  pair low, high;
} parts;

/* Widens parts by those of their lines in discs whose centres are `along` and `across` from the
 * legs' starts. */
static inline void add_discs(parts *p, pair along, pair across, pair square) {
  const pair rest = square - across * across, in = pick(rest < both(0), both(0), rest);
  const pair half = pick(rest < both(0), both(-INFINITY), roots_of(in));
  p->low = least_of(p->low, along - half);
  p->high = most_of(p->high, along + half);
}

/* Clips parts to where low <= at + t * slope <= high. */
static inline void clip(parts *p, pair at, pair slope, pair low, pair high) {
  const pair one = (low - at) / slope, two = (high - at) / slope;
  const pair_mask is_level = slope == both(0), is_in = (at >= low) & (at <= high);
  const pair level = pick(is_in, both(INFINITY), both(-INFINITY));
  p->low = most_of(p->low, pick(is_level, both(-INFINITY), least_of(one, two)));
  p->high = least_of(p->high, pick(is_level, level, most_of(one, two)));
}

/* Where two legs are: a beside b, and b beside a. */
typedef struct pose {
  pair own, other;    /* the lengths of the leg and of that beside it */
  pair turn, same;    /* sine and cosine of the angle from the leg to the other */
  pair along, across; /* the other's start in the leg's frame */
  pair ahead, off;    /* the leg's start in the other's frame */
} pose;

static inline pose pose_of(const pf_corridor_leg *a, const pf_corridor_leg *b) {
  const double x = (double)(b->from.x - a->from.x), y = (double)(b->from.y - a->from.y);
  const double turn = a->x * b->y - a->y * b->x, same = a->x * b->x + a->y * b->y;
  const double along = x * a->x + y * a->y, across = a->x * y - a->y * x;
  const double ahead = -(x * b->x + y * b->y), off = x * b->y - y * b->x;
  return (pose){.own = pair_of(a->length, b->length),
                .other = pair_of(b->length, a->length),
                .turn = pair_of(turn, -turn),
                .same = both(same),
                .along = pair_of(along, ahead),
                .across = pair_of(across, off),
                .ahead = pair_of(ahead, along),
                .off = pair_of(off, across)};
}

/* Whether a leg lies wholly farther than the width to one side of the other's line, that is its two
 * ends do. */
static inline bool are_apart(const pose *p, double width) {
  const pair to = p->across + p->other * p->turn;
  const pair_mask apart = ((p->across > both(width)) & (to > both(width))) |
                          ((p->across < both(-width)) & (to < both(-width)));
  return has_any(apart);
}

/* Whether points `along` and `across` from the other leg's start are near it. */
static inline pair_mask are_near(const pose *p, pair along, pair across, pair square) {
  const pair beyond = most_of(most_of(-along, along - p->other), both(0));
  return beyond * beyond + across * across <= square;
}

/* The parts of legs near each other. */
static inline parts parts_of(const pose *p, double width) {
  const pair square = both(width * width), length = p->own;
  const pair_mask are_whole =
      are_near(p, p->ahead, p->off, square) &
      are_near(p, p->ahead + length * p->same, p->off - length * p->turn, square);
  parts all = {both(0), length};
  clip(&all, -p->off, p->turn, both(-width), both(width));
  clip(&all, p->ahead, p->same, both(0), p->other);
  const pair_mask are_some = all.low <= all.high;
  all.low = pick(are_some, all.low, both(INFINITY));
  all.high = pick(are_some, all.high, both(-INFINITY));
  add_discs(&all, p->along, p->across, square);
  add_discs(&all, p->along + p->other * p->same, p->across + p->other * p->turn, square);
  return (parts){pick(are_whole, both(0), most_of(all.low, both(0))),
                 pick(are_whole, length, least_of(all.high, length))};
}

/* Determines the parts of two legs within `width` of each other; false: they are apart. */
static inline bool spans_of(const pf_corridor_leg *a, const pf_corridor_leg *b, double width,
                            pf_leg_span *on_a, pf_leg_span *on_b) {
  const pose p = pose_of(a, b);
  const parts all = parts_of(&p, width);
#if !PATHFAN_PLAIN_C
  *on_a = (pf_leg_span){all.low[0], all.high[0]};
  *on_b = (pf_leg_span){all.low[1], all.high[1]};
  return !are_apart(&p, width);
#else
  const pose q = pose_of(b, a);
  const parts back = parts_of(&q, width);
  *on_a = (pf_leg_span){all.low, all.high};
  *on_b = (pf_leg_span){back.low, back.high};
  return !are_apart(&p, width) && !are_apart(&q, width);
#endif
}

bool pf_leg_spans(const pf_corridor_leg *a, const pf_corridor_leg *b, double width,
                  pf_leg_span *on_a, pf_leg_span *on_b) {
  const bool meet = spans_of(a, b, width, on_a, on_b);
  return meet & (on_a->low < on_a->high) & (on_b->low < on_b->high);
}

/* The part of leg a within `width` of leg b: empty if high <= low. */
static inline pf_leg_span leg_span(const pf_corridor_leg *a, const pf_corridor_leg *b,
                                   double width) {
  pf_leg_span on_a, on_b;
  return spans_of(a, b, width, &on_a, &on_b) ? on_a : (pf_leg_span){0, 0};
}

int32_t pf_spans_join(pf_leg_span *spans, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 1; i < count; i++) {
    const pf_leg_span span = spans[i];
    int32_t k = i;
    for (; k > 0 && spans[k - 1].low > span.low; k--) spans[k] = spans[k - 1];
    spans[k] = span;
  }
  for (int32_t i = 0; i < count; i++) {
    if (kept && spans[i].low <= spans[kept - 1].high)
      spans[kept - 1].high = most(spans[kept - 1].high, spans[i].high);
    else
      spans[kept++] = spans[i];
  }
  return kept;
}

int32_t pf_corridor_spans(const pf_corridor_leg *leg, const pf_corridor *path, double width,
                          pf_leg_span *spans) {
  const pf_box wide = pf_box_widened(&leg->box, width);
  int32_t count = 0, list[PF_LEGS_LISTED];
  for (int32_t at = 0; at < path->count;) {
    const int32_t listed = pf_corridor_list(path, &wide, &at, list);
    for (int32_t i = 0; i < listed; i++) {
      const pf_leg_span span = leg_span(leg, &path->legs[list[i]], width);
      spans[count] = span;
      count += span.high > span.low;
      if (span.low == 0 && span.high == leg->length) { /* all of it */
        spans[0] = span;
        return 1;
      }
    }
  }
  return count > 1 ? pf_spans_join(spans, count) : count;
}

/* Length of the parts of path a near path b. With a limit, any number on the same side of it will
 * do: counting stops once the side is settled. */
static int64_t near_of(const pf_corridor *a, pf_corridor *b, double width, const int64_t *limit) {
  int64_t near = 0, rest = a->steps;
  int32_t begin = 0, end = a->count;
  /* Alternatives mostly share their start and end. */
  for (; begin < end && begin < b->count && same_leg(&a->legs[begin], &b->legs[begin]); begin++)
    near += a->legs[begin].steps;
  for (int32_t k = b->count;
       end > begin && k > begin && same_leg(&a->legs[end - 1], &b->legs[k - 1]); end--, k--)
    near += a->legs[end - 1].steps;
  rest -= near;
  for (int32_t i = begin; i < end; i++) {
    if (limit && (near > *limit || near + rest <= *limit)) break;
    const int32_t count = pf_corridor_spans(&a->legs[i], b, width, b->spans);
    near += llrint(pf_spans_length(b->spans, count));
    rest -= a->legs[i].steps;
  }
  return near;
}

int64_t pf_corridor_near(const pf_corridor *a, pf_corridor *b, double width) {
  return near_of(a, b, width, NULL);
}

bool pf_corridors_share(pf_corridor *a, pf_corridor *b, double width, int64_t limit) {
  const int64_t left = limit - near_of(a, b, width, NULL);
  return left < 0 || near_of(b, a, width, &left) > left;
}
