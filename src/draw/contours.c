/* contours.c - marching squares: at most two pieces of rings cross a cell between four nodes, each
 * from one of its sides to another; the pieces are followed until they close.
 *
 * A frame of nodes without value surrounds the grid, so that all rings close. Pieces have the area
 * on their left as seen, so that each crossed side begins one piece and ends another. If only two
 * opposite corners of a cell are inside, the mean of all four decides whether they are joined. */
#include "draw/contours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Sides of a cell. */
enum { TOP, RIGHT, BOTTOM, LEFT };

typedef struct tracing {
  pf_contours *out;
  const pf_value_grid *grid;
  double level, beyond;
  int32_t columns, rows; /* of cells, including the frame */
} tracing;

/* The value at a node of the framed grid, whose first node is outside. */
static double value_at(const tracing *t, int32_t x, int32_t y) {
  const pf_value_grid *g = t->grid;
  if (x < 1 || y < 1 || x > g->columns || y > g->rows) return INFINITY;
  return g->values[(int64_t)(y - 1) * g->columns + (x - 1)];
}

static bool is_on_frame(const tracing *t, int32_t x, int32_t y) {
  return x < 1 || y < 1 || x > t->grid->columns || y > t->grid->rows;
}

/* The number of a cell's side: twice that of the node where the side begins, plus one if it runs
 * down. */
static int32_t side_number(const tracing *t, int32_t x, int32_t y, int side) {
  const int32_t right = side == RIGHT, down = side == BOTTOM;
  return 2 * ((y + down) * (t->columns + 1) + x + right) + (side == LEFT || side == RIGHT);
}

static void add_piece(const tracing *t, int32_t x, int32_t y, int from, int to) {
  t->out->next[side_number(t, x, y, from)] = side_number(t, x, y, to);
}

static void cross_cell(const tracing *t, int32_t x, int32_t y) {
  /* Bits: the corners from the upper left one, clockwise. */
  static const signed char pieces[16][2] = {
      {-1, -1},        {LEFT, TOP},   {TOP, RIGHT},  {LEFT, RIGHT},
      {RIGHT, BOTTOM}, {-1, -1},      {TOP, BOTTOM}, {LEFT, BOTTOM},
      {BOTTOM, LEFT},  {BOTTOM, TOP}, {-1, -1},      {BOTTOM, RIGHT},
      {RIGHT, LEFT},   {RIGHT, TOP},  {TOP, LEFT},   {-1, -1}};
  const double corners[4] = {value_at(t, x, y), value_at(t, x + 1, y), value_at(t, x + 1, y + 1),
                             value_at(t, x, y + 1)};
  int inside = 0;
  for (int i = 0; i < 4; i++) inside |= (corners[i] <= t->level) << i;
  if (inside == 5 || inside == 10) {
    const double mean = (corners[0] + corners[1] + corners[2] + corners[3]) / 4;
    const bool joined = mean <= t->level;
    const bool first = inside == 5; /* upper left and lower right corners inside */
    add_piece(t, x, y, first ? joined ? RIGHT : LEFT : TOP, first ? TOP : joined ? LEFT : RIGHT);
    add_piece(t, x, y, first ? joined ? LEFT : RIGHT : BOTTOM,
              first    ? BOTTOM
              : joined ? RIGHT
                       : LEFT);
  } else if (pieces[inside][0] >= 0) {
    add_piece(t, x, y, pieces[inside][0], pieces[inside][1]);
  }
}

/* Finds where a ring crosses a side, in nodes of the grid itself. */
static void crossing_at(const tracing *t, int32_t side, double *px, double *py) {
  const int32_t node = side / 2, x = node % (t->columns + 1), y = node / (t->columns + 1);
  const bool down = side % 2;
  const int32_t x1 = x + !down, y1 = y + down;
  const double a = value_at(t, x, y), b = value_at(t, x1, y1);
  double share = isfinite(a) && isfinite(b) ? (t->level - a) / (b - a) : 0;
  if (isinf(a) || isinf(b)) {
    const bool frame = is_on_frame(t, x, y) || is_on_frame(t, x1, y1);
    share = isinf(a) ? 1 - (frame ? 0 : t->beyond) : frame ? 0 : t->beyond;
  }
  *px = x - 1 + (down ? 0 : share);
  *py = y - 1 + (down ? share : 0);
}

/* Whether the second of three points lies with both others on one line of the grid. */
static bool is_between(const double *a, const double *b, const double *c) {
  return (a[0] == b[0] && b[0] == c[0]) || (a[1] == b[1] && b[1] == c[1]);
}

static bool add_point(pf_contours *out, double x, double y) {
  const int32_t first = out->first[out->ring_count], n = out->point_count;
  const double point[2] = {x, y}, *last = out->xy ? out->xy + 2 * (int64_t)n - 2 : NULL;
  if (n > first && last[0] == x && last[1] == y) return true;
  if (n > first + 1 && is_between(last - 2, last, point)) out->point_count--;
  if (pf_grow(&out->xy, &out->xy_capacity, 2 * ((int64_t)out->point_count + 1))) return false;
  memcpy(out->xy + 2 * (int64_t)out->point_count++, point, sizeof point);
  return true;
}

/* Drops such points where the ring closes, too. */
static void close_ring(pf_contours *out) {
  const int32_t first = out->first[out->ring_count];
  while (out->point_count - first >= 3) {
    double *begin = out->xy + 2 * (int64_t)first;
    const double *last = out->xy + 2 * (int64_t)out->point_count - 2;
    const bool same = last[0] == begin[0] && last[1] == begin[1];
    if (!same && is_between(last, begin, begin + 2))
      memcpy(begin, last, 2 * sizeof *begin);
    else if (!same && !is_between(last - 2, last, begin))
      return;
    out->point_count--;
  }
}

/* Twice the area of a ring, positive if it runs clockwise as seen. */
static double area_of(const pf_contours *c, int32_t ring) {
  double sum = 0;
  const int32_t end = c->first[ring + 1];
  for (int32_t i = c->first[ring], j = end - 1; i < end; j = i++)
    sum += c->xy[2 * j] * c->xy[2 * i + 1] - c->xy[2 * i] * c->xy[2 * j + 1];
  return sum;
}

/* Follows the ring that begins at a side, and removes its pieces. */
static bool follow(const tracing *t, int32_t side) {
  pf_contours *out = t->out;
  if (pf_grow(&out->first, &out->ring_capacity, (int64_t)out->ring_count + 2)) return false;
  out->first[out->ring_count] = out->point_count;
  while (side >= 0) {
    double x, y;
    crossing_at(t, side, &x, &y);
    if (!add_point(out, x, y)) return false;
    const int32_t next = out->next[side];
    out->next[side] = -1;
    side = next >= 0 && out->next[next] >= 0 ? next : -1;
  }
  close_ring(out);
  const int32_t first = out->first[out->ring_count];
  out->first[out->ring_count + 1] = out->point_count;
  if (out->point_count - first < 3 || area_of(out, out->ring_count) == 0)
    out->point_count = first; /* all points in a row */
  else
    out->ring_count++;
  out->first[out->ring_count] = out->point_count;
  return true;
}

/* ---- Holes ---- */

static bool is_within(const pf_contours *c, int32_t ring, double x, double y) {
  bool inside = false;
  const int32_t end = c->first[ring + 1];
  for (int32_t i = c->first[ring], j = end - 1; i < end; j = i++) {
    const double xi = c->xy[2 * i], yi = c->xy[2 * i + 1], xj = c->xy[2 * j], yj = c->xy[2 * j + 1];
    if ((yi > y) != (yj > y) && x < xi + (y - yi) / (yj - yi) * (xj - xi)) inside = !inside;
  }
  return inside;
}

bool pf_contours_nest(pf_contours *c) {
  double *areas = pf_alloc((uint64_t)c->ring_count + 1, sizeof *areas);
  int32_t *outer = pf_resize(c->outer, (uint64_t)c->ring_count + 1, sizeof *outer);
  if (outer) c->outer = outer;
  for (int32_t i = 0; areas && outer && i < c->ring_count; i++) areas[i] = area_of(c, i);
  for (int32_t i = 0; areas && outer && i < c->ring_count; i++) {
    outer[i] = -1;
    if (areas[i] < 0) continue;
    const double *at = &c->xy[2 * (int64_t)c->first[i]];
    const double x = (at[0] + at[2]) / 2, y = (at[1] + at[3]) / 2;
    for (int32_t k = 0; k < c->ring_count; k++)
      if (areas[k] < 0 && -areas[k] > areas[i] && (outer[i] < 0 || areas[k] > areas[outer[i]]) &&
          is_within(c, k, x, y))
        outer[i] = k;
  }
  free(areas);
  return areas && outer;
}

bool pf_contours_trace(pf_contours *contours, const pf_value_grid *grid, double level,
                       double beyond) {
  const tracing t = {contours, grid, level, beyond, grid->columns + 1, grid->rows + 1};
  const int64_t sides = 2 * ((int64_t)t.columns + 1) * (t.rows + 1);
  contours->ring_count = contours->point_count = 0;
  if (contours->next_capacity < sides) {
    free(contours->next);
    contours->next_capacity = 0;
    contours->next = pf_alloc((uint64_t)sides, sizeof *contours->next);
    if (!contours->next) return false;
    contours->next_capacity = sides;
  }
  if (pf_grow(&contours->first, &contours->ring_capacity, 1)) return false;
  contours->first[0] = 0;
  for (int64_t i = 0; i < sides; i++) contours->next[i] = -1;
  for (int32_t y = 0; y < t.rows; y++)
    for (int32_t x = 0; x < t.columns; x++) cross_cell(&t, x, y);
  for (int32_t i = 0; i < (int32_t)sides; i++)
    if (contours->next[i] >= 0 && !follow(&t, i)) return false;
  return pf_contours_nest(contours);
}

void pf_contours_free(pf_contours *contours) {
  free(contours->xy);
  free(contours->first);
  free(contours->outer);
  free(contours->next);
  memset(contours, 0, sizeof *contours);
}
