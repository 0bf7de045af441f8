#include "twin_via_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/inspect.h"
#include "twin_index.h"

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

/* Counts the vertices of a node that lie before a coordinate; node_of: [Size: n]. */
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

static bool is_second(twin_cut cut, pf_fixed_point at, int bits) {
  return !cut.none && (cut.axis ? at.y : at.x) >= (int64_t)cut.at * (INT64_C(1) << bits);
}

static void cut_all(const twin_dense *d, twin_via_sets *s, int32_t *node_of) {
  for (int32_t v = 0; v < d->n; v++) node_of[v] = 1;
  for (int32_t node = 1; node < s->count; node++) {
    s->cuts[node] = cut_node(d, node_of, node);
    for (int32_t v = 0; v < d->n; v++)
      if (node_of[v] == node)
        node_of[v] = 2 * node + is_second(s->cuts[node], pf_lift(d->at[v], 0), 0);
  }
}

int32_t twin_via_sets_region(const twin_via_sets *s, pf_fixed_point at, int bits) {
  if (s->index) return pathfan_index_region(s->index, twin_units(at, bits));
  int32_t node = 1;
  while (node < s->count) node = 2 * node + is_second(s->cuts[node], at, bits);
  return node - s->count;
}

/* ---- Samples ---- */

/* Counts the vertices of the map that can be reached from v, itself included. */
static int32_t reach(const twin_dense *d, int32_t v) {
  int32_t count = 1;
  for (int32_t w = 0; w < d->n; w++) count += w != v && d->length[twin_at(d, v, w)] >= 0;
  return count;
}

/* A vertex of the component that a node's samples come from; -1: the node has no vertex. */
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

/* most: how many; for fewer than TWIN_SAMPLES all are in one component. */
static void find_samples(const twin_dense *d, const int32_t *component, const int32_t *node_of,
                         int32_t node, int cut, int32_t most, int32_t *samples) {
  const int32_t home = main_vertex(d, component, node_of, node);
  for (int32_t i = 0; i < TWIN_SAMPLES; i++) samples[i] = -1;
  for (int32_t i = 0; i < most; i++) {
    int64_t farthest = 0;
    for (int32_t v = 0; v < d->n; v++) {
      if (node_of[v] != node) continue;
      if (v != home && d->length[twin_at(d, v, home)] < 0 &&
          (most < TWIN_SAMPLES || reach(d, v) < TWIN_COMPONENT_LEAST))
        continue;
      int64_t away = INT64_MAX;
      for (int32_t k = 0; k < i && samples[k] >= 0; k++) {
        const int64_t length = samples[k] == v ? 0
                               : d->length[twin_at(d, samples[k], v)] < 0
                                   ? INT64_MAX
                                   : twin_cut_length(d, samples[k], v, cut);
        if (length < away) away = length;
      }
      if (away > farthest || (away && away == farthest && d->rank[v] < d->rank[samples[i]])) {
        samples[i] = v;
        farthest = away;
      }
    }
    if (samples[i] < 0) break;
  }
}

/* ---- Sets ---- */

enum { KINDS = 5, ELSEWHERE = KINDS - 1 };

typedef struct found {
  int32_t via, number;
  int32_t
      votes[KINDS + 1]; /* for 0.6, 0.8, 0.4, 0.15, elsewhere; the last doesn't count in order */
} found;

static void vote(found *list, int32_t *count, const int32_t *number, int32_t via, int kind) {
  int32_t i = 0;
  while (i < *count && list[i].via != via) i++;
  if (i == *count) list[(*count)++] = (found){.via = via, .number = number ? number[via] : via};
  list[i].votes[kind]++;
}

static int by_votes(const void *a, const void *b) {
  const found *x = a, *y = b;
  for (int kind = 0; kind < KINDS; kind++)
    if (x->votes[kind] != y->votes[kind]) return x->votes[kind] > y->votes[kind] ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* The via nodes named, with their votes. */
typedef struct named {
  found *list; /* [Size: n] */
  int32_t count;
} named;

static named no_names(const twin_dense *d) {
  const named none = {.list = malloc(((size_t)d->n + 1) * sizeof *none.list)};
  assert_non_null(none.list);
  return none;
}

/* Adds the via nodes that two samples name. */
static void ask(const twin_dense *d, const int32_t *number, int cut, int32_t from, int32_t to,
                named *of) {
  static const double thetas[] = {0.6, 0.8, 0.4, 0.15};
  int32_t vias[TWIN_WAYS];
  if (twin_cut_length(d, from, to, cut) <= 0) return;
  twin_ways ways = twin_ways_between(d, number, cut, from, to);
  for (int kind = ELSEWHERE - 1; kind >= 0; kind--) {
    const int32_t ways_count = twin_ways_different(&ways, thetas[kind], vias);
    for (int32_t w = 0; w < ways_count; w++) vote(of->list, &of->count, number, vias[w], kind);
  }
  const int32_t elsewhere = twin_ways_elsewhere(&ways); /* than the paths for 0.6, found last */
  if (elsewhere >= 0) vote(of->list, &of->count, number, elsewhere, ELSEWHERE);
  twin_ways_free(&ways);
}

/* The first 24 of those named; frees the list. own: the value in node_of, [Size: n], of the
 * region's vertices, which are added; -1 for two regions. */
static twin_via_set first_of(const twin_dense *d, const int32_t *number, named of,
                             const int32_t *node_of, int32_t own) {
  twin_via_set set = {0};
  for (int32_t v = 0; v < d->n; v++)
    if (own >= 0 && node_of[v] == own) vote(of.list, &of.count, number, v, KINDS);
  qsort(of.list, (size_t)of.count, sizeof *of.list, by_votes);
  for (; set.count < of.count && set.count < TWIN_VIAS_MOST; set.count++) {
    set.via[set.count] = of.list[set.count].via;
    set.leading += own >= 0 || of.list[set.count].votes[0] > 0;
  }
  free(of.list);
  return set;
}

/* What all samples of two regions name; a == b: what those of one region name. */
static named ask_all(const twin_dense *d, const int32_t *number, int cut, const int32_t *a,
                     const int32_t *b) {
  named of = no_names(d);
  for (int32_t i = 0; i < TWIN_SAMPLES && a[i] >= 0; i++)
    for (int32_t k = 0; k < (a == b ? i : TWIN_SAMPLES) && b[k] >= 0; k++)
      ask(d, number, cut, a[i], b[k], &of);
  return of;
}

static twin_via_set find_set(const twin_dense *d, const int32_t *number, int cut, const int32_t *a,
                             const int32_t *b, const int32_t *node_of, int32_t own) {
  return first_of(d, number, ask_all(d, number, cut, a, b), node_of, a == b ? own : -1);
}

/* ---- By votes of regions near by ---- */

static int32_t samples_in(const int32_t *samples) {
  int32_t count = 0;
  while (count < TWIN_SAMPLES && samples[count] >= 0) count++;
  return count;
}

/* What regions a > b name by six pairs of their samples, different ones in each pair of
 * regions. */
static named ask_some(const twin_dense *d, const int32_t *number, int cut, const twin_via_sets *s,
                      int32_t a, int32_t b) {
  const int32_t *of_a = s->samples + a * TWIN_SAMPLES, *of_b = s->samples + b * TWIN_SAMPLES;
  const int32_t count = samples_in(of_a), all = count * samples_in(of_b);
  named of = no_names(d);
  for (int32_t i = 0; i < 6 && i < all; i++) {
    const int32_t pair = (a * (a + 1) / 2 + b + 7 * i) % all;
    ask(d, number, cut, of_a[pair % count], of_b[pair / count], &of);
  }
  return of;
}

/* The coordinate of a cut without a second half: beyond all vertices. */
#define BEYOND (INT64_C(1) << 40)

/* The range of coordinates, in an axis, that the cuts above a region leave to it. */
static void cut_off(const twin_via_sets *s, int32_t region, int axis, int64_t *low, int64_t *high) {
  *low = INT64_MIN;
  *high = INT64_MAX;
  for (int32_t node = region + s->count; node > 1; node /= 2) {
    const twin_cut cut = s->cuts[node / 2];
    if (cut.axis != axis) continue;
    const int64_t at = cut.none ? BEYOND : cut.at;
    if (node % 2 && at > *low) *low = at;
    if (node % 2 == 0 && at < *high) *high = at;
  }
}

static bool touch(const twin_via_sets *s, int32_t a, int32_t b) {
  bool do_touch = true;
  for (int axis = 0; axis < 2; axis++) {
    int64_t low[2], high[2];
    cut_off(s, a, axis, &low[0], &high[0]);
    cut_off(s, b, axis, &low[1], &high[1]);
    do_touch = do_touch && low[0] <= high[1] && low[1] <= high[0];
  }
  return do_touch;
}

static void add_votes(named *sum, const named *of, const int32_t *number, int times) {
  for (int32_t i = 0; i < of->count; i++)
    for (int kind = 0; kind < KINDS; kind++)
      for (int k = 0; k < times * of->list[i].votes[kind]; k++)
        vote(sum->list, &sum->count, number, of->list[i].via, kind);
}

/* The set of regions a > b, from what all pairs name. */
static twin_via_set weigh(const twin_dense *d, const int32_t *number, const twin_via_sets *s,
                          const named *all, int32_t a, int32_t b) {
  named sum = no_names(d);
  for (int32_t x = 0; x < s->count; x++)
    for (int32_t y = 0; y <= x; y++) {
      const bool is_own = x == a && y == b;
      /* One of the two is a or b, and the other touches the other one. */
      const bool is_near = !is_own && ((x == a && touch(s, y, b)) || (y == a && touch(s, x, b)) ||
                                       (x == b && touch(s, y, a)) || (y == b && touch(s, x, a)));
      if (is_own || is_near) add_votes(&sum, &all[x * (x + 1) / 2 + y], number, is_own ? 4 : 1);
    }
  int32_t kept = 0;
  for (int32_t i = 0; i < sum.count; i++) {
    int32_t *votes = sum.list[i].votes;
    if (votes[0] + votes[1] + votes[2] + votes[3] + votes[4] < 3) continue;
    if (votes[0] < 4) votes[0] = 0;
    sum.list[kept++] = sum.list[i];
  }
  sum.count = kept;
  return first_of(d, number, sum, NULL, -1);
}

static void weigh_all(const twin_dense *d, const int32_t *number, int cut, twin_via_sets *s) {
  named *all = calloc((size_t)s->count * ((size_t)s->count + 1) / 2, sizeof *all);
  assert_non_null(all);
  for (int32_t a = 0; a < s->count; a++) {
    for (int32_t b = 0; b < a; b++) all[a * (a + 1) / 2 + b] = ask_some(d, number, cut, s, a, b);
    all[a * (a + 1) / 2 + a] =
        ask_all(d, number, cut, s->samples + a * TWIN_SAMPLES, s->samples + a * TWIN_SAMPLES);
  }
  for (int32_t a = 0; a < s->count; a++)
    for (int32_t b = 0; b < a; b++) s->sets[a * (a + 1) / 2 + b] = weigh(d, number, s, all, a, b);
  for (int32_t i = 0; i < s->count * (s->count + 1) / 2; i++) free(all[i].list);
  free(all);
}

twin_via_sets twin_via_sets_make(const twin_dense *d, const int32_t *component,
                                 const int32_t *number, int cut, int64_t few) {
  int32_t levels = 0;
  while (levels < TWIN_LEVELS_MOST && d->n / (1 << levels) > 24) levels++;
  twin_via_sets s = blank(d->n ? 1 << levels : 0);
  s.levels = levels;
  int32_t *node_of = malloc(((size_t)d->n + 1) * sizeof *node_of);
  cut_all(d, &s, node_of);
  for (int32_t r = 0; r < s.count; r++)
    find_samples(d, component, node_of, s.count + r, cut, TWIN_SAMPLES,
                 s.samples + r * TWIN_SAMPLES);
  const bool are_few = (int64_t)s.count * (s.count + 1) / 2 <= few;
  for (int32_t a = 0; a < s.count; a++)
    for (int32_t b = are_few ? 0 : a; b <= a; b++)
      s.sets[a * (a + 1) / 2 + b] = find_set(d, number, cut, s.samples + a * TWIN_SAMPLES,
                                             s.samples + b * TWIN_SAMPLES, node_of, s.count + a);
  if (s.count && !are_few) weigh_all(d, number, cut, &s);
  free(node_of);
  return s;
}

twin_via_set twin_via_set_between(const twin_dense *d, const int32_t *component,
                                  const int32_t *number, int cut, const int32_t *node_of, int32_t a,
                                  int32_t b) {
  int32_t samples[2][TWIN_SAMPLES];
  find_samples(d, component, node_of, a, cut, TWIN_AREA_SAMPLES, samples[0]);
  find_samples(d, component, node_of, b, cut, TWIN_AREA_SAMPLES, samples[1]);
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
