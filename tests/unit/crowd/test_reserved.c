/* Reserved members of structs that a program sets are refused, with a message, by every function
 * that takes the struct; the library sets them to zero in structs that it fills. */
#include "base/reserved.h"
#include "crowd_fixture.h"
#include "pathfan/folder.h"
#include "pathfan/inspect.h"
#include "suite.h"

#include <string.h>

static crowd_map map;
static pathfan_query *query;

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  map = crowd_map_of(pathfan_crowd_environment_find("narrow")->geojson);
  return (int)pathfan_query_create(map.index, &query);
}

static int teardown(void **state) {
  pathfan_query_free(query);
  crowd_map_free(&map);
  return twin_scratch_remove(state);
}

static void assert_unknown(pathfan_status status, const char *said) {
  assert_int_equal(status, PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(said, PF_UNKNOWN_MEMBER));
}

/* Sets one reserved member, the first or the last: either must be noticed. */
#define SET(given, last)                                                                           \
  ((given).reserved[(last) ? sizeof(given).reserved / sizeof *(given).reserved - 1 : 0] = 1)

static void begin(pathfan_request *request) {
  pathfan_request_init(request);
  request->from = (pathfan_point){10, 10};
  request->to = (pathfan_point){1900, 1000};
}

static void assert_refused(const pathfan_request *request) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(query, request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_unknown(PATHFAN_ERR_ARGUMENT, pathfan_query_error(query));
}

static void test_requests(void **state) {
  (void)state;
  for (int last = 0; last < 2; last++) {
    pathfan_request request;
    pathfan_area area = {.centre = {900, 500}, .radius = 3};
    begin(&request);
    SET(request, last);
    assert_refused(&request);
    begin(&request);
    SET(request.objective, last);
    assert_refused(&request);
    pathfan_trace trace = {.tell = NULL};
    begin(&request);
    SET(trace, last);
    request.trace = &trace;
    assert_refused(&request);
    begin(&request);
    request.avoid = &area;
    request.avoid_count = 1;
    SET(area, last);
    assert_refused(&request);
  }
}

static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  (void)context, (void)i, (void)answer, (void)chosen;
  return true;
}

static void test_groups(void **state) {
  (void)state;
  for (int what = 0; what < 3; what++) {
    pathfan_shares shares = {.seed = 1};
    pathfan_point start = {10, 10};
    pathfan_group group = {.points = &start, .count = 1, .shares = &shares};
    begin(&group.request);
    if (what == 1) SET(group, 1);
    if (what == 2) SET(shares, 1);
    const pathfan_status status = pathfan_query_group(query, &group, visit, NULL);
    if (what)
      assert_unknown(status, pathfan_query_error(query));
    else
      assert_int_equal(status, PATHFAN_OK);
  }
}

static void test_options(void **state) {
  (void)state;
  pathfan_error error;
  pathfan_index *index;
  pathfan_open_options open = {0};
  SET(open, 1);
  assert_unknown(pathfan_index_open(twin_scratch("crowd.pathfan"), &open, &index, &error),
                 error.text);

  pathfan_map *read;
  pathfan_map_options how;
  pathfan_map_options_init(&how);
  SET(how, 1);
  assert_unknown(pathfan_map_open(twin_scratch("crowd.geojson"), &how, &read, &error), error.text);

  pathfan_build_options build;
  pathfan_build_options_init(&build);
  SET(build, 1);
  assert_unknown(pathfan_build_index(twin_scratch("crowd.geojson"), twin_scratch("never.pathfan"),
                                     &build, NULL, &error),
                 error.text);

  pathfan_map_recipe recipe;
  pathfan_map_recipe_init(&recipe);
  SET(recipe, 1);
  assert_unknown(pathfan_map_make(&recipe, twin_scratch("never.map"), &error), error.text);

  pathfan_folder_options folder;
  pathfan_folder_options_init(&folder);
  SET(folder, 1);
  assert_unknown(pathfan_build_folder(twin_scratch(""), twin_scratch(""), &folder, NULL, &error),
                 error.text);
}

static void test_crowds(void **state) {
  (void)state;
  const pathfan_crowd_environment *e = pathfan_crowd_environment_find("narrow");
  static const pathfan_point door[] = {{600, 0}, {620, 0}, {620, 700}, {600, 700}};
  for (int what = 0; what < 4; what++) {
    pathfan_crowd_flow flow = e->flows[0];
    pathfan_crowd_closure closure = {.area = {door, 4}, .at_step = 3};
    pathfan_crowd_options options;
    pathfan_crowd *crowd;
    pathfan_error error;
    pathfan_crowd_options_init(&options);
    options.index = map.index;
    options.flows = &flow;
    options.flow_count = 1;
    options.closures = &closure;
    options.closure_count = 1;
    if (what == 1) SET(options, 1);
    if (what == 2) SET(flow, 1);
    if (what == 3) SET(closure, 1);
    const pathfan_status status = pathfan_crowd_create(&options, &crowd, &error);
    if (what)
      assert_unknown(status, error.text);
    else
      assert_int_equal(status, PATHFAN_OK);
    pathfan_crowd_free(crowd);
  }
}

/* The memory filled wasn't zero before. */
static void test_filled(void **state) {
  (void)state;
  pathfan_index_info info;
  pathfan_section_info section;
  pathfan_vertex_info vertex;
  pathfan_label label;
  pathfan_pair_info pair;
  pathfan_sight sight;
  pathfan_measures each[1], all;
  pathfan_request request;
  const pathfan_answer *answer;
  int32_t seen;
  memset(&info, 0xff, sizeof info);
  memset(&section, 0xff, sizeof section);
  memset(&vertex, 0xff, sizeof vertex);
  memset(&label, 0xff, sizeof label);
  memset(&pair, 0xff, sizeof pair);
  memset(&sight, 0xff, sizeof sight);
  memset(each, 0xff, sizeof each);
  memset(&all, 0xff, sizeof all);
  pathfan_index_info_get(map.index, &info);
  assert_true(PF_KNOWS(&info));
  assert_true(pathfan_index_section(map.index, 0, &section) && PF_KNOWS(&section));
  for (int32_t v = 0; v < info.vertex_count; v++) {
    assert_true(!pathfan_index_vertex(map.index, v, &vertex) && PF_KNOWS(&vertex));
    if (!vertex.label_count) continue;
    assert_true(!pathfan_index_label(map.index, v, 0, &label) && PF_KNOWS(&label));
  }
  assert_true(!pathfan_index_pair(map.index, 0, 1, &pair) && PF_KNOWS(&pair));
  begin(&request);
  assert_int_equal(pathfan_query_visible(query, request.from, &sight, &seen, 1, &(int32_t){0}),
                   PATHFAN_OK);
  assert_true(PF_KNOWS(&sight));
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_true(answer->path_count > 0);
  for (int32_t i = 0; i < answer->path_count; i++) assert_true(PF_KNOWS(&answer->paths[i]));
  assert_int_equal(pathfan_query_measure(query, answer->paths, 1, each, &all), PATHFAN_OK);
  assert_true(PF_KNOWS(&each[0]) && PF_KNOWS(&all));
}

SUITE(test_reserved) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_requests), cmocka_unit_test(test_groups),
      cmocka_unit_test(test_options),  cmocka_unit_test(test_crowds),
      cmocka_unit_test(test_filled),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
