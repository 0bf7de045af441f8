/* twin_surface.c - sight by following a line from cell to cell: at each line of the grid that it
 * meets, all cells round that point that hang together there are looked at. */
#include "twin_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { W = TWIN_SURFACE_SIDE, L = TWIN_SURFACE_LAYERS, U = TWIN_SURFACE_UNIT };

static int32_t cell_of(int32_t layer, int32_t x, int32_t y) {
  return (layer * W + y) * W + x;
}
static int32_t x_of(int32_t cell) {
  return cell % W;
}
static int32_t y_of(int32_t cell) {
  return cell / W % W;
}

/* ---- Drawing ---- */

/* Joins layer l to the one above between cells (x,y) and (x+1,y), which have no other neighbours
 * but those to the left and right. */
static void build_ramp(twin_surface *s, int32_t l, int32_t x, int32_t y) {
  for (int32_t k = l; k <= l + 1; k++)
    for (int32_t i = x; i <= x + 1; i++)
      for (int32_t j = y - 1; j <= y + 1; j++)
        if (j >= 0 && j < W) s->is_free[cell_of(k, i, j)] = false;
  s->is_free[cell_of(l, x, y)] = s->goes_up[cell_of(l, x, y)] = true;
  s->is_free[cell_of(l + 1, x + 1, y)] = true;
  if (x > 0) s->is_free[cell_of(l, x - 1, y)] = true;
  if (x + 2 < W) s->is_free[cell_of(l + 1, x + 2, y)] = true;
}

/* Whether a ramp there wouldn't touch another one. */
static bool has_room(const twin_surface *s, int32_t l, int32_t x, int32_t y) {
  for (int32_t k = l - 1; k <= l + 1; k++)
    for (int32_t i = x - 3; i <= x + 3; i++)
      for (int32_t j = y - 2; j <= y + 2; j++)
        if (k >= 0 && i >= 0 && i < W && j >= 0 && j < W && s->goes_up[cell_of(k, i, j)])
          return false;
  return true;
}

void twin_surface_draw(twin_surface *s, pf_random *random) {
  memset(s, 0, sizeof *s);
  for (int32_t c = 0; c < TWIN_SURFACE_CELLS; c++) s->is_free[c] = pf_random_chance(random, 0.85);
  for (int tries = 0; tries < 40; tries++) {
    const int32_t l = pf_random_between(random, 0, L - 2);
    const int32_t x = pf_random_between(random, 0, W - 2), y = pf_random_between(random, 0, W - 1);
    if (has_room(s, l, x, y)) build_ramp(s, l, x, y);
  }
}

/* ---- Neighbours ---- */

/* The cell beyond a side: 0 right, 1 of greater y, 2 left, 3 of less y; -1: none. */
static int32_t beyond(const twin_surface *s, int32_t cell, int side) {
  static const int32_t step[4] = {1, W, -1, -W};
  const int32_t x = x_of(cell), y = y_of(cell);
  if ((side == 0 && x == W - 1) || (side == 1 && y == W - 1) || (side == 2 && x == 0) ||
      (side == 3 && y == 0))
    return -1;
  int32_t next = cell + step[side];
  if (side == 0 && s->goes_up[cell]) return next + W * W;
  if (side == 2 && next >= W * W && s->goes_up[next - W * W]) return next - W * W;
  return s->is_free[next] ? next : -1;
}

twin_surface_point twin_surface_draw_point(const twin_surface *s, pf_random *random) {
  int32_t cell;
  do cell = pf_random_between(random, 0, TWIN_SURFACE_CELLS - 1);
  while (!s->is_free[cell]);
  return (twin_surface_point){U * x_of(cell) + pf_random_between(random, 1, U - 1),
                              U * y_of(cell) + pf_random_between(random, 1, U - 1), cell};
}

/* The heights of a cell's left and right side. */
static void rise(const twin_surface *s, int32_t cell, double height[2]) {
  const double flat = TWIN_SURFACE_RISE * (double)(cell / (W * W));
  const bool comes_up = x_of(cell) > 0 && cell >= W * W && s->goes_up[cell - W * W - 1];
  height[0] = comes_up ? flat - TWIN_SURFACE_RISE / 2.0 : flat;
  height[1] = s->goes_up[cell] ? flat + TWIN_SURFACE_RISE / 2.0 : flat;
}

double twin_surface_height(const twin_surface *s, twin_surface_point at) {
  double height[2];
  rise(s, at.cell, height);
  const double share = (double)(at.x - U * x_of(at.cell)) / U;
  return (1 - share) * height[0] + share * height[1];
}

/* ---- Sight ---- */

/* A part of the way from one point to another. */
typedef struct part {
  int64_t up, down; /* up / down of it, down > 0 */
} part;

typedef struct line {
  int64_t x, y, dx, dy;
} line;

static bool is_in(const line *l, part t, int32_t cell) {
  const int64_t x = l->x * t.down + l->dx * t.up, y = l->y * t.down + l->dy * t.up;
  const int64_t left = (int64_t)U * x_of(cell) * t.down, low = (int64_t)U * y_of(cell) * t.down;
  return x >= left && x <= left + U * t.down && y >= low && y <= low + U * t.down;
}

/* Whether the point is on a side of a cell that it is in. */
static bool is_on_side(const line *l, part t, int32_t cell, int side) {
  const int64_t x = l->x * t.down + l->dx * t.up, y = l->y * t.down + l->dy * t.up;
  if (side & 1) return y == (int64_t)U * (y_of(cell) + (side == 1)) * t.down;
  return x == (int64_t)U * (x_of(cell) + (side == 0)) * t.down;
}

static void add(twin_surface_set *set, int32_t cell) {
  if (cell < 0 || set->has[cell]) return;
  set->has[cell] = true;
  set->list[set->count++] = cell;
}

static void keep_those_in(const line *l, part t, twin_surface_set *set) {
  int32_t kept = 0;
  for (int32_t i = 0; i < set->count; i++) {
    set->has[set->list[i]] = is_in(l, t, set->list[i]);
    if (set->has[set->list[i]]) set->list[kept++] = set->list[i];
  }
  set->count = kept;
}

static void spread(const twin_surface *s, const line *l, part t, twin_surface_set *set) {
  for (int32_t i = 0; i < set->count; i++)
    for (int side = 0; side < 4; side++)
      if (is_on_side(l, t, set->list[i], side)) add(set, beyond(s, set->list[i], side));
}

void twin_surface_round(const twin_surface *s, int32_t x, int32_t y, twin_surface_set *set) {
  const line l = {x, y, 0, 0};
  const part start = {0, 1};
  spread(s, &l, start, set);
}

static int by_part(const void *a, const void *b) {
  const part *x = a, *y = b;
  const int64_t left = x->up * y->down, right = y->up * x->down;
  return (left > right) - (left < right);
}

/* Adds the parts at which a coordinate that begins at `from` passes lines of the grid. */
static int add_parts(int64_t from, int64_t by, part *parts, int count) {
  for (int64_t k = 0; k <= W && by; k++) {
    const int64_t up = (U * k - from) * (by < 0 ? -1 : 1), down = by < 0 ? -by : by;
    if (up > 0 && up < down) parts[count++] = (part){up, down};
  }
  return count;
}

bool twin_surface_follow(const twin_surface *s, int32_t x, int32_t y, int32_t to_x, int32_t to_y,
                         twin_surface_set *set) {
  const line l = {x, y, to_x - x, to_y - y};
  part parts[2 * W + 4], before = {0, 1};
  int count = add_parts(x, l.dx, parts, 0);
  count = add_parts(y, l.dy, parts, count);
  parts[count++] = (part){1, 1};
  qsort(parts, (size_t)count, sizeof *parts, by_part);
  spread(s, &l, before, set);
  if (!l.dx && !l.dy) return true;
  for (int i = 0; i < count; i++) {
    const part now = parts[i];
    if (by_part(&before, &now) == 0) continue;
    const part middle = {before.up * now.down + now.up * before.down, 2 * before.down * now.down};
    keep_those_in(&l, middle, set);
    if (!set->count) return false;
    spread(s, &l, now, set);
    before = now;
  }
  return true;
}

static bool sees(const twin_surface *s, twin_surface_point a, twin_surface_point b) {
  twin_surface_set set = {0};
  add(&set, a.cell);
  return twin_surface_follow(s, a.x, a.y, b.x, b.y, &set) && set.has[b.cell];
}

static double straight(twin_surface_point a, twin_surface_point b) {
  return hypot(b.x - a.x, b.y - a.y) / U;
}

/* ---- Lengths ---- */

struct twin_surface_graph {
  const twin_surface *surface;
  twin_surface_point *nodes;
  int32_t count;
  double *lengths; /* [Size: count * count] */
};

/* The corners of cells that don't have four cells round them, each once. */
static void list_nodes(twin_surface_graph *g) {
  const twin_surface *s = g->surface;
  for (int32_t cell = 0; cell < TWIN_SURFACE_CELLS; cell++)
    for (int k = 0; k < 4 && s->is_free[cell]; k++) {
      const twin_surface_point at = {U * (x_of(cell) + (k & 1)), U * (y_of(cell) + (k >> 1)), cell};
      twin_surface_set set = {0};
      bool is_first = true;
      add(&set, cell);
      twin_surface_round(s, at.x, at.y, &set);
      for (int32_t i = 0; i < set.count; i++) is_first = is_first && set.list[i] >= cell;
      if (is_first && set.count < 4) g->nodes[g->count++] = at;
    }
}

twin_surface_graph *twin_surface_graph_make(const twin_surface *s) {
  twin_surface_graph *g = calloc(1, sizeof *g);
  g->surface = s;
  g->nodes = malloc(4 * (size_t)TWIN_SURFACE_CELLS * sizeof *g->nodes);
  list_nodes(g);
  const int32_t n = g->count;
  g->lengths = malloc(((size_t)n * (size_t)n + 1) * sizeof *g->lengths);
  double *d = g->lengths;
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b <= a; b++)
      d[a * n + b] = d[b * n + a] = a == b ? 0
                                    : sees(s, g->nodes[a], g->nodes[b])
                                        ? straight(g->nodes[a], g->nodes[b])
                                        : INFINITY;
  for (int32_t k = 0; k < n; k++)
    for (int32_t a = 0; a < n; a++)
      for (int32_t b = 0; b < n && d[a * n + k] < INFINITY; b++)
        d[a * n + b] = fmin(d[a * n + b], d[a * n + k] + d[k * n + b]);
  return g;
}

double twin_surface_length(const twin_surface_graph *g, twin_surface_point from,
                           twin_surface_point to) {
  const int32_t n = g->count;
  double best = sees(g->surface, from, to) ? straight(from, to) : INFINITY;
  double *last = malloc(((size_t)n + 1) * sizeof *last);
  for (int32_t b = 0; b < n; b++)
    last[b] = sees(g->surface, g->nodes[b], to) ? straight(g->nodes[b], to) : INFINITY;
  for (int32_t a = 0; a < n; a++) {
    if (!sees(g->surface, from, g->nodes[a])) continue;
    const double first = straight(from, g->nodes[a]);
    for (int32_t b = 0; b < n; b++) best = fmin(best, first + g->lengths[a * n + b] + last[b]);
  }
  free(last);
  return best;
}

void twin_surface_graph_free(twin_surface_graph *g) {
  free(g->nodes);
  free(g->lengths);
  free(g);
}
