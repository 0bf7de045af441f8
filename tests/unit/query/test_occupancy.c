/* Robot maps: which cells are free by which rule, where they lie, what is refused; PGM and BMP of
 * all kinds and PNG, whole and cut short. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "map/formats.h"
#include "map/image.h"
#include "map/occupancy.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "suite.h"
#include "twin_maps.h"

#define PLACE "resolution: 0.05\norigin: [-1, -0.5, 0]\n"
#define YAML "image: hall.pgm\n" PLACE "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"

/* 3 x 2 cells; 205 and 204 are unknown, 206 is free. */
#define IMAGE "P2\n# CREATOR: somebody\n3 2 255 # white\n254 205 0\n206 204 255\n"

static pathfan_status parse(const char *text, size_t bytes, pf_grid *grid, pf_placement *placement,
                            pathfan_error *error) {
  memset(grid, 0x55, sizeof *grid);
  return pf_occupancy_parse(text, bytes, "hall.yaml", NULL, grid, placement, NULL, error);
}

/* Checks which cells are free, row by row from below, given as text. */
static void check_cells(const char *text, const char *cells) {
  pf_grid grid;
  pf_placement placement;
  pathfan_error error;
  if (parse(text, strlen(text), &grid, &placement, &error)) fail_msg("%s", error.text);
  assert_int_equal(grid.width * grid.height, strlen(cells));
  for (size_t i = 0; i < strlen(cells); i++) assert_int_equal(grid.free[i], cells[i] == '.');
  pf_grid_free(&grid);
}

static void test_rules(void **state) {
  (void)state;
  check_cells(YAML "...\n" IMAGE, ".@..@@");
  check_cells("image: a\n" PLACE "...\n" IMAGE, ".@..@@"); /* ROS's defaults */
  check_cells("image: a\n" PLACE "negate: 1\n...\n" IMAGE, "@@@@@.");
  check_cells("image: a\n" PLACE "free_thresh: 0.2\n...\n" IMAGE, ".....@");
  check_cells("image: a\n" PLACE "mode: raw\nfree_thresh: 0.3\n...\nP2 4 1 255 0 29 30 255\n",
              "..@@");
  check_cells("image: a\n" PLACE "mode: scale\n...\nP2 2 1 15 15 12\n", ".@");
  check_cells("image: a\n" PLACE
              "mode: raw\nfree_thresh: 1\noccupied_thresh: 1\n...\nP2 3 1 255 99 100 101\n",
              ".@@");
}

/* Values of 8 bits are percentages in mode raw, whatever the image's white. Costs are counted, and
 * what follows the pixels. */
static void test_told(void **state) {
  (void)state;
  static const struct {
    const char *text, *cells, *told;
    int64_t costs, excess;
  } cases[] = {
      {"mode: raw\nfree_thresh: 0.3\n...\nP2 4 1 510 0 58 62 510\n", "..@@", "pixel 2 of row 0", 1,
       0},
      {"mode: raw\n...\nP2 2 2 255 0 99\n100 101\n", "@@.@", "pixel 1 of row 0", 1, 0},
      {"mode: scale\n...\nP2 5 1 100 100 81 80 35 34\n", "..@@@", "pixel 2 of row 0", 2, 0},
      {"mode: trinary\n...\nP2 4 1 100 100 81 80 35\n", "..@@", "", 0, 0},
      {"...\nP2 1 1 100 100\n \n", ".", "", 0, 0},
      /* Painted over: unknown all the same, unless other greys are as many. */
      {"free_thresh: 0.25\n...\nP2 5 1 255 205 205 255 128 254\n", "@@.@.", "", 0, 0},
      {"free_thresh: 0.25\n...\nP2 5 1 255 205 205 100 128 254\n", "..@@.", "", 0, 0},
      {"...\nP2 1 1 100 100 7\n", ".", "", 0, 3},
      {"...\nP5 1 1 100\nd\nP5 1 1 100\nd", ".", "", 0, 13},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    pf_ignored ignored = {{0}, {{0}}};
    pf_grid grid;
    pf_placement placement;
    pathfan_error error;
    snprintf(text, sizeof text, "image: a\n" PLACE "%s", cases[i].text);
    check_cells(text, cases[i].cells);
    if (pf_occupancy_parse(text, strlen(text), "a", NULL, &grid, &placement, &ignored, &error))
      fail_msg("%s", error.text);
    assert_int_equal(ignored.count[PF_IGNORED_COST], cases[i].costs);
    assert_string_equal(ignored.example[PF_IGNORED_COST], cases[i].told);
    assert_int_equal(ignored.count[PF_IGNORED_EXCESS], cases[i].excess);
    pf_grid_free(&grid);
  }
}

/* Different ways to write the same YAML. */
static void test_yaml(void **state) {
  (void)state;
  static const char *const same[] = {
      YAML "...\n" IMAGE,
      "\xef\xbb\xbf---\r\n# by map_saver\r\nimage: \"hall.pgm\"  # beside it\r\nresolution: "
      "5e-2\r\n"
      "origin:\r\n  - -1.0\r\n  - -0.5\r\n  - 0.0\r\nnegate: false\r\n...\r\n" IMAGE,
      "origin: [ -1.0,-0.5 , 0.000 ] \nfree_thresh: 0.196\n'image': 'hall # 1.pgm'\ncost: {a: 1}\n"
      "\nresolution: 0.050000\nmode: trinary\n...\n" IMAGE,
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    pf_grid grid;
    pf_placement at;
    pathfan_error error;
    if (parse(same[i], strlen(same[i]), &grid, &at, &error)) fail_msg("%zu: %s", i, error.text);
    assert_true(at.origin_x == -1 && at.origin_y == -0.5 && at.side == 0.05);
    assert_int_equal(grid.width, 3);
    assert_int_equal(grid.height, 2);
    pf_grid_free(&grid);
    const pf_map_format *format = pf_map_format_of(same[i], strlen(same[i]));
    assert_true(format && format->content == PF_MAP_OCCUPANCY);
  }
}

static void test_refused(void **state) {
  static const struct {
    const char *text, *sentence;
  } cases[] = {
      {"resolution: 1\n", "hall.yaml:1: there is no image"},
      {"image:\n" PLACE, "hall.yaml:3: there is no image"},
      {"image: a\nimage: b\n", "hall.yaml:2: image is there twice"},
      {"image: a\nhello\n", "hall.yaml:2: expected NAME: VALUE, as map_server writes it"},
      {"image: a\norigin: [0, 0, 0]\n", "hall.yaml:2: there is no resolution"},
      {"image: a\nresolution: 1\n", "hall.yaml:2: there is no origin: [x, y, yaw]"},
      {"image: a\nresolution: 0\norigin: [0, 0, 0]\n",
       "hall.yaml:2: resolution \"0\" must be metres a pixel, 1e-6 to 1e6"},
      {"image: a\nresolution: .nan\n",
       "hall.yaml:2: resolution \".nan\" must be metres a pixel, 1e-6 to 1e6"},
      {"image: a\nresolution: 1\norigin: [0, 0]\n",
       "hall.yaml:3: origin \"[0, 0]\" must be [x, y, yaw], numbers up to 1e9"},
      {"image: a\nresolution: 1\norigin: [0, 1e10, 0]\n",
       "hall.yaml:3: origin \"[0, 1e10, 0]\" must be [x, y, yaw], numbers up to 1e9"},
      {"image: a\nresolution: 1\norigin: [0, 0, 0.1]\n",
       "hall.yaml:3: origin \"[0, 0, 0.1]\" is turned: only a yaw of 0 can be read; turn the "
       "image, "
       "or ask in the map's own frame, with a yaw of 0"},
      {"image: a\n" PLACE "negate: maybe\n", "hall.yaml:4: negate \"maybe\" must be 0 or 1"},
      {"image: a\n" PLACE "mode: Trinary\n",
       "hall.yaml:4: mode \"Trinary\" must be trinary, scale or raw"},
      {"image: a\n" PLACE "free_thresh: 1.5\n",
       "hall.yaml:4: free_thresh \"1.5\" must be a number from 0 to 1"},
      {"image: a\n" PLACE "free_thresh: 0.7\n",
       "hall.yaml:4: free_thresh \"0.7\" leaves free_thresh above occupied_thresh"},
      {YAML,
       "hall.yaml:1: image \"hall.pgm\" isn't there: in memory the image follows the YAML and a "
       "line of three dots"},
      {YAML "...\n \n",
       "hall.yaml:1: image \"hall.pgm\" isn't there: in memory the image follows the "
       "YAML and a line of three dots"},
      {YAML "...\nGIF89a......",
       "hall.yaml: image \"hall.pgm\": is neither a PGM, P2 or P5, nor a PNG or BMP"},
      {YAML "...\nP5 0 2 255 ",
       "hall.yaml: image \"hall.pgm\": the width and height of a PGM must be 1 to 16384"},
      {YAML "...\nP5 2 99999999999999999999 255 ",
       "hall.yaml: image \"hall.pgm\": the width and height of a PGM must be 1 to 16384"},
      {YAML "...\nP5 2 2 65536 ",
       "hall.yaml: image \"hall.pgm\": the value of white in a PGM must be 1 to 65535"},
      {YAML "...\nP5 2 2 255", "hall.yaml: image \"hall.pgm\": the PGM ends before its pixels"},
      {YAML "...\nP5 16384 16384 255\nx",
       "hall.yaml: image \"hall.pgm\": the PGM has 1 bytes of pixels, "
       "16384 x 16384 of them need 268435456"},
      {YAML "...\nP5 2 1 256\nxyz",
       "hall.yaml: image \"hall.pgm\": the PGM has 3 bytes of pixels, 2 x 1 of them need 4"},
      {YAML "...\nP2 2 1 9\n1 10\n",
       "hall.yaml: image \"hall.pgm\": pixel 1 of row 0 of the PGM is no number up to 9"},
      {YAML "...\nP5 2 1 9\n1\n",
       "hall.yaml: image \"hall.pgm\": pixel 0 of row 0 of the PGM is no number up to 9"},
      {YAML "...\nP2 2 1 9\n1 -1\n",
       "hall.yaml: image \"hall.pgm\": pixel 1 of row 0 of the PGM is no number up to 9"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_grid grid;
    pf_placement placement;
    pathfan_error error;
    assert_int_equal(parse(cases[i].text, strlen(cases[i].text), &grid, &placement, &error),
                     PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, cases[i].sentence);
    assert_true(!grid.free && !grid.width);
  }
}

/* ---- Images ---- */

typedef struct taken {
  int32_t width, height, white, rows;
  int64_t sum;
} taken;

static pathfan_status begin(void *context, int32_t width, int32_t height, int32_t white) {
  *(taken *)context = (taken){.width = width, .height = height, .white = white};
  return PATHFAN_OK;
}

static void take(void *context, int32_t y, const int32_t *grey) {
  taken *t = context;
  assert_int_equal(y, t->rows++);
  for (int32_t x = 0; x < t->width; x++) t->sum = t->sum * 31 + grey[x];
}

static pathfan_status read_image(const void *bytes, size_t count, taken *t, pathfan_error *error) {
  const pf_image_taker to = {t, begin, take};
  return pf_image_read(bytes, count, &to, NULL, error);
}

static void test_sixteen_bits(void **state) {
  static const uint8_t image[] = "P5 2 1 4095\n\x0f\xff\x00\x10";
  taken t;
  pathfan_error error;
  (void)state;
  assert_int_equal(read_image(image, sizeof image - 1, &t, &error), PATHFAN_OK);
  assert_true(t.width == 2 && t.height == 1 && t.white == 4095 && t.sum == 4095 * 31 + 16);
}

/* 2 x 2 pixels, grey with alpha: 255 and 0 opaque, 255 clear, 100 half clear. */
static const uint8_t png[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x04, 0x00, 0x00, 0x00, 0xd8,
    0xbf, 0xc5, 0xaf, 0x00, 0x00, 0x00, 0x0f, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8,
    0xff, 0x9f, 0x01, 0x04, 0x53, 0x1a, 0x00, 0x1c, 0x37, 0x04, 0xe1, 0x48, 0xe7, 0xcb, 0x22,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

static void test_png(void **state) {
  taken t;
  pathfan_error error;
  (void)state;
  const pathfan_status status = read_image(png, sizeof png, &t, &error);
  if (status && strstr(error.text, "without libpng")) suite_lacks("libpng");
  if (status) fail_msg("%s", error.text);
  assert_true(t.width == 2 && t.height == 2 && t.white == 255 && t.rows == 2);
  assert_int_equal(t.sum, ((255 * 31 + 0) * 31 - 1) * 31 - 1);
  for (size_t cut = 0; cut < sizeof png - 12; cut++) { /* the last chunk may be missing */
    assert_int_equal(read_image(png, cut, &t, &error), PATHFAN_ERR_MALFORMED);
    assert_non_null(error.text[0] ? error.text : NULL);
  }
}

/* BMP files of each depth: 3 x 2 pixels, black in the middle above and on the right below. */
static const uint8_t bmp_one[] = {
    0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x3e, 0x00, 0x00, 0x00,
    0x28, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0xfe, 0xfe, 0xfe, 0x00, 0xc0, 0x00, 0x00, 0x00, 0xa0, 0x00, 0x00, 0x00};
static const uint8_t bmp_four[] = {
    0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x42, 0x00, 0x00, 0x00, 0x28,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x04, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfe, 0xfe,
    0xfe, 0x00, 0xcd, 0xcd, 0xcd, 0x00, 0x11, 0x00, 0x00, 0x00, 0x10, 0x10, 0x00, 0x00};
static const uint8_t bmp_top_24[] = {
    0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x36, 0x00, 0x00, 0x00, 0x28,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0xfe, 0xff, 0xff, 0xff, 0x01, 0x00, 0x18, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfe, 0xfe, 0xfe, 0x00, 0x00, 0x00,
    0xfe, 0xfe, 0xfe, 0x00, 0x00, 0x00, 0xfe, 0xfe, 0xfe, 0xfe, 0xfe, 0xfe, 0x00, 0x00, 0x00};
static const uint8_t bmp_word[] = {
    0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x36, 0x00, 0x00, 0x00, 0x28, 0x00,
    0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x20, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfe, 0xfe, 0xfe, 0x00, 0xfe, 0xfe, 0xfe, 0x00, 0x00, 0x00,
    0x00, 0x00, 0xfe, 0xfe, 0xfe, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfe, 0xfe, 0xfe, 0x00};
static const uint8_t bmp_masks[] = {
    0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46, 0x00, 0x00, 0x00, 0x38, 0x00,
    0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x20, 0x00, 0x03, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0xff, 0x00, 0x00, 0xff, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xfe, 0xfe, 0xfe, 0xff, 0xfe, 0xfe, 0xfe, 0xff, 0xfe, 0xfe,
    0xfe, 0x80, 0xfe, 0xfe, 0xfe, 0xff, 0xfe, 0xfe, 0xfe, 0x00, 0xfe, 0xfe, 0xfe, 0xff};
static const uint8_t bmp_old[] = {0x42, 0x4d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                  0x20, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x03, 0x00,
                                  0x02, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0xfe,
                                  0xfe, 0xfe, 0xc0, 0x00, 0x00, 0x00, 0xa0};

/* The sum of what a taker gets of those pixels, if the two are of this value. */
static int64_t bmp_sum(int64_t dark) {
  const int64_t light = 3 * 254, pixels[] = {light, dark, light, light, light, dark};
  int64_t s = 0;
  for (int i = 0; i < 6; i++) s = s * 31 + pixels[i];
  return s;
}

static void test_bmp(void **state) {
  static const struct {
    const uint8_t *bytes;
    size_t count;
    int64_t dark;
  } images[] = {{bmp_one, sizeof bmp_one, 0},       {bmp_four, sizeof bmp_four, 0},
                {bmp_top_24, sizeof bmp_top_24, 0}, {bmp_word, sizeof bmp_word, 0},
                {bmp_old, sizeof bmp_old, 0},       {bmp_masks, sizeof bmp_masks, PF_IMAGE_CLEAR}};
  taken t;
  pathfan_error error;
  (void)state;
  for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
    if (read_image(images[i].bytes, images[i].count, &t, &error)) fail_msg("%s", error.text);
    assert_true(t.width == 3 && t.height == 2 && t.white == 765 && t.rows == 2);
    assert_int_equal(t.sum, bmp_sum(images[i].dark));
    /* Up to 3 bytes of each may only fill the last row up. */
    for (size_t cut = 0; cut + 3 < images[i].count; cut++) {
      uint8_t *copy = malloc(cut + 1);
      assert_non_null(copy);
      memcpy(copy, images[i].bytes, cut);
      assert_int_equal(read_image(copy, cut, &t, &error), PATHFAN_ERR_MALFORMED);
      assert_non_null(error.text[0] ? error.text : NULL);
      free(copy);
    }
  }
}

/* 8 bits, with all 256 colours. */
static void test_bmp_bytes(void **state) {
  uint8_t image[14 + 40 + 4 * 256 + 8] = {0};
  taken t;
  pathfan_error error;
  (void)state;
  memcpy(image, bmp_one, 14 + 40);
  image[10] = (14 + 40 + 1024) & 255;
  image[11] = (14 + 40 + 1024) >> 8;
  image[28] = 8;
  for (int c = 0; c < 256; c++) memset(image + 54 + 4 * c, c, 3);
  memcpy(image + 54 + 1024, "\xfe\xfe\x00\x00\xfe\x00\xfe", 7);
  if (read_image(image, sizeof image, &t, &error)) fail_msg("%s", error.text);
  assert_int_equal(t.sum, bmp_sum(0));
}

static void test_bmp_refused(void **state) {
  static const struct {
    size_t at;
    uint8_t byte;
    const char *sentence;
  } cases[] = {
      {14, 39, "the BMP has no head that can be read"},
      {18, 0, "the width and height of a BMP must be 1 to 16384"},
      {21, 0x80, "the width and height of a BMP must be 1 to 16384"},
      {25, 0x80, "the width and height of a BMP must be 1 to 16384"},
      {28, 16, "the BMP has 16 bits a pixel, only 1, 4, 8, 24 and 32 are read"},
      {30, 2, "the BMP is compressed, or has unusual masks; save it without"},
      {13, 1, "the BMP has 0 bytes of pixels, 3 x 2 of them need 6"},
      {66, 0x31, "pixel 0 of row 1 of the BMP has none of its 3 colours"},
  };
  uint8_t image[sizeof bmp_four];
  taken t;
  pathfan_error error;
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    memcpy(image, bmp_four, sizeof image);
    image[cases[i].at] = cases[i].byte;
    assert_int_equal(read_image(image, sizeof image, &t, &error), PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, cases[i].sentence);
  }
}

/* ---- As a map ---- */

/* The area of free space is that of the free cells, and lies at its place in the world. */
static void test_map(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(60); i++) {
    pf_random random = pf_random_from(90 + (uint64_t)i);
    const int width = 1 + (int)pf_random_below(&random, 20);
    const int height = 1 + (int)pf_random_below(&random, 20);
    char text[4000];
    int free_cells = 0;
    int at = snprintf(text, sizeof text, "%s...\nP2 %d %d 255\n", YAML, width, height);
    for (int k = 0; k < width * height; k++) {
      int grey = (int)pf_random_below(&random, 256);
      if (i % 3 == 0) grey = grey < 200 ? 0 : 255;
      free_cells += (255 - grey) / 255.0 < 0.196;
      at += snprintf(text + at, sizeof text - (size_t)at, "%d ", grey);
    }
    pathfan_map *map;
    pathfan_map_info info;
    pathfan_mesh_metrics metrics;
    pathfan_error error;
    if (pathfan_map_parse(text, (size_t)at, "hall.yaml", NULL, &map, &error))
      fail_msg("%s", error.text);
    pathfan_map_info_get(map, &info);
    pathfan_map_metrics(map, &metrics);
    pathfan_map_free(map);
    assert_true(fabs(metrics.area - free_cells * 0.0025) < 1e-9);
    assert_true(info.origin_x == -1 && info.origin_y == -0.5 && !info.is_grid);
    assert_true(fabs(info.width - width * 0.05) < 1e-12 &&
                fabs(info.height - height * 0.05) < 1e-12);
  }
}

static void test_decimals(void **state) {
  (void)state;
  assert_true(pf_placement_at(-1, 0.05, 23) == 0.15);
  assert_true(pf_placement_at(-51.225, 0.025, 3) == -51.15);
  assert_true(pf_placement_at(1.0 / 3, 0.05, 0) == 1.0 / 3);
}

SUITE(test_occupancy) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),        cmocka_unit_test(test_told),
      cmocka_unit_test(test_yaml),         cmocka_unit_test(test_refused),
      cmocka_unit_test(test_sixteen_bits), cmocka_unit_test(test_png),
      cmocka_unit_test(test_bmp),          cmocka_unit_test(test_bmp_bytes),
      cmocka_unit_test(test_bmp_refused),  cmocka_unit_test(test_map),
      cmocka_unit_test(test_decimals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
