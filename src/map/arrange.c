/* arrange.c - snap rounding, by halving boxes.
 *
 * The points of the result ("hot pixels") are the ends of segments, the extra points, and the
 * crossings rounded to the lattice. Every segment is then led through all points whose unit square
 * it meets, in the order in which it passes them. By Hobby's theorem this leaves no new crossing,
 * provided the squares tile the plane; so each square includes its lower borders but not its upper
 * ones.
 *
 * Everything is decided on integers: a crossing is a rational number, rounded exactly; a segment
 * meets a square if the square's corners don't all lie on one side of it. Boxes only narrow down
 * which segments and points may meet: a box that few segments reach, or that holds few points, is
 * tested pair by pair; any other is halved, so that crowded places cost no more than others. */
#include "map/arrange.h"

#include <stdlib.h>

#include "base/portable.h"
#include "base/memory.h"
#include "geometry/frame.h"

#define ARRANGE_MAX (INT32_C(1) << 28)

/* Boxes with no more than these are tested pair by pair. */
#define SEGMENTS_FEW 16
#define POINTS_FEW 4

/* Halvings of a box, in both directions together, after which it is a unit wide and high. */
#define HALVINGS_MAX 58

/* A halving is idle if both halves together have as many pairs as the box, or more, as in bundles
 * and stars of segments. After this many a box is tested pair by pair; with many segments, after a
 * few more. */
#define IDLE_MAX 4
#define MANY 1024
#define IDLE_MAX_OF_MANY 10

/* Corners are inclusive. */
typedef struct box {
  int32_t left, top, right, bottom;
} box;

/* A segment that is led through a point. */
typedef struct pass {
  int64_t along; /* position along the segment, times its length */
  int32_t segment, point;
} pass;

typedef struct work {
  pf_segment *segments; /* from the lower to the higher row, or to the right within one */
  int32_t count;
  int32_t *reach; /* stack of lists of the segments that reach the boxes being worked on */
  int32_t reach_count, reach_capacity;
  pf_lattice_point *points;
  int32_t point_count, point_capacity;
  pass *passes;
  int32_t pass_count, pass_capacity;
  const pf_limits *limits;
} work;

static pathfan_status go_on(const work *w) {
  return pf_limits_go_on(w->limits);
}

/* Like pf_memory_limit_grow, for at most ARRANGE_MAX elements. */
#define ARRANGE_GROW(w, list, capacity, need)                                                      \
  ((need) > ARRANGE_MAX                                                                            \
       ? PATHFAN_ERR_LIMIT                                                                         \
       : pf_memory_limit_grow(pf_limits_memory((w)->limits), list, capacity, need))

/* qsort may take as much memory again while it runs. */
static pathfan_status sort(const work *w, void *list, int32_t count, size_t size,
                           int (*compare)(const void *, const void *)) {
  const uint64_t held = pf_limits_held(w->limits);
  const pathfan_status status = pf_limits_take(w->limits, (uint64_t)count * size);
  if (!status && count) qsort(list, (size_t)count, size, compare);
  pf_limits_return(w->limits, held);
  return status ? status : go_on(w);
}

static bool is_turned(pf_segment s) {
  return pf_by_row(&s.from, &s.to) > 0;
}

/* ---- Boxes ---- */

/* The side of a segment that a point lies on: > 0 if to the left of its direction
 * (predicates.h). */
static int64_t side_of(pf_segment s, int64_t x, int64_t y) {
  return ((int64_t)s.to.x - s.from.x) * (y - s.from.y) -
         ((int64_t)s.to.y - s.from.y) * (x - s.from.x);
}

static bool reaches(pf_segment s, box b) {
  if (s.from.y > b.bottom || s.to.y < b.top) return false;
  const bool right = s.from.x <= s.to.x; /* it runs rightwards, and downwards or level */
  if (right ? s.from.x > b.right || s.to.x < b.left : s.to.x > b.right || s.from.x < b.left)
    return false;
  return side_of(s, b.left, right ? b.bottom : b.top) >= 0 &&
         side_of(s, b.right, right ? b.top : b.bottom) <= 0;
}

/* Appends the segments of list entries [first, end) that reach a box. */
static pathfan_status pick(work *w, int32_t first, int32_t end, box b) {
  const pathfan_status status =
      ARRANGE_GROW(w, &w->reach, &w->reach_capacity, (int64_t)w->reach_count + end - first);
  for (int32_t i = first; i < end && !status; i++)
    if (reaches(w->segments[w->reach[i]], b)) w->reach[w->reach_count++] = w->reach[i];
  return status;
}

static const box nowhere = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};

static void widen(box *b, pf_lattice_point p) {
  if (p.x < b->left) b->left = p.x;
  if (p.x > b->right) b->right = p.x;
  if (p.y < b->top) b->top = p.y;
  if (p.y > b->bottom) b->bottom = p.y;
}

/* ---- Points ---- */

static pathfan_status add_point(work *w, pf_lattice_point at) {
  const pathfan_status status =
      ARRANGE_GROW(w, &w->points, &w->point_capacity, (int64_t)w->point_count + 1);
  if (!status) w->points[w->point_count++] = at;
  return status;
}

static int sign(int64_t x) {
  return (x > 0) - (x < 0);
}

/* base + step * part / whole, rounded to the nearest whole number, halves up; whole > 0. */
static int32_t along(int32_t base, int64_t step, int64_t part, int64_t whole) {
  return (int32_t)(base + pf_int128_rounded(pf_int128_product(step, part), whole));
}

/* Adds the lattice point nearest to where two segments cross, if they cross inside both and the
 * point is near this box; otherwise another box adds it. */
static pathfan_status add_crossing(work *w, pf_segment s, pf_segment t, box b) {
  const int64_t from = side_of(t, s.from.x, s.from.y), to = side_of(t, s.to.x, s.to.y);
  if (sign(from) * sign(to) >= 0) return PATHFAN_OK;
  if (sign(side_of(s, t.from.x, t.from.y)) * sign(side_of(s, t.to.x, t.to.y)) >= 0)
    return PATHFAN_OK;
  const int64_t part = from < 0 ? -from : from;
  const int64_t whole = part + (to < 0 ? -to : to);
  const pf_lattice_point at = {along(s.from.x, (int64_t)s.to.x - s.from.x, part, whole),
                               along(s.from.y, (int64_t)s.to.y - s.from.y, part, whole)};
  const bool is_here =
      at.x >= b.left - 1 && at.x <= b.right + 1 && at.y >= b.top - 1 && at.y <= b.bottom + 1;
  return is_here ? add_point(w, at) : PATHFAN_OK;
}

static pathfan_status cross_all(work *w, int32_t first, int32_t end, box b) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i < end && !status; i++) {
    for (int32_t k = i + 1; k < end && !status; k++)
      status = add_crossing(w, w->segments[w->reach[i]], w->segments[w->reach[k]], b);
    if (!status && end - first > SEGMENTS_FEW) status = go_on(w);
  }
  return status;
}

/* Whether a box with this many segments is tested pair by pair. */
static bool is_leaf(int32_t count, int halvings, int idle) {
  return count <= SEGMENTS_FEW || halvings == HALVINGS_MAX ||
         idle >= (count <= MANY ? IDLE_MAX : IDLE_MAX_OF_MANY);
}

/* Adds all crossings in a box between the listed segments from `first` on, all of which reach
 * it. */
static pathfan_status add_crossings(work *w, int32_t first, box b, int halvings, int idle) {
  const int32_t end = w->reach_count, count = end - first;
  if (is_leaf(count, halvings, idle)) return cross_all(w, first, end, b);
  box halves[2] = {b, b};
  if (b.right - b.left >= b.bottom - b.top)
    halves[0].right = halves[1].left = b.left + (b.right - b.left) / 2;
  else
    halves[0].bottom = halves[1].top = b.top + (b.bottom - b.top) / 2;
  pathfan_status status = go_on(w);
  if (!status) status = pick(w, first, end, halves[0]);
  const int32_t middle = w->reach_count;
  if (!status) status = pick(w, first, end, halves[1]);
  const double part0 = (double)(middle - end) / count,
               part1 = (double)(w->reach_count - middle) / count;
  const int more_idle = idle + (part0 * part0 + part1 * part1 >= 1);
  if (!status) status = add_crossings(w, middle, halves[1], halvings + 1, more_idle);
  w->reach_count = middle;
  if (!status) status = add_crossings(w, end, halves[0], halvings + 1, more_idle);
  w->reach_count = end;
  return status;
}

/* Sorts points and drops duplicates. */
static pathfan_status sort_points(work *w) {
  int32_t kept = 0;
  const pathfan_status status = sort(w, w->points, w->point_count, sizeof *w->points, pf_by_row);
  for (int32_t i = 0; i < w->point_count; i++)
    if (!i || pf_by_row(&w->points[i], &w->points[kept - 1])) w->points[kept++] = w->points[i];
  w->point_count = kept;
  return status;
}

/* ---- Passes ---- */

/* The sign of a value; if it is 0, that of its change when the upper borders move in. */
static int sign_or(int64_t value, int64_t change) {
  return sign(value ? value : change);
}

/* Whether a segment meets the unit square round a point, that is, has corners of it on both sides.
 * Everything is doubled to stay whole. The borders that don't belong to the square, those of
 * greatest x and y, are treated as if they lay infinitesimally farther in. */
static bool meets(pf_segment s, pf_lattice_point at) {
  const int64_t dx = (int64_t)s.to.x - s.from.x, dy = (int64_t)s.to.y - s.from.y;
  const int32_t low = dx < 0 ? s.to.x : s.from.x, high = dx < 0 ? s.from.x : s.to.x;
  if (s.from.y > at.y || s.to.y < at.y || low > at.x || high < at.x) return false; /* all whole */
  const int64_t middle = 2 * side_of(s, at.x, at.y);
  const int sum = sign(middle - dx + dy) +            /* least x, least y */
                  sign_or(middle - dx - dy, dy) +     /* greatest x */
                  sign_or(middle + dx + dy, -dx) +    /* greatest y */
                  sign_or(middle + dx - dy, dy - dx); /* both */
  return sum != 4 && sum != -4;
}

static pathfan_status add_pass(work *w, int32_t segment, int32_t point) {
  const pf_segment s = w->segments[segment];
  if (!meets(s, w->points[point])) return PATHFAN_OK;
  const int64_t at = pf_dot(pf_from_to(s.from, s.to), pf_from_to(s.from, w->points[point]));
  const pathfan_status status =
      ARRANGE_GROW(w, &w->passes, &w->pass_capacity, (int64_t)w->pass_count + 1);
  if (!status) w->passes[w->pass_count++] = (pass){at, segment, point};
  return status;
}

/* Moves the points in the lower half of their box to the front; returns how many there are. */
static int32_t part_points(const work *w, int32_t *numbers, int32_t count, box b) {
  const bool by_x = b.right - b.left >= b.bottom - b.top;
  const int32_t middle = by_x ? b.left + (b.right - b.left) / 2 : b.top + (b.bottom - b.top) / 2;
  int32_t front = 0;
  for (int32_t i = 0; i < count; i++) {
    const int32_t p = numbers[i];
    if ((by_x ? w->points[p].x : w->points[p].y) > middle) continue;
    numbers[i] = numbers[front];
    numbers[front++] = p;
  }
  return front;
}

/* Adds the passes of the listed segments from `first` on through these points. */
static pathfan_status add_passes(work *w, int32_t first, int32_t *numbers, int32_t count) {
  const int32_t begin = w->reach_count;
  box b = nowhere;
  for (int32_t i = 0; i < count; i++) widen(&b, w->points[numbers[i]]);
  pathfan_status status =
      pick(w, first, begin, (box){b.left - 1, b.top - 1, b.right + 1, b.bottom + 1});
  const int32_t end = w->reach_count;
  if (!status && begin < end && count <= POINTS_FEW) {
    for (int32_t i = begin; i < end; i++)
      for (int32_t k = 0; k < count && !status; k++) status = add_pass(w, w->reach[i], numbers[k]);
  } else if (!status && begin < end) {
    const int32_t front = part_points(w, numbers, count, b);
    status = go_on(w);
    if (!status) status = add_passes(w, begin, numbers, front);
    if (!status) status = add_passes(w, begin, numbers + front, count - front);
  }
  w->reach_count = begin;
  return status;
}

static int by_segment(const void *a, const void *b) {
  const pass *s = a, *t = b;
  if (s->segment != t->segment) return s->segment < t->segment ? -1 : 1;
  return (s->along > t->along) - (s->along < t->along);
}

/* ---- Pieces ---- */

/* Makes pieces of the sorted passes; segments that were turned are turned back. */
static void make_pieces(const work *w, const pf_segment *given, pf_arrangement *a) {
  int32_t at = 0;
  for (int32_t s = 0; s < w->count; s++) {
    const int32_t begin = at;
    while (at < w->pass_count && w->passes[at].segment == s) at++;
    a->first[s] = a->piece_count;
    const bool turned = is_turned(given[s]);
    for (int32_t i = begin; i + 1 < at; i++) {
      const int32_t k = turned ? begin + at - 1 - i : i, to = turned ? k - 1 : k + 1;
      a->pieces[a->piece_count++] = (pf_segment_piece){w->passes[k].point, w->passes[to].point};
    }
  }
  a->first[w->count] = a->piece_count;
}

static pathfan_status take(work *w, const pf_segment *segments, int32_t count,
                           const pf_lattice_point *extra, int32_t extra_count) {
  pathfan_status status = ARRANGE_GROW(w, &w->reach, &w->reach_capacity, count);
  if (!status) status = pf_limits_take(w->limits, (uint64_t)count * sizeof *w->segments);
  if (status) return status;
  w->segments = pf_alloc((uint64_t)count, sizeof *w->segments);
  if (!w->segments) return PATHFAN_ERR_NO_MEMORY;
  w->count = count;
  for (int32_t i = 0; i < count && !status; i++) {
    const pf_segment s = segments[i];
    w->segments[i] = is_turned(s) ? (pf_segment){s.to, s.from} : s;
    w->reach[w->reach_count++] = i;
    status = add_point(w, s.from);
    if (!status) status = add_point(w, s.to);
  }
  for (int32_t i = 0; i < extra_count && !status; i++) status = add_point(w, extra[i]);
  return status;
}

static pathfan_status find_passes(work *w) {
  pathfan_status status = pf_limits_take(w->limits, (uint64_t)w->point_count * sizeof(int32_t));
  if (status) return status;
  int32_t *numbers = pf_alloc((uint64_t)w->point_count, sizeof *numbers);
  if (!numbers) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < w->point_count; i++) numbers[i] = i;
  status = add_passes(w, 0, numbers, w->point_count);
  free(numbers);
  return status ? status : sort(w, w->passes, w->pass_count, sizeof *w->passes, by_segment);
}

pathfan_status pf_arrange(const pf_segment *segments, int32_t count, const pf_lattice_point *extra,
                          int32_t extra_count, const pf_limits *limits, pf_arrangement *a) {
  work w = {.limits = limits};
  const uint64_t held = pf_limits_held(limits);
  uint64_t kept = 0;
  *a = (pf_arrangement){0};
  box all = nowhere;
  pathfan_status status = take(&w, segments, count, extra, extra_count);
  for (int32_t i = 0; i < w.point_count; i++) widen(&all, w.points[i]);
  if (!status) status = add_crossings(&w, 0, all, 0, 0);
  if (!status) status = sort_points(&w);
  if (!status) status = find_passes(&w);
  kept = ((uint64_t)count + 1) * sizeof *a->first + (uint64_t)w.pass_count * sizeof *a->pieces;
  if (!status) status = pf_limits_take(limits, kept);
  a->first = pf_alloc((uint64_t)count + 1, sizeof *a->first);
  a->pieces = pf_alloc((uint64_t)w.pass_count, sizeof *a->pieces);
  if (!status && (!a->first || !a->pieces)) status = PATHFAN_ERR_NO_MEMORY;
  if (!status) make_pieces(&w, segments, a);
  a->points = w.points;
  a->point_count = w.point_count;
  free(w.segments);
  free(w.reach);
  free(w.passes);
  if (status) pf_arrangement_free(a);
  kept += (uint64_t)w.point_capacity * sizeof *w.points;
  pf_limits_return(limits, status ? held : held + kept);
  return status;
}

int32_t pf_arrangement_find(const pf_arrangement *a, pf_lattice_point at) {
  const pf_lattice_point *found =
      a->point_count ? bsearch(&at, a->points, (size_t)a->point_count, sizeof at, pf_by_row) : NULL;
  return found ? (int32_t)(found - a->points) : -1;
}

void pf_arrangement_free(pf_arrangement *a) {
  free(a->points);
  free(a->pieces);
  free(a->first);
  *a = (pf_arrangement){0};
}
