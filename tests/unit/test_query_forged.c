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
#include "pathfan/format.h"

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
  assert_int_equal(pathfan_reader_open(path, PATHFAN_POLICY_EAGER, &reader, &error), PATHFAN_OK);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forged),
      cmocka_unit_test(test_forged_without_cones),
      cmocka_unit_test(test_forged_polygons),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
