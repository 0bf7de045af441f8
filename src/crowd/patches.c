/* patches.c - cuts free space by squares and gates.
 *
 * Each polygon of the mesh is clipped to the squares that it overlaps, which gives exact areas, and
 * these fragments are cut by the gates in their square. Fragments that share a side belong
 * together, unless the side lies on a gate or between squares. A square that is wholly free and has
 * no gate is one fragment.
 *
 * A part with less than a third of a square's area joins the neighbour with which it shares the
 * longest side that is no gate: a single agent would crowd it. */
#include "crowd/patches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/clip.h"
#include "crowd/places.h"

#define MOST_POINTS 4200
#define NEAR 1e-6      /* of a square's side: distances that may be due to rounding */
#define WHOLE 1e-7     /* of a square's area: a free one lacks no more than that */
#define SMALL (1 / 3.) /* of a square's area */

/* A side between two fragments. */
typedef struct shared {
  int32_t from, to, gate; /* fragments */
  pathfan_point a, b;     /* from the left to the right of one who goes over */
} shared;

typedef struct maker {
  pf_patches *p;
  int32_t fragment_capacity, corner_capacity;
  double *area;  /* [Size: fragments] */
  int32_t *part; /* [Size: fragments] union-find */
  shared *shared;
  int32_t shared_count, shared_capacity;
} maker;

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

/* ---- Fragments ---- */

static pathfan_status add_fragment(maker *m, int32_t square, const pathfan_point *corners,
                                   int32_t count) {
  pf_patches *p = m->p;
  if (count < 3 || pf_clip_area(corners, count) <= NEAR * NEAR * p->size * p->size)
    return PATHFAN_OK;
  pathfan_status status =
      pf_grow(&p->fragments, &m->fragment_capacity, (int64_t)p->fragment_count + 1);
  if (!status) status = pf_grow(&p->corners, &m->corner_capacity, (int64_t)p->corner_count + count);
  if (status) return status;
  memcpy(p->corners + p->corner_count, corners, (size_t)count * sizeof *corners);
  p->fragments[p->fragment_count++] = (pf_fragment){p->corner_count, count, square, -1};
  p->corner_count += count;
  return PATHFAN_OK;
}

static pathfan_status add_polygon(maker *m, const pathfan_point *corners, int32_t count) {
  static _Thread_local pathfan_point row[3][MOST_POINTS];
  pf_patches *p = m->p;
  double low, high;
  pathfan_status status = PATHFAN_OK;
  pf_clip_bounds(corners, count, 1, &low, &high);
  const int32_t bottom = pf_patches_line(high, p->y, p->size, p->rows);
  for (int32_t y = pf_patches_line(low, p->y, p->size, p->rows); y <= bottom && !status; y++) {
    int32_t size = pf_clip_axis(corners, count, 1, p->y + y * p->size, true, row[0]);
    size = pf_clip_axis(row[0], size, 1, p->y + (y + 1) * p->size, false, row[1]);
    if (size < 3) continue;
    pf_clip_bounds(row[1], size, 0, &low, &high);
    const int32_t right = pf_patches_line(high, p->x, p->size, p->columns);
    for (int32_t x = pf_patches_line(low, p->x, p->size, p->columns); x <= right && !status; x++) {
      const int32_t left = pf_clip_axis(row[1], size, 0, p->x + x * p->size, true, row[0]);
      const int32_t part = pf_clip_axis(row[0], left, 0, p->x + (x + 1) * p->size, false, row[2]);
      status = add_fragment(m, y * p->columns + x, row[2], part);
    }
  }
  return status;
}

static int by_square(const void *a, const void *b) {
  const pf_fragment *x = a, *y = b;
  if (x->square != y->square) return x->square < y->square ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* The corner of a square's box: 0..3 in the order of cross products. */
static pathfan_point corner_of(const pf_patches *p, int32_t square, int corner) {
  const int32_t x = square % p->columns + (corner == 1 || corner == 2);
  const int32_t y = square / p->columns + (corner >= 2);
  return (pathfan_point){p->x + x * p->size, p->y + y * p->size};
}

/* ---- Gates in squares ---- */

/* Whether part of a gate lies in a square or on its sides. */
static bool is_in_square(const pf_patches *p, const pf_gate *g, int32_t square) {
  const pathfan_point low = corner_of(p, square, 0), high = corner_of(p, square, 2);
  const double wide = NEAR * p->size, dx = g->b.x - g->a.x, dy = g->b.y - g->a.y;
  double from = 0, to = 1;
  const double at[2] = {g->a.x, g->a.y}, by[2] = {dx, dy};
  const double least[2] = {low.x - wide, low.y - wide}, most[2] = {high.x + wide, high.y + wide};
  for (int i = 0; i < 2; i++) {
    if (fabs(by[i]) < wide) {
      if (at[i] < least[i] || at[i] > most[i]) return false;
      continue;
    }
    const double s = (least[i] - at[i]) / by[i], t = (most[i] - at[i]) / by[i];
    from = fmax(from, fmin(s, t));
    to = fmin(to, fmax(s, t));
  }
  return (to - from) * hypot(dx, dy) > 4 * wide;
}

static void count_gates(pf_patches *p, bool counts) {
  for (int32_t i = 0; i < p->gates->count; i++) {
    const pf_gate *g = &p->gates->list[i];
    const double wide = NEAR * p->size;
    const int32_t left = pf_patches_line(fmin(g->a.x, g->b.x) - wide, p->x, p->size, p->columns);
    const int32_t right = pf_patches_line(fmax(g->a.x, g->b.x) + wide, p->x, p->size, p->columns);
    const int32_t top = pf_patches_line(fmin(g->a.y, g->b.y) - wide, p->y, p->size, p->rows);
    const int32_t bottom = pf_patches_line(fmax(g->a.y, g->b.y) + wide, p->y, p->size, p->rows);
    for (int32_t y = top; y <= bottom; y++)
      for (int32_t x = left; x <= right; x++) {
        const int32_t square = y * p->columns + x;
        if (!is_in_square(p, g, square)) continue;
        if (counts)
          p->first_gate[square + 1]++;
        else
          p->gates_in[p->first_gate[square]++] = i;
      }
  }
}

static pathfan_status place_gates(pf_patches *p) {
  const int32_t squares = p->columns * p->rows;
  p->first_gate = pf_alloc_zero((uint64_t)squares + 1, sizeof *p->first_gate);
  if (!p->first_gate) return PATHFAN_ERR_NO_MEMORY;
  count_gates(p, true);
  for (int32_t i = 0; i < squares; i++) p->first_gate[i + 1] += p->first_gate[i];
  p->gates_in = pf_alloc((uint64_t)p->first_gate[squares] + 1, sizeof *p->gates_in);
  if (!p->gates_in) return PATHFAN_ERR_NO_MEMORY;
  count_gates(p, false);
  for (int32_t i = squares; i > 0; i--) p->first_gate[i] = p->first_gate[i - 1];
  p->first_gate[0] = 0;
  return PATHFAN_OK;
}

/* Cuts a fragment in two where a gate passes through it. */
static pathfan_status cut_by(maker *m, int32_t number, const pf_gate *g) {
  pathfan_point left[MOST_POINTS], right[MOST_POINTS];
  const pf_patches *p = m->p;
  pf_fragment *f = &m->p->fragments[number];
  const pathfan_point *corners = p->corners + f->first;
  const double length = distance(g->a, g->b), wide = NEAR * p->size;
  double least = 0, most = 0, low = INFINITY, high = -INFINITY;
  if (!f->count) return PATHFAN_OK;
  for (int32_t i = 0; i < f->count; i++) {
    const pathfan_point c = corners[i], d = corners[i + 1 < f->count ? i + 1 : 0];
    const double s = pf_place_turn(g->a, g->b, c) / length;
    const double t = pf_place_turn(g->a, g->b, d) / length;
    least = fmin(least, s);
    most = fmax(most, s);
    if ((s > 0) == (t > 0)) continue;
    const double share = s / (s - t);
    const pathfan_point at = {c.x + share * (d.x - c.x), c.y + share * (d.y - c.y)};
    const double u =
        ((at.x - g->a.x) * (g->b.x - g->a.x) + (at.y - g->a.y) * (g->b.y - g->a.y)) / length;
    low = fmin(low, u);
    high = fmax(high, u);
  }
  if (least > -wide || most < wide || low < -wide || high > length + wide) return PATHFAN_OK;
  if (f->count + 1 > MOST_POINTS) return PATHFAN_OK;
  const int32_t lefts = pf_clip_line(corners, f->count, g->a, g->b, left);
  const int32_t rights = pf_clip_line(corners, f->count, g->b, g->a, right);
  const int32_t square = f->square;
  f->count = 0; /* both halves are new */
  const pathfan_status status = add_fragment(m, square, left, lefts);
  return status ? status : add_fragment(m, square, right, rights);
}

/* Makes one fragment of each square that is free and has no gate, and cuts the others by gates. */
static pathfan_status finish_fragments(maker *m) {
  pf_patches *p = m->p;
  const int32_t count = p->fragment_count;
  pathfan_status status = PATHFAN_OK;
  if (count) qsort(p->fragments, (size_t)count, sizeof *p->fragments, by_square);
  for (int32_t i = 0; i < count && !status;) {
    const int32_t square = p->fragments[i].square;
    int32_t end = i;
    double area = 0;
    for (; end < count && p->fragments[end].square == square; end++)
      area += pf_clip_area(p->corners + p->fragments[end].first, p->fragments[end].count);
    const int32_t base = p->fragment_count;
    const bool has_gate = p->first_gate[square] < p->first_gate[square + 1];
    if (!has_gate && area >= (1 - WHOLE) * p->size * p->size && end > i + 1) {
      pathfan_point whole[4];
      for (int k = 0; k < 4; k++) whole[k] = corner_of(p, square, k);
      for (int32_t k = i; k < end; k++) p->fragments[k].count = 0;
      status = add_fragment(m, square, whole, 4);
    }
    for (int32_t k = p->first_gate[square]; k < p->first_gate[square + 1]; k++) {
      const pf_gate *gate = &p->gates->list[p->gates_in[k]];
      const int32_t upto = p->fragment_count;
      for (int32_t n = i; n < end && !status; n++) status = cut_by(m, n, gate);
      for (int32_t n = base; n < upto && !status; n++) status = cut_by(m, n, gate);
    }
    i = end;
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < p->fragment_count; i++)
    if (p->fragments[i].count) p->fragments[kept++] = p->fragments[i];
  p->fragment_count = kept;
  if (kept) qsort(p->fragments, (size_t)kept, sizeof *p->fragments, by_square);
  return status;
}

/* ---- Shared sides ---- */

/* The gate that covers a side; -1: none. */
static int32_t gate_on(const pf_patches *p, int32_t square, pathfan_point a, pathfan_point b) {
  const double wide = 4 * NEAR * p->size;
  for (int32_t i = p->first_gate[square]; i < p->first_gate[square + 1]; i++) {
    const pf_gate *g = &p->gates->list[p->gates_in[i]];
    const double length = distance(g->a, g->b);
    if (fabs(pf_place_turn(g->a, g->b, a)) > wide * length) continue;
    if (fabs(pf_place_turn(g->a, g->b, b)) > wide * length) continue;
    const pathfan_point at = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double u =
        ((at.x - g->a.x) * (g->b.x - g->a.x) + (at.y - g->a.y) * (g->b.y - g->a.y)) / length;
    if (u > 0 && u < length) return p->gates_in[i];
  }
  return -1;
}

static pathfan_status share(maker *m, int32_t from, int32_t to) {
  const pf_patches *p = m->p;
  const pf_fragment *f = &p->fragments[from], *t = &p->fragments[to];
  const double wide = NEAR * p->size;
  for (int32_t i = 0; i < f->count; i++) {
    const pathfan_point a = p->corners[f->first + i];
    const pathfan_point b = p->corners[f->first + (i + 1 < f->count ? i + 1 : 0)];
    const double length = distance(a, b);
    if (length <= 4 * wide) continue;
    const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    for (int32_t k = 0; k < t->count; k++) {
      const pathfan_point c = p->corners[t->first + k];
      const pathfan_point d = p->corners[t->first + (k + 1 < t->count ? k + 1 : 0)];
      if (fabs(pf_place_turn(a, b, c)) > wide * length ||
          fabs(pf_place_turn(a, b, d)) > wide * length)
        continue;
      const double s = (c.x - a.x) * dx + (c.y - a.y) * dy;
      const double e = (d.x - a.x) * dx + (d.y - a.y) * dy;
      const double low = fmax(0, fmin(s, e)), high = fmin(length, fmax(s, e));
      if (high - low <= 4 * wide) continue;
      const pathfan_status status =
          pf_grow(&m->shared, &m->shared_capacity, (int64_t)m->shared_count + 1);
      if (status) return status;
      const pathfan_point u = {a.x + low * dx, a.y + low * dy};
      const pathfan_point v = {a.x + high * dx, a.y + high * dy};
      int32_t gate = gate_on(p, f->square, u, v);
      if (gate < 0 && t->square != f->square) gate = gate_on(p, t->square, u, v);
      m->shared[m->shared_count++] = (shared){from, to, gate, u, v};
    }
  }
  return PATHFAN_OK;
}

static pathfan_status share_all(maker *m) {
  const pf_patches *p = m->p;
  pathfan_status status = PATHFAN_OK;
  for (int32_t s = 0; s < p->columns * p->rows && !status; s++)
    for (int32_t i = p->first_fragment[s]; i < p->first_fragment[s + 1] && !status; i++) {
      for (int32_t k = i + 1; k < p->first_fragment[s + 1] && !status; k++) status = share(m, i, k);
      if (s % p->columns + 1 < p->columns)
        for (int32_t k = p->first_fragment[s + 1]; k < p->first_fragment[s + 2] && !status; k++)
          status = share(m, i, k);
      if (s / p->columns + 1 < p->rows) {
        const int32_t below = s + p->columns;
        for (int32_t k = p->first_fragment[below]; k < p->first_fragment[below + 1] && !status; k++)
          status = share(m, i, k);
      }
    }
  return status;
}

/* ---- Parts ---- */

static int32_t part_of(maker *m, int32_t fragment) {
  while (m->part[fragment] != fragment) fragment = m->part[fragment] = m->part[m->part[fragment]];
  return fragment;
}

static void unite(maker *m, int32_t a, int32_t b) {
  a = part_of(m, a);
  b = part_of(m, b);
  if (a == b) return;
  m->part[a < b ? b : a] = a < b ? a : b;
  m->area[a < b ? a : b] += m->area[a < b ? b : a];
}

/* Joins small parts to their neighbours, as often as that changes anything. */
static pathfan_status join_small(maker *m) {
  const pf_patches *p = m->p;
  const double least = SMALL * p->size * p->size;
  const uint64_t n = (uint64_t)p->fragment_count + 1;
  double *longest = pf_alloc(n, sizeof *longest); /* [Size: fragments] of each small part */
  int32_t *beside = pf_alloc(n, sizeof *beside);
  const pathfan_status status = longest && beside ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (bool goes_on = !status; goes_on;) {
    goes_on = false;
    for (int32_t i = 0; i < p->fragment_count; i++) longest[i] = 0;
    for (int32_t i = 0; i < m->shared_count; i++) {
      const shared *s = &m->shared[i];
      const int32_t ends[2] = {part_of(m, s->from), part_of(m, s->to)};
      const double length = distance(s->a, s->b);
      if (s->gate >= 0 || ends[0] == ends[1]) continue;
      for (int k = 0; k < 2; k++) {
        if (m->area[ends[k]] >= least || length <= longest[ends[k]] + NEAR * p->size) continue;
        longest[ends[k]] = length;
        beside[ends[k]] = ends[1 - k];
      }
    }
    for (int32_t i = 0; i < p->fragment_count; i++) {
      if (longest[i] <= 0 || m->part[i] != i || m->area[i] >= least) continue;
      unite(m, i, beside[i]);
      goes_on = true;
    }
  }
  free(longest);
  free(beside);
  return status;
}

static int32_t zone_at(const pathfan_crowd_zone *zones, int32_t count, pathfan_point at) {
  for (int32_t i = 0; i < count; i++)
    if (pf_place_holds(&zones[i].area, at)) return i;
  return -1;
}

/* Numbers the parts as patches, in the order of their first fragments. */
static pathfan_status number_patches(maker *m, const pathfan_crowd_zone *zones,
                                     int32_t zone_count) {
  pf_patches *p = m->p;
  p->list = pf_alloc_zero((uint64_t)p->fragment_count + 1, sizeof *p->list);
  if (!p->list) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < p->columns * p->rows; i++) p->patch_of[i] = -1;
  for (int32_t i = 0; i < p->fragment_count; i++) {
    pf_fragment *f = &p->fragments[i];
    const pathfan_point *c = p->corners + f->first;
    const int32_t part = part_of(m, i);
    f->patch = part == i ? p->count++ : p->fragments[part].patch;
    pf_patch *patch = &p->list[f->patch];
    pathfan_point middle = {0, 0};
    for (int32_t k = 0; k < f->count; k++) {
      middle.x += c[k].x / f->count;
      middle.y += c[k].y / f->count;
    }
    const double area = pf_clip_area(c, f->count);
    if (part == i) patch->zone = zone_at(zones, zone_count, middle);
    patch->is_convex = part == i && f->count == 4 && area >= (1 - WHOLE) * p->size * p->size;
    patch->centre.x += area * middle.x; /* of the fragments' middles: close enough */
    patch->centre.y += area * middle.y;
    patch->area += area;
    int32_t *only = &p->patch_of[f->square];
    *only = *only == -1 || *only == f->patch ? f->patch : -2;
  }
  for (int32_t i = 0; i < p->count; i++) {
    p->list[i].centre.x /= p->list[i].area;
    p->list[i].centre.y /= p->list[i].area;
  }
  return PATHFAN_OK;
}

/* ---- Open sides ---- */

static int by_patches(const void *x, const void *y) {
  const shared *s = x, *t = y;
  if (s->from != t->from) return s->from < t->from ? -1 : 1;
  if (s->to != t->to) return s->to < t->to ? -1 : 1;
  if (s->gate != t->gate) return s->gate < t->gate ? -1 : 1;
  const double a = distance(s->a, s->b), b = distance(t->a, t->b);
  if (a != b) return a > b ? -1 : 1;
  return s->a.x != t->a.x ? (s->a.x > t->a.x) - (s->a.x < t->a.x)
                          : (s->a.y > t->a.y) - (s->a.y < t->a.y);
}

static pathfan_status list_sides(maker *m) {
  pf_patches *p = m->p;
  const int32_t count = m->shared_count;
  pathfan_status status = pf_grow(&m->shared, &m->shared_capacity, 2 * (int64_t)count + 1);
  if (status) return status;
  for (int32_t i = 0; i < count; i++) {
    shared *s = &m->shared[i];
    s->from = p->fragments[s->from].patch;
    s->to = p->fragments[s->to].patch;
    m->shared[count + i] = (shared){s->to, s->from, s->gate, s->a, s->b};
  }
  m->shared_count = 2 * count;
  if (count) qsort(m->shared, 2 * (size_t)count, sizeof *m->shared, by_patches);
  p->sides = pf_alloc(2 * (uint64_t)count + 1, sizeof *p->sides);
  if (!p->sides) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < m->shared_count; i++) {
    const shared *s = &m->shared[i];
    if (s->from == s->to) continue;
    pf_patch *patch = &p->list[s->from];
    if (!patch->count) patch->first = p->side_count;
    const pf_open_side *last = patch->count ? &p->sides[p->side_count - 1] : NULL;
    if (last && last->to == s->to && last->gate == s->gate) continue; /* a shorter one */
    p->sides[p->side_count++] = (pf_open_side){s->to, s->gate, s->a, s->b};
    patch->count++;
  }
  return PATHFAN_OK;
}

/* ---- All of it ---- */

static pathfan_status make(maker *m, const pf_floor *floor, const pathfan_crowd_zone *zones,
                           int32_t zone_count) {
  pf_patches *p = m->p;
  pathfan_status status = place_gates(p);
  for (int32_t i = 0; i < floor->polygon_count && !status; i++)
    status =
        add_polygon(m, floor->corners + floor->first[i], floor->first[i + 1] - floor->first[i]);
  if (!status) status = finish_fragments(m);
  if (status) return status;
  const uint64_t n = (uint64_t)p->fragment_count + 1,
                 squares = (uint64_t)p->columns * (uint64_t)p->rows;
  m->area = pf_alloc(n, sizeof *m->area);
  m->part = pf_alloc(n, sizeof *m->part);
  p->first_fragment = pf_alloc_zero(squares + 2, sizeof *p->first_fragment);
  p->patch_of = pf_alloc(squares, sizeof *p->patch_of);
  if (!m->area || !m->part || !p->first_fragment || !p->patch_of) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < p->fragment_count; i++) {
    const pf_fragment *f = &p->fragments[i];
    m->area[i] = pf_clip_area(p->corners + f->first, f->count);
    m->part[i] = i;
    p->first_fragment[f->square + 1]++;
  }
  for (uint64_t i = 0; i < squares; i++) p->first_fragment[i + 1] += p->first_fragment[i];
  status = share_all(m);
  for (int32_t i = 0; i < m->shared_count && !status; i++) {
    const shared *s = &m->shared[i];
    if (s->gate < 0 && p->fragments[s->from].square == p->fragments[s->to].square)
      unite(m, s->from, s->to);
  }
  if (!status) status = join_small(m);
  if (!status) status = number_patches(m, zones, zone_count);
  return status ? status : list_sides(m);
}

pathfan_status pf_patches_of(pf_patches *p, const pf_floor *floor, const pf_gates *gates,
                             double size, const pathfan_crowd_zone *zones, int32_t zone_count) {
  maker m = {.p = p};
  const double columns = ceil(floor->width / size - NEAR), rows = ceil(floor->height / size - NEAR);
  if (!(fmax(columns, 1) * fmax(rows, 1) <= PF_PATCHES_MOST)) return PATHFAN_ERR_LIMIT;
  p->gates = gates;
  p->x = floor->x;
  p->y = floor->y;
  p->size = size;
  p->columns = columns < 1 ? 1 : (int32_t)columns;
  p->rows = rows < 1 ? 1 : (int32_t)rows;
  const pathfan_status status = make(&m, floor, zones, zone_count);
  free(m.area);
  free(m.part);
  free(m.shared);
  return status;
}

void pf_patches_free(pf_patches *p) {
  free(p->patch_of);
  free(p->first_fragment);
  free(p->first_gate);
  free(p->gates_in);
  free(p->fragments);
  free(p->corners);
  free(p->list);
  free(p->sides);
  memset(p, 0, sizeof *p);
}
