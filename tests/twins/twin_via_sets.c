#include "twin_via_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/inspect.h"
#include "twin_sight.h"

/* ---- Ways ---- */

/* A path along edges, by way of a plateau. */
typedef struct twin_way {
  int32_t *vertices; /* [Size: count] */
  int64_t *lengths;  /* [Size: count] of the edge to a vertex; 0 for the first */
  int32_t count;
  int64_t length;
  int32_t number, best; /* of the plateau's first vertex; its highest ranked one */
} twin_way;

static int64_t cut_length(const twin_dense *d, int32_t u, int32_t v, int cut) {
  const int64_t length = d->length[twin_at(d, u, v)];
  return length < 0 ? -1 : length >> cut;
}

/* u - v - t along canonical paths. */
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
    w.lengths[i] = i <= middle ? cut_length(d, u, b, cut) - cut_length(d, u, a, cut)
                               : cut_length(d, t, a, cut) - cut_length(d, t, b, cut);
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
    const pathfan_lattice_point in = pathfan_from_to(d->at[w->vertices[i - 1]], d->at[v]);
    const pathfan_lattice_point out = pathfan_from_to(d->at[v], d->at[w->vertices[i + 1]]);
    if (twin_wraps(d->wedge[v], (pathfan_fixed_point){in.x, in.y},
                   (pathfan_fixed_point){out.x, out.y}) < 0)
      return false;
  }
  return true;
}

/* Whether an edge of a path is one of the other, in either direction. */
static bool has_edge(const twin_way *w, int32_t a, int32_t b) {
  for (int32_t i = 1; i < w->count; i++) {
    const int32_t c = w->vertices[i - 1], e = w->vertices[i];
    if ((c == a && e == b) || (c == b && e == a)) return true;
  }
  return false;
}

/* What of a way is on one of others. */
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

/* Is a - b an edge of both trees, that of u and that of t? */
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

/* ---- Regions ---- */

static twin_via_sets blank(int32_t count) {
  const size_t pairs = (size_t)count * ((size_t)count + 1) / 2;
  twin_via_sets s = {.count = count,
                     .cuts = calloc((size_t)count + 1, sizeof *s.cuts),
                     .samples = calloc((size_t)count * TWIN_SAMPLES + 1, sizeof *s.samples),
                     .sets = calloc(pairs + 1, sizeof *s.sets)};
  assert_true(s.cuts && s.samples && s.sets);
  return s;
}

static int32_t coordinate(const twin_dense *d, int32_t v, int axis) {
  return axis ? d->at[v].y : d->at[v].x;
}

/* How many vertices of a node lie before a coordinate; node_of: [Size: n]. */
static int32_t count_before(const twin_dense *d, const int32_t *node_of, int32_t node, int axis,
                            int64_t at) {
  int32_t count = 0;
  for (int32_t v = 0; v < d->n; v++) count += node_of[v] == node && coordinate(d, v, axis) < at;
  return count;
}

static int64_t extent(const twin_dense *d, const int32_t *node_of, int32_t node, int axis) {
  int64_t most = 0;
  for (int32_t v = 0; v < d->n; v++)
    for (int32_t w = 0; w < d->n; w++)
      if (node_of[v] == node && node_of[w] == node)
        most = llabs((int64_t)coordinate(d, v, axis) - coordinate(d, w, axis)) > most
                   ? llabs((int64_t)coordinate(d, v, axis) - coordinate(d, w, axis))
                   : most;
  return most;
}

static twin_cut cut_node(const twin_dense *d, const int32_t *node_of, int32_t node) {
  twin_cut cut = {.none = true, .axis = extent(d, node_of, node, 1) > extent(d, node_of, node, 0)};
  const int32_t all = count_before(d, node_of, node, cut.axis, INT64_MAX);
  int32_t uneven = 0;
  for (int32_t v = 0; v < d->n; v++) {
    if (node_of[v] != node) continue;
    const int32_t at = coordinate(d, v, cut.axis);
    const int32_t before = count_before(d, node_of, node, cut.axis, at);
    const int32_t here = abs(all - 2 * before);
    if (before && (cut.none || here < uneven || (here == uneven && at < cut.at))) {
      cut.none = false;
      cut.at = at;
      uneven = here;
    }
  }
  return cut;
}

static bool is_second(twin_cut cut, pathfan_fixed_point at, int bits) {
  return !cut.none && (cut.axis ? at.y : at.x) >= (int64_t)cut.at * (INT64_C(1) << bits);
}

static void cut_all(const twin_dense *d, twin_via_sets *s, int32_t *node_of) {
  for (int32_t v = 0; v < d->n; v++) node_of[v] = 1;
  for (int32_t node = 1; node < s->count; node++) {
    s->cuts[node] = cut_node(d, node_of, node);
    for (int32_t v = 0; v < d->n; v++)
      if (node_of[v] == node)
        node_of[v] = 2 * node + is_second(s->cuts[node], pathfan_lift(d->at[v], 0), 0);
  }
}

int32_t twin_via_sets_region(const twin_via_sets *s, pathfan_fixed_point at, int bits) {
  if (s->index) return pathfan_index_region(s->index, twin_units(at, bits));
  int32_t node = 1;
  while (node < s->count) node = 2 * node + is_second(s->cuts[node], at, bits);
  return node - s->count;
}

/* ---- Samples ---- */

/* How many vertices of the map can be reached from v, itself included. */
static int32_t reach(const twin_dense *d, int32_t v) {
  int32_t count = 1;
  for (int32_t w = 0; w < d->n; w++) count += w != v && d->length[twin_at(d, v, w)] >= 0;
  return count;
}

/* A vertex of the component that samples of a node come from; -1: it has no vertex. */
static int32_t main_vertex(const twin_dense *d, const int32_t *component, const int32_t *node_of,
                           int32_t node) {
  int32_t best = -1;
  for (int32_t v = 0; v < d->n; v++) {
    if (node_of[v] != node) continue;
    const int32_t more = best < 0 ? 1 : reach(d, v) - reach(d, best);
    if (more > 0 || (more == 0 && component[v] < component[best])) best = v;
  }
  return best;
}

static void find_samples(const twin_dense *d, const int32_t *component, const int32_t *node_of,
                         int32_t node, int cut, int32_t *samples) {
  const int32_t home = main_vertex(d, component, node_of, node);
  for (int32_t i = 0; i < TWIN_SAMPLES; i++) {
    int64_t farthest = 0;
    samples[i] = -1;
    for (int32_t v = 0; v < d->n; v++) {
      if (node_of[v] != node || (v != home && d->length[twin_at(d, v, home)] < 0)) continue;
      int64_t away = INT64_MAX;
      for (int32_t k = 0; k < i && samples[k] >= 0; k++) {
        const int64_t length = samples[k] == v ? 0 : cut_length(d, samples[k], v, cut);
        if (length < away) away = length;
      }
      if (away > farthest || (away && away == farthest && d->rank[v] < d->rank[samples[i]])) {
        samples[i] = v;
        farthest = away;
      }
    }
    if (samples[i] < 0)
      for (; i < TWIN_SAMPLES; i++) samples[i] = -1;
  }
}

/* ---- Sets ---- */

typedef struct found {
  int32_t via, number;
  int32_t votes[5]; /* for 0.6, 0.8, 0.4, elsewhere; the last count nothing */
} found;

static void vote(found *list, int32_t *count, const int32_t *number, int32_t via, int kind) {
  int32_t i = 0;
  while (i < *count && list[i].via != via) i++;
  if (i == *count) list[(*count)++] = (found){.via = via, .number = number ? number[via] : via};
  list[i].votes[kind]++;
}

static int by_votes(const void *a, const void *b) {
  const found *x = a, *y = b;
  for (int kind = 0; kind < 4; kind++)
    if (x->votes[kind] != y->votes[kind]) return x->votes[kind] > y->votes[kind] ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* own: [Size: n] the region's vertices are this; of two regions none is. */
static twin_via_set find_set(const twin_dense *d, const int32_t *number, int cut, const int32_t *a,
                             const int32_t *b, const int32_t *node_of, int32_t own) {
  static const double thetas[] = {0.6, 0.8, 0.4};
  found *list = malloc(((size_t)d->n + 1) * sizeof *list);
  twin_via_set set = {0};
  int32_t count = 0, vias[TWIN_WAYS];
  for (int32_t i = 0; i < TWIN_SAMPLES && a[i] >= 0; i++)
    for (int32_t k = 0; k < (a == b ? i : TWIN_SAMPLES) && b[k] >= 0; k++) {
      if (cut_length(d, a[i], b[k], cut) <= 0) continue;
      twin_ways ways = twin_ways_between(d, number, cut, a[i], b[k]);
      for (int kind = 2; kind >= 0; kind--) {
        const int32_t ways_count = twin_ways_different(&ways, thetas[kind], vias);
        for (int32_t w = 0; w < ways_count; w++) vote(list, &count, number, vias[w], kind);
      }
      const int32_t elsewhere = twin_ways_elsewhere(&ways); /* than those for 0.6 */
      if (elsewhere >= 0) vote(list, &count, number, elsewhere, 3);
      twin_ways_free(&ways);
    }
  for (int32_t v = 0; v < d->n; v++)
    if (a == b && node_of[v] == own) vote(list, &count, number, v, 4);
  qsort(list, (size_t)count, sizeof *list, by_votes);
  for (; set.count < count && set.count < TWIN_VIAS_MOST; set.count++) {
    set.via[set.count] = list[set.count].via;
    set.leading += a == b || list[set.count].votes[0] > 0;
  }
  free(list);
  return set;
}

twin_via_sets twin_via_sets_make(const twin_dense *d, const int32_t *component,
                                 const int32_t *number, int cut) {
  int32_t levels = 0;
  while (levels < TWIN_LEVELS_MOST && d->n / (1 << levels) > 24) levels++;
  twin_via_sets s = blank(d->n ? 1 << levels : 0);
  s.levels = levels;
  int32_t *node_of = malloc(((size_t)d->n + 1) * sizeof *node_of);
  cut_all(d, &s, node_of);
  for (int32_t r = 0; r < s.count; r++)
    find_samples(d, component, node_of, s.count + r, cut, s.samples + r * TWIN_SAMPLES);
  for (int32_t a = 0; a < s.count; a++)
    for (int32_t b = 0; b <= a; b++)
      s.sets[a * (a + 1) / 2 + b] = find_set(d, number, cut, s.samples + a * TWIN_SAMPLES,
                                             s.samples + b * TWIN_SAMPLES, node_of, s.count + a);
  free(node_of);
  return s;
}

twin_via_set twin_via_set_between(const twin_dense *d, const int32_t *component,
                                  const int32_t *number, int cut, const int32_t *node_of, int32_t a,
                                  int32_t b) {
  int32_t samples[2][TWIN_SAMPLES];
  find_samples(d, component, node_of, a, cut, samples[0]);
  find_samples(d, component, node_of, b, cut, samples[1]);
  return find_set(d, number, cut, samples[0], samples[a != b], node_of, a);
}

twin_via_sets twin_via_sets_read(const twin_dense *d, const pathfan_index *index) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  assert_int_equal(info.vertex_count, d->n);
  twin_via_sets s = blank(info.region_count);
  s.index = index;
  while (1 << s.levels < s.count) s.levels++;
  int32_t *vertex = malloc(((size_t)d->n + 1) * sizeof *vertex);
  for (int32_t v = 0; v < d->n; v++) vertex[v] = -1;
  for (int32_t c = 0; c < d->n; c++) {
    pathfan_vertex_info at;
    assert_int_equal(pathfan_index_vertex(index, c, &at), PATHFAN_OK);
    for (int32_t v = 0; v < d->n; v++)
      if (d->at[v].x == at.at.x && d->at[v].y == at.at.y) {
        assert_int_equal(vertex[c], -1);
        vertex[c] = v;
      }
    assert_true(vertex[c] >= 0);
  }
  uint64_t vias = 0;
  for (int32_t a = 0; a < s.count; a++)
    for (int32_t b = 0; b <= a; b++) {
      twin_via_set *set = &s.sets[a * (a + 1) / 2 + b];
      assert_int_equal(
          pathfan_index_region_vias(index, a, b, set->via, TWIN_VIAS_MOST, &set->count),
          PATHFAN_OK);
      assert_true(set->count <= TWIN_VIAS_MOST);
      assert_int_equal(pathfan_index_region_leading(index, a, b, &set->leading), PATHFAN_OK);
      vias += (uint64_t)set->count;
      for (int32_t i = 0; i < set->count; i++) {
        assert_true(set->via[i] >= 0 && set->via[i] < d->n);
        set->via[i] = vertex[set->via[i]];
      }
    }
  assert_true(vias == info.region_vias);
  free(vertex);
  return s;
}

void twin_via_sets_free(twin_via_sets *s) {
  free(s->cuts);
  free(s->samples);
  free(s->sets);
  memset(s, 0, sizeof *s);
}

bool twin_via_set_same(const twin_via_set *a, const twin_via_set *b) {
  return a->count == b->count && a->leading == b->leading &&
         !memcmp(a->via, b->via, (size_t)a->count * sizeof *a->via);
}
