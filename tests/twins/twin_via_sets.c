#include "twin_via_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/inspect.h"
#include "twin_sight.h"

enum { SIZE = 16 };

/* A path along edges. */
typedef struct walk {
  int32_t *vertices; /* [Size: count] */
  int64_t *lengths;  /* [Size: count] of the edge to a vertex; 0 for the first */
  int32_t count;
  int64_t length;
} walk;

typedef struct candidate {
  int64_t length;
  int32_t number, first, best; /* of the plateau */
} candidate;

static int64_t cut_length(const twin_dense *d, int32_t u, int32_t v, int cut) {
  const int64_t length = d->length[twin_at(d, u, v)];
  return length < 0 ? -1 : length >> cut;
}

/* u - v - t along canonical paths. */
static walk by_way_of(const twin_dense *d, int32_t u, int32_t v, int32_t t, int cut) {
  walk w = {malloc(2 * ((size_t)d->n + 1) * sizeof *w.vertices),
            calloc(2 * ((size_t)d->n + 1), sizeof *w.lengths), 0, 0};
  assert_true(w.vertices && w.lengths);
  w.count = twin_path(d, u, v, w.vertices);
  const int32_t middle = w.count - 1;
  w.count += twin_path(d, v, t, w.vertices + middle) - 1;
  for (int32_t i = 1; i < w.count; i++) {
    const int32_t a = w.vertices[i - 1], b = w.vertices[i];
    w.lengths[i] = i <= middle ? cut_length(d, u, b, cut) - cut_length(d, u, a, cut)
                               : cut_length(d, t, a, cut) - cut_length(d, t, b, cut);
    w.length += w.lengths[i];
  }
  return w;
}

static void walk_free(walk *w) {
  free(w->vertices);
  free(w->lengths);
}

static bool is_simple(const walk *w) {
  for (int32_t i = 0; i < w->count; i++)
    for (int32_t k = 0; k < i; k++)
      if (w->vertices[i] == w->vertices[k]) return false;
  return true;
}

static bool is_taut(const twin_dense *d, const walk *w) {
  for (int32_t i = 1; i + 1 < w->count; i++) {
    const int32_t v = w->vertices[i];
    const pathfan_lattice_point in = pathfan_from_to(d->at[w->vertices[i - 1]], d->at[v]);
    const pathfan_lattice_point out = pathfan_from_to(d->at[v], d->at[w->vertices[i + 1]]);
    if (twin_wraps(d->wedge[v], (pathfan_fixed_point){in.x, in.y},
                   (pathfan_fixed_point){out.x, out.y}) < 0)
      return false;
  }
  return true;
}

/* Whether an edge of a path is one of the other, in either direction. */
static bool has_edge(const walk *w, int32_t a, int32_t b) {
  for (int32_t i = 1; i < w->count; i++) {
    const int32_t c = w->vertices[i - 1], e = w->vertices[i];
    if ((c == a && e == b) || (c == b && e == a)) return true;
  }
  return false;
}

static bool too_similar(const walk *w, const walk *other) {
  int64_t shared = 0;
  for (int32_t i = 1; i < w->count; i++)
    if (has_edge(other, w->vertices[i - 1], w->vertices[i])) shared += w->lengths[i];
  return (double)shared > (1 - 0.6) * (double)(w->length + other->length - shared);
}

static int by_length(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Is a - b an edge of both trees, that of u and that of t? */
static bool common(const twin_dense *d, int32_t u, int32_t t, int32_t a, int32_t b) {
  return a >= 0 && b >= 0 && d->parent[twin_at(d, u, b)] == a && d->parent[twin_at(d, t, a)] == b;
}

/* Plateaus of one vertex or more, but for that of the shortest path. */
static int32_t list_plateaus(const twin_dense *d, int32_t u, int32_t t, const int32_t *number,
                             int cut, candidate *list) {
  int32_t count = 0;
  for (int32_t v = 0; v < d->n; v++) {
    const int32_t before = d->parent[twin_at(d, u, v)];
    if (v == u || v == t || d->length[twin_at(d, u, v)] < 0 || common(d, u, t, before, v)) continue;
    candidate c = {cut_length(d, u, v, cut) + cut_length(d, t, v, cut), number ? number[v] : v, v,
                   v};
    for (int32_t a = v, b; b = d->parent[twin_at(d, t, a)], common(d, u, t, a, b); a = b)
      if (d->rank[b] < d->rank[c.best]) c.best = b;
    list[count++] = c;
  }
  return count;
}

/* ---- Ways apart ---- */

typedef struct spot {
  double x, y;
} spot;

/* A segment that a way goes along. */
typedef struct stretch {
  spot from, to;
} stretch;

static double distance_to(spot p, const stretch *s) {
  const double x = s->to.x - s->from.x, y = s->to.y - s->from.y;
  double t = ((p.x - s->from.x) * x + (p.y - s->from.y) * y) / (x * x + y * y);
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return hypot(p.x - s->from.x - t * x, p.y - s->from.y - t * y);
}

static spot between(const stretch *s, double t) {
  return (spot){s->from.x + t * (s->to.x - s->from.x), s->from.y + t * (s->to.y - s->from.y)};
}

/* Where along a, from a point inside to one outside of b's corridor, it ends. */
static double border(const stretch *a, const stretch *b, double width, double in, double out) {
  for (int i = 0; i < 60; i++) {
    const double middle = (in + out) / 2;
    if (distance_to(between(a, middle), b) <= width)
      in = middle;
    else
      out = middle;
  }
  return in;
}

/* The part of a within `width` of b: distances are convex, so there is one, round the nearest
 * point. False: none. */
static bool part_near(const stretch *a, const stretch *b, double width, double *low, double *high) {
  double from = 0, to = 1;
  const double reach = hypot(a->to.x - a->from.x, a->to.y - a->from.y) / 2;
  if (distance_to(between(a, 0.5), b) > width + reach + 1e-6) return false;
  for (int i = 0; i < 200; i++) {
    const double one = from + (to - from) / 3, two = to - (to - from) / 3;
    if (distance_to(between(a, one), b) <= distance_to(between(a, two), b))
      to = two;
    else
      from = one;
  }
  const double nearest = (from + to) / 2;
  if (distance_to(between(a, nearest), b) > width) return false;
  *low = distance_to(between(a, 0), b) <= width ? 0 : border(a, b, width, nearest, 0);
  *high = distance_to(between(a, 1), b) <= width ? 1 : border(a, b, width, nearest, 1);
  return true;
}

/* Share of a segment that is in no part: parts are taken from the left, each time the one that
 * reaches farthest of those that begin by where it is. */
static double share_outside(const stretch *a, const stretch *taken, int32_t count, double width) {
  double low[1024], high[1024], outside = 0, at = 0;
  int32_t parts = 0;
  for (int32_t i = 0; i < count; i++) {
    assert_true(parts < 1024);
    parts += part_near(a, &taken[i], width, &low[parts], &high[parts]);
  }
  for (;;) {
    double next = 1;
    for (int32_t i = 0; i < parts; i++) {
      if (low[i] <= at && high[i] > at) {
        at = high[i];
        i = -1;
        next = 1;
      } else if (low[i] > at && low[i] < next) {
        next = low[i];
      }
    }
    outside += next > at ? next - at : 0;
    if (next >= 1) return outside;
    at = next;
  }
}

static stretch stretch_of(const twin_dense *d, const walk *w, int32_t i) {
  const pathfan_lattice_point a = d->at[w->vertices[i - 1]], b = d->at[w->vertices[i]];
  return (stretch){{a.x, a.y}, {b.x, b.y}};
}

static int32_t add_stretches(const twin_dense *d, const walk *w, stretch *taken, int32_t count) {
  for (int32_t i = 1; i < w->count; i++) {
    assert_true(count < 1024);
    taken[count++] = stretch_of(d, w, i);
  }
  return count;
}

/* length: of the walk, lattice units. */
static double share_apart(const twin_dense *d, const walk *w, double length, const stretch *taken,
                          int32_t count, double width) {
  double apart = 0;
  for (int32_t i = 1; i < w->count; i++) {
    const stretch s = stretch_of(d, w, i);
    apart += share_outside(&s, taken, count, width) * hypot(s.to.x - s.from.x, s.to.y - s.from.y);
  }
  return apart / length;
}

/* 2% of the shortest length, and a hair: four steps of the fixed grid, since walls of grids are
 * often exactly that far apart. */
static double corridor_width(const twin_dense *d, int64_t shortest, int cut) {
  int32_t extent = 1, bits = 0;
  for (int32_t v = 0; v < d->n; v++) {
    if (d->at[v].x > extent) extent = d->at[v].x;
    if (d->at[v].y > extent) extent = d->at[v].y;
  }
  while (extent >> bits) bits++;
  const int fraction_bits = 61 - 2 * bits < 32 ? 61 - 2 * bits : 32;
  return ldexp(0.02 * (double)shortest, cut - d->bits) * (1 + 0x1p-40) + ldexp(4, -fraction_bits);
}

/* walks: the shortest path and the alternatives; candidates that are taut, by length. */
static void find_apart(const twin_dense *d, const walk *walks, const candidate *list, int32_t count,
                       int32_t u, int32_t t, int cut, twin_via_set *set) {
  static stretch taken[1024];
  const double width = corridor_width(d, walks[0].length, cut);
  const double close = 1e-7;
  int32_t stretches = 0;
  bool gone[16] = {false};
  for (int32_t i = 0; i <= set->count; i++)
    stretches = add_stretches(d, &walks[i], taken, stretches);
  set->sure = true;
  while (set->sure && set->apart_count < TWIN_APART_SLOTS) {
    double best = -1, second = -1;
    int32_t which = -1;
    for (int32_t i = 0; i < count; i++) {
      walk w = by_way_of(d, u, list[i].first, t, cut);
      const double length = ldexp((double)list[i].length, cut - d->bits);
      const double share = gone[i] ? 0 : share_apart(d, &w, length, taken, stretches, width);
      walk_free(&w);
      if (share > best) {
        second = best;
        best = share;
        which = i;
      } else if (share > second) {
        second = share;
      }
    }
    set->sure = fabs(best - 0.1) > close && best - second > close;
    if (best < 0.1) {
      set->sure = fabs(best - 0.1) > close;
      return;
    }
    if (!set->sure) return;
    gone[which] = true;
    walk w = by_way_of(d, u, list[which].first, t, cut);
    if (is_simple(&w)) {
      set->apart[set->apart_count++] = list[which].best;
      stretches = add_stretches(d, &w, taken, stretches);
    }
    walk_free(&w);
  }
}

static twin_via_set find_set(const twin_dense *d, int32_t u, int32_t t, const int32_t *number,
                             int cut) {
  twin_via_set set = {.sure = true};
  const int64_t shortest = cut_length(d, u, t, cut);
  if (shortest <= 0) return set;
  candidate *list = malloc(((size_t)d->n + 1) * sizeof *list);
  walk taken[TWIN_VIA_SLOTS + 1] = {by_way_of(d, u, t, t, cut)};
  const int32_t count = list_plateaus(d, u, t, number, cut, list);
  qsort(list, (size_t)count, sizeof *list, by_length);
  for (int32_t i = 0; i < count && set.count < TWIN_VIA_SLOTS; i++) {
    if ((double)list[i].length > (double)shortest * 1.7) break;
    walk w = by_way_of(d, u, list[i].first, t, cut);
    bool good = is_taut(d, &w) && is_simple(&w);
    for (int32_t k = 0; k <= set.count && good; k++) good = !too_similar(&w, &taken[k]);
    if (good) {
      set.via[set.count++] = list[i].best;
      taken[set.count] = w;
    } else {
      walk_free(&w);
    }
  }
  int32_t taut = 0;
  for (int32_t i = 0; i < count && taut < 16; i++) {
    if ((double)list[i].length > (double)shortest * 1.7) break;
    walk w = by_way_of(d, u, list[i].first, t, cut);
    if (is_taut(d, &w)) list[taut++] = list[i];
    walk_free(&w);
  }
  find_apart(d, taken, list, taut, u, t, cut, &set);
  for (int32_t k = 0; k <= set.count; k++) walk_free(&taken[k]);
  free(list);
  return set;
}

static twin_via_sets blank(const twin_dense *d, int32_t size, int32_t count) {
  const size_t pairs = (size_t)count * ((size_t)count + 1) / 2;
  twin_via_sets s = {.size = size,
                     .count = count,
                     .column = calloc((size_t)d->n + 1, sizeof *s.column),
                     .sets = calloc(pairs + 1, sizeof *s.sets)};
  assert_true(s.column && s.sets);
  return s;
}

twin_via_sets twin_via_sets_make(const twin_dense *d, const int32_t *column, const int32_t *number,
                                 int cut) {
  twin_via_sets s = blank(d, SIZE, (d->n + SIZE - 1) / SIZE);
  int32_t *source = malloc(((size_t)s.count + 1) * sizeof *source);
  for (int32_t r = 0; r < s.count; r++) source[r] = -1;
  for (int32_t v = 0; v < d->n; v++) {
    int32_t *best = &source[column[v] / SIZE];
    s.column[v] = column[v];
    if (*best < 0 || d->rank[v] < d->rank[*best]) *best = v;
  }
  for (int32_t a = 0; a < s.count; a++) {
    twin_via_set *sets = &s.sets[a * (a + 1) / 2];
    for (int32_t b = 0; b < a; b++) sets[b] = find_set(d, source[a], source[b], number, cut);
    int32_t other = source[a];
    for (int32_t v = 0; v < d->n; v++) {
      const int64_t more = cut_length(d, source[a], v, cut) - cut_length(d, source[a], other, cut);
      if (column[v] / SIZE == a &&
          (more > 0 || (more == 0 && other != source[a] && number && number[v] < number[other])))
        other = v;
    }
    sets[a] = find_set(d, source[a], other, number, cut);
  }
  free(source);
  return s;
}

twin_via_sets twin_via_sets_read(const twin_dense *d, const pathfan_index *index) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  assert_int_equal(info.vertex_count, d->n);
  assert_int_equal(info.region_count > 0, info.region_size > 0 && d->n > 0);
  twin_via_sets s = blank(d, info.region_size, info.region_count);
  int32_t *vertex = malloc(((size_t)d->n + 1) * sizeof *vertex);
  for (int32_t v = 0; v < d->n; v++) s.column[v] = vertex[v] = -1;
  for (int32_t c = 0; c < d->n; c++) {
    pathfan_vertex_info at;
    assert_int_equal(pathfan_index_vertex(index, c, &at), PATHFAN_OK);
    for (int32_t v = 0; v < d->n; v++)
      if (d->at[v].x == at.at.x && d->at[v].y == at.at.y) {
        assert_int_equal(s.column[v], -1);
        s.column[v] = c;
        vertex[c] = v;
      }
    assert_true(vertex[c] >= 0);
  }
  for (int32_t a = 0; a < s.count; a++)
    for (int32_t b = 0; b <= a; b++) {
      twin_via_set *set = &s.sets[a * (a + 1) / 2 + b];
      assert_int_equal(
          pathfan_index_region_vias(index, a, b, set->via, TWIN_VIA_SLOTS, &set->count),
          PATHFAN_OK);
      assert_int_equal(pathfan_index_region_vias_apart(index, a, b, set->apart, TWIN_APART_SLOTS,
                                                       &set->apart_count),
                       PATHFAN_OK);
      assert_true(set->count <= TWIN_VIA_SLOTS && set->apart_count <= TWIN_APART_SLOTS);
      set->sure = true;
      for (int32_t i = 0; i < set->count; i++) {
        assert_true(set->via[i] >= 0 && set->via[i] < d->n);
        set->via[i] = vertex[set->via[i]];
      }
      for (int32_t i = 0; i < set->apart_count; i++) {
        assert_true(set->apart[i] >= 0 && set->apart[i] < d->n);
        set->apart[i] = vertex[set->apart[i]];
      }
    }
  free(vertex);
  return s;
}

void twin_via_sets_free(twin_via_sets *s) {
  free(s->column);
  free(s->sets);
  memset(s, 0, sizeof *s);
}

bool twin_via_set_same(const twin_via_set *a, const twin_via_set *b) {
  if (a->count != b->count || memcmp(a->via, b->via, (size_t)a->count * sizeof *a->via))
    return false;
  for (int32_t i = 0; i < TWIN_APART_SLOTS; i++) {
    if (i == a->apart_count || i == b->apart_count)
      return a->apart_count == b->apart_count || (i == a->apart_count && !a->sure) ||
             (i == b->apart_count && !b->sure);
    if (a->apart[i] != b->apart[i]) return false;
  }
  return true;
}
