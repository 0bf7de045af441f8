/* Tables and labels cut into several values by the option chunk_bytes: the sections and the answers
 * are the same as with whole ones. Without the option only the largest maps have sections that must
 * be cut; it cuts those of small maps. */
#include <string.h>

#include "answer_sum.h"
#include "pathfan/format.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "suite.h"

#define CHUNK_BYTES 65536

static pathfan_error error;

static void build(const char *map, const char *index, uint64_t chunk_bytes, int32_t tables,
                  int32_t id_bytes) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = tables;
  options.id_bytes = id_bytes;
  options.chunk_bytes = chunk_bytes;
  if (pathfan_build_index(map, index, &options, NULL, &error)) fail_msg("%s", error.text);
  if (pathfan_verify_file(index, &error)) fail_msg("%s", error.text);
}

/* Checks that all sections are the same except for their chunks and the section that says how
 * labels are cut. Returns how many sections have several chunks. */
static int compare_sections(const char *whole_path, const char *cut_path) {
  pathfan_reader *whole, *cut;
  int several = 0;
  assert_int_equal(pathfan_reader_open(whole_path, NULL, &whole, &error), PATHFAN_OK);
  assert_int_equal(pathfan_reader_open(cut_path, NULL, &cut, &error), PATHFAN_OK);
  assert_int_equal(pathfan_reader_section_count(whole) + 1, pathfan_reader_section_count(cut));
  assert_non_null(pathfan_reader_find(cut, "label-tiles"));
  for (uint32_t i = 0; i < pathfan_reader_section_count(whole); i++) {
    const pathfan_section *a = pathfan_reader_section(whole, i),
                          *b = pathfan_reader_find(cut, a->name);
    assert_non_null(b);
    uint64_t sum = 0;
    assert_int_equal(a->chunk_count, 1);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->digest, b->digest, sizeof a->digest);
    for (uint32_t c = 0; c < b->chunk_count && b->codec == PATHFAN_CODEC_RAW; c++) {
      uint64_t count;
      assert_non_null(pathfan_reader_data(cut, b, c, &count));
      if (b->chunk_count > 1) {
        assert_true(count > 0);
        assert_true(count * b->element_size < CHUNK_BYTES);
      }
      sum += count;
    }
    if (b->codec == PATHFAN_CODEC_RAW) assert_int_equal(sum, b->count);
    several += b->chunk_count > 1;
  }
  pathfan_reader_close(whole);
  pathfan_reader_close(cut);
  return several;
}

static pathfan_point anywhere(pf_random *random, const pathfan_index_info *info) {
  const double x = (double)pf_random_below(random, 1 << 20) / (1 << 20);
  const double y = (double)pf_random_below(random, 1 << 20) / (1 << 20);
  return (pathfan_point){x * info->width, y * info->height};
}

/* With more vertices, thorough requests take too long. */
#define THOROUGH_MOST 1000

static pathfan_request request(pf_random *random, const pathfan_index_info *info, int number) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = anywhere(random, info);
  r.to = anywhere(random, info);
  r.snap = 3;
  r.paths = 1 + number % 5;
  r.tables = number % 6;
  if (number % 30 == 0 && info->vertex_count <= THOROUGH_MOST) r.effort = PATHFAN_EFFORT_THOROUGH;
  return r;
}

/* Compares requests, distances and look-ups of single pairs. */
static int compare_answers(const char *whole_path, const char *cut_path,
                           const pathfan_open_options *how, int requests) {
  pathfan_index *index[2];
  pathfan_query *query[2];
  pathfan_index_info info;
  pf_random random = pf_random_from(31);
  int answered = 0;
  assert_int_equal(pathfan_index_open(whole_path, NULL, &index[0], &error), PATHFAN_OK);
  assert_int_equal(pathfan_index_open(cut_path, how, &index[1], &error), PATHFAN_OK);
  for (int i = 0; i < 2; i++)
    assert_int_equal(pathfan_query_create(index[i], &query[i]), PATHFAN_OK);
  pathfan_index_info_get(index[0], &info);
  for (int number = 0; number < requests; number++) {
    const pathfan_request r = request(&random, &info, number);
    uint64_t sums[2];
    double lengths[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
      const pathfan_answer *answer;
      pathfan_outcome outcome;
      assert_int_equal(pathfan_query_paths(query[i], &r, &answer), PATHFAN_OK);
      sums[i] = sum_of(answer);
      if (i == 0) answered += answer->path_count > 1;
      assert_int_equal(pathfan_query_distance(query[i], r.from, r.to, &lengths[i], &outcome),
                       PATHFAN_OK);
    }
    if (sums[0] != sums[1] || lengths[0] != lengths[1])
      fail_msg("request %d is answered differently from chunks", number);
  }
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pathfan_index_verify(index[i], &error), PATHFAN_OK);
    pathfan_query_free(query[i]);
    pathfan_index_close(index[i]);
  }
  return answered;
}

/* Makes a random map of cells at `path`. */
static void make_map(int32_t width, int32_t height, uint64_t seed, const char *path) {
  pathfan_map_recipe recipe;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_RANDOM;
  recipe.width = width;
  recipe.height = height;
  recipe.seed = seed;
  assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_OK);
}

static void test_cut_tables(void **state) {
  (void)state;
  static const pathfan_open_options ways[] = {
      {.policy = PATHFAN_OPEN_LAZY},
      {.policy = PATHFAN_OPEN_EAGER, .prefetch = true},
      {.policy = PATHFAN_OPEN_TRUST},
      {.policy = PATHFAN_OPEN_LAZY, .private_copy = true},
  };
  const char *map = twin_scratch("cut.map"), *whole = twin_scratch("whole"),
             *cut = twin_scratch("cut");
  make_map(48, 36, 12, map);
  for (int32_t id_bytes = 2; id_bytes <= 4; id_bytes += 2) {
    build(map, whole, 0, 5, id_bytes);
    build(map, cut, CHUNK_BYTES, 5, id_bytes);
    const int several = compare_sections(whole, cut);
    assert_true(several >= 5);
    int answered = 0;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
      answered += compare_answers(whole, cut, &ways[i], twin_scaled(60));
    assert_true(answered > twin_scaled(100));
    print_message("ids of %d bytes: %d sections in several chunks\n", id_bytes, several);
  }
}

/* With so many labels exits and next labels are cut, too. */
static void test_cut_labels(void **state) {
  (void)state;
  static const pathfan_open_options ways[] = {
      {.policy = PATHFAN_OPEN_LAZY},
      {.policy = PATHFAN_OPEN_EAGER},
      {.policy = PATHFAN_OPEN_TRUST, .private_copy = true},
  };
  pathfan_reader *reader;
  int32_t major, minor;
  int answered = 0;
  const char *map = twin_scratch("cut.map"), *whole = twin_scratch("whole"),
             *cut = twin_scratch("cut");
  make_map(90, 68, 3, map);
  build(map, whole, 0, 0, 0);
  build(map, cut, CHUNK_BYTES, 0, 0);
  assert_int_equal(compare_sections(whole, cut), 3);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    answered += compare_answers(whole, cut, &ways[i], twin_scaled(60));
  assert_true(answered > twin_scaled(90));
  /* A reader that doesn't know of tiles learns that it can't read the file. */
  assert_int_equal(pathfan_reader_open(cut, NULL, &reader, &error), PATHFAN_OK);
  pathfan_reader_version(reader, &major, &minor);
  assert_true(minor >= 4);
  assert_true(pathfan_reader_find(reader, "label-tiles")->flags & PATHFAN_SECTION_REQUIRED);
  pathfan_reader_close(reader);
  assert_int_equal(pathfan_reader_open(whole, NULL, &reader, &error), PATHFAN_OK);
  assert_null(pathfan_reader_find(reader, "label-tiles"));
  pathfan_reader_close(reader);
}

static void test_arguments(void **state) {
  (void)state;
  static const uint64_t wrong[] = {1,         65535, 65537, 100000, (UINT64_C(1) << 30) + 65536,
                                   UINT64_MAX};
  twin_map map = twin_map_number(0, 20);
  pathfan_index_close(twin_index(&map, NULL));
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.chunk_bytes = wrong[i];
    assert_int_equal(
        pathfan_build_index(twin_scratch("map.map"), twin_scratch("none"), &options, NULL, &error),
        PATHFAN_ERR_ARGUMENT);
    assert_int_equal(twin_scratch_count("none"), 0);
  }
  twin_map_free(&map);
}

SUITE(test_chunks) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut_tables),
                                     cmocka_unit_test(test_cut_labels),
                                     cmocka_unit_test(test_arguments)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
