/* Tiled maps: marked tiles and shapes block, and nothing else does; where shapes lie; what is
 * refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "map/formats.h"
#include "map/tiled.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_polygons.h"

#define MAP(layers)                                                                                \
  "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":20,\"orientation\":\"orthogonal\","   \
  "\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"collides\","     \
  "\"value\":true}]},{\"id\":2,\"properties\":[{\"name\":\"walkable\",\"value\":true}]}]},"        \
  "{\"firstgid\":10,\"source\":\"trees.tsx\"}],\"layers\":[" layers "]}"
#define TILES(name, more, data)                                                                    \
  "{\"type\":\"tilelayer\",\"name\":\"" name "\"" more ",\"data\":[" data "]}"
#define OBJECTS(name, objects)                                                                     \
  "{\"type\":\"objectgroup\",\"name\":\"" name "\",\"objects\":[" objects "]}"
#define SAYS(name, value) ",\"properties\":[{\"name\":\"" name "\",\"value\":" value "}]"

static void parse(const char *text, pf_polygons *p) {
  pathfan_error error = {{0}};
  if (pf_tiled_parse(text, strlen(text), "town.tmj", NULL, p, &error)) fail_msg("%s", error.text);
  const pf_map_format *format = pf_map_format_of(text, strlen(text));
  assert_ptr_equal(format->parse_polygons, pf_tiled_parse);
}

/* Compares the tiles with '.' and '@', row by row. */
static void check_tiles(const char *text, const char *tiles) {
  pf_polygons p;
  parse(text, &p);
  for (int i = 0; i < 12; i++)
    if (twin_polygons_free_at(&p, 10 * (i % 4) + 5, 20 * (i / 4) + 10) != (tiles[i] == '.'))
      fail_msg("%s: tile %d isn't %c", text, i, tiles[i]);
  double box[4];
  twin_polygons_box(&p, box);
  assert_true(box[0] == 0 && box[1] == 0 && box[2] == 40 && box[3] == 60);
  pf_polygons_free(&p);
}

static void test_marks(void **state) {
  (void)state;
  check_tiles(MAP(TILES("ground", "", "1,2,3,11, 1,2,1,1, 1,1,1,1")), ".@...@......");
  check_tiles(MAP(TILES("Collision", "", "1,0,3,11, 0,2,0,0, 1,1,0,0")), "@..@.@..@@..");
  check_tiles(MAP(TILES("walls", SAYS("obstacle", "false"), "1,2,3,0, 0,0,0,0, 0,0,0,0")),
              ".@..........");
  check_tiles(MAP(TILES("trees", SAYS("Solid", "true"), "0,0,0,0, 0,0,0,0, 0,0,0,5")),
              "...........@");
  /* Turned tiles have flag bits; groups pass on their properties and their offset. */
  check_tiles(MAP(TILES("ground", "", "2147483650,0,0,0, 0,0,0,0, 0,0,0,0")), "@...........");
  check_tiles(
      MAP("{\"type\":\"group\",\"name\":\"walls\",\"offsetx\":10,\"offsety\":20,\"layers\":[" TILES(
          "a", "", "7,0,0,0, 0,0,0,0, 0,0,0,0") "]}"),
      ".....@......");
  check_tiles(
      MAP("{\"type\":\"imagelayer\",\"name\":\"sky\"}," OBJECTS(
          "things", "{\"x\":10,\"y\":20,\"width\":10,\"height\":40" SAYS(
                        "blocked", "true") "},{\"x\":0,\"y\":0,\"width\":40,\"height\":60}")),
      ".....@...@..");
}

static void test_objects(void **state) {
  pf_polygons p;
  (void)state;
  parse(
      MAP(OBJECTS(
          "collision",
          "{\"x\":20,\"y\":30,\"width\":10,\"height\":4,\"rotation\":90},"
          "{\"x\":0,\"y\":0,\"width\":20,\"height\":10,\"ellipse\":true},"
          "{\"x\":30,\"y\":5,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":8,\"y\":0},{\"x\":0,\"y\":8}]},"
          "{\"x\":1,\"y\":50,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":30,\"y\":0}]},"
          "{\"x\":3,\"y\":40,\"point\":true},{\"x\":0,\"y\":0,\"width\":40,\"height\":60,\"text\":{"
          "}},{\"x\":30,\"y\":60,\"width\":5,\"height\":9,\"gid\":"
          "1}")),
      &p);
  assert_int_equal(pf_polygons_find_wall(&p), 4);
  assert_int_equal(pf_polygons_drop_walls(&p), PATHFAN_OK);
  static const struct {
    double x, y;
    bool is_free;
  } places[] = {{18, 35, false},    {22, 32, true},  {15, 35, true}, {10, 5, false},
                {1, 1, true},       {19, 5, false},  {32, 7, false}, {37, 12, true},
                {3, 40, true},      {32, 52, false}, {32, 50, true}, {10, 50, true},
                {10.05, 9.9, false}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (twin_polygons_free_at(&p, places[i].x, places[i].y) != places[i].is_free)
      fail_msg("%g,%g", places[i].x, places[i].y);
  pf_polygons_free(&p);
}

/* Random tiles: each is free or not as drawn, and rectangles don't overlap. */
static void test_twin(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(200); i++) {
    pf_random random = pf_random_from(40 + (uint64_t)i);
    const int width = 1 + (int)pf_random_below(&random, 9);
    const int height = 1 + (int)pf_random_below(&random, 9);
    const int density = 1 + (int)pf_random_below(&random, 4);
    char text[2000];
    int tiles[81], blocked = 0;
    int at = snprintf(text, sizeof text,
                      "{\"layers\":[{\"type\":\"tilelayer\",\"name\":\"walls\",\"data\":[");
    for (int k = 0; k < width * height; k++) {
      tiles[k] = (int)pf_random_below(&random, 5) < density;
      blocked += tiles[k];
      at += snprintf(text + at, sizeof text - (size_t)at, "%s%d", k ? "," : "", tiles[k]);
    }
    (void)snprintf(text + at, sizeof text - (size_t)at,
                   "]}],\"tilewidth\":1,\"tileheight\":1,\"width\":%d,\"height\":%d}", width,
                   height);
    if (!blocked) continue;
    pf_polygons p;
    double area = 0;
    parse(text, &p);
    for (int k = 0; k < width * height; k++)
      assert_int_equal(twin_polygons_free_at(&p, k % width + 0.5, k / width + 0.5), !tiles[k]);
    for (int32_t b = 1; b < p.polygon_count; b++) {
      const double *corner = p.points + 2 * p.rings[p.polygons[b].first_ring].first_point;
      area += (corner[4] - corner[0]) * (corner[5] - corner[1]);
    }
    assert_true(area == blocked);
    pf_polygons_free(&p);
  }
}

static void test_refused(void **state) {
  static const struct {
    const char *text, *sentence;
  } cases[] = {
      {MAP(TILES("ground", "", "1,0,1,1, 1,1,1,1, 1,1,1,1")),
       "nothing in this map of Tiled blocks the way: call a layer collision, give a layer, tile or "
       "object the property collides, draw shapes in the tile collision editor, or choose layers "
       "by --layer; properties of tiles in "
       "\"trees.tsx\", a file of its own that isn't there, aren't known"},
      {MAP(TILES("walls", "", "1,2")), "layer 0 \"walls\": it has 2 tiles, not 4 x 3"},
      {MAP(TILES("walls", "", "1,0,1,1, 1,\"x\",1,1, 1,1,1,1")),
       "layer 0 \"walls\": tile 5 is not the number of a tile"},
      {MAP(TILES("walls", "", "1,0,1,1, 1,-1,1,1, 1,1,1,1")),
       "layer 0 \"walls\": tile 5 is not the number of a tile"},
      {MAP(OBJECTS("walls", "{\"x\":1e16,\"y\":0,\"width\":1,\"height\":1}")),
       "layer 0 \"walls\": object 0 has a x of 1e+16"},
      {MAP(OBJECTS("walls", "{\"x\":1,\"y\":0,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":1,\"y\":0}]}")),
       "nothing in this map of Tiled blocks the way: call a layer collision, give a layer, tile or "
       "object the property collides, draw shapes in the tile collision editor, or choose layers "
       "by --layer; properties of tiles in "
       "\"trees.tsx\", a file of its own that isn't there, aren't known"},
      {MAP(OBJECTS("walls", "{\"x\":1,\"y\":0,\"polygon\":[{\"x\":0}]}")),
       "layer 0 \"walls\": object 0 has a corner without x or y"},
      {MAP("{\"name\":\"a\"}"), "layer 0 \"a\": it has no type"},
      {"{\"tilewidth\":1,\"orientation\":\"isometric\"}",
       "its orientation is \"isometric\"; only orthogonal maps of Tiled are read"},
      {"{\"tilewidth\":1}", "the width and height must be 1 to 16384 tiles"},
      {"{\"width\":1,\"height\":1,\"tilewidth\":0}",
       "the tilewidth and tileheight must be 1 to 16384 pixels"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_polygons p;
    pathfan_error error = {{0}};
    char sentence[400];
    snprintf(sentence, sizeof sentence, "town.tmj: %s", cases[i].sentence);
    assert_int_equal(
        pf_tiled_parse(cases[i].text, strlen(cases[i].text), "town.tmj", NULL, &p, &error),
        PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, sentence);
    assert_true(!p.points && !p.polygons);
  }
}

SUITE(test_tiled) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_marks), cmocka_unit_test(test_objects),
                                     cmocka_unit_test(test_twin), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
