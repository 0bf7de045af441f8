/* Indexes of several radii: what is refused, builds that are cancelled and resumed, and damage. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "answer_sum.h"
#include "radii_fixture.h"
#include "format/sections.h"
#include "suite.h"

/* ---- What is refused ---- */

static void assert_invalid(pathfan_query *query, double radius, const char *says) {
  assert_int_equal(ask(query, 0, radius)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_non_null(strstr(pathfan_query_error(query), says));
  assert_int_equal(ask(query, 1, 0)->radius, 0);
  assert_string_equal(pathfan_query_error(query), "");
}

static void test_no_such_radius(void **state) {
  (void)state;
  pathfan_index *index = open_at("all.pathfan", 0);
  pathfan_query *query = query_of(index), *none;
  pathfan_error error;
  assert_invalid(query, 0.46, "radii of up to 0.45, not for 0.46");
  assert_invalid(query, -1, "at least 0");
  assert_invalid(query, NAN, "at least 0");
  assert_invalid(query, INFINITY, "at least 0");
  assert_int_equal(pathfan_query_at_radius(query, 0.46, &none), PATHFAN_ERR_ARGUMENT);
  assert_null(none);
  assert_int_equal(pathfan_query_at_radius(query, 1, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_at_radius(NULL, 1, &none), PATHFAN_ERR_ARGUMENT);
  pathfan_query_free(query);
  pathfan_index_close(index);
  const double bad[] = {0.46, -1, NAN, INFINITY};
  for (int i = 0; i < 4; i++) {
    const pathfan_open_options how = {.radius = bad[i]};
    assert_int_equal(pathfan_index_open(twin_scratch("all.pathfan"), &how, &index, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, "has no index for a radius of"));
    assert_null(index);
  }
  build_well("rooms.map", "plain.pathfan", NULL, 0);
  index = open_at("plain.pathfan", 0);
  query = query_of(index);
  assert_invalid(query, 0.1, "built without an agent's radius");
  pathfan_query_free(query);
  pathfan_index_close(index);
  pathfan_map *map;
  assert_int_equal(pathfan_map_open(twin_scratch("rooms.map"), NULL, &map, &error), PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  pathfan_request r = request_of(2);
  const pathfan_answer *answer;
  r.radius = 0.1;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  pathfan_query_free(query);
  pathfan_map_free(map);
}

static void assert_not_built(const double *list, int32_t count, pathfan_status wanted,
                             const char *says) {
  const pathfan_build_options options = options_of(list, count);
  pathfan_error error = {""};
  assert_int_equal(build("rooms.map", "never.pathfan", &options, &error), wanted);
  assert_non_null(strstr(error.text, says));
  assert_int_equal(twin_scratch_count("never.pathfan"), 0);
}

static void test_bad_lists(void **state) {
  (void)state;
  static const char says[] = "several radii must be above 0, each larger than the one before";
  const double many[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  assert_not_built((double[]){0.3, 0.2}, 2, PATHFAN_ERR_ARGUMENT, says);
  assert_not_built((double[]){0.3, 0.3}, 2, PATHFAN_ERR_ARGUMENT, says);
  assert_not_built((double[]){0, 0.3}, 2, PATHFAN_ERR_ARGUMENT, says);
  assert_not_built((double[]){-1, 0.3}, 2, PATHFAN_ERR_ARGUMENT, says);
  assert_not_built((double[]){0.3, NAN}, 2, PATHFAN_ERR_ARGUMENT, says);
  assert_not_built((double[]){0.3, INFINITY}, 2, PATHFAN_ERR_ARGUMENT, says);
  assert_not_built(many, 9, PATHFAN_ERR_ARGUMENT, "radii: 9 is not in 0..8");
  assert_not_built(many, -1, PATHFAN_ERR_ARGUMENT, "radii: -1");
  assert_not_built(NULL, 2, PATHFAN_ERR_ARGUMENT, "radii");
}

/* A radius that leaves nothing free has an index in which everything is blocked. */
static void test_nothing_free(void **state) {
  (void)state;
  build_well("rooms.map", "narrow.pathfan", (double[]){0.2, 100}, 2);
  pathfan_index *index = open_at("narrow.pathfan", 0);
  pathfan_query *query = query_of(index);
  assert_int_equal(ask(query, 1, 100)->outcome, PATHFAN_OUTCOME_START_BLOCKED);
  assert_int_equal(ask(query, 1, 0.2)->outcome, PATHFAN_OUTCOME_OK);
  assert_int_equal(pathfan_index_verify(index, NULL), PATHFAN_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* ---- Cancelled and resumed ---- */

typedef struct canceller {
  const char *stage; /* cancelled when it is reached the second time, for the second radius */
  int times;
  bool wanted_no_more;
} canceller;

static void hear(void *context, const char *stage, int64_t done, int64_t total) {
  canceller *c = context;
  if (done == total && strcmp(stage, c->stage) == 0 && ++c->times == 2) c->wanted_no_more = true;
}

static bool is_cancelled(void *context) {
  return ((canceller *)context)->wanted_no_more;
}

static void test_resume(void **state) {
  (void)state;
  static const char *const stages[] = {"map", "trees", "via sets", "labels"};
  for (int i = 0; i < 4; i++) {
    canceller c = {.stage = stages[i]};
    pathfan_build_options options = options_of(radii, RADII);
    pathfan_build_report report;
    pathfan_error error;
    char map[300], path[300];
    snprintf(map, sizeof map, "%s", twin_scratch("rooms.map"));
    snprintf(path, sizeof path, "%s", twin_scratch("resumed.pathfan"));
    options.resume = true;
    options.progress = hear;
    options.is_cancelled = is_cancelled;
    options.progress_context = &c;
    assert_int_equal(pathfan_build_index(map, path, &options, NULL, &error), PATHFAN_ERR_CANCELLED);
    /* Only work files are left, of one radius or two. */
    assert_int_equal(twin_scratch_count("resumed.pathfan"),
                     twin_scratch_count("resumed.pathfan.work") +
                         twin_scratch_count("resumed.pathfan.r1"));
    assert_int_equal(twin_scratch_count("resumed.pathfan.work"), 1);
    options.is_cancelled = NULL;
    options.progress = NULL;
    assert_int_equal(pathfan_build_index(map, path, &options, &report, &error), PATHFAN_OK);
    assert_true(report.resumed > 0);
    assert_int_equal(twin_scratch_count("resumed.pathfan"), 1);
    assert_same_file("resumed.pathfan", "all.pathfan");
    assert_int_equal(unlink(path), 0);
  }
}

/* ---- Damage ---- */

static void write_changed(const parts *f, const char *name) {
  parts_write((parts *)f, twin_scratch(name));
}

/* A bit that is wrong in a section of another radius is found by verifying, and when that radius is
 * first asked for; the least one answers as before. */
static void test_damage(void **state) {
  (void)state;
  pathfan_index *index = open_at("all.pathfan", 0);
  pathfan_query *query = query_of(index);
  const uint64_t wanted = sum_of(ask(query, 5, 0));
  pathfan_query_free(query);
  pathfan_index_close(index);
  int refused = 0;
  parts f = parts_of(twin_scratch("all.pathfan"));
  for (uint32_t i = 0; i < f.directory.section_count; i++) {
    const pathfan_section *s = &f.directory.sections[i];
    if (pf_section_radius(s->name) != 1 || !s->stored_bytes) continue;
    const pf_chunk *chunk = &f.directory.chunks[f.directory.first_chunk[i]];
    uint8_t *at =
        f.bytes + f.seal.values[chunk->value].offset + chunk->offset + s->stored_bytes / 2;
    pathfan_error error = {""};
    *at ^= 0x40;
    FILE *file = fopen(twin_scratch("damaged.pathfan"), "wb"); /* the seal as it was */
    assert_int_equal(fwrite(f.bytes, 1, f.size, file), f.size);
    fclose(file);
    *at ^= 0x40;
    index = open_at("damaged.pathfan", 0);
    query = query_of(index);
    assert_int_equal(sum_of(ask(query, 5, 0)), wanted);
    pathfan_request r = request_of(5);
    const pathfan_answer *answer;
    r.radius = radii[1];
    const pathfan_status status = pathfan_query_paths(query, &r, &answer);
    refused += status == PATHFAN_ERR_DAMAGED;
    if (status) assert_true(status == PATHFAN_ERR_DAMAGED && *pathfan_query_error(query));
    assert_int_equal(sum_of(ask(query, 5, 0)), wanted);
    assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(error.text, s->name));
    pathfan_query_free(query);
    pathfan_index_close(index);
    const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
    assert_int_equal(pathfan_index_open(twin_scratch("damaged.pathfan"), &eager, &index, &error),
                     PATHFAN_ERR_DAMAGED);
    assert_int_equal(unlink(twin_scratch("damaged.pathfan")), 0);
  }
  assert_true(refused >= 4);
  parts_free(&f);
}

/* Opens a file whose options list other radii than it holds. */
static void assert_mislisted(const char *options, double radius, pathfan_status wanted,
                             const char *says) {
  parts f = parts_of(twin_scratch("all.pathfan"));
  pathfan_index *index;
  pathfan_error error = {""};
  snprintf(f.directory.options, sizeof f.directory.options, "%s", options);
  parts_encode_directory(&f);
  write_changed(&f, "mislisted.pathfan");
  parts_free(&f);
  index = open_at("mislisted.pathfan", 0);
  pathfan_query *query = query_of(index), *other;
  assert_int_equal(ask(query, 1, 0)->outcome, PATHFAN_OUTCOME_OK);
  assert_int_equal(pathfan_query_at_radius(query, radius, &other), wanted);
  assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, says));
  pathfan_query_free(query);
  pathfan_index_close(index);
  assert_int_equal(unlink(twin_scratch("mislisted.pathfan")), 0);
}

static void test_mislisted(void **state) {
  (void)state;
  static const char fewer[] = "is of a radius that the options don't name";
  assert_mislisted("tables=2 agent-radius=0.2,0.35,0.45,0.5", 0.5, PATHFAN_ERR_DAMAGED,
                   "mislisted.pathfan (radius 0.5): section header: missing");
  assert_mislisted("tables=2 agent-radius=0.2,0.35", 0.45, PATHFAN_ERR_ARGUMENT, fewer);
  assert_mislisted("tables=2 agent-radius=0.2,0.35,x", 0.35, PATHFAN_ERR_ARGUMENT, fewer);
  assert_mislisted("tables=2 agent-radius=0.35,0.2,0.1", 0.35, PATHFAN_ERR_ARGUMENT, fewer);
  assert_mislisted("tables=2", 0.2, PATHFAN_ERR_ARGUMENT, fewer);
}

SUITE(test_radii_refused) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_such_radius), cmocka_unit_test(test_bad_lists),
      cmocka_unit_test(test_nothing_free),   cmocka_unit_test(test_resume),
      cmocka_unit_test(test_damage),         cmocka_unit_test(test_mislisted),
  };
  return cmocka_run_group_tests(tests, make_files, twin_scratch_remove);
}
