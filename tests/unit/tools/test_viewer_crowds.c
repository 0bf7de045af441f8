/* The viewer's table of crowds, without a server: ids, limits, turns, and idle crowds. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "crowd_fixture.h"
#include "scenario/crowd_scenario.h"
#include "viewer/crowd_frame.h"
#include "viewer/crowds.h"
#include "viewer/limits.h"

static pf_crowds *crowds;
static pathfan_error error;

static int begin(void **state) {
  (void)state;
  return pf_crowds_make(&crowds, &error) ? -1 : 0;
}

static int end(void **state) {
  (void)state;
  pf_crowds_free(crowds);
  return 0;
}

/* Adds a crowd in an environment, held and entered by the caller; NULL: there is no room. */
static pf_live_crowd *add(int32_t agents) {
  pf_crowd_scenario scenario;
  pf_live_crowd made = {.agents = agents, .flow_count = 3, .max_steps = 4};
  pf_live_crowd *live;
  assert_true(pf_crowd_scenario_of("medium", &scenario));
  made.environment = scenario.environment;
  assert_int_equal(pf_crowds_ground(crowds, "medium", &made.held, &error), PATHFAN_OK);
  scenario.options.index = made.held->source.index;
  scenario.options.agents = 30;
  assert_int_equal(pathfan_crowd_create(&scenario.options, &made.crowd, &error), PATHFAN_OK);
  (void)pf_crowds_add(crowds, &made, &live, &error);
  pf_crowd_scenario_free(&scenario);
  return live;
}

static void leave(pf_live_crowd *live) {
  pf_live_crowd_leave(live);
  pf_live_crowd_release(live);
}

static bool is_there(const char *id) {
  pf_live_crowd *live = pf_crowds_take(crowds, id);
  pf_live_crowd_release(live);
  return live != NULL;
}

static void test_ids(void **state) {
  (void)state;
  static const char *const wrong[] = {"", "c", "c0", "c2", "1", "c01", "c1 ", "C1", "c4294967297"};
  leave(add(30));
  assert_true(is_there("c1"));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(is_there(wrong[i]));
}

static void test_room(void **state) {
  (void)state;
  for (int i = 0; i < PF_CROWDS_MAX; i++) {
    assert_int_equal(pf_crowds_check(crowds, 30, &error), PATHFAN_OK);
    leave(add(30));
  }
  assert_int_equal(pf_crowds_check(crowds, 30, &error), PATHFAN_ERR_BUSY);
  assert_null(add(30));
  pf_live_crowd *third = pf_crowds_take(crowds, "c3");
  pf_crowds_remove(crowds, third);
  pf_crowds_remove(crowds, third);
  assert_false(is_there("c3"));
  assert_int_equal(pathfan_crowd_step(third->crowd), PATHFAN_OK); /* still held here */
  pf_live_crowd_release(third);
  assert_null(add(PF_CROWD_AGENTS_OF_ALL));
  leave(add(30));
  assert_true(is_there("c9"));
}

/* A crowd unused for slightly longer than allowed is removed. */
static void test_idle(void **state) {
  (void)state;
  leave(add(30));
  const double now = pf_seconds();
  pf_crowds_tidy(crowds, now + PF_CROWD_SECONDS_IDLE - 1);
  assert_true(is_there("c1"));
  pf_live_crowd *held = pf_crowds_take(crowds, "c1");
  pf_crowds_tidy(crowds, pf_seconds() + PF_CROWD_SECONDS_IDLE + 1);
  assert_false(is_there("c1"));
  assert_int_equal(pathfan_crowd_step(held->crowd), PATHFAN_OK);
  pf_live_crowd_release(held);
}

/* When as many wait as may, one more is refused. The waiting ones don't enter here, since that
 * would block. */
static void test_turns(void **state) {
  (void)state;
  pf_live_crowd *live = add(30);
  live->inside = 1 + PF_CROWD_WAITING_MAX;
  assert_false(pf_live_crowd_enter(live));
  assert_int_equal(live->inside, 1 + PF_CROWD_WAITING_MAX);
  live->inside = 1;
  pf_live_crowd_leave(live);
  assert_true(pf_live_crowd_enter(live));
  leave(live);
}

static void test_last_frame(void **state) {
  (void)state;
  pf_live_crowd *live = add(30);
  for (int i = 0; i <= 4; i++) {
    size_t bytes;
    char *frame = pf_crowd_frame(live, 1, &bytes);
    assert_non_null(frame);
    assert_int_equal(frame[0], i);
    assert_int_equal(frame[4], i == 4);
    assert_true(pf_crowd_frame_is_last(live) == (i == 4));
    assert_int_equal(bytes, 64 + 6 * frame[8] + pathfan_crowd_cell_count(live->crowd));
    free(frame);
    assert_int_equal(pathfan_crowd_step(live->crowd), PATHFAN_OK);
  }
  leave(live);
}

static void test_stop(void **state) {
  (void)state;
  assert_false(pf_crowds_is_stopped(crowds));
  pf_crowds_stop(crowds);
  assert_true(pf_crowds_is_stopped(crowds));
}

SUITE(test_viewer_crowds) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_ids, begin, end),
                                     cmocka_unit_test_setup_teardown(test_room, begin, end),
                                     cmocka_unit_test_setup_teardown(test_idle, begin, end),
                                     cmocka_unit_test_setup_teardown(test_turns, begin, end),
                                     cmocka_unit_test_setup_teardown(test_last_frame, begin, end),
                                     cmocka_unit_test_setup_teardown(test_stop, begin, end)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
