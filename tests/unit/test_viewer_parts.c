/* Parts of the viewer that need no server: who may ask, drawings to maps and back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twin_maps.h"
#include "viewer/drawing.h"
#include "viewer/gate.h"

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
    if (!pathfan_gate_host(good[i], "mine")) fail_msg("%s is ours", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (pathfan_gate_host(bad[i], "mine")) fail_msg("'%s' isn't ours", bad[i]);
  assert_false(pathfan_gate_host(NULL, "mine"));
  assert_false(pathfan_gate_host("mine", NULL));
}

static void test_origins(void **state) {
  (void)state;
  assert_true(pathfan_gate_origin("127.0.0.1:80", NULL, NULL));
  assert_true(pathfan_gate_origin("127.0.0.1:80", "http://127.0.0.1:80", "same-origin"));
  assert_true(pathfan_gate_origin("127.0.0.1:80", NULL, "none"));
  assert_false(pathfan_gate_origin("127.0.0.1:80", "http://127.0.0.1:81", NULL));
  assert_false(pathfan_gate_origin("127.0.0.1:80", "https://127.0.0.1:80", NULL));
  assert_false(pathfan_gate_origin("127.0.0.1:80", "http://127.0.0.1:80/", NULL));
  assert_false(pathfan_gate_origin("127.0.0.1:80", "null", NULL));
  assert_false(pathfan_gate_origin("127.0.0.1:80", "", NULL));
  assert_false(pathfan_gate_origin("127.0.0.1:80", "http://127.0.0.1:80", "cross-site"));
  assert_false(pathfan_gate_origin("127.0.0.1:80", NULL, "same-site"));
}

/* Free and blocked cells of a map as text become rectangles, and these the same text. */
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
      for (int32_t x = 0; x < width; x++)
        putc(pathfan_grid_is_free(&map.grid, x, y) ? '.' : '@', out);
      putc('\n', out);
    }
    fclose(out);
    pathfan_drawing drawing;
    assert_true(pathfan_drawing_of(text, bytes, &drawing));
    assert_true(drawing.width == width && drawing.height == height);
    char *back = pathfan_drawing_map(&drawing, &again);
    assert_non_null(back);
    if (again != bytes || memcmp(back, text, bytes)) twin_fail(&map, "another map came back");
    free(back);
    /* By GeoJSON too. */
    char *features = pathfan_drawing_geojson(&drawing, &again);
    pathfan_drawing other;
    assert_non_null(features);
    assert_true(pathfan_drawing_of(features, again, &other));
    assert_true(other.width == width && other.height == height);
    assert_int_equal(json_array_size(other.obstacles), json_array_size(drawing.obstacles));
    back = pathfan_drawing_map(&other, &again);
    assert_non_null(back);
    if (again != bytes || memcmp(back, text, bytes)) twin_fail(&map, "another map by GeoJSON");
    free(back);
    free(features);
    pathfan_drawing_free(&other);
    pathfan_drawing_free(&drawing);
    free(text);
    twin_map_free(&map);
  }
}

static bool is_drawing(const char *text) {
  pathfan_drawing drawing;
  const bool is = pathfan_drawing_of(text, strlen(text), &drawing);
  if (is) pathfan_drawing_free(&drawing);
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
      {"[1,0],[9,0],[9,5],[1,5],[1,0]", false}, {"[0,0],[9,1],[9,5],[0,5],[0,0]", false},
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_origins),
      cmocka_unit_test(test_cells_there_and_back),
      cmocka_unit_test(test_no_drawings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
