/* Via sets between nodes of the tree of regions: the pairs that have one, against the definition
 * applied to all; the contents of sets, against full matrices; the index's replies, against an
 * exhaustive search of its section. */
#include <stdlib.h>
#include <string.h>

#include "forge_fixture.h"
#include "graph_fixture.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_via_sets.h"
#include "build-index/vias/via_levels.h"

/* ---- Which pairs ---- */

/* A box by the definition: low x, high x, low y, high y. */
typedef struct box {
  int64_t side[4];
} box;

static int64_t clamp(int64_t at, int64_t low, int64_t high) {
  return at < low ? low : at > high ? high : at;
}

/* Cuts the map down from the root, bit by bit of the node's number. */
static box box_of(const uint32_t *cuts, uint32_t node, int64_t width, int64_t height) {
  box b = {{0, width, 0, height}};
  for (int bit = 30 - __builtin_clz(node); bit >= 0; bit--) {
    const uint32_t cut = cuts[node >> (bit + 1)];
    const int low = cut & 1 ? 2 : 0, half = node >> bit & 1;
    b.side[low + !half] = clamp(cut >> 1, b.side[low], b.side[low + 1]);
  }
  return b;
}

static bool are_apart(box a, box b, int64_t eighths) {
  int64_t longest = 0, gap = 0;
  for (int axis = 0; axis < 4; axis += 2) {
    const int64_t between[] = {b.side[axis] - a.side[axis + 1], a.side[axis] - b.side[axis + 1]};
    for (int i = 0; i < 2; i++) {
      const box *one = i ? &a : &b;
      if (between[i] > gap) gap = between[i];
      if (one->side[axis + 1] - one->side[axis] > longest)
        longest = one->side[axis + 1] - one->side[axis];
    }
  }
  return gap > 0 && gap * 8 >= longest * eighths;
}

/* Whether two nodes of a level should have a set, decided by all their ancestors. */
static bool should_have(const uint32_t *cuts, uint32_t regions, uint32_t a, uint32_t b,
                        int64_t width, int64_t height, int64_t eighths) {
  for (uint32_t up = 1; b >> up; up++)
    if (are_apart(box_of(cuts, a >> up, width, height), box_of(cuts, b >> up, width, height),
                  eighths))
      return false;
  return a >= regions ||
         are_apart(box_of(cuts, a, width, height), box_of(cuts, b, width, height), eighths);
}

static bool is_listed(const pf_region_pairs *pairs, uint32_t a, uint32_t b) {
  bool found = false;
  for (uint32_t i = pairs->first[a]; i < pairs->first[a + 1]; i++) {
    assert_true(pairs->partners[i] <= a);
    assert_true(i == pairs->first[a] || pairs->partners[i] > pairs->partners[i - 1]);
    found = found || pairs->partners[i] == b;
  }
  return found;
}

static void test_pairs(void **state) {
  (void)state;
  pf_random random = pf_random_from(11);
  int64_t sets = 0, high = 0;
  for (int i = 0; i < twin_scaled(60); i++) {
    const int32_t levels = i % 7, width = pf_random_between(&random, 1, 1000);
    const int32_t height = i % 5 ? pf_random_between(&random, 1, 1000) : 0;
    const uint32_t regions = UINT32_C(1) << levels;
    uint32_t cuts[64] = {0};
    for (uint32_t node = 1; node < regions; node++) {
      const box b = box_of(cuts, node, width, height);
      const int axis = b.side[3] - b.side[2] > b.side[1] - b.side[0];
      const int64_t middle = (b.side[2 * axis] + b.side[2 * axis + 1]) / 2;
      const int64_t any = pf_random_between(&random, 0, 1100);
      const int kind = (int)pf_random_below(&random, 12);
      cuts[node] = (uint32_t)(kind == 0   ? PF_REGION_CUT_NONE
                              : kind == 1 ? any
                                          : middle)
                       << 1 |
                   (uint32_t)axis;
    }
    pf_region_pairs pairs = {.apart = pf_random_between(&random, 1, 24)};
    assert_int_equal(pf_region_pairs_list(cuts, levels, width, height, &pairs), PATHFAN_OK);
    assert_int_equal(pairs.first[0], 0);
    assert_int_equal(pairs.first[1], 0);
    for (uint32_t begin = 1; begin <= regions; begin *= 2)
      for (uint32_t a = begin; a < 2 * begin; a++)
        for (uint32_t b = begin; b <= a; b++) {
          const bool has = is_listed(&pairs, a, b);
          assert_int_equal(has, should_have(cuts, regions, a, b, width, height, pairs.apart));
          sets += has;
          high += has && a < regions;
        }
    for (uint32_t a = regions; a < 2 * regions; a++)
      for (uint32_t b = regions; b <= a; b++) {
        int found = 0;
        for (int32_t up = 0; up <= levels; up++) found += is_listed(&pairs, a >> up, b >> up);
        assert_int_equal(found, 1);
      }
    pf_region_pairs_free(&pairs);
  }
  print_message("%lld sets, %lld of them above regions\n", (long long)sets, (long long)high);
  if (twin_is_whole()) assert_true(high > 50 && high < sets);
}

/* ---- Contents of sets ---- */

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  twin_dense dense;
  pf_tree trees[3];
  pf_regions regions;
} stage;

static void begin(stage *s, const twin_map *map, int32_t levels) {
  graph_of_map(map, 36, &s->mesh, &s->graph);
  s->dense = twin_dense_make(map, s->graph.length_bits);
  for (int t = 0; t < 3; t++) assert_int_equal(pf_tree_init(&s->trees[t], &s->graph), PATHFAN_OK);
  assert_int_equal(pf_regions_cut(&s->graph, levels, &s->regions), PATHFAN_OK);
}

static void end(stage *s) {
  for (int t = 0; t < 3; t++) pf_tree_free(&s->trees[t]);
  pf_regions_free(&s->regions);
  twin_dense_free(&s->dense);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

static pf_via_sets find(stage *s, const twin_map *map, int32_t threads, uint64_t tree_bytes) {
  const pf_via_levels_options options = {.width = map->grid.width,
                                         .height = map->grid.height,
                                         .apart = 4,
                                         .tree_bytes = tree_bytes,
                                         .side_by_side = threads > 1};
  pf_via_sets sets;
  pf_results results;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = threads};
  assert_int_equal(
      pf_batches_agree(&batches, PF_RESULT_VIA_LEVELS, pf_via_levels_batches(s->regions.levels)),
      PATHFAN_OK);
  assert_int_equal(
      pf_via_levels_find(&s->regions, &options, s->trees, s->dense.rank, &batches, &sets, NULL),
      PATHFAN_OK);
  pf_results_close(&results, true);
  return sets;
}

static void check_same(const pf_via_sets *a, const pf_via_sets *b) {
  assert_true(a->pair_count == b->pair_count && a->via_count == b->via_count);
  assert_memory_equal(a->pairs.partners, b->pairs.partners, a->pair_count * 4);
  assert_memory_equal(a->size, b->size, a->pair_count);
  assert_memory_equal(a->leading, b->leading, a->pair_count);
  if (a->via_count) assert_memory_equal(a->vias, b->vias, a->via_count * sizeof *a->vias);
}

/* Checks each set of each level against the definition, with whole trees. */
static int64_t check_sets(const twin_map *map, const stage *s, const pf_via_sets *sets) {
  const int32_t n = s->graph.vertex_count, count = s->regions.count;
  int32_t *node_of = malloc(((size_t)n + 1) * sizeof *node_of);
  const int32_t *via = sets->vias;
  int64_t high = 0;
  for (int32_t node = 1; node < 2 * count; node++) {
    const int32_t up = s->regions.levels - (31 - __builtin_clz((uint32_t)node));
    for (int32_t r = 0; r < count; r++)
      for (int32_t i = s->regions.first[r]; i < s->regions.first[r + 1]; i++)
        node_of[s->regions.list[i]] = (count + r) >> up;
    for (uint32_t pair = sets->pairs.first[node]; pair < sets->pairs.first[node + 1]; pair++) {
      const int32_t other = (int32_t)sets->pairs.partners[pair];
      const twin_via_set set = twin_via_set_between(&s->dense, s->graph.component, NULL,
                                                    PF_FLAT_SHIFT, node_of, node, other);
      if (sets->size[pair] != set.count || sets->leading[pair] != set.leading)
        twin_fail(map, "nodes %d and %d: %d via nodes, %d lead, not %d and %d", node, other,
                  sets->size[pair], sets->leading[pair], set.count, set.leading);
      for (int32_t i = 0; i < set.count; i++)
        if (via[i] != set.via[i])
          twin_fail(map, "nodes %d and %d: via node %d is %d, not %d", node, other, i + 1, via[i],
                    set.via[i]);
      via += set.count;
      high += node < count && set.count;
    }
  }
  assert_true(via == sets->vias + sets->via_count);
  free(node_of);
  return high;
}

/* Sets are the same for any number of threads, however few trees are kept, and side by side. */
static void test_sets(void **state) {
  (void)state;
  int64_t vias = 0, high = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(40); i++) {
    twin_map map = twin_map_number(i, 36);
    stage s;
    begin(&s, &map, 2 + i % 4);
    pf_via_sets one = find(&s, &map, 1, 0);
    for (int32_t threads = 2; threads <= 3; threads++) {
      pf_via_sets more = find(&s, &map, threads, threads == 2 ? 1 : 4000);
      check_same(&one, &more);
      pf_via_sets_free(&more);
    }
    vias += (int64_t)one.via_count;
    high += check_sets(&map, &s, &one);
    pf_via_sets_free(&one);
    end(&s);
    twin_map_free(&map);
  }
  print_message("%lld via nodes, %lld sets above regions that aren't empty\n", (long long)vias,
                (long long)high);
  assert_true(vias > 1000 && high > 100);
}

/* ---- Replies of an index ---- */

static pathfan_index *build(const twin_map *map, int number, int32_t threads) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = threads;
  options.paired_regions = 1;
  options.id_bytes = number % 3 ? 0 : 4;
  return map->outline.edge_count ? twin_outline_index(map, &options) : twin_index(map, &options);
}

/* The section taken apart, each number at its place in format/layout.h. */
typedef struct section {
  pf_layout_hierarchy head;
  const uint32_t *cuts, *first, *partners;
  const uint8_t *blocks, *ids;
  uint64_t id_count;
} section;

static section take_apart(const forge_sections *all) {
  const content *c = NULL;
  section s;
  for (uint32_t i = 0; i < all->count; i++) {
    assert_string_not_equal(all->sections[i].section.name, "regions");
    if (!strcmp(all->sections[i].section.name, "hierarchy")) c = &all->sections[i];
  }
  assert_non_null(c);
  assert_int_equal(c->section.flags & PATHFAN_SECTION_REQUIRED, 0);
  memcpy(&s.head, c->data, sizeof s.head);
  const uint64_t regions = UINT64_C(1) << s.head.levels, pairs = s.head.pair_count;
  s.cuts = (const void *)(c->data + sizeof s.head);
  s.first = s.cuts + regions;
  s.partners = s.first + 2 * regions + 1;
  s.blocks = (const void *)(s.partners + pairs);
  s.ids = s.blocks + (pairs + 7) / 8 * 12;
  s.id_count = (c->bytes - (uint64_t)(s.ids - c->data)) / (uint64_t)s.head.id_bytes;
  return s;
}

/* Returns the index of a pair's first id. */
static uint32_t begin_of(const section *s, uint64_t pair) {
  uint32_t first;
  if (pair == s->head.pair_count) return (uint32_t)s->id_count;
  memcpy(&first, s->blocks + pair / 8 * 12, 4);
  return first + (pair % 8 ? s->blocks[pair / 8 * 12 + 3 + pair % 8] : 0);
}

/* Finds the pair of two regions: the only one in the file whose nodes are ancestors of one each. */
static uint64_t pair_of(const section *s, uint32_t a, uint32_t b) {
  const uint32_t regions = UINT32_C(1) << s->head.levels;
  uint64_t pair = UINT64_MAX;
  for (uint32_t node = 1; node < 2 * regions; node++)
    for (uint32_t i = s->first[node]; i < s->first[node + 1]; i++)
      for (int32_t up = 0; up <= s->head.levels; up++) {
        const uint32_t x = (regions + a) >> up, y = (regions + b) >> up;
        if ((x != node || y != s->partners[i]) && (y != node || x != s->partners[i])) continue;
        assert_true(pair == UINT64_MAX || pair == i);
        pair = i;
      }
  assert_true(pair < s->head.pair_count);
  return pair;
}

static void check_region_pair(const pathfan_index *index, const section *s, const uint8_t *leading,
                              int32_t a, int32_t b) {
  int32_t vias[255], count, leads;
  const uint64_t pair = pair_of(s, (uint32_t)a, (uint32_t)b);
  const uint32_t begin = begin_of(s, pair), end = begin_of(s, pair + 1);
  assert_int_equal(pathfan_index_region_vias(index, a, b, vias, 255, &count), PATHFAN_OK);
  assert_int_equal(pathfan_index_region_leading(index, a, b, &leads), PATHFAN_OK);
  assert_int_equal(count, end - begin);
  assert_int_equal(leads, leading[pair]);
  for (int32_t i = 0; i < count; i++) {
    uint32_t id = 0;
    memcpy(&id, s->ids + (begin + (uint32_t)i) * (uint32_t)s->head.id_bytes,
           (size_t)s->head.id_bytes);
    assert_int_equal(vias[i], id);
  }
}

static void test_file(void **state) {
  (void)state;
  int64_t pairs = 0, many = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(24); i++) {
    twin_map map = i % 4 ? twin_map_number(i, 48) : twin_outline_map(i / 4, 30);
    pathfan_index_info info;
    pathfan_error error;
    pathfan_index *index = build(&map, i, 1 + i % 3);
    pathfan_index_info_get(index, &info);
    assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
    if (info.region_count > 1) {
      forge_sections all = forge_read(twin_scratch("map.pathfan"));
      const section s = take_apart(&all);
      assert_int_equal(info.region_count, 1 << s.head.levels);
      assert_true(info.region_vias == s.id_count);
      assert_true(info.region_bytes == forge_bytes(&all, "hierarchy"));
      assert_int_equal(forge_bytes(&all, "leading"), s.head.pair_count);
      for (int32_t a = 0; a < info.region_count; a++)
        for (int32_t b = 0; b < info.region_count; b++)
          check_region_pair(index, &s, forge_find(&all, "leading")->data, a, b);
      pairs += s.head.pair_count;
      many++;
      forge_free(&all);
    }
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld indexes, %lld pairs\n", (long long)many, (long long)pairs);
  assert_true(many > twin_scaled(10));
}

/* ---- Damage ---- */

typedef struct damage {
  twin_map map;
  forge_sections all;
  section s;
  content sound;
  char path[512];
} damage;

static damage damage_make(void) {
  damage d = {.map = twin_map_number(twin_drawn_count() + 3, 50)};
  pathfan_index_close(build(&d.map, 1, 1));
  d.all = forge_read(twin_scratch("map.pathfan"));
  d.s = take_apart(&d.all);
  d.sound = *forge_find(&d.all, "hierarchy");
  assert_true(d.s.head.levels >= 2 && d.s.id_count > 10);
  snprintf(d.path, sizeof d.path, "%s", twin_scratch("forged.pathfan"));
  return d;
}

static void damage_free(damage *d) {
  forge_free(&d->all);
  twin_map_free(&d->map);
}

/* Writes the file with another section in place of its own. */
static void write_with(damage *d, uint8_t *data, uint64_t bytes) {
  content *c = forge_find(&d->all, "hierarchy");
  c->data = data;
  c->bytes = c->section.count = bytes;
  forge_write(&d->all, d->path);
  *c = d->sound;
}

/* Writes it with other bytes at one place. */
static void write_changed(damage *d, const void *at, uint32_t number, size_t bytes) {
  uint8_t *data = malloc(d->sound.bytes);
  memcpy(data, d->sound.data, d->sound.bytes);
  memcpy(data + ((const uint8_t *)at - d->sound.data), &number, bytes);
  write_with(d, data, d->sound.bytes);
  free(data);
}

static void expect_no_open(const damage *d, const char *says) {
  pathfan_index *index;
  pathfan_error error;
  assert_int_equal(pathfan_index_open(d->path, NULL, &index, &error), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, "hierarchy"));
  assert_non_null(strstr(error.text, says));
}

/* Heads with impossible values, and sizes that don't fit them. */
static void test_heads(void **state) {
  (void)state;
  damage d = damage_make();
  const uint8_t *head = d.sound.data;
  const struct {
    size_t at;
    int64_t is;
  } bad[] = {{offsetof(pf_layout_hierarchy, levels), -1},
             {offsetof(pf_layout_hierarchy, levels), 23},
             {offsetof(pf_layout_hierarchy, levels), INT32_MIN},
             {offsetof(pf_layout_hierarchy, id_bytes), 4},
             {offsetof(pf_layout_hierarchy, id_bytes), 0},
             {offsetof(pf_layout_hierarchy, apart), 0},
             {offsetof(pf_layout_hierarchy, apart), -8},
             {offsetof(pf_layout_hierarchy, apart), PF_HIERARCHY_APART_MAX + 1}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_changed(&d, head + bad[i].at, (uint32_t)bad[i].is, 4);
    expect_no_open(&d, "of another form");
  }
  write_changed(&d, head, 22, 4);
  expect_no_open(&d, "of another size");
  write_changed(&d, head + offsetof(pf_layout_hierarchy, pair_count), UINT32_MAX, 4);
  expect_no_open(&d, "of another size");
  const uint64_t ids = (uint64_t)(d.s.ids - d.sound.data);
  for (uint64_t size = 0; size < ids; size += 1 + size / 3) {
    write_with(&d, d.sound.data, size);
    expect_no_open(&d, size < sizeof d.s.head ? "of another form" : "of another size");
  }
  write_with(&d, d.sound.data, d.sound.bytes - 1);
  expect_no_open(&d, "of another size");
  damage_free(&d);
}

/* Verifying reports `says`, or nothing if NULL. Returns how many requests were refused for it. */
static int ask_all(const damage *d, const char *says) {
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error = {""};
  pf_random random = pf_random_from(7);
  int refused = 0;
  assert_int_equal(pathfan_index_open(d->path, NULL, &index, &error), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < 60; k++) {
    pathfan_request r = plain_request(&d->map, &random);
    const pathfan_answer *answer;
    if (k % 2) r.separation_share = 0; /* asks for leading via nodes */
    const pathfan_status status = pathfan_query_paths(query, &r, &answer);
    if (status) {
      assert_int_equal(status, PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(pathfan_query_error(query), "hierarchy"));
      refused++;
    }
  }
  assert_int_equal(pathfan_index_verify(index, &error), says ? PATHFAN_ERR_DAMAGED : PATHFAN_OK);
  if (says) assert_non_null(strstr(error.text, says));
  pathfan_query_free(query);
  pathfan_index_close(index);
  return refused;
}

static void test_contents(void **state) {
  (void)state;
  damage d = damage_make();
  const uint32_t regions = UINT32_C(1) << d.s.head.levels;
  const uint32_t end = d.s.first[2 * regions];
  write_with(&d, d.sound.data, d.sound.bytes);
  assert_int_equal(ask_all(&d, NULL), 0);
  /* All requests for more than one path read the tree. */
  write_changed(&d, d.s.cuts + 1, (PF_REGION_CUT_NONE + 1) << 1, 4);
  assert_true(ask_all(&d, "a cut off the map") > 20);
  write_changed(&d, d.s.first + regions, end + 1, 4);
  assert_true(ask_all(&d, "partners out of order") > 20);
  write_changed(&d, d.s.first + 2 * regions, end - 1, 4);
  assert_true(ask_all(&d, "partners out of order") > 20);
  /* Only some read the data of a piece. */
  write_changed(&d, d.s.blocks, 1, 4);
  assert_true(ask_all(&d, "via sets out of order") > 0);
  write_changed(&d, d.s.ids, 0xffff, 2);
  assert_true(ask_all(&d, "a via node out of range") > 0);
  /* Other partners, also out of order, and other cuts: fewer paths are found, nothing breaks. */
  pf_random random = pf_random_from(8);
  for (int i = 0; i < twin_scaled(20); i++) {
    uint8_t *data = malloc(d.sound.bytes);
    memcpy(data, d.sound.data, d.sound.bytes);
    uint32_t *partners = (void *)(data + ((const uint8_t *)d.s.partners - d.sound.data));
    uint32_t *cuts = (void *)(data + ((const uint8_t *)d.s.cuts - d.sound.data));
    for (uint32_t p = 0; p < d.s.head.pair_count; p++)
      if (!pf_random_below(&random, 3)) partners[p] = (uint32_t)pf_random_bits(&random);
    for (uint32_t node = 1; node < regions && i % 2; node++)
      cuts[node] = (uint32_t)pf_random_below(&random, PF_REGION_CUT_NONE + 1) << 1 |
                   (uint32_t)pf_random_below(&random, 2);
    write_with(&d, data, d.sound.bytes);
    assert_int_equal(ask_all(&d, NULL), 0);
    free(data);
  }
  damage_free(&d);
}

SUITE(test_hierarchy) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs), cmocka_unit_test(test_sets),
                                     cmocka_unit_test(test_file), cmocka_unit_test(test_heads),
                                     cmocka_unit_test(test_contents)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
