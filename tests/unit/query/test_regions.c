/* Regions of the plane and the via sets between them, as the builder finds them, against the
 * definitions in full matrices. */
#include <stdlib.h>
#include <string.h>

#include "build-index/vias/default_vias.h"
#include "build-index/vias/neighbours.h"
#include "build-index/vias/sample_answers.h"
#include "build-index/vias/via_set.h"
#include "geometry/frame.h"
#include "query_fixture.h"
#include "regions_fixture.h"
#include "suite.h"

/* Counts the sets that differ. */
static int64_t compare(const twin_via_sets *a, const twin_via_sets *b) {
  int64_t others = 0;
  assert_int_equal(a->count, b->count);
  for (int64_t i = 0; i < count_pairs(a); i++)
    others += !twin_via_set_same(&a->sets[i], &b->sets[i]);
  return others;
}

/* Results of the builder. */
typedef struct found {
  pf_regions regions;
  pf_via_sets named, sets; /* what samples name; with what answers use */
} found;

static void *copy_of(const void *list, size_t bytes) {
  void *copy = malloc(bytes + 1);
  assert_non_null(copy);
  if (bytes) memcpy(copy, list, bytes);
  return copy;
}

static pf_via_sets copy_sets(const pf_via_sets *sets) {
  pf_via_sets copy = *sets;
  if (!sets->count) return copy;
  copy.size = copy_of(sets->size, sets->pair_count);
  copy.leading = copy_of(sets->leading, sets->pair_count);
  copy.vias = copy_of(sets->vias, sets->via_count * sizeof *sets->vias);
  return copy;
}

static found find(const pf_graph *graph, pf_loop_ground ground, const int32_t *rank_of,
                  int32_t threads, uint64_t few) {
  pf_tree trees[3] = {{0}, {0}, {0}};
  found f;
  for (int32_t t = 0; t < threads; t++)
    assert_int_equal(pf_tree_init(&trees[t], graph), PATHFAN_OK);
  assert_int_equal(pf_regions_make(graph, trees, threads, rank_of, 0, &f.regions, NULL),
                   PATHFAN_OK);
  pf_results results;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = threads};
  assert_int_equal(pf_batches_agree(&batches, PF_RESULT_VIA_SETS, f.regions.count), PATHFAN_OK);
  assert_int_equal(pf_via_sets_find(&f.regions, &batches, rank_of, few, &f.sets, NULL), PATHFAN_OK);
  pf_results_close(&results, true);
  f.named = copy_sets(&f.sets);
  assert_int_equal(pf_default_vias_find(&f.regions, ground, rank_of, threads, few, &f.sets, NULL),
                   PATHFAN_OK);
  for (int32_t t = 0; t < threads; t++) pf_tree_free(&trees[t]);
  assert_int_equal(f.regions.count, f.sets.count);
  return f;
}

static void found_free(found *f) {
  pf_via_sets_free(&f->named);
  pf_via_sets_free(&f->sets);
  pf_regions_free(&f->regions);
}

static void check_same_found(const found *a, const found *b) {
  const size_t count = (size_t)a->regions.count;
  const size_t pairs = pf_layout_region_pairs(a->regions.count);
  assert_true(a->regions.levels == b->regions.levels && a->regions.count == b->regions.count);
  assert_true(a->sets.via_count == b->sets.via_count);
  if (!count) return;
  assert_memory_equal(a->regions.cuts, b->regions.cuts, count * sizeof *a->regions.cuts);
  assert_memory_equal(a->regions.samples, b->regions.samples,
                      count * PF_SAMPLES * sizeof *a->regions.samples);
  assert_memory_equal(a->sets.size, b->sets.size, pairs * sizeof *a->sets.size);
  assert_memory_equal(a->sets.leading, b->sets.leading, pairs * sizeof *a->sets.leading);
  assert_memory_equal(a->sets.by_default, b->sets.by_default, pairs * sizeof *a->sets.by_default);
  if (a->sets.via_count)
    assert_memory_equal(a->sets.vias, b->sets.vias, a->sets.via_count * sizeof *a->sets.vias);
}

static uint32_t coded(twin_cut cut) {
  return (cut.none ? PF_REGION_CUT_NONE : (uint32_t)cut.at) << 1 | (uint32_t)cut.axis;
}

static void check_found(const twin_map *map, const found *f, const twin_via_sets *expected) {
  static_assert(PF_SAMPLES == (int)TWIN_SAMPLES, "as the definition has it");
  const pf_regions *regions = &f->regions;
  assert_int_equal(regions->count, expected->count);
  assert_int_equal(regions->levels, expected->levels);
  for (int32_t node = 1; node < regions->count; node++)
    if (regions->cuts[node] != coded(expected->cuts[node]))
      twin_fail(map, "node %d is cut at %u, not %u", node, regions->cuts[node],
                coded(expected->cuts[node]));
  for (int32_t i = 0; i < regions->count * TWIN_SAMPLES; i++)
    if (regions->samples[i] != expected->samples[i])
      twin_fail(map, "sample %d of region %d is %d, not %d", i % TWIN_SAMPLES, i / TWIN_SAMPLES,
                regions->samples[i], expected->samples[i]);
  const int32_t *via = f->named.vias;
  for (int32_t a = 0; a < regions->count; a++)
    for (int32_t b = 0; b <= a; b++) {
      const twin_via_set *set = twin_via_set_of(expected, a, b);
      const int32_t size = f->named.size[a * (a + 1) / 2 + b];
      if (size != set->count)
        twin_fail(map, "regions %d and %d: %d via nodes, not %d", a, b, size, set->count);
      const int32_t leading = f->named.leading[a * (a + 1) / 2 + b];
      if (leading != set->leading)
        twin_fail(map, "regions %d and %d: %d lead, not %d", a, b, leading, set->leading);
      for (int32_t i = 0; i < size; i++)
        if (via[i] != set->via[i])
          twin_fail(map, "regions %d and %d: via node %d is %d, not %d", a, b, i + 1, via[i],
                    set->via[i]);
      via += size;
    }
}

/* ---- What answers use ---- */

enum { WEIGHT_OWN = 4, WEIGHT_NEAR = 2, WEIGHT_FAR = 1, WEIGHT_ENOUGH = 2 };

/* Whether the areas of two regions touch: no cut above them parts them. */
static bool touch(const pf_regions *regions, int32_t a, int32_t b) {
  pf_neighbours all = {0};
  bool does = false;
  assert_int_equal(pf_neighbours_find(regions, &all), PATHFAN_OK);
  for (int32_t i = 0; i < all.of[a].count; i++) does |= all.of[a].list[i] == b;
  pf_neighbours_free(&all);
  return does;
}

/* The via nodes of the answers of two regions a > b, each as often as an answer has it: adds
 * `weight` for each to weights, [Size: n], and for each answer to that of its number of paths. */
static void add_votes(const stage *s, const pf_regions *regions, pf_different *d,
                      pf_sample_answers *answers, int asked, int32_t a, int32_t b, int weight,
                      int32_t *weights, int32_t of_paths[PF_SAMPLE_PATHS + 1]) {
  const int32_t *x = regions->samples + a * PF_SAMPLES, *y = regions->samples + b * PF_SAMPLES;
  int32_t of_x = 0, of_y = 0;
  while (of_x < PF_SAMPLES && x[of_x] >= 0) of_x++;
  while (of_y < PF_SAMPLES && y[of_y] >= 0) of_y++;
  for (int32_t i = 0; i < asked && i < of_x * of_y; i++) {
    const int32_t pair = (a * (a + 1) / 2 + b + 7 * i) % (of_x * of_y);
    const pf_sample_end ends[] = {{pf_region_tree(regions, a, pair % of_x), x[pair % of_x]},
                                  {pf_region_tree(regions, b, pair / of_x), y[pair / of_x]}};
    int32_t vias[PF_SAMPLE_VIAS];
    uint64_t used;
    if (s->graph.component[ends[0].source] != s->graph.component[ends[1].source] ||
        ends[0].tree.length[ends[1].source] == 0)
      continue;
    pf_different_begin(d, &ends[0].tree, ends[0].source, &ends[1].tree, ends[1].source);
    const int32_t count = pf_different_list(d, PF_SAMPLE_VIAS, vias);
    assert_int_equal(pf_sample_answers_ask(answers, ends, vias, count, &used), PATHFAN_OK);
    assert_true(count == 64 || !(used >> count));
    for (int32_t k = 0; k < count; k++)
      if (used >> k & 1) weights[pf_different_name(d, vias[k])] += weight;
    of_paths[answers->taken_count] += weight;
  }
}

/* Whether a set that answers add to, and its marks, are what the votes say. */
static void check_added(const twin_map *map, const stage *s, const found *f, int asked) {
  const pf_regions *regions = &f->regions;
  const int32_t n = s->graph.vertex_count;
  pf_different d = {0};
  pf_sample_answers answers = {0};
  int32_t *weights = calloc((size_t)n + 1, sizeof *weights);
  const int32_t *named = f->named.vias, *via = f->sets.vias;
  assert_int_equal(pf_different_init(&d, n), PATHFAN_OK);
  pf_different_among(&d, n, s->graph.at, s->dense.rank);
  assert_int_equal(pf_sample_answers_init(&answers, &s->graph, s->sight.ground), PATHFAN_OK);
  for (int32_t a = 0; a < regions->count; a++)
    for (int32_t b = 0; b <= a; b++) {
      const int32_t pair = a * (a + 1) / 2 + b, size = f->sets.size[pair];
      const int32_t before = f->named.size[pair], leading = f->named.leading[pair];
      const uint32_t promised = f->sets.by_default[pair] >> 30;
      const uint32_t marks = f->sets.by_default[pair] & ((UINT32_C(1) << 30) - 1);
      int32_t of_paths[PF_SAMPLE_PATHS + 1] = {0};
      bool good = f->sets.leading[pair] == leading && size >= before && size <= PF_VIAS_MOST &&
                  !(marks >> size);
      memset(weights, 0, (size_t)n * sizeof *weights);
      for (int32_t x = 0; a != b && x < regions->count; x++)
        for (int32_t y = 0; y < regions->count; y++) {
          if (x == y || !touch(regions, a, x) || !touch(regions, b, y)) continue;
          const int weight = a == x && b == y   ? WEIGHT_OWN
                             : a == x || b == y ? WEIGHT_NEAR
                                                : WEIGHT_FAR;
          add_votes(s, regions, &d, &answers, asked, x > y ? x : y, x > y ? y : x, weight, weights,
                    of_paths);
        }
      const int32_t all = of_paths[1] + of_paths[2] + of_paths[3];
      good = good && promised == (!all                            ? 0
                                  : of_paths[3] > 0.12 * all + 1  ? 3
                                  : of_paths[2] + of_paths[3] > 0 ? 2
                                                                  : 1);
      int32_t i = 0;
      for (; i < leading; i++) good = good && via[i] == named[i];
      for (; a != b; i++) { /* those with most votes that don't lead */
        int32_t best = -1;
        for (int32_t v = 0; v < n; v++) {
          bool leads = false;
          for (int32_t k = 0; k < i; k++) leads |= via[k] == v;
          if (!leads && weights[v] >= WEIGHT_ENOUGH && (best < 0 || weights[v] > weights[best]))
            best = v;
        }
        if (best < 0 || i == PF_VIAS_MOST) break;
        good = good && i < size && via[i] == best;
        if (!good) break;
      }
      for (int32_t k = leading; k < before && i < PF_VIAS_MOST; k++) { /* the others */
        bool is_there = false;
        for (int32_t l = 0; l < i; l++) is_there |= via[l] == named[k];
        if (!is_there) good = good && i < size && via[i++] == named[k];
      }
      good = good && i == size;
      for (int32_t k = 0; k < size && good; k++)
        good = (marks >> k & 1) == (a == b || weights[via[k]] >= WEIGHT_ENOUGH);
      if (!good) twin_fail(map, "regions %d and %d: other via nodes of answers", a, b);
      named += before;
      via += size;
    }
  pf_different_free(&d);
  pf_sample_answers_free(&answers);
  free(weights);
}

/* Grids with many rooms have sets with more via nodes than can be kept. */
static void test_found(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(110);
  int64_t pairs = 0, vias = 0, by_rounding = 0, full = 0, empty = 0, small = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, i % 6 ? 30 : 48);
    stage s;
    begin(&s, &map);
    const uint64_t few = i % 2 ? PF_PAIRS_FEW : 0; /* else near regions vote */
    found one = find(&s.graph, s.sight.ground, s.dense.rank, 1, few);
    for (int32_t threads = 2; threads <= 3; threads++) {
      found more = find(&s.graph, s.sight.ground, s.dense.rank, threads, few);
      check_same_found(&one, &more);
      found_free(&more);
    }
    twin_via_sets cut =
        twin_via_sets_make(&s.dense, s.graph.component, NULL, PF_FLAT_SHIFT, (int64_t)few);
    check_found(&map, &one, &cut);
    if (i % 4 == 0 || i % 4 == 3) check_added(&map, &s, &one, few ? 4 : 1);
    if (i % 3 == 0) { /* how much depends on rounding */
      twin_via_sets exact = twin_via_sets_make(&s.dense, s.graph.component, NULL, 0, (int64_t)few);
      by_rounding += compare(&cut, &exact);
      twin_via_sets_free(&exact);
    }
    pairs += count_pairs(&cut);
    for (int64_t k = 0; k < count_pairs(&cut); k++) {
      vias += cut.sets[k].count;
      full += cut.sets[k].count == TWIN_VIAS_MOST;
    }
    for (int32_t r = 0; r < cut.count; r++) {
      empty += cut.samples[r * TWIN_SAMPLES] < 0;
      small += cut.samples[r * TWIN_SAMPLES + TWIN_SAMPLES - 1] < 0;
    }
    twin_via_sets_free(&cut);
    found_free(&one);
    end(&s);
    twin_map_free(&map);
  }
  print_message(
      "%d maps, %lld pairs of regions, %lld via nodes, %lld sets full, %lld of a third of "
      "the maps hang on rounding; %lld regions empty, %lld with less than three samples\n",
      count, (long long)pairs, (long long)vias, (long long)full, (long long)by_rounding,
      (long long)empty, (long long)small);
  if (twin_is_whole()) assert_true(vias > pairs && small > 0);
}

/* Checks an abstract map of points without edges: no vertex reaches another. */
static void check_points(int32_t n, const pf_lattice_point *at, int32_t empty) {
  static const pf_wedge wedge = {{1, 0}, {0, 1}};
  pf_wedge *wedges = calloc((size_t)n, sizeof *wedges);
  int32_t *numbers = calloc((size_t)n, sizeof *numbers);
  int32_t *groups = calloc(PF_EDGE_GROUPS * (size_t)n + 1, sizeof *groups);
  twin_dense dense = {.n = n,
                      .at = (pf_lattice_point *)at,
                      .wedge = wedges,
                      .length = malloc((size_t)n * (size_t)n * sizeof *dense.length),
                      .rank = numbers};
  pf_edge none[1] = {{0}};
  uint64_t tie[1] = {0};
  const pf_graph graph = {.vertex_count = n,
                          .at = at,
                          .wedge = wedges,
                          .group = groups,
                          .edges = none,
                          .tie_hash = tie,
                          .component = numbers};
  twin_map map = {.name = "points"};
  for (int32_t v = 0; v < n; v++) {
    wedges[v] = wedge;
    numbers[v] = v;
    for (int32_t w = 0; w < n; w++) dense.length[twin_at(&dense, v, w)] = v == w ? 0 : -1;
  }
  found f = find(&graph, (pf_loop_ground){0}, numbers, 1, 0);
  twin_via_sets expected = twin_via_sets_make(&dense, numbers, NULL, PF_FLAT_SHIFT, 0);
  int32_t without = 0;
  for (int32_t r = 0; r < f.regions.count; r++) {
    without += f.regions.samples[r * PF_SAMPLES] < 0;
    assert_int_equal(f.regions.samples[r * PF_SAMPLES + 1], -1);
  }
  check_found(&map, &f, &expected);
  assert_int_equal(without, empty);
  for (int32_t r = 0; r < f.regions.count; r++) /* own vertices are tried within a region */
    for (int32_t q = 0; q < r; q++) assert_int_equal(f.sets.size[r * (r + 1) / 2 + q], 0);
  twin_via_sets_free(&expected);
  found_free(&f);
  free(dense.length);
  free(wedges);
  free(numbers);
  free(groups);
}

/* In a row, in a column, in one place, in two places, alone. */
static void test_odd_places(void **state) {
  (void)state;
  pf_lattice_point row[100], column[100], place[100], two[100], far[2];
  for (int32_t i = 0; i < 100; i++) {
    row[i] = (pf_lattice_point){99 - i, 5};
    column[i] = (pf_lattice_point){5, i * 7 % 100};
    place[i] = (pf_lattice_point){3, 4};
    two[i] = (pf_lattice_point){i % 4 ? 9 : 8, 1};
  }
  far[0] = (pf_lattice_point){0, 0};
  far[1] = (pf_lattice_point){PF_EXTENT_MAX, PF_EXTENT_MAX};
  check_points(1, place, 0);
  check_points(2, far, 0);
  check_points(24, row, 0);
  check_points(25, row, 0);
  check_points(100, row, 0);
  check_points(100, column, 0);
  check_points(25, place, 1);
  check_points(100, place, 7);
  check_points(100, two, 6);
}

SUITE(test_regions) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_found),
      cmocka_unit_test(test_odd_places),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
