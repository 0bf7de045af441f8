#include "twin_different.h"

#include <stdlib.h>
#include <string.h>

#include "twin_sight.h"

/* A path along edges, by way of a plateau. */
typedef struct twin_way {
  int32_t *vertices; /* [Size: count] */
  int64_t *lengths;  /* [Size: count] of the edge to a vertex; 0 for the first */
  int32_t count;
  int64_t length;
  int32_t number, best; /* number of the plateau's first vertex; its highest ranked vertex */
} twin_way;

int64_t twin_cut_length(const twin_dense *d, int32_t u, int32_t v, int cut) {
  const int64_t length = d->length[twin_at(d, u, v)];
  return length < 0 ? -1 : length >> cut;
}

/* The path u - v - t along canonical paths. */
static twin_way by_way_of(const twin_dense *d, int32_t u, int32_t v, int32_t t, int cut) {
  twin_way w = {malloc(2 * ((size_t)d->n + 1) * sizeof *w.vertices),
                calloc(2 * ((size_t)d->n + 1), sizeof *w.lengths),
                0,
                0,
                v,
                v};
  assert_true(w.vertices && w.lengths);
  w.count = twin_path(d, u, v, w.vertices);
  const int32_t middle = w.count - 1;
  w.count += twin_path(d, v, t, w.vertices + middle) - 1;
  for (int32_t i = 1; i < w.count; i++) {
    const int32_t a = w.vertices[i - 1], b = w.vertices[i];
    w.lengths[i] = i <= middle ? twin_cut_length(d, u, b, cut) - twin_cut_length(d, u, a, cut)
                               : twin_cut_length(d, t, a, cut) - twin_cut_length(d, t, b, cut);
    w.length += w.lengths[i];
  }
  return w;
}

static void way_free(twin_way *w) {
  free(w->vertices);
  free(w->lengths);
}

static bool is_simple(const twin_way *w) {
  for (int32_t i = 0; i < w->count; i++)
    for (int32_t k = 0; k < i; k++)
      if (w->vertices[i] == w->vertices[k]) return false;
  return true;
}

static bool is_taut(const twin_dense *d, const twin_way *w) {
  for (int32_t i = 1; i + 1 < w->count; i++) {
    const int32_t v = w->vertices[i];
    const pf_lattice_point in = pf_from_to(d->at[w->vertices[i - 1]], d->at[v]);
    const pf_lattice_point out = pf_from_to(d->at[v], d->at[w->vertices[i + 1]]);
    if (twin_wraps(d->wedge[v], (pf_fixed_point){in.x, in.y}, (pf_fixed_point){out.x, out.y}) < 0)
      return false;
  }
  return true;
}

/* Whether a - b is an edge of the path, in either direction. */
static bool has_edge(const twin_way *w, int32_t a, int32_t b) {
  for (int32_t i = 1; i < w->count; i++) {
    const int32_t c = w->vertices[i - 1], e = w->vertices[i];
    if ((c == a && e == b) || (c == b && e == a)) return true;
  }
  return false;
}

/* Length of a path's edges that are also edges of one of the others. */
static int64_t shared_with(const twin_way *w, twin_way *const *others, int32_t count) {
  int64_t shared = 0;
  for (int32_t i = 1; i < w->count; i++) {
    bool has = false;
    for (int32_t k = 0; k < count && !has; k++)
      has = has_edge(others[k], w->vertices[i - 1], w->vertices[i]);
    shared += has ? w->lengths[i] : 0;
  }
  return shared;
}

static bool too_similar(const twin_way *w, twin_way *other, double theta) {
  const int64_t shared = shared_with(w, &other, 1);
  return (double)shared > (1 - theta) * (double)(w->length + other->length - shared);
}

static int by_length(const void *a, const void *b) {
  const twin_way *x = a, *y = b;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Whether a - b is an edge of both trees, that of u and that of t. */
static bool common(const twin_dense *d, int32_t u, int32_t t, int32_t a, int32_t b) {
  return a >= 0 && b >= 0 && d->parent[twin_at(d, u, b)] == a && d->parent[twin_at(d, t, a)] == b;
}

static int32_t best_of_plateau(const twin_dense *d, int32_t u, int32_t t, int32_t first) {
  int32_t best = first;
  for (int32_t a = first, b; b = d->parent[twin_at(d, t, a)], common(d, u, t, a, b); a = b)
    if (d->rank[b] < d->rank[best]) best = b;
  return best;
}

twin_ways twin_ways_between(const twin_dense *d, const int32_t *number, int cut, int32_t u,
                            int32_t t) {
  twin_ways ways = {.dense = d,
                    .number = number,
                    .cut = cut,
                    .u = u,
                    .t = t,
                    .list = malloc(((size_t)d->n + 1) * sizeof *ways.list),
                    .shortest = malloc(sizeof *ways.shortest)};
  assert_true(ways.list && ways.shortest);
  *ways.shortest = by_way_of(d, u, t, t, cut);
  ways.taken[ways.taken_count++] = ways.shortest;
  for (int32_t v = 0; v < d->n; v++) {
    if (v == u || v == t || d->length[twin_at(d, u, v)] < 0 ||
        common(d, u, t, d->parent[twin_at(d, u, v)], v))
      continue;
    twin_way w = by_way_of(d, u, v, t, cut);
    w.number = number ? number[v] : v;
    w.best = best_of_plateau(d, u, t, v);
    if ((double)w.length <= (double)ways.shortest->length * 1.7 && is_taut(d, &w))
      ways.list[ways.count++] = w;
    else
      way_free(&w);
  }
  qsort(ways.list, (size_t)ways.count, sizeof *ways.list, by_length);
  return ways;
}

int32_t twin_ways_different(twin_ways *ways, double theta, int32_t *vias) {
  ways->taken_count = 1;
  for (int32_t i = 0; i < ways->count && ways->taken_count <= TWIN_WAYS; i++) {
    twin_way *w = &ways->list[i];
    bool good = is_simple(w);
    for (int32_t k = 0; k < ways->taken_count && good; k++)
      good = !too_similar(w, ways->taken[k], theta);
    if (!good) continue;
    vias[ways->taken_count - 1] = w->best;
    ways->taken[ways->taken_count++] = w;
  }
  return ways->taken_count - 1;
}

int32_t twin_ways_elsewhere(const twin_ways *ways) {
  int32_t best = -1;
  double most = 0.1;
  for (int32_t i = 0; i < ways->count && i < 16; i++) {
    const twin_way *w = &ways->list[i];
    const int64_t shared = shared_with(w, ways->taken, ways->taken_count);
    const double share = 1 - (double)shared / (double)w->length;
    if (share <= most) continue;
    most = share;
    best = w->best;
  }
  return best;
}

void twin_ways_free(twin_ways *ways) {
  for (int32_t i = 0; i < ways->count; i++) way_free(&ways->list[i]);
  way_free(ways->shortest);
  free(ways->shortest);
  free(ways->list);
  memset(ways, 0, sizeof *ways);
}
