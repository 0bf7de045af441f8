/* Parts of the viewer that need no server: access checks, drawings to maps and back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "twin_maps.h"
#include "viewer/drawing.h"
#include "viewer/served_maps.h"
#include "server/exchange.h"
#include "server/host_check.h"

static void test_hosts(void **state) {
  static const char *const good[] = {"127.0.0.1", "127.0.0.1:8080", "localhost", "LocalHost:1",
                                     "[::1]",     "[::1]:65535",    "10.1.2.3",  "mine",
                                     "MINE:8080", "[fe80::1]:80"};
  static const char *const bad[] = {"",           "evil.example", "127.0.0.1.evil.example",
                                    "127.0.0.1:", "127.0.0.1:a",  "127.0.0.1:123456",
                                    "[::1",       "::1",          "[]",
                                    "[::1]x",     "localhost.",   "1.2.3",
                                    "mine.x",     ":80",          "127.0.0.1:80:80"};
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (!pf_host_is_ours(good[i], "mine")) fail_msg("%s is ours", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (pf_host_is_ours(bad[i], "mine")) fail_msg("'%s' isn't ours", bad[i]);
  assert_false(pf_host_is_ours(NULL, "mine"));
  assert_false(pf_host_is_ours("mine", NULL));
}

static void test_origins(void **state) {
  (void)state;
  assert_true(pf_origin_is_ours("127.0.0.1:80", NULL, NULL));
  assert_true(pf_origin_is_ours("127.0.0.1:80", "http://127.0.0.1:80", "same-origin"));
  assert_true(pf_origin_is_ours("127.0.0.1:80", NULL, "none"));
  assert_false(pf_origin_is_ours("127.0.0.1:80", "http://127.0.0.1:81", NULL));
  assert_false(pf_origin_is_ours("127.0.0.1:80", "https://127.0.0.1:80", NULL));
  assert_false(pf_origin_is_ours("127.0.0.1:80", "http://127.0.0.1:80/", NULL));
  assert_false(pf_origin_is_ours("127.0.0.1:80", "null", NULL));
  assert_false(pf_origin_is_ours("127.0.0.1:80", "", NULL));
  assert_false(pf_origin_is_ours("127.0.0.1:80", "http://127.0.0.1:80", "cross-site"));
  assert_false(pf_origin_is_ours("127.0.0.1:80", NULL, "same-site"));
}

/* Maps of one name get the lowest free numbers; an id of that form may belong to another name. */
static void test_ids(void **state) {
  static const char *const named[][2] = {
      {"hall", "hall"},       {"hall", "hall-2"},
      {"hall", "hall-3"},     {"hall-2", "hall-2-2"},
      {"hall-05", "hall-05"}, {"hall-4x", "hall-4x"},
      {"hall", "hall-4"},     {"hall-99999999999999999999", "hall-99999999999999999999"},
      {"hall-6", "hall-6"},   {"hall", "hall-5"},
      {"hall", "hall-7"},     {"--", "map"},
      {"ü", "map-2"},         {"a b", "a-b"}};
  enum { COUNT = sizeof named / sizeof *named };
  pf_served_maps *maps;
  pf_served_map *all[COUNT];
  pathfan_error error;
  (void)state;
  assert_int_equal(pf_served_maps_make(&maps, &error), PATHFAN_OK);
  for (int i = 0; i < COUNT; i++) {
    const pf_new_map map = {.name = named[i][0], .held = pf_held_source_make(NULL, NULL)};
    assert_int_equal(pf_served_maps_put(maps, &map, &all[i]), PATHFAN_OK);
    assert_string_equal(all[i]->id, named[i][1]);
  }
  assert_true(pf_served_maps_remove(maps, all[1]));
  pf_served_map_release(all[1]);
  const pf_new_map hall = {.name = "hall", .held = pf_held_source_make(NULL, NULL)};
  assert_int_equal(pf_served_maps_put(maps, &hall, &all[1]), PATHFAN_OK);
  assert_string_equal(all[1]->id, "hall-2");
  for (int i = 0; i < COUNT; i++) pf_served_map_release(all[i]);
  pf_served_maps_free(maps);
}

static void test_names(void **state) {
  static const char *const names[][2] = {
      {"hall", "hall"},
      {"Größe — ½", "Größe — ½"},
      {"a\xe2\x80\xae"
       "gpj.exe",
       "agpj.exe"},
      {"a\xe2\x81\xa6"
       "b\xe2\x81\xa9\xe2\x80\xa8",
       "ab"},
      {"\xc2\x85\xc2\x9bx\n\x7f\x1b[1m", "x[1m"},
      {"\xe2\x80\x93\xc2\xa0\xe2\x81\xaa", "\xe2\x80\x93\xc2\xa0\xe2\x81\xaa"},
      {"\xe2\x80\xae", ""},
      {"\xff", ""},
      {"\xe2\x80", ""},
      {"", ""}};
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    json_t *json = pf_json_name(names[i][0]);
    assert_string_equal(json_string_value(json), names[i][1]);
    json_decref(json);
  }
}

/* Free and blocked cells of a map as text become rectangles, and these give the same text. */
static void test_cells_there_and_back(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(200);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 30);
    const int32_t width = map.grid.width, height = map.grid.height;
    char *text;
    size_t bytes, again;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    fprintf(out, "type octile\nheight %d\nwidth %d\nmap\n", height, width);
    for (int32_t y = 0; y < height; y++) {
      for (int32_t x = 0; x < width; x++) putc(pf_grid_is_free(&map.grid, x, y) ? '.' : '@', out);
      putc('\n', out);
    }
    fclose(out);
    pf_drawing drawing;
    pf_complaint wrong;
    assert_true(pf_drawing_of(text, bytes, &drawing));
    assert_true(drawing.width == width && drawing.height == height);
    char *back = pf_drawing_map(&drawing, &again, &wrong);
    assert_non_null(back);
    if (again != bytes || memcmp(back, text, bytes)) twin_fail(&map, "another map came back");
    free(back);
    /* Through GeoJSON too. */
    char *features = pf_drawing_geojson(&drawing, &again);
    pf_drawing other;
    assert_non_null(features);
    assert_true(pf_drawing_of(features, again, &other));
    assert_true(other.width == width && other.height == height);
    assert_int_equal(json_array_size(other.obstacles), json_array_size(drawing.obstacles));
    back = pf_drawing_map(&other, &again, &wrong);
    assert_non_null(back);
    if (again != bytes || memcmp(back, text, bytes)) twin_fail(&map, "another map by GeoJSON");
    free(back);
    free(features);
    pf_drawing_free(&other);
    pf_drawing_free(&drawing);
    free(text);
    twin_map_free(&map);
  }
}

static bool is_drawing(const char *text) {
  pf_drawing drawing;
  const bool is = pf_drawing_of(text, strlen(text), &drawing);
  if (is) pf_drawing_free(&drawing);
  return is;
}

static void test_no_drawings(void **state) {
  static const char frame[] = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\","
                              "\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":"
                              "\"Polygon\",\"coordinates\":[[%s]]}}]}";
  static const struct {
    const char *ring;
    bool good;
  } rings[] = {
      {"[0,0],[9,0],[9,5],[0,5],[0,0]", true},  {"[9,5],[9,0],[0,0],[0,5],[9,5]", true},
      {"[1,0],[9,0],[9,5],[1,5],[1,0]", true},  {"[0,0],[9,1],[9,5],[0,5],[0,0]", false},
      {"[0,0],[9,5],[9,0],[0,5],[0,0]", false}, {"[0,0],[9,0],[9,5],[0,0]", false},
      {"[0,0],[0,0],[9,5],[0,5],[0,0]", false}, {"[0,0],[9,0],[9,99999],[0,99999],[0,0]", false}};
  char text[1000];
  (void)state;
  for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
    snprintf(text, sizeof text, frame, rings[i].ring);
    if (is_drawing(text) != rings[i].good) fail_msg("%s", rings[i].ring);
  }
  assert_false(is_drawing(""));
  assert_false(is_drawing("   \n"));
  assert_false(is_drawing("{"));
  assert_false(is_drawing("{}"));
  assert_false(is_drawing("POLYGON ((0 0, 1 0, 1 1, 0 0))"));
  assert_false(is_drawing("type octile\nheight 2\nwidth 2\nmap\n..\n"));
  assert_false(is_drawing("type octile\nheight 2\nwidth 2\n"));
  assert_false(is_drawing("type octile\nheight 99999\nwidth 99999\nmap\n.\n"));
  assert_true(is_drawing("type octile\nheight 1\nwidth 2\nmap\n.@"));
}

static void test_folders_are_hidden(void **state) {
  static const char *const sentences[][2] = {
      {"/home/me/maps/a.map:3: width must be 1", "a.map:3: width must be 1"},
      {"../my maps/a b.map: can't open", "a b.map: can't open"},
      {"...e/maps/a.map: can't open", "a.map: can't open"},
      {"a: can't write: can't make /x/y/a.tmp: No space",
       "a: can't write: can't make a.tmp: No space"},
      {"/x/a", "a"},
      {"no \"a/b\", 1/2 or 3 / 4", "no \"a/b\", 1/2 or 3 / 4"},
      {"drawing: feature 3: 'a/b' is no type", "drawing: feature 3: 'a/b' is no type"},
      {"a/: b", ": b"},
      {"", ""}};
  (void)state;
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
    char text[100];
    snprintf(text, sizeof text, "%s", sentences[i][0]);
    pf_hide_folders(text);
    assert_string_equal(text, sentences[i][1]);
  }
}

/* The first obstacle that isn't on whole cells is named. */
static void test_why_no_cells(void **state) {
  static const char *const drawings[][2] = {
      {"{\"width\": 4, \"height\": 3, \"obstacles\": [{\"rect\": [1, 1, 2, 1]}, "
       "{\"rect\": [1, 1, 2.5, 1]}, {\"polygon\": [[1, 2], [2, 2], [2, 3]]}]}",
       "obstacle 1, a rectangle at [1, 1], isn't on whole cells"},
      {"{\"width\": 4, \"height\": 3, \"obstacles\": [{\"polygon\": [[1, 2], [2, 2], [2, 3]]}]}",
       "obstacle 0, a polygon at [1, 2], isn't on whole cells"},
      {"{\"width\": 4, \"height\": 2.5, \"obstacles\": []}",
       "4 x 2.5 is not a whole number of cells, or more than 4194304"},
      {"{\"width\": 9000, \"height\": 9000, \"obstacles\": []}",
       "9000 x 9000 is not a whole number of cells, or more than 4194304"}};
  (void)state;
  for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
    pf_drawing drawing;
    pf_complaint wrong;
    size_t bytes;
    json_t *json = json_loads(drawings[i][0], 0, NULL);
    assert_true(pf_drawing_read(json, &drawing, &wrong));
    assert_null(pf_drawing_map(&drawing, &bytes, &wrong));
    assert_string_equal(wrong.text, drawings[i][1]);
    pf_drawing_free(&drawing);
    json_decref(json);
  }
}

SUITE(test_viewer_parts) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_origins),
      cmocka_unit_test(test_ids),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_cells_there_and_back),
      cmocka_unit_test(test_no_drawings),
      cmocka_unit_test(test_folders_are_hidden),
      cmocka_unit_test(test_why_no_cells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
