/* The viewer's builds in the background, without a server: one per map, one of a map at a time,
 * cancelled and begun anew. */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "suite.h"
#include "twin_index.h"
#include "twin_maps.h"
#include "build-index/run/stage.h"
#include "viewer/jobs.h"

/* More than the finished jobs that are remembered. */
#define WAITING 1100

static pf_served_maps *maps;
static pf_jobs *jobs;
static pathfan_error error;

static int begin(void **state) {
  (void)state;
  assert_int_equal(pf_served_maps_make(&maps, &error), PATHFAN_OK);
  assert_int_equal(pf_jobs_start(maps, NULL, &jobs, &error), PATHFAN_OK);
  return 0;
}

static int end(void **state) {
  (void)state;
  pf_jobs_stop(jobs);
  pf_served_maps_free(maps);
  return 0;
}

/* Puts a map of which nothing is open. */
static pf_served_map *put(const char *map, const char *index) {
  pf_served_map *served;
  const pf_new_map closed = {.name = "map",
                             .map_path = twin_scratch(map),
                             .index_path = twin_scratch(index),
                             .held = pf_held_source_make(NULL, NULL)};
  assert_int_equal(pf_served_maps_put(maps, &closed, &served), PATHFAN_OK);
  return served;
}

/* Puts a map whose index takes far longer than any wait here. */
static pf_served_map *put_large(void) {
  pathfan_map_recipe recipe;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_RANDOM;
  recipe.width = recipe.height = 400;
  assert_int_equal(pathfan_map_make(&recipe, twin_scratch("large.map"), &error), PATHFAN_OK);
  return put("large.map", "large.pathfan");
}

static bool is(int32_t number, const char *state) {
  json_t *json = pf_jobs_describe(jobs, number);
  assert_non_null(json);
  const bool same = strcmp(json_string_value(json_object_get(json, "state")), state) == 0;
  json_decref(json);
  return same;
}

static void await(int32_t number, const char *state) {
  while (!is(number, state)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void test_many(void **state) {
  (void)state;
  alarm(TWIN_PATIENCE);
  pf_served_map *large = put_large(), *all[WAITING];
  assert_int_equal(pf_jobs_add(jobs, large, false), 1);
  await(1, "building");
  for (int32_t i = 0; i < WAITING; i++) {
    all[i] = put("no such.map", "none.pathfan");
    assert_int_equal(pf_jobs_add(jobs, all[i], false), i + 2);
    assert_int_equal(pf_jobs_add(jobs, all[i], false), i + 2); /* the same job */
  }
  assert_true(is(WAITING + 1, "waiting"));
  pf_jobs_cancel(jobs, WAITING);
  assert_true(is(WAITING, "cancelled"));
  pf_jobs_cancel(jobs, 1);
  await(WAITING + 1, "failed"); /* the last one: its map doesn't exist */
  assert_true(is(1, "cancelled"));
  assert_true(is(2, "failed"));
  assert_true(is(WAITING, "cancelled"));
  /* The job that ended first is forgotten first. */
  assert_int_equal(pf_jobs_add(jobs, all[0], false), WAITING + 2);
  assert_null(pf_jobs_describe(jobs, 1));
  await(WAITING + 2, "failed");
  for (int32_t i = 0; i < WAITING; i++) pf_served_map_release(all[i]);
  pf_served_map_release(large);
  assert_int_equal(twin_scratch_count("large.pathfan"), 0);
}

/* The failure of a cancelled build isn't reported: its folder may have been removed under it. Here
 * the map is at fault, which arrives after the cancelling. */
static void test_cancelled_and_failed(void **state) {
  (void)state;
  alarm(TWIN_PATIENCE);
  assert_int_equal(mkfifo(twin_scratch("piped.map"), 0600), 0);
  pf_served_map *served = put("piped.map", "piped.pathfan");
  assert_int_equal(pf_jobs_add(jobs, served, false), 1);
  const int pipe = open(twin_scratch("piped.map"), O_WRONLY); /* returns once the builder reads */
  assert_true(pipe >= 0);
  pf_jobs_cancel_map(jobs, served);
  assert_int_equal(write(pipe, "no map", 6), 6);
  assert_int_equal(close(pipe), 0);
  while (is(1, "building")) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_true(is(1, "cancelled"));
  pf_served_map_release(served);
}

/* The map being built is replaced: the same job begins anew. */
static void test_anew(void **state) {
  (void)state;
  alarm(TWIN_PATIENCE);
  pf_served_map *served = put_large();
  assert_int_equal(pf_jobs_add(jobs, served, true), 1);
  await(1, "building");
  twin_map small = twin_map_drawn("small", "...\n.@.\n...\n");
  pathfan_index_close(twin_index(&small, NULL));
  assert_int_equal(rename(twin_scratch("map.map"), twin_scratch("large.map")), 0);
  assert_int_equal(pf_jobs_add(jobs, served, true), 1);
  await(1, "done");
  pf_held_source *held = pf_served_map_source(maps, served);
  pf_source_facts facts;
  pf_source_look(&held->source, &facts);
  assert_true(facts.indexed && facts.info.width == 3);
  pf_held_source_release(held);
  pf_served_map_release(served);
  twin_map_free(&small);
}

/* The last progress reported, and its stage. */
typedef struct followed {
  double last;
  const char *stage;
} followed;

#define A_BIT 1e-6 /* shares are rounded sums */

static void follow(void *context, const char *stage, int64_t done, int64_t total) {
  followed *f = context;
  if (!total) return;
  /* A stage's beginning counts too; only long stages report it. */
  const bool is_new = !f->stage || strcmp(f->stage, stage) != 0;
  const double share = pf_stage_share(stage, done, total);
  const double least = is_new ? pf_stage_share(stage, 0, total) : share;
  if (!(least >= f->last - A_BIT && share > 0 && share <= 1 + A_BIT))
    fail_msg("%s, %lld of %lld: %g after %g in %s", stage, (long long)done, (long long)total, least,
             f->last, f->stage ? f->stage : "none");
  f->last = share;
  f->stage = stage;
}

/* Progress rises from the first stage to the last, for cells and for a terrain. */
static void test_progress(void **state) {
  static const pathfan_map_kind kinds[] = {PATHFAN_MAP_ROOMS, PATHFAN_MAP_TERRAIN};
  (void)state;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const char *map = i ? twin_scratch("hills.geojson") : twin_scratch("rooms.map");
    pathfan_map_recipe recipe;
    pathfan_build_options options;
    followed seen = {0};
    pathfan_map_recipe_init(&recipe);
    recipe.kind = kinds[i];
    recipe.width = recipe.height = 60;
    assert_int_equal(pathfan_map_make(&recipe, map, &error), PATHFAN_OK);
    pathfan_build_options_init(&options);
    options.progress = follow;
    options.progress_context = &seen;
    if (pathfan_build_index(map, twin_scratch("progress.pathfan"), &options, NULL, &error))
      fail_msg("%s", error.text);
    assert_string_equal(seen.stage, "write");
    assert_true(fabs(seen.last - 1) < A_BIT);
  }
  assert_true(pf_stage_share("no such stage", 1, 1) == 0);
  assert_true(pf_stage_share("map", 0, 0) == 0);
}

SUITE(test_viewer_jobs) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_many, begin, end),
      cmocka_unit_test_setup_teardown(test_cancelled_and_failed, begin, end),
      cmocka_unit_test_setup_teardown(test_anew, begin, end), cmocka_unit_test(test_progress)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
