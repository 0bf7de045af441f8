/* Every allocation made while reading Tiled maps, robot maps and images fails once: the reader
 * reports it, and nothing leaks. See failing_allocations.h. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_allocations.h"
#include "map/gunzip.h"
#include "map/image.h"
#include "map/occupancy.h"
#include "map/read.h"
#include "map/tiled.h"
#include "map/tiled_old.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

static bool is_left_out(const pathfan_error *error) {
  return strstr(error->text, "built without") != NULL;
}

/* Returns the number of rounds in which an allocation failed, or -1 if the format is left out. */
static long read_tiled(const char *text, int objects) {
  static const pf_polygons empty;
  long failed = 0;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_polygons polygons;
      pathfan_error error = {{0}};
      memset(&polygons, 0x55, sizeof polygons);
      begin_shortage(&s);
      const pathfan_status status =
          pf_tiled_parse(text, strlen(text), "town.tmx", NULL, &polygons, &error);
      const bool has_failed = end_shortage();
      if (status == PATHFAN_ERR_MALFORMED && is_left_out(&error)) return -1;
      if (status) {
        if (!has_failed) fail_msg("%s", error.text);
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_int_equal(strncmp(error.text, "town.tmx:", 9), 0);
        assert_memory_equal(&polygons, &empty, sizeof empty);
        continue;
      }
      assert_int_equal(polygons.polygon_count, objects);
      pf_polygons_free(&polygons);
    }
    failed += s.failed;
  }
  return failed;
}

#define OBJECTS                                                                                    \
  "<objectgroup name=\"walls\"><object x=\"1\" y=\"1\" width=\"2\" height=\"2\"/><object x=\"5\" " \
  "y=\"5\" width=\"2\" height=\"2\"><ellipse/></object><object x=\"3\" y=\"3\"><polygon "          \
  "points=\"0,0 1,0 1,1\"/></object></objectgroup>"

static void test_tiled(void **state) {
  /* Two walls in every encoding, and three objects. */
  static const char *const data[] = {
      " encoding=\"csv\">2,0,2,0", " encoding=\"base64\">AgAAAAAAAAACAAAAAAAAAA==",
      "><tile gid=\"2\"/><tile/><tile gid=\"2\"/><tile/>",
      " encoding=\"base64\" compression=\"zlib\">eJxjYoAAJigNAABAAAU=",
      " encoding=\"base64\" compression=\"zstd\">KLUv/SAQgQAAAgAAAAAAAAACAAAAAAAAAA=="};
  (void)state;
  json_set_alloc_funcs(malloc, free); /* the ones that fail */
  for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
    char text[1500];
    snprintf(text, sizeof text,
             "<map width=\"4\" height=\"1\" tilewidth=\"10\" tileheight=\"10\"><tileset "
             "firstgid=\"1\"><tile id=\"9\"><properties><property name=\"solid\" type=\"bool\" "
             "value=\"true\"/></properties></tile></tileset><layer name=\"walls\"><data%s</data>"
             "</layer>" OBJECTS "</map>",
             data[i]);
    const long failed = read_tiled(text, 6);
    print_message("%ld allocations failed in turn\n", failed);
    assert_true(failed < 0 || failed > 100);
  }
  /* When jansson runs out of memory within a token, its error doesn't always say so: here jansson
   * gets the allocator that doesn't fail. */
  json_set_alloc_funcs(__real_malloc, free);
  const long failed = read_tiled(
      "{\"width\":6,\"height\":1,\"tilewidth\":10,\"tileheight\":10,\"layers\":[{\"type\":"
      "\"tilelayer\",\"name\":\"walls\",\"data\":[1,0,1,0,1,0]},{\"type\":\"objectgroup\",\"name\":"
      "\"walls\",\"objects\":[{\"x\":1,\"y\":1,\"width\":1,\"height\":1},{\"x\":1,\"y\":1,\"width\""
      ":1,\"height\":1}]}]}",
      6);
  assert_true(failed > 10);
}

/* The form before Tiled 1.2. */
static void test_old_form(void **state) {
  static const char text[] =
      "{\"properties\":{\"a\":1},\"tilesets\":[{\"tileproperties\":{\"1\":{\"solid\":true}},"
      "\"tiles\":"
      "{\"1\":{},\"2\":{\"x\":1}}}],\"layers\":[{\"objects\":[{\"properties\":{\"b\":2}}]}]}";
  long failed = 0;
  (void)state;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      json_set_alloc_funcs(__real_malloc, free);
      json_t *tree = json_loads(text, 0, NULL);
      assert_non_null(tree);
      json_set_alloc_funcs(malloc, free); /* the ones that fail */
      begin_shortage(&s);
      const pathfan_status status = pf_tiled_modernize(tree);
      const bool has_failed = end_shortage();
      if (status)
        assert_true(has_failed && status == PATHFAN_ERR_NO_MEMORY);
      else
        assert_int_equal(json_array_size(json_object_get(
                             json_array_get(json_object_get(tree, "tilesets"), 0), "tiles")),
                         2);
      json_decref(tree);
    }
    failed += s.failed;
  }
  assert_true(failed > 20);
}

static int forget_allocations(void **state) {
  (void)state;
  json_set_alloc_funcs(__real_malloc, free);
  return 0;
}

/* ---- Robots ---- */

static const char yaml[] = "image: hall.pgm\nresolution: 0.05\norigin: [-1, -0.5, 0]\nnegate: 0\n"
                           "occupied_thresh: 0.65\nfree_thresh: 0.196\n";
static const char pgm[] = "P2 3 2 255\n255 255 0\n0 255 255\n";

static void test_robots(void **state) {
  static const pf_grid empty;
  char text[400];
  (void)state;
  snprintf(text, sizeof text, "%s...\n%s", yaml, pgm);
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_grid grid;
      pf_placement placement;
      pathfan_error error = {{0}};
      memset(&grid, 0x55, sizeof grid);
      begin_shortage(&s);
      const pathfan_status status = pf_occupancy_parse(text, strlen(text), "hall.yaml", NULL, &grid,
                                                       &placement, NULL, &error);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_int_equal(strncmp(error.text, "hall.yaml", 9), 0);
        assert_memory_equal(&grid, &empty, sizeof empty);
        continue;
      }
      assert_true(grid.width == 3 && grid.height == 2);
      pf_grid_free(&grid);
    }
    assert_true(s.failed > 1);
  }
}

/* Both files of a robot map: the YAML file and the image that it names. */
static void test_files(void **state) {
  const char *path = twin_scratch("hall.yaml");
  (void)state;
  twin_scratch_write("hall.yaml", yaml);
  twin_scratch_write("hall.pgm", pgm);
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      char *text;
      size_t bytes;
      pathfan_error error = {{0}};
      begin_shortage(&s);
      const pathfan_status status = pf_map_read(path, 10000, &text, &bytes, &error);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_non_null(error.text[0] ? error.text : NULL);
        assert_null(text);
        continue;
      }
      assert_int_equal(bytes, sizeof yaml - 1 + 5 + sizeof pgm - 1);
      free(text);
    }
    assert_true(s.failed > 3);
  }
}

static void test_packed(void **state) {
  static const uint8_t packed[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2b,
                                   0xa9, 0x2c, 0x48, 0x55, 0xc8, 0x4f, 0x2e, 0xc9, 0xcc, 0x49, 0x05,
                                   0x00, 0x53, 0xac, 0xce, 0xf8, 0x0b, 0x00, 0x00, 0x00};
  (void)state;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      size_t bytes = sizeof packed;
      pathfan_error error = {{0}};
      char *text = malloc(bytes);
      assert_non_null(text);
      memcpy(text, packed, bytes);
      begin_shortage(&s);
      const pathfan_status status = pf_gunzip("room.map.gz", 10000, &text, &bytes, &error);
      const bool has_failed = end_shortage();
      if (status) {
        if (!has_failed) fail_msg("%s", error.text);
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_string_equal(error.text, "room.map.gz: no memory to unpack it");
        assert_int_equal(bytes, sizeof packed);
      } else if (bytes != sizeof packed) {
        assert_string_equal(text, "type octile");
      }
      free(text);
    }
  }
}

/* ---- Images ---- */

static pathfan_status begin(void *context, int32_t width, int32_t height, int32_t white) {
  (void)white;
  *(int64_t *)context = (int64_t)width * height;
  return PATHFAN_OK;
}

static void take(void *context, int32_t y, const int32_t *grey) {
  (void)context;
  assert_true(y >= 0 && grey[0] >= PF_IMAGE_CLEAR);
}

static void test_images(void **state) {
  static const uint8_t png[] = {
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
      0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x04, 0x00, 0x00, 0x00, 0xd8,
      0xbf, 0xc5, 0xaf, 0x00, 0x00, 0x00, 0x0f, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8,
      0xff, 0x9f, 0x01, 0x04, 0x53, 0x1a, 0x00, 0x1c, 0x37, 0x04, 0xe1, 0x48, 0xe7, 0xcb, 0x22,
      0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  static const uint8_t bmp[] = {
      0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x3e, 0x00, 0x00, 0x00,
      0x28, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00,
      0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0xfe, 0xfe, 0xfe, 0x00, 0xc0, 0x00, 0x00, 0x00, 0xa0, 0x00, 0x00, 0x00};
  static const struct {
    const char *bytes;
    size_t count;
    int64_t pixels;
  } images[] = {{pgm, sizeof pgm - 1, 6},
                {"P5 2 1 4095\n\x0f\xff\x00\x10", 16, 2},
                {(const char *)png, sizeof png, 4},
                {(const char *)bmp, sizeof bmp, 6}};
  (void)state;
  for (size_t i = 0; i < sizeof images / sizeof *images; i++)
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) {
        int64_t pixels = 0;
        const pf_image_taker to = {&pixels, begin, take};
        pathfan_error error = {{0}};
        begin_shortage(&s);
        const pathfan_status status =
            pf_image_read(images[i].bytes, images[i].count, &to, NULL, &error);
        const bool has_failed = end_shortage();
        if (status == PATHFAN_ERR_MALFORMED && is_left_out(&error)) break;
        if (status) {
          if (!has_failed) fail_msg("%s", error.text);
          assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
          assert_non_null(error.text[0] ? error.text : NULL);
        } else {
          assert_int_equal(pixels, images[i].pixels);
        }
      }
    }
}

SUITE(test_map_readers_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_tiled, forget_allocations),
                                     cmocka_unit_test_teardown(test_old_form, forget_allocations),
                                     cmocka_unit_test(test_robots),
                                     cmocka_unit_test(test_files),
                                     cmocka_unit_test(test_packed),
                                     cmocka_unit_test(test_images)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
