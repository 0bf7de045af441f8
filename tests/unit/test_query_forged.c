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
#include "query_fixture.h"
#include "twin_check.h"

typedef struct content {
  pathfan_section section;
  uint8_t *data;
  uint64_t bytes;
} content;

typedef struct original {
  content sections[64];
  uint32_t count;
} original;

static original read_all(const char *path) {
  original all = {0};
  pathfan_reader *reader;
  pathfan_error error;
  assert_int_equal(pathfan_reader_open(path, &(pathfan_open_options){.policy = PATHFAN_OPEN_EAGER},
                                       &reader, &error),
                   PATHFAN_OK);
  all.count = pathfan_reader_section_count(reader);
  for (uint32_t i = 0; i < all.count; i++) {
    content *c = &all.sections[i];
    c->section = *pathfan_reader_section(reader, i);
    c->bytes = c->section.count * c->section.element_size;
    assert_int_equal(
        pathfan_reader_load(reader, pathfan_reader_section(reader, i), (void **)&c->data, &error),
        PATHFAN_OK);
  }
  pathfan_reader_close(reader);
  return all;
}

static void write_all(const original *all, const char *path) {
  const pathfan_provenance provenance = {
      .source_name = "forged.map", .builder = "test", .options = ""};
  pathfan_writer *writer;
  pathfan_error error;
  unlink(path);
  assert_int_equal(pathfan_writer_open(path, &provenance, &writer, &error), PATHFAN_OK);
  for (uint32_t i = 0; i < all->count; i++) {
    const content *c = &all->sections[i];
    assert_int_equal(pathfan_writer_add(writer, c->section.name, c->data, c->section.count,
                                        c->section.element_size, (pathfan_codec)c->section.codec,
                                        c->section.flags, NULL, 0, &error),
                     PATHFAN_OK);
  }
  assert_int_equal(pathfan_writer_commit(writer, &error), PATHFAN_OK);
}

/* Asks an index for everything; its map is `reach` units wide and high, or less. Whatever it says
 * must be a status or in range. */
static bool use(const char *path, int64_t reach, pathfan_random *random) {
  pathfan_index *index = NULL;
  pathfan_query *query;
  pathfan_error error;
  pathfan_status status = pathfan_index_open(path, NULL, &index, &error);
  if (status) {
    assert_int_equal(status, PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(error.text, "section"));
    return false;
  }
  bool sound = pathfan_index_verify(index, &error) == PATHFAN_OK;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < 12; k++) {
    pathfan_request r;
    const pathfan_answer *answer;
    pathfan_request_init(&r);
    r.from = (pathfan_point){(double)pathfan_random_below(random, reach),
                             (double)pathfan_random_below(random, reach)};
    r.to = (pathfan_point){(double)pathfan_random_below(random, reach),
                           (double)pathfan_random_below(random, reach)};
    r.snap = k & 1 ? 2 : 0;
    r.regions = k % 5;
    r.effort = k & 2 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
    status = pathfan_query_paths(query, &r, &answer);
    if (status) {
      assert_int_equal(status, PATHFAN_ERR_DAMAGED);
      assert_true(strlen(pathfan_query_error(query)) > 0);
      sound = false;
      continue;
    }
    for (int32_t i = 0; i < answer->path_count; i++)
      for (int32_t p = 0; p < answer->paths[i].point_count; p++) {
        assert_true(isfinite(answer->paths[i].points[p].x));
        assert_true(isfinite(answer->paths[i].points[p].y));
      }
  }
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  for (int32_t v = 0; v < info.vertex_count; v++) {
    pathfan_vertex_info vertex;
    pathfan_label label;
    pathfan_pair_info pair;
    pathfan_run runs[8];
    int32_t count;
    if (pathfan_index_vertex(index, v, &vertex)) break;
    for (int32_t l = 0; l < vertex.label_count; l++) pathfan_index_label(index, v, l, &label);
    pathfan_index_row(index, 1, v, runs, 8, &count);
    pathfan_index_pair(index, v, info.vertex_count - 1 - v, &pair);
  }
  for (int32_t a = 0; a < info.region_count && a < 8; a++)
    for (int32_t b = 0; b < info.region_count && b < 8; b++) {
      int32_t vias[4], count;
      if (pathfan_index_region_vias(index, a, b, vias, 4, &count)) continue;
      for (int32_t i = 0; i < count && i < 4; i++)
        assert_true(vias[i] >= 0 && vias[i] < info.vertex_count);
    }
  pathfan_query_free(query);
  pathfan_index_close(index);
  return sound;
}

/* Of the index that was built last. */
static void forge(pathfan_index *index, int rounds) {
  pathfan_random random = pathfan_random_from(77);
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  const int64_t reach = 1 + (int64_t)fmax(info.width, info.height);
  char path[512], forged[512];
  snprintf(path, sizeof path, "%s", twin_scratch("map.pathfan"));
  snprintf(forged, sizeof forged, "%s", twin_scratch("forged.pathfan"));
  pathfan_index_close(index);
  original all = read_all(path);
  int refused = 0, harmless = 0;
  for (int i = 0; i < rounds; i++) {
    content *c = &all.sections[i % (int)all.count];
    if (!c->bytes) continue;
    uint8_t *before = malloc(c->bytes);
    memcpy(before, c->data, c->bytes);
    const int64_t changes = 1 + pathfan_random_below(&random, 3);
    for (int64_t k = 0; k < changes; k++) {
      const int64_t at = pathfan_random_below(&random, (int64_t)c->bytes);
      static const uint8_t nasty[] = {0, 1, 127, 128, 255};
      c->data[at] = pathfan_random_below(&random, 2)
                        ? nasty[pathfan_random_below(&random, sizeof nasty)]
                        : (uint8_t)pathfan_random_below(&random, 256);
    }
    write_all(&all, forged);
    if (use(forged, reach, &random))
      harmless++;
    else
      refused++;
    memcpy(c->data, before, c->bytes);
    free(before);
  }
  print_message("%d forged files refused, %d harmless\n", refused, harmless);
  assert_true(refused > rounds / 10);
  write_all(&all, forged);
  assert_true(use(forged, reach, &random)); /* put back, it is sound again */
  for (uint32_t i = 0; i < all.count; i++) free(all.sections[i].data);
}

static void forge_grid(const pathfan_build_options *options, int rounds) {
  twin_map map = twin_map_number(twin_drawn_count() + 3, 24);
  forge(twin_index(&map, options), rounds);
  twin_map_free(&map);
}

static void test_forged(void **state) {
  (void)state;
  forge_grid(NULL, twin_scaled(600));
}

static void test_forged_without_cones(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.cone_cap = 0;
  forge_grid(&options, twin_scaled(300));
}

/* With wedges, and cells to be located in. */
static void test_forged_polygons(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  for (int cones = 0; cones < 2; cones++) {
    twin_map map = twin_outline_map(8, 12);
    if (!cones) options.cone_cap = 0;
    forge(twin_outline_index(&map, &options), twin_scaled(300));
    options.cone_cap = PATHFAN_CONE_CAP_DEFAULT;
    twin_map_free(&map);
  }
}

/* ---- Via sets ---- */

/* A forged section "regions": what its head says, and the bytes after it. */
typedef struct forged_regions {
  pathfan_layout_regions head;
  int64_t bytes; /* of the whole section; -1: as the head says */
  int via;       /* what the via nodes are: */
} forged_regions;

enum { VIA_AS_IT_WAS, VIA_NONE, VIA_RANDOM, VIA_N, VIA_HUGE };

static content *find_content(original *all, const char *name) {
  for (uint32_t i = 0; i < all->count; i++)
    if (!strcmp(all->sections[i].section.name, name)) return &all->sections[i];
  fail_msg("no section %s", name);
  return NULL;
}

/* Writes the file with this section in place of its own. */
static void write_regions(original *all, const forged_regions *f, int32_t n, pathfan_random *random,
                          const char *path) {
  content *c = find_content(all, "regions");
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
  write_all(all, path);
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

static void check_refused(const char *path) {
  for (int policy = 0; policy < 3; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    pathfan_index *index;
    pathfan_error error;
    assert_int_equal(pathfan_index_open(path, &options, &index, &error), PATHFAN_ERR_DAMAGED);
    assert_null(index);
    assert_non_null(strstr(error.text, "regions"));
  }
}

static void test_forged_regions(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 3, 50);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_random random = pathfan_random_from(4);
  pathfan_index_info info;
  char forged[512];
  pathfan_index_info_get(index, &info);
  snprintf(forged, sizeof forged, "%s", twin_scratch("forged.pathfan"));
  original all = read_all(twin_scratch("map.pathfan"));
  const int32_t n = info.vertex_count, count = info.region_count;
  const pathfan_layout_regions good = {16, count, 4, 2};
  assert_true(count > 2 && !memcmp(find_content(&all, "regions")->data, &good, sizeof good));
  const int64_t bytes = (int64_t)find_content(&all, "regions")->bytes;

  /* Heads that say something impossible, and sections longer or shorter than they say. */
  const forged_regions bad[] = {
      {{0, count, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{-1, count, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{-16, -count, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{INT32_MIN, 0, 4, 2}, sizeof good, VIA_AS_IT_WAS},
      {{15, count, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{INT32_MAX, count, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count + 1, 4, 2}, -1, VIA_NONE},
      {{16, count - 1, 4, 2}, -1, VIA_NONE},
      {{16, -1, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{16, 0, 4, 2}, sizeof good, VIA_AS_IT_WAS},
      {{16, INT32_MAX / 65536, 4, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count, 0, 2}, sizeof good, VIA_AS_IT_WAS},
      {{16, count, -4, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count, 65, 2}, -1, VIA_NONE},
      {{16, count, 3, 2}, bytes, VIA_AS_IT_WAS},
      {{16, count, 4, 0}, sizeof good, VIA_AS_IT_WAS},
      {{16, count, 4, 1}, bytes, VIA_AS_IT_WAS},
      {{16, count, 4, 3}, -1, VIA_NONE},
      {{16, count, 4, -2}, bytes, VIA_AS_IT_WAS},
      {{16, count, 4, 4}, bytes, VIA_AS_IT_WAS},
      {{16, count, 4, 2}, bytes - 1, VIA_AS_IT_WAS},
      {{16, count, 4, 2}, bytes + 1, VIA_AS_IT_WAS},
      {{16, count, 4, 2}, sizeof good, VIA_AS_IT_WAS},
      {{16, count, 4, 2}, sizeof good - 1, VIA_AS_IT_WAS},
      {{16, count, 4, 2}, 1, VIA_AS_IT_WAS},
      {{16, count, 4, 2}, 0, VIA_AS_IT_WAS},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    write_regions(&all, &bad[i], n, &random, forged);
    check_refused(forged);
  }
  content *c = find_content(&all, "regions"); /* of elements of two bytes */
  c->section.element_size = 2;
  c->section.count /= 2;
  write_all(&all, forged);
  check_refused(forged);
  c->section.element_size = 1;
  c->section.count *= 2;

  /* Vertices that aren't there. */
  const forged_regions late[] = {
      {{16, count, 4, 2}, -1, VIA_N},    {{16, count, 4, 4}, -1, VIA_N},
      {{16, count, 4, 2}, -1, VIA_HUGE}, {{16, count, 4, 4}, -1, VIA_HUGE},
      {{n, 1, 1, 4}, -1, VIA_N},         {{1, n, 1, 2}, -1, VIA_HUGE}};
  for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
    write_regions(&all, &late[i], n, &random, forged);
    check_refused_late(&map, forged);
  }

  /* Other candidates, other regions: nothing wrong in that. */
  const forged_regions fine[] = {{{16, count, 4, 2}, -1, VIA_RANDOM},
                                 {{16, count, 4, 4}, -1, VIA_RANDOM},
                                 {{1, n, 2, 2}, -1, VIA_RANDOM},
                                 {{n, 1, 64, 2}, -1, VIA_RANDOM},
                                 {{INT32_MAX, 1, 8, 4}, -1, VIA_RANDOM},
                                 {{n - 1, 2, 1, 4}, -1, VIA_RANDOM},
                                 {{7, (n + 6) / 7, 64, 4}, -1, VIA_RANDOM},
                                 {{16, count, 4, 2}, -1, VIA_AS_IT_WAS}};
  for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
    write_regions(&all, &fine[i], n, &random, forged);
    check_answers(&map, forged, index, 1 + (int32_t)i % PATHFAN_REGIONS_MAX);
  }

  /* None at all, said in two ways: as if none were tried. */
  const forged_regions none = {{16, count, 4, 2}, -1, VIA_NONE};
  write_regions(&all, &none, n, &random, forged);
  check_answers(&map, forged, index, 0);
  content last = all.sections[all.count - 1], mine = *c;
  *c = last;
  all.sections[--all.count] = mine;
  write_all(&all, forged);
  check_answers(&map, forged, index, 0);
  /* A section that nobody knows. */
  snprintf(all.sections[all.count].section.name, sizeof mine.section.name, "provinces");
  all.count++;
  write_all(&all, forged);
  check_answers(&map, forged, index, 0);

  for (uint32_t i = 0; i < all.count; i++) free(all.sections[i].data);
  pathfan_index_close(index);
  twin_map_free(&map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forged),
      cmocka_unit_test(test_forged_without_cones),
      cmocka_unit_test(test_forged_polygons),
      cmocka_unit_test(test_forged_regions),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
