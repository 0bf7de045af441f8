/* Regions of the plane and the via sets between them against the definitions in full matrices: as
 * the builder finds them, and as an index returns them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build-index/vias/default_vias.h"
#include "build-index/vias/neighbours.h"
#include "build-index/vias/sample_answers.h"
#include "build-index/vias/via_set.h"
#include "format/layout.h"
#include "geometry/frame.h"
#include "graph_fixture.h"
#include "build-index/sight/order.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "build-index/vias/regions.h"
#include "suite.h"
#include "twin_outline_maps.h"
#include "twin_region.h"
#include "twin_via_sets.h"
#include "build-index/vias/via_sets.h"

static void check_same(const pathfan_answer *a, const pathfan_answer *b) {
  assert_int_equal(a->outcome, b->outcome);
  assert_int_equal(a->reason, b->reason);
  assert_int_equal(a->path_count, b->path_count);
  assert_true(a->work == b->work);
  for (int32_t i = 0; i < a->path_count; i++) {
    assert_true(a->paths[i].length == b->paths[i].length);
    assert_int_equal(a->paths[i].point_count, b->paths[i].point_count);
    assert_memory_equal(a->paths[i].points, b->paths[i].points,
                        (size_t)a->paths[i].point_count * sizeof(pathfan_point));
  }
}

/* Returns grids and polygon maps in turn. */
static twin_map some_map(int number, int32_t side_max) {
  return number % 3 ? twin_map_number(number - number / 3 - 1, side_max)
                    : twin_outline_map(number / 3, side_max / 2);
}

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  twin_dense dense;
  graph_sight sight;
  int32_t *number; /* [Size: n] the builder's sort key */
} stage;

enum { FRACTION_BITS = 8 };

static void begin(stage *s, const twin_map *map) {
  graph_of_map(map, 36, &s->mesh, &s->graph);
  graph_sight_make(&s->mesh, FRACTION_BITS, &s->sight);
  s->number = malloc(((size_t)s->graph.vertex_count + 1) * sizeof *s->number);
  assert_int_equal(pf_order_spanning_tree(&s->graph, s->number), PATHFAN_OK);
  s->dense = twin_dense_make(map, s->graph.length_bits);
  assert_int_equal(s->dense.n, s->graph.vertex_count);
}

static void end(stage *s) {
  free(s->number);
  free(s->sight.bytes);
  twin_dense_free(&s->dense);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

static int64_t count_pairs(const twin_via_sets *s) {
  return (int64_t)pf_layout_region_pairs(s->count);
}

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

/* Whether sets are those expected, to which answers may have added some behind the leading ones, in
 * place of the last if there are too many. */
static bool is_extended(const twin_via_sets *said, const twin_via_sets *expected) {
  bool good = said->count == expected->count;
  for (int64_t i = 0; good && i < count_pairs(said); i++) {
    const twin_via_set *set = &said->sets[i], *old = &expected->sets[i];
    int32_t kept = 0;
    for (int32_t k = 0; k < old->count; k++)
      for (int32_t l = 0; l < set->count; l++) kept += set->via[l] == old->via[k];
    good = set->leading == old->leading && set->count >= old->count &&
           (kept == old->count || set->count == TWIN_VIAS_MOST) &&
           !memcmp(set->via, old->via, (size_t)old->leading * sizeof *old->via);
  }
  return good;
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

/* [Size: n + 1] Components as the index numbers them: its mesh may differ from the stage's. */
static int32_t *components_of(const pathfan_index *index, const twin_dense *d) {
  int32_t *component = malloc(((size_t)d->n + 1) * sizeof *component);
  for (int32_t c = 0; c < d->n; c++) {
    pathfan_vertex_info info;
    assert_int_equal(pathfan_index_vertex(index, c, &info), PATHFAN_OK);
    for (int32_t v = 0; v < d->n; v++)
      if (d->at[v].x == info.at.x && d->at[v].y == info.at.y) component[v] = info.component;
  }
  return component;
}

/* A file's section gives back the sets found, and the regions of points. */
static void test_file(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(70);
  int64_t pairs = 0, points = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, i % 6 ? 30 : 48);
    pf_random random = pf_random_from(map.seed + 3);
    pathfan_build_options options;
    pathfan_index_info info;
    pathfan_error error;
    stage s;
    begin(&s, &map);
    pathfan_build_options_init(&options);
    assert_true(options.regions);
    options.threads = 1 + i % 3;
    options.tables = i % 4;
    options.id_bytes = i % 5 ? 0 : 4;
    pathfan_index *index =
        map.outline.edge_count ? twin_outline_index(&map, &options) : twin_index(&map, &options);
    assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
    twin_dense_take_ranks(&s.dense, index);
    int32_t *component = components_of(index, &s.dense);
    twin_via_sets said = twin_via_sets_read(&s.dense, index);
    twin_via_sets expected =
        twin_via_sets_make(&s.dense, component, s.number, PF_FLAT_SHIFT, PF_PAIRS_FEW);
    free(component);
    if (!is_extended(&said, &expected)) twin_fail(&map, "other via sets");
    pairs += count_pairs(&said);

    pathfan_index_info_get(index, &info);
    assert_int_equal(info.region_count, expected.count);
    for (int32_t v = 0; v < s.dense.n; v++) {
      const pf_fixed_point at = pf_lift(s.dense.at[v], info.fraction_bits);
      if (twin_via_sets_region(&said, at, info.fraction_bits) !=
          twin_via_sets_region(&expected, at, info.fraction_bits))
        twin_fail(&map, "vertex %d: another region", v);
    }
    for (int k = 0; k < 100 && s.dense.n; k++) {
      pf_fixed_point at;
      if (!twin_map_random_point(&random, &map, info.fraction_bits, false, &at)) break;
      if (twin_via_sets_region(&said, at, info.fraction_bits) !=
          twin_via_sets_region(&expected, at, info.fraction_bits))
        twin_fail(&map, "another region than that of a point");
      points++;
    }
    assert_int_equal(pathfan_index_region(index, (pathfan_point){NAN, 1}), -1);
    assert_int_equal(pathfan_index_region(index, (pathfan_point){1, -INFINITY}), -1);
    if (!s.dense.n) assert_int_equal(pathfan_index_region(index, (pathfan_point){1, 1}), -1);

    /* Direction doesn't matter, other numbers are refused, a short list is filled up. */
    const int32_t regions = info.region_count;
    for (int32_t a = -1; a <= regions; a++)
      for (int32_t b = -1; b <= regions; b++) {
        int32_t vias[2][TWIN_VIAS_MOST], some[2] = {-7, -7}, counts[3];
        const pathfan_status status =
            pathfan_index_region_vias(index, a, b, vias[0], TWIN_VIAS_MOST, &counts[0]);
        if (a < 0 || b < 0 || a == regions || b == regions) {
          assert_int_equal(status, PATHFAN_ERR_ARGUMENT);
          assert_int_equal(counts[0], 0);
          continue;
        }
        assert_int_equal(
            pathfan_index_region_vias(index, b, a, vias[1], TWIN_VIAS_MOST, &counts[1]),
            PATHFAN_OK);
        assert_int_equal(pathfan_index_region_vias(index, a, b, some, 1, &counts[2]), PATHFAN_OK);
        assert_true(counts[0] == counts[1] && counts[0] == counts[2]);
        assert_memory_equal(vias[0], vias[1], (size_t)counts[0] * sizeof *some);
        assert_int_equal(some[0], counts[0] ? vias[0][0] : -7);
        assert_int_equal(some[1], -7);
      }
    twin_via_sets_free(&said);
    twin_via_sets_free(&expected);
    pathfan_index_close(index);
    end(&s);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs of regions, %lld points\n", count, (long long)pairs,
                (long long)points);
}

/* Regions have at most 24 vertices; up to a limit of 256 regions each pair has a set. */
static void test_count(void **state) {
  (void)state;
  assert_int_equal(pf_regions_count(0), 0);
  for (int32_t n = 1; n < 200000; n += 1 + n / 50) {
    const int32_t count = pf_regions_count(n);
    int32_t expected = 1;
    while (n / expected > 24) expected *= 2;
    assert_int_equal(count, expected);
    assert_int_equal(pf_regions_are_many(n, 0), expected > 256);
    assert_int_equal(pf_regions_are_many(n, 16), expected > 16);
    /* The section has levels for no more, whatever the limit. */
    assert_int_equal(pf_regions_are_many(n, UINT64_MAX), expected > 4096);
  }
}

/* An index without regions reports that; its tables answer instead, as for algorithm cvpd. */
static void test_none(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(20);
  int64_t asked = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, 30);
    pathfan_build_options options;
    pathfan_index_info infos[2];
    pathfan_query *queries[2];
    pathfan_index *indexes[2];
    pathfan_error error;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.tables = 1 + i % 4;
    for (int none = 0; none < 2; none++) {
      options.regions = !none;
      indexes[none] =
          map.outline.edge_count ? twin_outline_index(&map, &options) : twin_index(&map, &options);
      pathfan_index_info_get(indexes[none], &infos[none]);
      assert_int_equal(pathfan_index_verify(indexes[none], &error), PATHFAN_OK);
      assert_int_equal(pathfan_query_create(indexes[none], &queries[none]), PATHFAN_OK);
    }
    int32_t via, vias;
    assert_true(infos[1].region_count == 0 && infos[1].region_vias == 0 &&
                infos[1].region_bytes == 0);
    assert_int_equal(pathfan_index_region_vias(indexes[1], 0, 0, &via, 1, &vias),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_index_region(indexes[1], (pathfan_point){1, 1}), -1);
    assert_non_null(strstr(infos[1].options, "regions=none"));
    assert_null(strstr(infos[0].options, "regions"));
    assert_true(infos[0].region_count > 0 || infos[0].vertex_count == 0);
    pf_random random = pf_random_from(map.seed + 31);
    for (int k = 0; k < 30; k++) {
      pf_fixed_point ends[2];
      const int bits = infos[0].fraction_bits;
      if (!twin_map_random_point(&random, &map, bits, true, &ends[0]) ||
          !twin_map_random_point(&random, &map, bits, true, &ends[1]))
        continue;
      const pathfan_answer *answers[2];
      for (int none = 0; none < 2; none++) {
        pathfan_request r;
        pathfan_request_init(&r);
        r.from = twin_units(ends[0], bits);
        r.to = twin_units(ends[1], bits);
        r.algorithm = none ? PATHFAN_ALGORITHM_INDEX : PATHFAN_ALGORITHM_CVPD;
        r.bind_loop = true;
        assert_int_equal(pathfan_query_paths(queries[none], &r, &answers[none]), PATHFAN_OK);
      }
      check_same(answers[0], answers[1]);
      asked++;
    }
    for (int none = 0; none < 2; none++) {
      pathfan_query_free(queries[none]);
      pathfan_index_close(indexes[none]);
    }
    twin_map_free(&map);
  }
  print_message("%d maps, %lld requests\n", count, (long long)asked);
  assert_true(asked > 20 * count);
}

/* Without tables there is no cvpd; with neither, vertices that both ends see are still tried. */
static void test_nothing(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count(), 20);
  for (int regions = 0; regions < 2; regions++) {
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    assert_int_equal(options.tables, 0);
    options.regions = regions;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_query *query;
    const pathfan_answer *answer;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    pf_random random = pf_random_from(3);
    pathfan_request r = plain_request(&map, &random);
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
    r.algorithm = PATHFAN_ALGORITHM_CVPD;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_ERR_ARGUMENT);
    assert_string_equal(pathfan_query_error(query),
                        "algorithm cvpd needs an index with tables: build-index --tables 3");
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  twin_map_free(&map);
}

SUITE(test_regions) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_found), cmocka_unit_test(test_odd_places),
      cmocka_unit_test(test_file),  cmocka_unit_test(test_count),
      cmocka_unit_test(test_none),  cmocka_unit_test(test_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
