/* Every allocation of reading a map and of querying it fails once: the call reports it, nothing
 * leaks, and existing objects stay usable. A warm query allocates nothing. See
 * failing_allocations.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_memory_fixture.h"
#include "pathfan/map.h"
#include "suite.h"

/* ---- Reading ---- */

static const char cells[] = "type octile\nheight 6\nwidth 9\nmap\n.........\n.@@...@@.\n....@....\n"
                            ".@.@.....\n...@..@@.\n.........\n";
static const char poly[] = "poly\n1\n3\n4 0 0 9 0 9 9 0 9\n4 3 3 6 3 6 6 3 6\n3 7 7 8 7 8 8\n";
static const char enclosures[] =
    "polygon 1\n2 2\n4 0 0 9 0 9 9 0 9\n3 4 4 5 4 4 5\n4 3 3 6 3 6 6 3 6\n3 7 7 8 7 8 8\n";
static const char wkt[] = "POLYGON ((0 0, 4 0, 0 4, 0 0)); POLYGON ((9 9, 5 9, 9 3, 9 9)); "
                          "POLYGON ((2 3, 7 4, 3 8, 2 3))";
static const char geojson[] =
    "{\"type\": \"FeatureCollection\", \"features\": ["
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"free\"}, \"geometry\": {\"type\": "
    "\"Polygon\", \"coordinates\": [[[0,0],[9,0],[9,9],[0,9],[0,0]]]}},"
    "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": \"MultiPolygon\", "
    "\"coordinates\": [[[[3,3],[6,3],[6,6],[3,6],[3,3]]],[[[5,5],[8,5],[8,8],[5,5]]]]}}]}";
static const char mesh[] =
    "mesh\n2\n8 4\n"
    "0 0 3 0 -1 3\n9 0 3 0 1 -1\n9 9 3 1 2 -1\n0 9 3 2 3 -1\n"
    "3 3 3 0 3 -1\n6 3 3 0 -1 1\n6 6 3 1 -1 2\n3 6 3 2 -1 3\n"
    "4 0 1 5 4 3 -1 1 -1\n4 1 2 6 5 0 -1 2 -1\n4 2 3 7 6 1 -1 3 -1\n4 3 0 4 7 2 -1 0 -1\n";
static const char mesh_3[] =
    "mesh\n3\n5 4\n0 0\n8 0\n8 6\n0 6\n4 3\n"
    "0 3 1 2 5 -4 0 -2\n1 3 2 3 5 -1 0 3\n1 3 3 4 5 2 0 4\n1 3 4 1 5 3 0 -1\n";

/* A concave polygon, another along a part of its side, and one above them. */
static const char obj[] =
    "v 0 0 0\nv 8 0 0\nv 8 6 0\nv 4 3 0\nv 0 6 0\nv 2 0 0\nv 6 0 0\nv 6 -3 0\nv 2 -3 0\n"
    "v 1 1 4\nv 7 1 4\nv 7 -2 4\nf 1 2 3 4 5\nf 9 8 7 6\nf 10 11 12\nf 1 1 2\n";

static void check_reading(const char *name, const char *text, double radius, pathfan_mesh_kind kind,
                          bool one) {
  pathfan_map_options options;
  pathfan_map_options_init(&options);
  options.agent_radius = radius;
  options.mesh = kind;
  shortage s = {.alone = one};
  while (starve(&s)) {
    pathfan_map *map;
    pathfan_error error;
    begin_shortage(&s);
    const pathfan_status status =
        pathfan_map_parse(text, strlen(text), name, &options, &map, &error);
    end_shortage();
    if (status == PATHFAN_OK) {
      pathfan_map_free(map);
      continue;
    }
    if (status != PATHFAN_ERR_NO_MEMORY)
      fail_msg("%s, allocation %ld: status %d, %s", name, s.failed, (int)status, error.text);
    assert_null(map);
    assert_true(error.text[0]);
  }
  print_message("%s: %ld allocations failed in turn\n", name, s.failed);
  assert_true(s.failed > 5);
}

static void test_reading(void **state) {
  (void)state;
  for (int one = 0; one < 2; one++) {
    check_reading("cells, rectangles", cells, 0, PATHFAN_MESH_RECTANGLES, one);
    check_reading("cells, cdt", cells, 0, PATHFAN_MESH_CDT, one);
    check_reading("cells, merged", cells, 0, PATHFAN_MESH_MERGED, one);
    check_reading("cells, radius", cells, 0.25, PATHFAN_MESH_DEFAULT, one);
    check_reading("poly", poly, 0, PATHFAN_MESH_DEFAULT, one);
    check_reading("enclosures", enclosures, 0, PATHFAN_MESH_DEFAULT, one);
    check_reading("mesh 3", mesh_3, 0, PATHFAN_MESH_DEFAULT, one);
    check_reading("wkt", wkt, 0.125, PATHFAN_MESH_DEFAULT, one);
    check_reading("geojson", geojson, 0, PATHFAN_MESH_CDT, one);
    check_reading("mesh", mesh, 0, PATHFAN_MESH_DEFAULT, one);
    check_reading("obj", obj, 0, PATHFAN_MESH_DEFAULT, one);
  }
}

static void test_writing(void **state) {
  (void)state;
  pathfan_map *map, *again;
  pathfan_error error;
  assert_int_equal(pathfan_map_parse(cells, strlen(cells), "cells", NULL, &map, &error),
                   PATHFAN_OK);
  for (int kind = 0; kind <= PATHFAN_SPACE_FILE_GEOJSON; kind++) {
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) {
        (void)remove(twin_scratch("cells.file"));
        begin_shortage(&s);
        const pathfan_status status =
            pathfan_map_write(map, twin_scratch("cells.file"), (pathfan_space_file)kind, &error);
        end_shortage();
        if (status == PATHFAN_OK) continue;
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_true(error.text[0]);
        assert_int_equal(pathfan_map_open(twin_scratch("cells.file"), NULL, &again, &error),
                         PATHFAN_ERR_IO);
      }
      assert_true(s.failed > 0);
    }
    assert_int_equal(pathfan_map_open(twin_scratch("cells.file"), NULL, &again, &error),
                     PATHFAN_OK);
    pathfan_map_free(again);
  }
  pathfan_map_free(map);
}

/* ---- Asking ---- */

/* Opens a map large enough for every list to grow. */
static pathfan_map *large_map(twin_map *map) {
  char *text = NULL;
  size_t bytes = 0;
  pathfan_map *online;
  pathfan_error error;
  *map = twin_map_number(twin_drawn_count() + 3, 120);
  FILE *file = open_memstream(&text, &bytes);
  assert_non_null(file);
  fprintf(file, "type octile\nheight %d\nwidth %d\nmap\n", map->grid.height, map->grid.width);
  for (int32_t y = 0; y < map->grid.height; y++) {
    for (int32_t x = 0; x < map->grid.width; x++)
      fputc(pf_grid_is_free(&map->grid, x, y) ? '.' : '@', file);
    fputc('\n', file);
  }
  assert_int_equal(fclose(file), 0);
  if (pathfan_map_parse(text, bytes, "large", NULL, &online, &error)) fail_msg("%s", error.text);
  free(text);
  return online;
}

static pathfan_request request_of(const twin_map *map, uint64_t seed) {
  pf_random random = pf_random_from(seed);
  pathfan_request r = plain_request(map, &random);
  r.algorithm = seed % 2 ? PATHFAN_ALGORITHM_POLYANYA : PATHFAN_ALGORITHM_ASTAR;
  /* Without the other prunings there are more nodes, so that all lists grow. */
  if (seed % 4 == 1) r.without = 31 - PATHFAN_WITHOUT_ROOT_HISTORY;
  return r;
}

static void test_asking(void **state) {
  (void)state;
  twin_map map;
  pathfan_map *online = large_map(&map);
  pathfan_query *query;
  const pathfan_answer *expected;
  assert_int_equal(pathfan_query_create_online(online, &query), PATHFAN_OK);
  for (uint64_t seed = 1; seed <= 8; seed++) {
    const pathfan_request r = request_of(&map, seed);
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    long counts[2];
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) ask_short_of_memory((source){.map = online}, &r, &s, expected);
      counts[one] = s.failed;
    }
    print_message("%s: %ld and %ld allocations failed in turn\n",
                  pathfan_algorithm_name(r.algorithm), counts[0], counts[1]);
    assert_true(counts[0] > 4);
  }
  pathfan_query_free(query);
  pathfan_map_free(online);
  twin_map_free(&map);
}

/* One query object runs out of memory again and again on its way from cold to warm. */
static void test_one_query(void **state) {
  (void)state;
  twin_map map;
  pathfan_map *online = large_map(&map);
  pathfan_query *query, *other;
  const pathfan_answer *answer, *expected;
  int failures = 0;
  assert_int_equal(pathfan_query_create_online(online, &other), PATHFAN_OK);
  for (uint64_t seed = 1; seed <= 40; seed++) {
    const pathfan_request r = request_of(&map, seed);
    assert_int_equal(pathfan_query_paths(other, &r, &expected), PATHFAN_OK);
    assert_int_equal(pathfan_query_create_online(online, &query), PATHFAN_OK);
    pathfan_status status = PATHFAN_ERR_NO_MEMORY;
    for (long n = 0; status; n++) {
      const shortage s = {.alone = n % 2, .at = (double)(n / 2)};
      begin_shortage(&s);
      status = pathfan_query_paths(query, &r, &answer);
      end_shortage();
      assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
      failures += status != PATHFAN_OK;
    }
    check_same(answer, expected);

    double length = -1;
    pathfan_outcome outcome;
    begin_shortage(&(shortage){0});
    status = pathfan_query_distance(query, r.from, r.to, &length, &outcome);
    end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    if (status) assert_true(pathfan_query_error(query)[0]);
    assert_int_equal(pathfan_query_distance(query, r.from, r.to, &length, &outcome), PATHFAN_OK);
    assert_int_equal(outcome, expected->outcome);
    pathfan_query_free(query);
  }
  assert_true(failures > 40);
  pathfan_query_free(other);
  pathfan_map_free(online);
  twin_map_free(&map);
}

static void test_warm_queries_allocate_nothing(void **state) {
  (void)state;
  twin_map map;
  pathfan_map *online = large_map(&map);
  pathfan_query *query;
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_create_online(online, &query), PATHFAN_OK);
  for (int round = 0; round < 2; round++) {
    const long before = allocations;
    for (uint64_t seed = 1; seed <= 60; seed++) {
      const pathfan_request r = request_of(&map, seed);
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    }
    if (round) assert_int_equal(allocations, before);
  }
  pathfan_query_free(query);
  pathfan_map_free(online);
  twin_map_free(&map);
}

SUITE(test_online_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reading),
      cmocka_unit_test(test_writing),
      cmocka_unit_test(test_asking),
      cmocka_unit_test(test_one_query),
      cmocka_unit_test(test_warm_queries_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
