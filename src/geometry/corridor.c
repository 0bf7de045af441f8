/* corridor.c - the distance from a point that moves along a line to a segment is a convex function
 * of where it is, so that what a line has within a width of a segment is one span: the hull of what
 * it has within the discs round the segment's two ends and within the rectangle between these. The
 * union of such spans over all segments of a path is what a leg has in the path's corridor.
 *
 * Nearly all pairs of legs are told apart by their boxes; and a leg of which both ends are in the
 * corridor of one segment lies in it whole, for the same reason. Topology doesn't hang on any of
 * this: doubles will do. Sums are made of integers, so that their order doesn't matter. */
#include "geometry/corridor.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static inline bool same_point(pathfan_fixed_point a, pathfan_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

static pathfan_corridor_leg leg_between(pathfan_fixed_point a, pathfan_fixed_point b) {
  const bool turned = b.x != a.x ? b.x < a.x : b.y < a.y;
  const pathfan_fixed_point from = turned ? b : a, to = turned ? a : b;
  const double x = (double)(to.x - from.x), y = (double)(to.y - from.y);
  const double length = sqrt(x * x + y * y);
  return (pathfan_corridor_leg){
      .from = from,
      .x = x / length,
      .y = y / length,
      .length = length,
      .steps = llrint(length),
      .box = {{from.x, from.y < to.y ? from.y : to.y}, {to.x, from.y < to.y ? to.y : from.y}}};
}

/* Room for that many legs. */
static pathfan_status fit(pathfan_corridor *corridor, int32_t count) {
  int32_t spans = corridor->capacity, blocks = corridor->capacity;
  pathfan_status status = pathfan_grow(&corridor->spans, &spans, count, sizeof *corridor->spans);
  if (!status) status = pathfan_grow(&corridor->blocks, &blocks, count, sizeof *corridor->blocks);
  if (!status)
    status = pathfan_grow(&corridor->legs, &corridor->capacity, count, sizeof *corridor->legs);
  return status;
}

static void append(pathfan_corridor *corridor, pathfan_fixed_point from, pathfan_fixed_point to) {
  if (same_point(from, to)) return;
  const pathfan_corridor_leg leg = leg_between(from, to);
  pathfan_box *block = &corridor->blocks[corridor->count / PATHFAN_LEG_BLOCK];
  if (corridor->count % PATHFAN_LEG_BLOCK == 0) *block = leg.box;
  pathfan_box_add(block, leg.box.low);
  pathfan_box_add(block, leg.box.high);
  corridor->legs[corridor->count++] = leg;
  corridor->steps += leg.steps;
}

pathfan_status pathfan_corridor_set(pathfan_corridor *corridor, const pathfan_fixed_point *points,
                                    int32_t count) {
  const pathfan_status status = fit(corridor, count);
  if (status) return status;
  pathfan_corridor_clear(corridor);
  for (int32_t i = 0; i + 1 < count; i++) append(corridor, points[i], points[i + 1]);
  return PATHFAN_OK;
}

pathfan_status pathfan_corridor_add(pathfan_corridor *corridor, pathfan_fixed_point from,
                                    pathfan_fixed_point to) {
  const pathfan_status status = fit(corridor, corridor->count + 1);
  if (!status) append(corridor, from, to);
  return status;
}

void pathfan_corridor_clear(pathfan_corridor *corridor) {
  corridor->count = 0;
  corridor->steps = 0;
}

void pathfan_corridor_free(pathfan_corridor *corridor) {
  free(corridor->legs);
  free(corridor->blocks);
  free(corridor->spans);
  memset(corridor, 0, sizeof *corridor);
}

/* Not those of <math.h>, which mind NaN and are calls. */
static inline double least(double a, double b) {
  return a < b ? a : b;
}

static inline double most(double a, double b) {
  return a > b ? a : b;
}

static inline bool same_leg(const pathfan_corridor_leg *a, const pathfan_corridor_leg *b) {
  return same_point(a->from, b->from) && a->x == b->x && a->y == b->y && a->length == b->length;
}

/* Widens a span by what lies within a disc, whose centre is `along` and `across` the leg. */
static inline void add_disc(pathfan_span *span, double along, double across, double square) {
  const double rest = square - across * across;
  if (rest < 0) return;
  const double half = sqrt(rest);
  span->low = least(span->low, along - half);
  span->high = most(span->high, along + half);
}

/* Cuts a span to where low <= at + t * slope <= high. */
static inline void clip(pathfan_span *span, double at, double slope, double low, double high) {
  if (slope == 0) {
    if (at < low || at > high) span->high = -INFINITY;
    return;
  }
  const double one = (low - at) / slope, two = (high - at) / slope;
  span->low = most(span->low, least(one, two));
  span->high = least(span->high, most(one, two));
}

/* What leg a has within `width` of leg b: empty where high <= low. */
static pathfan_span span_of(const pathfan_corridor_leg *a, const pathfan_corridor_leg *b,
                            double width) {
  const double x = (double)(b->from.x - a->from.x), y = (double)(b->from.y - a->from.y);
  const double turn = a->x * b->y - a->y * b->x, same = a->x * b->x + a->y * b->y;
  const double square = width * width;
  /* b's beginning as a sees it, and a's as b does. */
  const double along = x * a->x + y * a->y, across = a->x * y - a->y * x;
  const double off = x * b->y - y * b->x, ahead = -(x * b->x + y * b->y);
  pathfan_span span = {INFINITY, -INFINITY}, middle = {0, a->length};
  clip(&middle, -off, turn, -width, width);
  clip(&middle, ahead, same, 0, b->length);
  if (middle.low <= middle.high) span = middle;
  if (span.low > 0 || span.high < a->length) {
    add_disc(&span, along, across, square);
    add_disc(&span, along + b->length * same, across + b->length * turn, square);
  }
  return (pathfan_span){most(span.low, 0), least(span.high, a->length)};
}

int32_t pathfan_spans_join(pathfan_span *spans, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 1; i < count; i++) {
    const pathfan_span span = spans[i];
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

int32_t pathfan_corridor_spans(const pathfan_corridor_leg *leg, const pathfan_corridor *path,
                               double width, pathfan_span *spans) {
  const int64_t margin = (int64_t)least(width, 0x1p61) + 1;
  const pathfan_box *box = &leg->box;
  const pathfan_box wide = {{box->low.x - margin, box->low.y - margin},
                            {box->high.x + margin, box->high.y + margin}};
  int32_t count = 0;
  for (int32_t begin = 0, block = 0; begin < path->count; begin += PATHFAN_LEG_BLOCK, block++) {
    if (pathfan_boxes_apart(&wide, &path->blocks[block])) continue;
    const int32_t end =
        begin + PATHFAN_LEG_BLOCK < path->count ? begin + PATHFAN_LEG_BLOCK : path->count;
    for (int32_t i = begin; i < end; i++) {
      if (pathfan_boxes_apart(&wide, &path->legs[i].box)) continue;
      const pathfan_span span = span_of(leg, &path->legs[i], width);
      if (span.high <= span.low) continue;
      spans[count++] = span;
      if (span.low == 0 && span.high == leg->length) { /* all of it */
        spans[0] = span;
        return 1;
      }
    }
  }
  return count > 1 ? pathfan_spans_join(spans, count) : count;
}

double pathfan_corridor_outside(pathfan_corridor *path, pathfan_fixed_point from,
                                pathfan_fixed_point to, double width) {
  if (same_point(from, to)) return 0;
  const pathfan_corridor_leg leg = leg_between(from, to);
  return leg.length -
         pathfan_spans_length(path->spans, pathfan_corridor_spans(&leg, path, width, path->spans));
}

/* Length of what path a has near path b. Where only one limit matters, a number on the same side of
 * it will do: counting ends once the side is settled. */
static int64_t near_of(const pathfan_corridor *a, pathfan_corridor *b, double width,
                       const int64_t *limit) {
  int64_t near = 0, rest = a->steps;
  int32_t begin = 0, end = a->count;
  /* Alternatives mostly share their beginning and their end. */
  for (; begin < end && begin < b->count && same_leg(&a->legs[begin], &b->legs[begin]); begin++)
    near += a->legs[begin].steps;
  for (int32_t k = b->count;
       end > begin && k > begin && same_leg(&a->legs[end - 1], &b->legs[k - 1]); end--, k--)
    near += a->legs[end - 1].steps;
  rest -= near;
  for (int32_t i = begin; i < end; i++) {
    if (limit && (near > *limit || near + rest <= *limit)) break;
    const int32_t count = pathfan_corridor_spans(&a->legs[i], b, width, b->spans);
    near += llrint(pathfan_spans_length(b->spans, count));
    rest -= a->legs[i].steps;
  }
  return near;
}

int64_t pathfan_corridor_near(const pathfan_corridor *a, pathfan_corridor *b, double width) {
  return near_of(a, b, width, NULL);
}

bool pathfan_corridors_share(pathfan_corridor *a, pathfan_corridor *b, double width,
                             int64_t limit) {
  const int64_t left = limit - near_of(a, b, width, NULL);
  return left < 0 || near_of(b, a, width, &left) > left;
}
