/* Sections whose digests are right and whose content is not: every change must be
 * refused by the structural checks or be harmless. Nothing may crash or hang, and
 * what is answered must be in range. */
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

/* Changes something of content that makes sense: bytes, whole numbers, numbers that stand
 * elsewhere, whole records, neighbours by one. */
static void change(content *c, pathfan_random *random) {
  const uint64_t at = (uint64_t)pathfan_random_below(random, (int64_t)c->bytes);
  const uint64_t word = at / 4 * 4, wide = at / 8 * 8;
  const uint64_t from = (uint64_t)pathfan_random_below(random, (int64_t)c->bytes);
  static const uint8_t nasty[] = {0, 1, 127, 128, 255};
  uint32_t value;
  switch (pathfan_random_below(random, 8)) {
  case 0: c->data[at] = nasty[pathfan_random_below(random, sizeof nasty)]; break;
  case 1: c->data[at] = (uint8_t)pathfan_random_below(random, 256); break;
  case 2: /* a number */
    value = nasty_words[pathfan_random_below(random, sizeof nasty_words / 4)];
    if (word + 4 <= c->bytes) memcpy(c->data + word, &value, 4);
    break;
  case 3: /* one more or less */
    if (word + 4 > c->bytes) break;
    memcpy(&value, c->data + word, 4);
    value += (uint32_t)pathfan_random_below(random, 5) - 2;
    memcpy(c->data + word, &value, 4);
    break;
  case 4: /* another's number */
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
  case 6: /* a double, where there are any */
    if (wide + 8 <= c->bytes && !strcmp(c->section.name, "header"))
      memcpy(c->data + wide, &nasty_doubles[pathfan_random_below(random, sizeof nasty_doubles / 8)],
             8);
    break;
  default: { /* a record, or some bytes, of elsewhere */
    static const uint64_t sizes[] = {5, 9, 10, 11, 16, 28, 64, 1000};
    uint64_t bytes = sizes[pathfan_random_below(random, 8)];
    const uint64_t to = at / bytes * bytes, copied = from / bytes * bytes;
    const uint64_t end = to > copied ? to : copied;
    if (bytes > c->bytes - end) bytes = c->bytes - end;
    memmove(c->data + to, c->data + copied, bytes);
  }
  }
}

/* Of the index that was built last. Each content in turn is changed, or its size is. */
static void forge(const char *what, pathfan_index *index, int rounds) {
  pathfan_random random = pathfan_random_from(77);
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
    for (int64_t k = pathfan_random_below(&random, 3); k >= 0; k--) change(c, &random);
    if (i % 10 == 9) { /* shorter or longer */
      const int64_t size = c->section.element_size;
      const int64_t count = (int64_t)c->section.count + pathfan_random_below(&random, 7) - 3;
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
  assert_true(forge_use(forged, &points, &random, &t)); /* put back, it is sound again */
  forge_free(&all);
}

static void forge_grid(const char *what, const pathfan_build_options *options, int rounds) {
  twin_map map = twin_map_number(twin_drawn_count() + 3, 24);
  forge(what, twin_index(&map, options), rounds);
  twin_map_free(&map);
}

static void test_forged(void **state) {
  (void)state;
  forge_grid("a grid", NULL, twin_scaled(250));
}

static void test_forged_without_cones(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.cone_cap = 0;
  forge_grid("a grid without cone lists", &options, twin_scaled(120));
}

/* With wedges, and cells to be located in. */
static void test_forged_polygons(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  for (int cones = 0; cones < 2; cones++) {
    twin_map map = twin_outline_map(4, 14);
    if (!cones) options.cone_cap = 0;
    forge(cones ? "polygons" : "polygons without cone lists", twin_outline_index(&map, &options),
          twin_scaled(120));
    options.cone_cap = PATHFAN_CONE_CAP_DEFAULT;
    twin_map_free(&map);
  }
}

/* ---- Via sets ---- */

/* A forged section of via sets: what its head says, and the bytes after it. */
typedef struct forged_regions {
  pathfan_layout_regions head;
  int64_t bytes; /* of the whole section; -1: as the head says */
  int via;       /* what the via nodes are: */
} forged_regions;

enum { VIA_AS_IT_WAS, VIA_NONE, VIA_RANDOM, VIA_N, VIA_HUGE };

/* Writes the file with this section in place of its own. */
static void write_regions(forge_sections *all, const char *name, const forged_regions *f, int32_t n,
                          pathfan_random *random, const char *path) {
  content *c = forge_find(all, name);
  const content before = *c;
  const pathfan_layout_regions *h = &f->head;
  const int32_t id_bytes = h->id_bytes == 2 ? 2 : 4;
  /* Only heads that name sections of a size that there can be. */
  const int32_t ids = f->bytes >= 0 ? 0 : h->count * (h->count + 1) / 2 * h->slots;
  const uint64_t bytes =
      f->bytes >= 0 ? (uint64_t)f->bytes : sizeof *h + (uint64_t)(ids * id_bytes);
  uint8_t *data = calloc(bytes + sizeof *h, 1);
  memcpy(data, h, sizeof *h);
  for (int32_t i = 0; i < ids; i++) {
    uint32_t via = 0;
    switch (f->via) {
    case VIA_NONE: via = UINT32_MAX; break;
    case VIA_RANDOM: via = (uint32_t)pathfan_random_below(random, n); break;
    case VIA_N: via = i == ids / 2 ? (uint32_t)n : 0; break;
    case VIA_HUGE: via = i == ids - 1 ? UINT32_MAX - 1 : UINT32_MAX; break;
    default: break;
    }
    memcpy(data + sizeof *h + (uint64_t)i * (uint64_t)id_bytes, &via, (size_t)id_bytes);
  }
  if (f->via == VIA_AS_IT_WAS && bytes > sizeof *h)
    memcpy(data + sizeof *h, before.data + sizeof *h,
           (bytes < before.bytes ? bytes : before.bytes) - sizeof *h);
  c->bytes = bytes;
  c->data = data;
  c->section.count = c->bytes;
  forge_write(all, path);
  *c = before;
  free(data);
}

/* Answers of the forged file, of which only the candidates can differ: paths are paths, the
 * first is the shortest, and none are missed that the tables know. */
static void check_answers(const twin_map *map, const char *path, const pathfan_index *sound,
                          int32_t most) {
  pathfan_index *index;
  pathfan_query *queries[2];
  pathfan_index_info info;
  pathfan_error error;
  pathfan_random random = pathfan_random_from(5);
  assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_OK);
  assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &queries[0]), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(sound, &queries[1]), PATHFAN_OK);
  for (int k = 0; k < 40; k++) {
    pathfan_request r = plain_request(map, &random);
    const pathfan_answer *answers[2];
    r.effort = k % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
    r.regions = most && k % 4 ? most : PATHFAN_REGIONS_MAX;
    assert_int_equal(pathfan_query_paths(queries[0], &r, &answers[0]), PATHFAN_OK);
    if (!most) r.regions = 0;
    assert_int_equal(pathfan_query_paths(queries[1], &r, &answers[1]), PATHFAN_OK);
    assert_int_equal(answers[0]->outcome, answers[1]->outcome);
    if (answers[0]->outcome != PATHFAN_OUTCOME_OK || (r.from.x == r.to.x && r.from.y == r.to.y))
      continue;
    assert_true(answers[0]->paths[0].length == answers[1]->paths[0].length);
    twin_check_answer(map, info.fraction_bits, &r, answers[0]);
    if (most) continue;
    assert_int_equal(answers[0]->path_count, answers[1]->path_count);
    for (int32_t i = 0; i < answers[0]->path_count; i++)
      assert_true(answers[0]->paths[i].length == answers[1]->paths[i].length);
  }
  for (int i = 0; i < 2; i++) pathfan_query_free(queries[i]);
  pathfan_index_close(index);
}

/* Opens, and says which section is wrong as soon as it is used; without it, all is well. */
static void check_refused_late(const twin_map *map, const char *path) {
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  pathfan_random random = pathfan_random_from(6);
  const pathfan_answer *answer;
  int32_t via, count;
  pathfan_request r = plain_request(map, &random);
  assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  while (r.from.x == r.to.x && r.from.y == r.to.y) r = plain_request(map, &random);
  for (int k = 0; k < 40; k++, r = plain_request(map, &random)) {
    r.regions = k % 2 ? 0 : 2;
    const pathfan_status status = pathfan_query_paths(query, &r, &answer);
    if (!r.regions || !status) {
      assert_int_equal(status, PATHFAN_OK);
      assert_true(!r.regions || answer->path_count < 2);
    } else {
      assert_int_equal(status, PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(pathfan_query_error(query), "regions"));
    }
  }
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

/* An index with regions, and all its sections, to be written again with other ones. */
typedef struct regions_scene {
  const char *name; /* of the section that is forged; regions: regions-apart isn't there */
  twin_map map;
  pathfan_index *index;
  forge_sections all;
  pathfan_random random;
  int32_t n, count, slots; /* convex vertices, regions, via nodes of a pair */
  uint32_t sections;       /* of the file, those left out too */
  int64_t bytes;           /* of the section */
  char forged[512];        /* the file that is written */
} regions_scene;

/* A section is gone from those that are written: it stands behind them. */
static void leave_out(forge_sections *all, const char *name) {
  content *c = forge_find(all, name), *last = &all->sections[all->count - 1];
  const content mine = *c;
  *c = *last;
  *last = mine;
  all->count--;
}

static regions_scene regions_make(const char *name) {
  const bool apart = !strcmp(name, "regions-apart");
  regions_scene s = {.name = name,
                     .slots = apart ? 1 : 4,
                     .map = twin_map_number(twin_drawn_count() + 3, 50),
                     .random = pathfan_random_from(4)};
  pathfan_index_info info;
  s.index = twin_index(&s.map, NULL);
  pathfan_index_info_get(s.index, &info);
  s.n = info.vertex_count;
  s.count = info.region_count;
  s.all = forge_read(twin_scratch("map.pathfan"));
  s.sections = s.all.count;
  s.bytes = (int64_t)forge_find(&s.all, name)->bytes;
  snprintf(s.forged, sizeof s.forged, "%s", twin_scratch("forged.pathfan"));
  const pathfan_layout_regions good = {16, s.count, s.slots, 2};
  assert_true(s.count > 2 && !memcmp(forge_find(&s.all, name)->data, &good, sizeof good));
  if (!apart) leave_out(&s.all, "regions-apart");
  return s;
}

static void regions_free(regions_scene *s) {
  s->all.count = s->sections;
  forge_free(&s->all);
  pathfan_index_close(s->index);
  twin_map_free(&s->map);
}

/* Heads that say something impossible, and sections longer or shorter than they say. */
static void check_heads(const char *name) {
  regions_scene s = regions_make(name);
  const int32_t count = s.count, slots = s.slots;
  const int64_t bytes = s.bytes, head = sizeof(pathfan_layout_regions);
  const forged_regions bad[] = {
      {{0, count, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{-1, count, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{-16, -count, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{INT32_MIN, 0, slots, 2}, head, VIA_AS_IT_WAS},
      {{15, count, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{INT32_MAX, count, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count + 1, slots, 2}, -1, VIA_NONE},
      {{16, count - 1, slots, 2}, -1, VIA_NONE},
      {{16, -1, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{16, 0, slots, 2}, head, VIA_AS_IT_WAS},
      {{16, INT32_MAX / 65536, slots, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count, 0, 2}, head, VIA_AS_IT_WAS},
      {{16, count, -slots, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count, 65, 2}, -1, VIA_NONE},
      {{16, count, 3, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count, slots, 0}, head, VIA_AS_IT_WAS},
      {{16, count, slots, 1}, bytes, VIA_AS_IT_WAS},
      {{16, count, slots, 3}, -1, VIA_NONE},
      {{16, count, slots, -2}, bytes, VIA_AS_IT_WAS},
      {{16, count, slots, 4}, bytes, VIA_AS_IT_WAS},
      {{16, count, slots, 2}, bytes - 1, VIA_AS_IT_WAS},
      {{16, count, slots, 2}, bytes + 1, VIA_AS_IT_WAS},
      {{16, count, slots, 2}, head, VIA_AS_IT_WAS},
      {{16, count, slots, 2}, head - 1, VIA_AS_IT_WAS},
      {{16, count, slots, 2}, 1, VIA_AS_IT_WAS},
      {{16, count, slots, 2}, 0, VIA_AS_IT_WAS},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    write_regions(&s.all, name, &bad[i], s.n, &s.random, s.forged);
    check_refused(s.forged, name);
  }
  content *c = forge_find(&s.all, name); /* of elements of two bytes */
  c->section.element_size = 2;
  c->section.count /= 2;
  forge_write(&s.all, s.forged);
  check_refused(s.forged, name);
  regions_free(&s);
}

static void test_regions_head(void **state) {
  (void)state;
  check_heads("regions");
  check_heads("regions-apart");
}

/* Vertices that aren't there. */
static void check_vertices(const char *name) {
  regions_scene s = regions_make(name);
  const int32_t n = s.n, count = s.count;
  const forged_regions late[] = {
      {{16, count, 4, 2}, -1, VIA_N},    {{16, count, 4, 4}, -1, VIA_N},
      {{16, count, 4, 2}, -1, VIA_HUGE}, {{16, count, 4, 4}, -1, VIA_HUGE},
      {{n, 1, 1, 4}, -1, VIA_N},         {{1, n, 1, 2}, -1, VIA_HUGE}};
  for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
    write_regions(&s.all, name, &late[i], n, &s.random, s.forged);
    check_refused_late(&s.map, s.forged); /* regions-apart's must be those of regions, too */
  }
  regions_free(&s);
}

static void test_regions_vertices(void **state) {
  (void)state;
  check_vertices("regions");
  check_vertices("regions-apart");
}

/* Other candidates, other regions: nothing wrong in that. */
static void test_regions_others(void **state) {
  (void)state;
  regions_scene s = regions_make("regions");
  const int32_t n = s.n, count = s.count;
  const forged_regions fine[] = {{{16, count, 4, 2}, -1, VIA_RANDOM},
                                 {{16, count, 4, 4}, -1, VIA_RANDOM},
                                 {{1, n, 2, 2}, -1, VIA_RANDOM},
                                 {{n, 1, 64, 2}, -1, VIA_RANDOM},
                                 {{INT32_MAX, 1, 8, 4}, -1, VIA_RANDOM},
                                 {{n - 1, 2, 1, 4}, -1, VIA_RANDOM},
                                 {{7, (n + 6) / 7, 64, 4}, -1, VIA_RANDOM},
                                 {{16, count, 4, 2}, -1, VIA_AS_IT_WAS}};
  for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
    write_regions(&s.all, s.name, &fine[i], n, &s.random, s.forged);
    check_answers(&s.map, s.forged, s.index, 1 + (int32_t)i % PATHFAN_REGIONS_MAX);
  }
  regions_free(&s);
  s = regions_make("regions-apart");
  for (int32_t slots = 1; slots <= 64; slots += 9) {
    const forged_regions other = {{16, count, slots, slots % 2 ? 2 : 4}, -1, VIA_RANDOM};
    write_regions(&s.all, s.name, &other, n, &s.random, s.forged);
    check_answers(&s.map, s.forged, s.index, 1 + slots % PATHFAN_REGIONS_MAX);
  }
  leave_out(&s.all, "regions"); /* these are nothing without them */
  forge_write(&s.all, s.forged);
  check_answers(&s.map, s.forged, s.index, 0);
  regions_free(&s);
}

/* None at all, said in two ways: as if none were tried. A section that nobody knows. */
static void test_regions_none(void **state) {
  (void)state;
  regions_scene s = regions_make("regions");
  const forged_regions none = {{16, s.count, 4, 2}, -1, VIA_NONE};
  write_regions(&s.all, s.name, &none, s.n, &s.random, s.forged);
  check_answers(&s.map, s.forged, s.index, 0);
  leave_out(&s.all, "regions");
  forge_write(&s.all, s.forged);
  check_answers(&s.map, s.forged, s.index, 0);
  content *gone = &s.all.sections[s.all.count];
  snprintf(gone->section.name, sizeof gone->section.name, "provinces");
  s.all.count++;
  forge_write(&s.all, s.forged);
  check_answers(&s.map, s.forged, s.index, 0);
  regions_free(&s);
}

/* An origin so far off that no point of the map has coordinates. */
static void test_forged_frame(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 3, 12);
  pathfan_index_close(twin_index(&map, NULL));
  forge_sections all = forge_read(twin_scratch("map.pathfan"));
  pathfan_layout_header *header = (void *)forge_find(&all, "header")->data;
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
      cmocka_unit_test(test_forged),           cmocka_unit_test(test_forged_without_cones),
      cmocka_unit_test(test_forged_polygons),  cmocka_unit_test(test_regions_head),
      cmocka_unit_test(test_regions_vertices), cmocka_unit_test(test_regions_others),
      cmocka_unit_test(test_regions_none),     cmocka_unit_test(test_forged_frame),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
