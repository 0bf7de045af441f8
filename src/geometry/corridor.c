/* corridor.c - how much of one path runs within a width of another.
 *
 * The distance from a point moving along a line to a segment is a convex function of the point's
 * position, so the part of a line within a width of a segment is one span: the hull of its parts in
 * the discs round the segment's two ends and in the rectangle between these. The union of such
 * spans over all segments of a path is the leg's part in the path's corridor.
 *
 * Boxes rule out nearly all pairs of legs; and a leg with both ends in the corridor of one segment
 * lies in it whole, for the same reason. Topology doesn't depend on any of this, so doubles will
 * do. Sums are integers, so that their order doesn't matter. */
#include "geometry/corridor.h"

#include <stdlib.h>
#include <string.h>

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
  int32_t spans = corridor->capacity, blocks = corridor->capacity;
  pathfan_status status = pf_grow(&corridor->spans, &spans, count);
  if (!status) status = pf_grow(&corridor->blocks, &blocks, count);
  if (!status) status = pf_grow(&corridor->legs, &corridor->capacity, count);
  return status;
}

/* Sets a box to a leg's, or widens it by that. */
static inline void add_leg(pf_box *box, const pf_corridor_leg *leg, bool is_first) {
  const pf_box *own = &leg->box;
  if (is_first || own->low.x < box->low.x) box->low.x = own->low.x;
  if (is_first || own->low.y < box->low.y) box->low.y = own->low.y;
  if (is_first || own->high.x > box->high.x) box->high.x = own->high.x;
  if (is_first || own->high.y > box->high.y) box->high.y = own->high.y;
}

static void append(pf_corridor *corridor, pf_fixed_point from, pf_fixed_point to) {
  if (pf_same_point(from, to)) return;
  pf_corridor_leg *leg = &corridor->legs[corridor->count];
  pf_leg_set(leg, from, to);
  add_leg(&corridor->blocks[corridor->count / PF_LEG_BLOCK], leg,
          corridor->count % PF_LEG_BLOCK == 0);
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

/* Widens a span by its line's part in a disc whose centre is `along` and `across` from the leg's
 * start. */
static inline void add_disc(pf_leg_span *span, double along, double across, double square) {
  const double rest = square - across * across;
  if (rest < 0) return;
  const double half = sqrt(rest);
  span->low = least(span->low, along - half);
  span->high = most(span->high, along + half);
}

/* Clips a span to where low <= at + t * slope <= high. */
static inline void clip(pf_leg_span *span, double at, double slope, double low, double high) {
  if (slope == 0) {
    if (at < low || at > high) span->high = -INFINITY;
    return;
  }
  const double one = (low - at) / slope, two = (high - at) / slope;
  span->low = most(span->low, least(one, two));
  span->high = least(span->high, most(one, two));
}

/* The relative position of two legs: each one's start in the frame of the other. */
typedef struct pose {
  double turn, same;    /* sine and cosine of the angle from a to b */
  double along, across; /* b's start in a's frame */
  double ahead, off;    /* a's start in b's frame */
} pose;

static inline pose pose_of(const pf_corridor_leg *a, const pf_corridor_leg *b) {
  const double x = (double)(b->from.x - a->from.x), y = (double)(b->from.y - a->from.y);
  return (pose){.turn = a->x * b->y - a->y * b->x,
                .same = a->x * b->x + a->y * b->y,
                .along = x * a->x + y * a->y,
                .across = a->x * y - a->y * x,
                .ahead = -(x * b->x + y * b->y),
                .off = x * b->y - y * b->x};
}

/* The pose from b's side. */
static inline pose turned_round(const pose *p) {
  return (pose){-p->turn, p->same, p->ahead, p->off, p->along, p->across};
}

/* Whether a leg lies wholly farther than the width to one side of the other's line. */
static inline bool is_off_line(double from, double to, double width) {
  return (int)(least(from, to) > width) | (int)(most(from, to) < -width);
}

static inline bool are_apart(const pf_corridor_leg *a, const pf_corridor_leg *b, const pose *p,
                             double width) {
  return (int)is_off_line(p->across, p->across + b->length * p->turn, width) |
         (int)is_off_line(p->off, p->off - a->length * p->turn, width);
}

/* Whether a point `along` and `across` from a leg's start is near the leg. */
static inline bool is_near(const pf_corridor_leg *leg, double along, double across, double square) {
  const double beyond = most(most(-along, along - leg->length), 0);
  return beyond * beyond + across * across <= square;
}

/* The part of leg a near leg b. */
static inline pf_leg_span span_of(const pf_corridor_leg *a, const pf_corridor_leg *b, const pose *p,
                                  double width) {
  const double square = width * width;
  if ((int)is_near(b, p->ahead, p->off, square) &
      is_near(b, p->ahead + a->length * p->same, p->off - a->length * p->turn, square))
    return (pf_leg_span){0, a->length};
  pf_leg_span span = {INFINITY, -INFINITY}, middle = {0, a->length};
  clip(&middle, -p->off, p->turn, -width, width);
  clip(&middle, p->ahead, p->same, 0, b->length);
  if (middle.low <= middle.high) span = middle;
  if (span.low > 0 || span.high < a->length) {
    add_disc(&span, p->along, p->across, square);
    add_disc(&span, p->along + b->length * p->same, p->across + b->length * p->turn, square);
  }
  return (pf_leg_span){most(span.low, 0), least(span.high, a->length)};
}

bool pf_leg_spans(const pf_corridor_leg *a, const pf_corridor_leg *b, double width,
                  pf_leg_span *on_a, pf_leg_span *on_b) {
  const pose p = pose_of(a, b), back = turned_round(&p);
  if (are_apart(a, b, &p, width)) return false;
  *on_a = span_of(a, b, &p, width);
  *on_b = span_of(b, a, &back, width);
  return on_a->low < on_a->high && on_b->low < on_b->high;
}

/* The part of leg a within `width` of leg b: empty if high <= low. */
static inline pf_leg_span leg_span(const pf_corridor_leg *a, const pf_corridor_leg *b,
                                   double width) {
  const pose p = pose_of(a, b);
  return are_apart(a, b, &p, width) ? (pf_leg_span){0, 0} : span_of(a, b, &p, width);
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

double pf_corridor_outside(pf_corridor *path, pf_fixed_point from, pf_fixed_point to,
                           double width) {
  if (pf_same_point(from, to)) return 0;
  pf_corridor_leg leg;
  pf_leg_set(&leg, from, to);
  return leg.length -
         pf_spans_length(path->spans, pf_corridor_spans(&leg, path, width, path->spans));
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
