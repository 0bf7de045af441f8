/* Sections with valid digests and invalid content: the structural checks must refuse every change,
 * or it must be harmless. Nothing may crash or hang, and answers must be in range. */
#include "twin_algorithm.h"
#include "twin_answer.h"
#include "twin_outline_maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "format/layout.h"
#include "pathfan/format.h"
#include "pathfan/inspect.h"
#include "forge_fixture.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_check.h"

/* ---- Changing ---- */

static const uint32_t nasty_words[] = {0,          1,          2,          3,          0x7f,
                                       0x80,       0xff,       0xffff,     0x7fffffff, 0x80000000,
                                       0xffffffff, 0xfffffffe, 0x40000000, 0x10000000};
static const double nasty_doubles[] = {NAN,  INFINITY, -INFINITY, 1e308,  -1e308, 5e-324,
                                       -0.0, 0x1p-900, 0x1p900,   0x1p53, 1e300};

/* Changes valid content: bytes, integers, numbers taken from elsewhere, whole records, values by
 * one or two. */
static void change(content *c, pf_random *random) {
  const uint64_t at = (uint64_t)pf_random_below(random, (int64_t)c->bytes);
  const uint64_t word = at / 4 * 4, wide = at / 8 * 8;
  const uint64_t from = (uint64_t)pf_random_below(random, (int64_t)c->bytes);
  static const uint8_t nasty[] = {0, 1, 127, 128, 255};
  uint32_t value;
  switch (pf_random_below(random, 8)) {
  case 0: c->data[at] = nasty[pf_random_below(random, sizeof nasty)]; break;
  case 1: c->data[at] = (uint8_t)pf_random_below(random, 256); break;
  case 2: /* an extreme number */
    value = nasty_words[pf_random_below(random, sizeof nasty_words / 4)];
    if (word + 4 <= c->bytes) memcpy(c->data + word, &value, 4);
    break;
  case 3: /* up to two more or less */
    if (word + 4 > c->bytes) break;
    memcpy(&value, c->data + word, 4);
    value += (uint32_t)pf_random_below(random, 5) - 2;
    memcpy(c->data + word, &value, 4);
    break;
  case 4: /* a number from elsewhere */
    if (word + 4 <= c->bytes && from / 4 * 4 + 4 <= c->bytes)
      memcpy(c->data + word, c->data + from / 4 * 4, 4);
    break;
  case 5: { /* two numbers swapped */
    uint32_t other;
    if (word + 4 > c->bytes || from / 4 * 4 + 4 > c->bytes) break;
    memcpy(&value, c->data + word, 4);
    memcpy(&other, c->data + from / 4 * 4, 4);
    memcpy(c->data + word, &other, 4);
    memcpy(c->data + from / 4 * 4, &value, 4);
    break;
  }
  case 6: /* a double, in the header */
    if (wide + 8 <= c->bytes && !strcmp(c->section.name, "header"))
      memcpy(c->data + wide, &nasty_doubles[pf_random_below(random, sizeof nasty_doubles / 8)], 8);
    break;
  default: { /* a record or some bytes from elsewhere */
    static const uint64_t sizes[] = {5, 9, 10, 11, 16, 28, 64, 1000};
    uint64_t bytes = sizes[pf_random_below(random, 8)];
    const uint64_t to = at / bytes * bytes, copied = from / bytes * bytes;
    const uint64_t end = to > copied ? to : copied;
    if (bytes > c->bytes - end) bytes = c->bytes - end;
    memmove(c->data + to, c->data + copied, bytes);
  }
  }
}

/* Forges the index built last: changes each section in turn, or its size, and uses the file. */
static void forge(const char *what, pathfan_index *index, int rounds) {
  pf_random random = pf_random_from(77);
  const interview_points points = interview_points_of(index, 7);
  char path[512], forged[512];
  forge_tally t = {0};
  snprintf(path, sizeof path, "%s", twin_scratch("map.pathfan"));
  snprintf(forged, sizeof forged, "%s", twin_scratch("forged.pathfan"));
  pathfan_index_close(index);
  forge_sections all = forge_read(path);
  for (int i = 0; i < rounds; i++) {
    content *c = &all.sections[i % (int)all.count];
    const content before = *c;
    if (!c->bytes) continue;
    c->data = malloc(c->bytes + 64);
    memcpy(c->data, before.data, c->bytes);
    memset(c->data + c->bytes, 0, 64);
    for (int64_t k = pf_random_below(&random, 3); k >= 0; k--) change(c, &random);
    if (i % 10 == 9) { /* shorter or longer */
      const int64_t size = c->section.element_size;
      const int64_t count = (int64_t)c->section.count + pf_random_below(&random, 7) - 3;
      c->section.count =
          (uint64_t)(count < 0 || (count - (int64_t)c->section.count) * size > 64 ? 0 : count);
    }
    forge_write(&all, forged);
    forge_use(forged, &points, &random, &t);
    free(c->data);
    *c = before;
  }
  forge_tell(what, &t);
  assert_true(t.refused + t.in_use > t.files / 4);
  forge_write(&all, forged);
  assert_true(forge_use(forged, &points, &random, &t)); /* restored, it is sound again */
  forge_free(&all);
}

static void forge_grid(const char *what, const pathfan_build_options *options, int rounds) {
  twin_map map = twin_map_number(twin_drawn_count() + 3, 24);
  forge(what, twin_index(&map, options), rounds);
  twin_map_free(&map);
}

static void test_forged(void **state) {
  (void)state;
  forge_grid("a grid", NULL, twin_scaled_harm(250));
}

static void test_forged_without_cones(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.cone_cap = 0;
  forge_grid("a grid without cone lists", &options, twin_scaled_harm(120));
}

/* Polygon maps have wedges, and cells of a locator. */
static void test_forged_polygons(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  for (int cones = 0; cones < 2; cones++) {
    twin_map map = twin_outline_map(4, 14);
    if (!cones) options.cone_cap = 0;
    forge(cones ? "polygons" : "polygons without cone lists", twin_outline_index(&map, &options),
          twin_scaled_harm(120));
    options.cone_cap = PATHFAN_CONE_CAP_DEFAULT;
    twin_map_free(&map);
  }
}

/* ---- Via sets ---- */

/* An index with regions and all its sections, to be written with other contents of `regions`. */
typedef struct regions_scene {
  twin_map map;
  pathfan_index *index, *bare; /* bare: without regions and tables */
  forge_sections all;
  pf_random random;
  int32_t n, count;            /* convex vertices; regions */
  uint32_t sections;           /* in the file, with those left out */
  content sound;               /* the section as built */
  uint64_t blocks, ids, bytes; /* offsets of its parts */
  char forged[512];            /* the file written */
} regions_scene;

/* Leaves a section out of those written, by moving it behind them. */
static void leave_out(forge_sections *all, const char *name) {
  content *c = forge_find(all, name), *last = &all->sections[all->count - 1];
  const content mine = *c;
  *c = *last;
  *last = mine;
  all->count--;
}

static regions_scene regions_make(void) {
  regions_scene s = {.map = twin_map_number(twin_drawn_count() + 3, 50),
                     .random = pf_random_from(4)};
  pathfan_build_options options;
  pathfan_index_info info;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.regions = false;
  s.bare = twin_index(&s.map, &options);
  options.regions = true;
  options.tables = 2;
  s.index = twin_index(&s.map, &options);
  pathfan_index_info_get(s.index, &info);
  s.n = info.vertex_count;
  s.count = info.region_count;
  s.all = forge_read(twin_scratch("map.pathfan"));
  s.sections = s.all.count;
  leave_out(&s.all, "leading"); /* has as many pairs as there are regions now */
  leave_out(&s.all, "default-vias");
  s.sound = *forge_find(&s.all, "regions");
  s.blocks = sizeof(pf_layout_regions) + (uint64_t)s.count * sizeof(uint32_t);
  s.ids = s.blocks + pf_layout_pair_blocks(pf_layout_region_pairs(s.count)) * PF_BLOCK_BYTES;
  s.bytes = s.sound.bytes;
  snprintf(s.forged, sizeof s.forged, "%s", twin_scratch("forged.pathfan"));
  assert_true(s.count >= 4 && s.bytes == s.ids + 2 * info.region_vias && info.region_vias > 10);
  return s;
}

static void regions_free(regions_scene *s) {
  s->all.count = s->sections;
  forge_free(&s->all);
  pathfan_index_close(s->index);
  pathfan_index_close(s->bare);
  twin_map_free(&s->map);
}

/* Writes the file with this content in place of its own section. */
static void write_regions(regions_scene *s, const uint8_t *data, uint64_t bytes) {
  content *c = forge_find(&s->all, "regions");
  c->data = (uint8_t *)data;
  c->bytes = c->section.count = bytes;
  forge_write(&s->all, s->forged);
  *c = s->sound;
}

/* Returns a copy of the section as built, with room behind it; the caller frees it. */
static uint8_t *regions_copy(const regions_scene *s) {
  uint8_t *data = calloc(s->bytes + 64, 1);
  memcpy(data, s->sound.data, s->bytes);
  return data;
}

/* Writes the file with another number at one offset of the section. */
static void write_changed(regions_scene *s, uint64_t at, uint32_t number, uint64_t number_bytes) {
  uint8_t *data = regions_copy(s);
  memcpy(data + at, &number, number_bytes);
  write_regions(s, data, s->bytes);
  free(data);
}

/* Checks the answers of the forged file. Only the candidates may differ: paths are valid, and path
 * 1 is the shortest. none: all answers are the same as without regions. */
static void check_answers(const regions_scene *s, bool none) {
  pathfan_index *index;
  pathfan_query *queries[2];
  pathfan_index_info info;
  pathfan_error error;
  pf_random random = pf_random_from(5);
  assert_int_equal(pathfan_index_open(s->forged, NULL, &index, &error), PATHFAN_OK);
  assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &queries[0]), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(none ? s->bare : s->index, &queries[1]), PATHFAN_OK);
  for (int k = 0; k < 40; k++) {
    pathfan_request r = plain_request(&s->map, &random);
    const pathfan_answer *answers[2];
    r.effort = k % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
    for (int i = 0; i < 2; i++)
      assert_int_equal(pathfan_query_paths(queries[i], &r, &answers[i]), PATHFAN_OK);
    assert_int_equal(answers[0]->outcome, answers[1]->outcome);
    if (answers[0]->outcome != PATHFAN_OUTCOME_OK || (r.from.x == r.to.x && r.from.y == r.to.y))
      continue;
    assert_true(answers[0]->paths[0].length == answers[1]->paths[0].length);
    twin_check_answer(&s->map, info.fraction_bits, &r, answers[0]);
    if (!none) continue;
    assert_int_equal(answers[0]->path_count, answers[1]->path_count);
    for (int32_t i = 0; i < answers[0]->path_count; i++)
      assert_true(answers[0]->paths[i].length == answers[1]->paths[i].length);
  }
  for (int i = 0; i < 2; i++) pathfan_query_free(queries[i]);
  pathfan_index_close(index);
}

/* The file opens, and the first use of the wrong section is refused with its name; requests that
 * don't use it are answered. */
static void check_refused_late(const regions_scene *s) {
  pathfan_index *index;
  pathfan_index_info info;
  pathfan_query *query;
  pathfan_error error;
  pf_random random = pf_random_from(6);
  const pathfan_answer *answer;
  int32_t via, count;
  assert_int_equal(pathfan_index_open(s->forged, NULL, &index, &error), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  int refused = 0;
  for (int k = 0; k < 40; k++) {
    pathfan_request r = plain_request(&s->map, &random);
    if (k % 4 == 1) r.algorithm = PATHFAN_ALGORITHM_CVPD;
    if (k % 4 == 3) r.paths = 1;
    const pathfan_status status = pathfan_query_paths(query, &r, &answer);
    if (k % 2 || !status) { /* does without the section, or reads other pieces */
      assert_int_equal(status, PATHFAN_OK);
    } else {
      assert_int_equal(status, PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(pathfan_query_error(query), "regions"));
      refused++;
    }
  }
  assert_true(refused);
  pathfan_index_info_get(index, &info);
  assert_true(info.region_count == -1 && info.region_vias == 0);
  assert_int_equal(pathfan_index_region(index, (pathfan_point){1, 1}), -1);
  assert_int_equal(pathfan_index_region_vias(index, 0, 0, &via, 1, &count), PATHFAN_ERR_DAMAGED);
  assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, "regions"));
  pathfan_query_free(query);
  pathfan_index_close(index);
}

static void check_refused(const char *path, const char *section) {
  for (int policy = 0; policy < 3; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    pathfan_index *index;
    pathfan_error error;
    assert_int_equal(pathfan_index_open(path, &options, &index, &error), PATHFAN_ERR_DAMAGED);
    assert_null(index);
    assert_non_null(strstr(error.text, section));
  }
}

/* Heads with impossible values, and sections longer or shorter than their heads say. */
static void test_regions_head(void **state) {
  (void)state;
  regions_scene s = regions_make();
  const pf_layout_regions *good = (const void *)s.sound.data;
  const int32_t levels[] = {-1, 13, 12, 31, 32, 64, INT32_MAX, INT32_MIN};
  const int32_t id_bytes[] = {0, 1, 3, 4, -2, INT32_MAX};
  const uint64_t sizes[] = {0,        1,         7,         8,           9,          s.blocks - 1,
                            s.blocks, s.ids - 2, s.ids - 1, s.bytes - 1, s.bytes + 1};
  assert_true(good->id_bytes == 2 && 1 << good->levels == s.count);
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    write_changed(&s, offsetof(pf_layout_regions, levels), (uint32_t)levels[i], 4);
    check_refused(s.forged, "regions");
  }
  for (size_t i = 0; i < sizeof id_bytes / sizeof *id_bytes; i++) {
    write_changed(&s, offsetof(pf_layout_regions, id_bytes), (uint32_t)id_bytes[i], 4);
    check_refused(s.forged, "regions");
  }
  uint8_t *data = regions_copy(&s);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    write_regions(&s, data, sizes[i]);
    check_refused(s.forged, "regions");
  }
  free(data);
  content *c = forge_find(&s.all, "regions"); /* elements of two bytes */
  c->section.element_size = 2;
  c->section.count /= 2;
  forge_write(&s.all, s.forged);
  check_refused(s.forged, "regions");
  regions_free(&s);
}

/* Cuts outside the map, vertices that don't exist, sets that begin or end at impossible places. */
static void test_regions_content(void **state) {
  (void)state;
  regions_scene s = regions_make();
  const uint64_t cut = sizeof(pf_layout_regions) + sizeof(uint32_t), ids = s.ids;
  const uint64_t last =
      s.blocks + (pf_layout_pair_blocks(pf_layout_region_pairs(s.count)) - 1) * PF_BLOCK_BYTES;
  const uint64_t pairs = pf_layout_region_pairs(s.count);
  const uint32_t id_count = (uint32_t)((s.bytes - ids) / 2);
  const uint64_t last_end = last + 4 + (pairs - 1) % PF_BLOCK_PAIRS;
  struct {
    uint64_t at;
    uint32_t number;
    uint64_t bytes;
  } bad[] = {
      {cut, (PF_REGION_CUT_NONE + 1) << 1, 4},
      {cut, UINT32_MAX, 4},
      {s.blocks - 4, UINT32_MAX, 4}, /* the last cut */
      {ids, (uint32_t)s.n, 2},
      {s.bytes - 2, UINT16_MAX, 2},
      {s.blocks, 1, 4},
      {s.blocks, UINT32_MAX, 4},
      {s.blocks, UINT32_MAX - 255, 4},
      {last, 0, 4},
      {last, id_count, 4},
      {last, id_count + 1, 4},
      {last, UINT32_MAX, 4},
      {s.blocks + 4, 255, 1}, /* more than the rest of the block */
      {s.blocks + 5, 0, 1},
      {s.blocks + 11, 255, 1},
      {last_end, 255, 1},
      {last_end, (uint32_t)s.sound.data[last_end] - 1, 1},
      {last_end, (uint32_t)s.sound.data[last_end] + 1, 1},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    if (!memcmp(s.sound.data + bad[i].at, &bad[i].number, bad[i].bytes)) continue;
    write_changed(&s, bad[i].at, bad[i].number, bad[i].bytes);
    check_refused_late(&s);
  }
  uint8_t *data = regions_copy(&s);
  for (int change = -20; change <= 20; change += 2) { /* too few or too many via nodes */
    if (!change) continue;
    write_regions(&s, data, s.bytes + (uint64_t)change);
    check_refused_late(&s);
  }
  free(data);
  regions_free(&s);
}

/* Any bytes anywhere: refused, at once or late, or answered. Sanitizers catch reads out of
 * bounds. */
static void test_regions_any(void **state) {
  (void)state;
  regions_scene s = regions_make();
  int refused = 0;
  for (int i = 0; i < twin_scaled_harm(150); i++) {
    pathfan_index *index;
    pathfan_query *query;
    pathfan_error error;
    uint8_t *data = regions_copy(&s);
    uint64_t bytes = s.bytes;
    for (int k = pf_random_between(&s.random, 1, 4); k > 0; k--) {
      const uint64_t end = i % 3 ? s.ids : s.bytes;
      const uint64_t at = (uint64_t)pf_random_below(&s.random, (int64_t)end);
      data[at] = i % 2 ? (uint8_t)pf_random_below(&s.random, 256)
                       : (uint8_t)(data[at] + pf_random_between(&s.random, -1, 1));
    }
    if (i % 5 == 0) bytes = (uint64_t)pf_random_below(&s.random, (int64_t)bytes + 1);
    write_regions(&s, data, bytes);
    free(data);
    if (pathfan_index_open(s.forged, NULL, &index, &error)) {
      assert_non_null(strstr(error.text, "regions"));
      refused++;
      continue;
    }
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 10; k++) {
      const pathfan_answer *answer;
      const pathfan_request r = plain_request(&s.map, &s.random);
      const pathfan_status status = pathfan_query_paths(query, &r, &answer);
      assert_true(!status || status == PATHFAN_ERR_DAMAGED);
    }
    int32_t vias[300], count;
    for (int32_t a = 0; a < s.count; a++)
      for (int32_t b = 0; b < s.count; b++)
        if (!pathfan_index_region_vias(index, a, b, vias, 300, &count))
          for (int32_t v = 0; v < count; v++) assert_true(vias[v] >= 0 && vias[v] < s.n);
    const pathfan_status verdict = pathfan_index_verify(index, &error);
    assert_true(!verdict || strstr(error.text, "regions"));
    refused += verdict != 0;
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  print_message("%d of %d refused\n", refused, twin_scaled_harm(150));
  assert_true(refused);
  regions_free(&s);
}

/* Other via nodes and other regions are valid. */
static void test_regions_others(void **state) {
  (void)state;
  regions_scene s = regions_make();
  uint8_t *data = regions_copy(&s);
  for (uint64_t at = s.ids; at < s.bytes; at += 2) {
    const uint16_t via = (uint16_t)pf_random_below(&s.random, s.n);
    memcpy(data + at, &via, sizeof via);
  }
  write_regions(&s, data, s.bytes);
  check_answers(&s, false);
  for (int k = 0; k < 4; k++) {
    for (int32_t node = 1; node < s.count; node++) {
      const uint32_t none = PF_REGION_CUT_NONE << 1 | 1, all = (uint32_t)k;
      const uint32_t cuts = k == 2   ? none
                            : k == 3 ? (uint32_t)pf_random_below(&s.random, 100)
                                     : all;
      memcpy(data + sizeof(pf_layout_regions) + (uint64_t)node * sizeof cuts, &cuts, sizeof cuts);
    }
    write_regions(&s, data, s.bytes);
    check_answers(&s, false);
  }
  free(data);
  regions_free(&s);
}

/* One region for the whole map, with the most via nodes that fit: 255. */
static void test_regions_one(void **state) {
  (void)state;
  regions_scene s = regions_make();
  struct {
    pf_layout_regions head;
    uint32_t cut, first;
    uint8_t end[PF_BLOCK_PAIRS];
    uint16_t via[255];
  } one = {.head = {0, 2}, .end = {255}};
  static_assert(sizeof one == 8 + 4 + 12 + 510 + 2, "one after the other");
  for (int i = 0; i < 255; i++) one.via[i] = (uint16_t)(i % s.n);
  write_regions(&s, (const uint8_t *)&one, sizeof one - 2);
  check_answers(&s, false);
  regions_free(&s);
}

/* Without any sets, in two forms: as if no via node were tried. Unknown sections are ignored. */
static void test_regions_none(void **state) {
  (void)state;
  regions_scene s = regions_make();
  uint8_t *data = regions_copy(&s);
  memset(data + s.blocks, 0, s.ids - s.blocks);
  write_regions(&s, data, s.ids);
  free(data);
  check_answers(&s, true);
  s.all.count = s.sections;
  forge_free(&s.all);
  pathfan_index_close(twin_index(
      &s.map,
      &(pathfan_build_options){
          .threads = 1, .regions = true, .edges = true, .cone_cap = PATHFAN_CONE_CAP_DEFAULT}));
  s.all = forge_read(twin_scratch("map.pathfan")); /* without tables, which would be used then */
  s.sections = s.all.count;
  leave_out(&s.all, "regions");
  forge_write(&s.all, s.forged);
  check_answers(&s, true);
  content *gone = &s.all.sections[s.all.count];
  snprintf(gone->section.name, sizeof gone->section.name, "provinces");
  s.all.count++;
  forge_write(&s.all, s.forged);
  check_answers(&s, true);
  regions_free(&s);
}

/* An origin so far away that no point of the map has coordinates. */
static void test_forged_frame(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 3, 12);
  pathfan_index_close(twin_index(&map, NULL));
  forge_sections all = forge_read(twin_scratch("map.pathfan"));
  pf_layout_header *header = (void *)forge_find(&all, "header")->data;
  char forged[512];
  snprintf(forged, sizeof forged, "%s", twin_scratch("forged.pathfan"));
  header->scale = 0x1p-900;
  header->origin_y = 0x1p1000;
  forge_write(&all, forged);
  check_refused(forged, "header");
  forge_free(&all);
  twin_map_free(&map);
}

SUITE(test_query_forged) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forged),          cmocka_unit_test(test_forged_without_cones),
      cmocka_unit_test(test_forged_polygons), cmocka_unit_test(test_regions_head),
      cmocka_unit_test(test_regions_content), cmocka_unit_test(test_regions_any),
      cmocka_unit_test(test_regions_others),  cmocka_unit_test(test_regions_one),
      cmocka_unit_test(test_regions_none),    cmocka_unit_test(test_forged_frame),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
