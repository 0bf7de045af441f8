/* polyline.c - compares all pairs of segments, after a test of their boxes: paths have tens of
 * points, and boxes, first those of several consecutive segments, rule out nearly all pairs. */
#include "geometry/polyline.h"

#include "base/portable.h"
#include "geometry/box.h"

static bool are_in_line(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c) {
  return pf_is_collinear(pf_fixed_from_to(a, b), pf_fixed_from_to(a, c));
}

/* Whether b lies between a and c, given that the three are collinear. */
static bool between(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c) {
  return (a.x <= b.x ? b.x <= c.x : b.x >= c.x) && (a.y <= b.y ? b.y <= c.y : b.y >= c.y);
}

/* Dropping a point keeps the direction of the last segment, so no earlier point becomes straight by
 * it. */
int32_t pf_polyline_straighten(pf_fixed_point *points, int32_t count) {
  int32_t kept = count > 0;
  pf_fixed_point way = {0, 0}; /* to the last point kept */
  for (int32_t i = 1; i < count; i++) {
    const pf_fixed_point step = pf_fixed_from_to(points[kept - 1], points[i]);
    if (!(step.x | step.y)) continue;
    if (kept >= 2 && pf_is_collinear(way, step) && pf_points_along(way, step)) kept--;
    points[kept++] = points[i];
    way = step;
  }
  return kept;
}

/* Limits of the number of segments that share a box, and of the number of boxes. */
enum { BLOCK_LEAST = 6, BLOCKS_MOST = 64 };

typedef struct block_list {
  int32_t size, segments, count;
  pf_box of[BLOCKS_MOST];
} block_list;

static void make_blocks(block_list *blocks, const pf_fixed_point *points, int32_t count) {
  const int32_t segments = count - 1, need = (segments + BLOCKS_MOST - 1) / BLOCKS_MOST;
  blocks->segments = segments;
  blocks->size = need > BLOCK_LEAST ? need : BLOCK_LEAST;
  blocks->count = 0;
  for (int32_t i = 0; i < segments; i += blocks->size) {
    const int32_t rest = segments - i;
    blocks->of[blocks->count++] =
        pf_box_of(points + i, (rest < blocks->size ? rest : blocks->size) + 1);
  }
}

/* The set of blocks from number `first` on that meet a box, one bit each. */
static inline uint64_t blocks_near(const block_list *blocks, int32_t first, const pf_box *box) {
  uint64_t near = 0;
  for (int32_t b = first; b < blocks->count; b++)
    near |= (uint64_t)!pf_boxes_apart(box, &blocks->of[b]) << b;
  return near;
}

/* The range of segments of block b. */
static inline int32_t block_begin(const block_list *blocks, int32_t b) {
  return b * blocks->size;
}

static inline int32_t block_end(const block_list *blocks, int32_t b) {
  return b + 1 < blocks->count ? (b + 1) * blocks->size : blocks->segments;
}

/* Whether two segments meet, given that their boxes do. */
static bool segments_meet(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c, pf_fixed_point d) {
  return pf_turn_at(a, b, c) * pf_turn_at(a, b, d) <= 0 &&
         pf_turn_at(c, d, a) * pf_turn_at(c, d, b) <= 0;
}

/* Whether each segment advances in the direction from the first point to the last: then none meet.
 * Most paths do so, and most stretches of the others. */
static bool is_monotone(const pf_fixed_point *p, int32_t count) {
  const pf_fixed_point way = pf_fixed_from_to(p[0], p[count - 1]);
  for (int32_t i = 0; i + 1 < count; i++)
    if (!pf_points_along(way, pf_fixed_from_to(p[i], p[i + 1]))) return false;
  return true;
}

/* Whether segment i meets a later one of block b, except its neighbour in their common point. */
static inline bool meets_block(const pf_fixed_point *p, int32_t i, const block_list *blocks,
                               int32_t b) {
  const pf_box here = pf_box_of(p + i, 2);
  const int32_t begin = block_begin(blocks, b), end = block_end(blocks, b);
  for (int32_t j = begin > i + 2 ? begin : i + 2; j < end; j++)
    if (!pf_box_misses(&here, p[j], p[j + 1]) && segments_meet(p[i], p[i + 1], p[j], p[j + 1]))
      return true;
  return false;
}

bool pf_polyline_is_simple(const pf_fixed_point *p, int32_t count) {
  block_list blocks;
  if (is_monotone(p, count)) return true;
  /* Neighbours meet in p[i+1], and elsewhere only if the path turns right back. */
  for (int32_t i = 0; i + 2 < count; i++)
    if (pf_turn_at(p[i], p[i + 1], p[i + 2]) == 0 && !between(p[i], p[i + 1], p[i + 2]))
      return false;
  make_blocks(&blocks, p, count);
  for (int32_t a = 0; a < blocks.count; a++)
    for (uint64_t near = blocks_near(&blocks, a, &blocks.of[a]); near; near &= near - 1) {
      const int32_t b = pf_lowest_bit(near), begin = block_begin(&blocks, a);
      if (b <= a + 1 && is_monotone(p + begin, block_end(&blocks, b) - begin + 1)) continue;
      for (int32_t i = begin; i < block_end(&blocks, a); i++)
        if (meets_block(p, i, &blocks, b)) return false;
    }
  return true;
}

/* Where two shortest paths to a point meet, both are equally far from it; so only segments equally
 * far from the via node, within the slack, are compared. */
bool pf_polyline_halves_meet(const pf_fixed_point *p, int32_t count, int32_t via, double slack) {
  int32_t first = via; /* segment of the second half; the segments before it are too near */
  double near = 0, first_near = 0;
  if (via < 1 || via + 1 >= count) return false;
  if (pf_turn_at(p[via - 1], p[via], p[via + 1]) == 0 && !between(p[via - 1], p[via], p[via + 1]))
    return true;
  if (is_monotone(p, count)) return false;
  for (int32_t i = via - 1; i >= 0; i--) {
    const double far = near + pf_fixed_length(p[i], p[i + 1]);
    const pf_box here = pf_box_of(p + i, 2);
    double along = first_near; /* where segment j begins */
    for (int32_t j = first; j + 1 < count && along <= far + slack; j++) {
      if (i + 1 != j && !pf_box_misses(&here, p[j], p[j + 1]) &&
          segments_meet(p[i], p[i + 1], p[j], p[j + 1]))
        return true;
      along += pf_fixed_length(p[j], p[j + 1]);
      if (along >= far - slack) continue;
      first = j + 1;
      first_near = along;
    }
    near = far;
  }
  return false;
}

bool pf_ring_is_simple(const pf_fixed_point *p, int32_t count) {
  if (!pf_polyline_is_simple(p, count)) return false;
  /* The closing side, against both neighbours and all others. */
  const pf_fixed_point last = p[count - 1], first = p[0];
  if (pf_turn_at(p[count - 2], last, first) == 0 && !between(p[count - 2], last, first))
    return false;
  if (pf_turn_at(last, first, p[1]) == 0 && !between(last, first, p[1])) return false;
  const pf_box closing = pf_box_of((const pf_fixed_point[]){last, first}, 2);
  for (int32_t i = 1; i + 2 < count; i++)
    if (!pf_box_misses(&closing, p[i], p[i + 1]) && segments_meet(last, first, p[i], p[i + 1]))
      return false;
  return true;
}

double pf_polyline_length(const pf_fixed_point *points, int32_t count, int fraction_bits) {
  double sum = 0;
  for (int32_t i = 0; i + 1 < count; i++) sum += pf_fixed_length(points[i], points[i + 1]);
  return sum * pf_power_of_two(-fraction_bits);
}

double pf_segments_overlap(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c, pf_fixed_point d) {
  if ((pf_same_point(a, c) && pf_same_point(b, d)) || (pf_same_point(a, d) && pf_same_point(b, c)))
    return pf_fixed_length(a, b);
  if (!are_in_line(a, b, c) || !are_in_line(a, b, d)) return 0;
  /* The two middle points of the four, in order along the line. */
  pf_fixed_point ends[4] = {a, b, c, d};
  for (int i = 1; i < 4; i++)
    for (int j = i; j > 0 && (ends[j].x < ends[j - 1].x ||
                              (ends[j].x == ends[j - 1].x && ends[j].y < ends[j - 1].y));
         j--) {
      const pf_fixed_point swap = ends[j];
      ends[j] = ends[j - 1];
      ends[j - 1] = swap;
    }
  return pf_fixed_length(ends[1], ends[2]);
}

double pf_polyline_shared(const pf_fixed_point *a, int32_t a_count, const pf_fixed_point *b,
                          int32_t b_count, int fraction_bits) {
  double sum = 0;
  /* Alternatives mostly share their start and end. A simple path meets those segments nowhere else,
   * so only the middles are left to compare. */
  while (a_count >= 2 && b_count >= 2 && pf_same_point(a[0], b[0]) && pf_same_point(a[1], b[1])) {
    sum += pf_fixed_length(a[0], a[1]);
    a++, b++, a_count--, b_count--;
  }
  while (a_count >= 2 && b_count >= 2 && pf_same_point(a[a_count - 1], b[b_count - 1]) &&
         pf_same_point(a[a_count - 2], b[b_count - 2])) {
    sum += pf_fixed_length(a[a_count - 2], a[a_count - 1]);
    a_count--, b_count--;
  }
  if (a_count < 2 || b_count < 2) return sum * pf_power_of_two(-fraction_bits);
  block_list blocks;
  make_blocks(&blocks, b, b_count);
  for (int32_t i = 0; i + 1 < a_count; i++) {
    const pf_box here = pf_box_of(a + i, 2);
    for (uint64_t near = blocks_near(&blocks, 0, &here); near; near &= near - 1) {
      const int32_t beside = pf_lowest_bit(near), end = block_end(&blocks, beside);
      for (int32_t j = block_begin(&blocks, beside); j < end; j++)
        if (!pf_box_misses(&here, b[j], b[j + 1]))
          sum += pf_segments_overlap(a[i], a[i + 1], b[j], b[j + 1]);
    }
  }
  return sum * pf_power_of_two(-fraction_bits);
}
