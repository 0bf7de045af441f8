/* Shapes drawn for tiles, tile objects by their alignment, marks that aren't booleans, tilesets in
 * files of their own, and what is counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "map/tiled.h"
#include "map/tiled_files.h"
#include "map/tiled_xml.h"
#include "suite.h"
#include "twin_polygons.h"

/* 4 x 3 cells of 10 x 10, with a tileset from gid 1 on. */
#define MAP(tileset, layers)                                                                       \
  "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":10,\"tilesets\":[{\"firstgid\":1,"    \
  "\"tilewidth\":10,\"tileheight\":10," tileset "}],\"layers\":[" layers "]}"
#define SHAPES(objects) "\"tiles\":[{\"id\":0,\"objectgroup\":{\"objects\":[" objects "]}}]"
#define TILES(name, tiles) "{\"type\":\"tilelayer\",\"name\":\"" name "\",\"data\":[" tiles "]}"
#define OBJECTS(name, objects)                                                                     \
  "{\"type\":\"objectgroup\",\"name\":\"" name "\",\"objects\":[" objects "]}"
#define CORNER                                                                                     \
  "{\"x\":0,\"y\":0,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":6,\"y\":0},{\"x\":0,\"y\":6}]}"

static void parse(const char *text, pf_polygons *p) {
  pathfan_error error;
  if (pf_tiled_parse(text, strlen(text), "town.tmj", NULL, p, &error))
    fail_msg("%s: %s", text, error.text);
}

/* The cells' corners that are blocked, as a letter for each: a to d in the order upper left, upper
 * right, lower left, lower right; a capital: all of the cell. */
static void check_corners(const char *text, const char *wanted) {
  static const double at[4][2] = {{1, 1}, {9, 1}, {1, 9}, {9, 9}};
  char found[13] = "............";
  pf_polygons p;
  parse(text, &p);
  for (int cell = 0; cell < 12; cell++) {
    int count = 0;
    for (int corner = 0; corner < 4; corner++)
      if (!twin_polygons_free_at(&p, cell % 4 * 10 + at[corner][0],
                                 cell / 4 * 10 + at[corner][1])) {
        found[cell] = (char)('a' + corner);
        count++;
      }
    if (count == 4) found[cell] = 'X';
  }
  if (strcmp(found, wanted)) fail_msg("%s: %s instead of %s", text, found, wanted);
  pf_polygons_free(&p);
}

/* Flips of a tile: none, horizontal, vertical, both; and after a flip along the diagonal. */
static void test_flips(void **state) {
  (void)state;
  check_corners(MAP(SHAPES(CORNER), TILES("ground", "1,2147483649,1073741825,3221225473,"
                                                    "536870913,2684354561,1610612737,3758096385,"
                                                    "0,2,0,1")),
                "abcdabcd...a");
  /* All of a tile is a tile like others; its property counts more than its shapes. */
  check_corners(MAP(SHAPES("{\"x\":0,\"y\":0,\"width\":10,\"height\":10}"),
                    TILES("ground", "1,0,0,1, 1,1,0,0, 0,0,0,0")),
                "X..XXX......");
  check_corners(MAP("\"tiles\":[{\"id\":0,\"properties\":[{\"name\":\"walkable\",\"value\":true}],"
                    "\"objectgroup\":{\"objects\":[" CORNER "]}}]",
                    TILES("walls", "1,2,0,0, 0,0,0,0, 0,0,0,0")),
                ".X..........");
  check_corners(MAP(SHAPES(CORNER), TILES("walls", "1,2,0,0, 0,0,0,0, 0,0,0,0")), "aX..........");
}

/* A tile larger than a cell stands on its lower left corner, moved by the tileset's offset. */
static void test_large_tiles(void **state) {
  (void)state;
  static const char head[] = "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":10,"
                             "\"tilesets\":[{\"firstgid\":1,\"tilewidth\":20,\"tileheight\":20,";
  char text[1000];
  snprintf(text, sizeof text, "%s%s}],\"layers\":[%s]}", head, SHAPES(CORNER),
           TILES("ground", "0,0,0,0, 0,0,0,0, 0,1,0,0"));
  check_corners(text, ".....a......");
  snprintf(text, sizeof text, "%s\"tileoffset\":{\"x\":-10,\"y\":10},%s}],\"layers\":[%s]}", head,
           SHAPES(CORNER), TILES("ground", "0,0,0,0, 0,0,0,0, 0,1,0,0"));
  check_corners(text, "........a...");
  /* Turned along the diagonal, a tile of 10 x 20 is one of 20 x 10. */
  snprintf(text, sizeof text,
           "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":10,\"tilesets\":[{"
           "\"firstgid\":1,\"tilewidth\":10,\"tileheight\":20,%s}],\"layers\":[%s]}",
           SHAPES("{\"x\":0,\"y\":13,\"width\":7,\"height\":7}"),
           TILES("ground", "0,0,0,0, 0,0,0,0, 0,536870913,0,0"));
  check_corners(text, "..........b.");
}

/* Where a tile object of 20 x 10 at 20,10 lies, by the tileset's alignment. */
static void test_alignment(void **state) {
  (void)state;
  static const struct {
    const char *word;
    double left, top;
  } words[] = {{"unspecified", 20, 0}, {"topleft", 20, 10},  {"top", 10, 10}, {"topright", 0, 10},
               {"left", 20, 5},        {"center", 10, 5},    {"right", 0, 5}, {"bottomleft", 20, 0},
               {"bottom", 10, 0},      {"bottomright", 0, 0}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (int shaped = 0; shaped < 2; shaped++) {
      char text[1000];
      pf_polygons p;
      snprintf(text, sizeof text,
               "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":10,\"tilesets\":[{"
               "\"firstgid\":1,\"tilewidth\":10,\"tileheight\":10,\"objectalignment\":\"%s\"%s}],"
               "\"layers\":[%s]}",
               words[i].word,
               shaped ? "," SHAPES("{\"x\":0,\"y\":0,\"width\":10,\"height\":5}") : "",
               OBJECTS("walls", "{\"x\":20,\"y\":10,\"width\":20,\"height\":10,\"gid\":1}"));
      parse(text, &p);
      assert_int_equal(p.polygon_count, 2);
      const double *corner = p.points + 2 * p.rings[1].first_point;
      assert_true(corner[0] == words[i].left && corner[1] == words[i].top);
      assert_true(corner[4] == words[i].left + 20 && corner[5] == words[i].top + (shaped ? 5 : 10));
      pf_polygons_free(&p);
    }
}

/* Marks as scripts write them. */
static void test_marks(void **state) {
  static const struct {
    const char *value, *wanted;
  } values[] = {{"true", "X"},   {"\"true\"", "X"},  {"\"Yes\"", "X"}, {"1", "X"},
                {"2.5", "X"},    {"\"1\"", "X"},     {"false", "."},   {"0", "."},
                {"\"no\"", "."}, {"\"maybe\"", "?"}, {"[]", "?"}};
  (void)state;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    char text[1000], wanted[13] = "...X........";
    pf_polygons p;
    snprintf(text, sizeof text,
             "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":10,\"tilesets\":[{"
             "\"firstgid\":1,\"tiles\":[{\"id\":0,\"properties\":[{\"name\":\"Collides\",\"value\":"
             "%s}]},{\"id\":1,\"properties\":[{\"name\":\"solid\",\"value\":true}]}]}],\"layers\":["
             "%s]}",
             values[i].value, TILES("ground", "1,0,0,2, 0,0,0,0, 0,0,0,0"));
    wanted[0] = *values[i].wanted == 'X' ? 'X' : '.';
    check_corners(text, wanted);
    parse(text, &p);
    assert_int_equal(p.ignored.count[PF_IGNORED_MARK], *values[i].wanted == '?');
    pf_polygons_free(&p);
  }
}

static void test_counted(void **state) {
  (void)state;
  static const char text[] =
      MAP("\"source\":\"trees.tsx\"",
          TILES("walls",
                "1,0,0,0, 0,0,0,0, 0,0,0,0") ",{\"type\":\"imagelayer\",\"name\":\"blocked\","
                                             "\"parallaxx\":0.5}," OBJECTS(
                                                 "collision",
                                                 "{\"x\":1,\"y\":1,\"point\":true},{\"x\":1,\"y\":"
                                                 "1,\"template\":\"a.tx\"},{\"x\":1,\"y\":1,"
                                                 "\"polygon\":[{\"x\":0,\"y\":0},{\"x\":1,\"y\":0}]"
                                                 "},{\"x\":1,\"y\":1,\"polyline\":[{\"x\":0,"
                                                 "\"y\":0}]}"));
  static const pf_ignored_kind kinds[] = {
      PF_IGNORED_TILESET,  PF_IGNORED_IMAGE_LAYER, PF_IGNORED_PARALLAX, PF_IGNORED_POINT,
      PF_IGNORED_TEMPLATE, PF_IGNORED_FLAT_RING,   PF_IGNORED_FLAT_LINE};
  pf_polygons p;
  parse(text, &p);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    assert_int_equal(p.ignored.count[kinds[i]], 1);
  assert_string_equal(p.ignored.example[PF_IGNORED_TILESET], "tileset 0, \"trees.tsx\"");
  assert_string_equal(p.ignored.example[PF_IGNORED_POINT], "object 0 of layer 2 \"collision\"");
  pf_polygons_free(&p);
}

/* Reads a map, and checks what was counted of a kind. The map may be XML. */
static void check_told(const char *text, pf_ignored_kind kind, int64_t count, const char *example) {
  pf_polygons p;
  pathfan_error error;
  if (pf_tiled_parse(text, strlen(text), "town.tmj", NULL, &p, &error)) {
    if (strstr(error.text, "expat")) suite_lacks("expat");
    fail_msg("%s: %s", text, error.text);
  }
  assert_int_equal(p.ignored.count[kind], count);
  if (count) assert_string_equal(p.ignored.example[kind], example);
  pf_polygons_free(&p);
}

#define WALLS TILES("walls", "1,0,0,0, 0,0,0,0, 0,0,0,0")
#define PROPERTY(name, value) "\"properties\":[{\"name\":\"" name "\",\"value\":" value "}]"
#define XML(begin, inside)                                                                         \
  "<map width=\"2\" height=\"1\" tilewidth=\"10\" tileheight=\"10\">" begin                        \
  "<objectgroup name=\"walls\"><object x=\"1\" y=\"1\" width=\"3\" height=\"4\"/>"                 \
  "</objectgroup>" inside "</map>"

/* What a map says that is read elsewhere only, or not at all. */
static void test_told(void **state) {
  (void)state;
  check_told(MAP("\"x\":0", WALLS), PF_IGNORED_HIDDEN, 0, NULL);
  /* Marks where none are read. */
  check_told(MAP(PROPERTY("collides", "true"), WALLS), PF_IGNORED_MARK, 1, "collides of tileset 0");
  check_told("{" PROPERTY("Solid", "true") ",\"width\":4,\"height\":3,\"tilewidth\":10,"
                                           "\"tileheight\":10,\"layers\":[" WALLS "]}",
             PF_IGNORED_MARK, 1, "Solid of the map");
  check_told(
      MAP("\"tiles\":[{\"id\":0," PROPERTY("physics", "{\"a\":1,\"collides\":true}") "}]", WALLS),
      PF_IGNORED_MARK, 1, "collides of the property \"physics\", of a class");
  check_told(XML("", "<group><properties><property name=\"p\" type=\"class\"><properties>"
                     "<property name=\"blocked\" type=\"bool\" value=\"true\"/></properties>"
                     "</property></properties></group>"),
             PF_IGNORED_MARK, 1, "blocked of the property \"p\", of a class");
  check_told(XML("<properties><property name=\"collides\" value=\"true\"/></properties>", ""),
             PF_IGNORED_MARK, 1, "collides of the map");
  /* An image's layer, marked by a property. */
  check_told(XML("", "<imagelayer><properties><property name=\"collides\" type=\"bool\" "
                     "value=\"true\"/></properties></imagelayer>"),
             PF_IGNORED_IMAGE_LAYER, 1, "layer 1");
  /* Hidden layers and objects that block; others don't matter. */
  check_told(MAP("\"x\":0", "{\"type\":\"group\",\"visible\":false,\"layers\":[" WALLS
                            "," TILES("floor", "1,1,1,1, 1,1,1,1, 1,1,1,1") "]}"),
             PF_IGNORED_HIDDEN, 1, "layer 1 \"walls\"");
  check_told(MAP("\"x\":0", OBJECTS("walls", "{\"x\":1,\"y\":1,\"width\":2,\"height\":2,"
                                             "\"visible\":false}")),
             PF_IGNORED_HIDDEN, 1, "object 0 of layer 0 \"walls\"");
  check_told(XML("", "<objectgroup visible=\"0\"><object x=\"1\" y=\"1\" width=\"1\" height=\"1\">"
                     "<properties><property name=\"collides\" type=\"bool\" value=\"true\"/>"
                     "</properties></object></objectgroup>"),
             PF_IGNORED_HIDDEN, 1, "layer 1");
  /* Templates, whatever the object itself says. */
  check_told(MAP("\"x\":0", WALLS "," OBJECTS("things", "{\"x\":1,\"y\":1,\"width\":2,\"height\":2,"
                                                        "\"template\":\"a.tj\"}")),
             PF_IGNORED_TEMPLATE, 1, "object 0 of layer 1 \"things\"");
  /* Attributes that move or scale, and layers of other types. */
  check_told(MAP("\"tilerendersize\":\"grid\"", WALLS), PF_IGNORED_ATTRIBUTE, 1,
             "tilerendersize of tileset 0");
  check_told(MAP("\"tilerendersize\":\"tile\"", WALLS), PF_IGNORED_ATTRIBUTE, 0, NULL);
  check_told(MAP("\"x\":0", "{\"x\":1,\"type\":\"tilelayer\",\"name\":\"walls\",\"data\":[1,0,0,0, "
                            "0,0,0,0, 0,0,0,0]}"),
             PF_IGNORED_ATTRIBUTE, 1, "x and y of layer 0 \"walls\"");
  check_told(MAP("\"x\":0", WALLS ",{\"type\":\"voxels\"}"), PF_IGNORED_ATTRIBUTE, 1,
             "type \"voxels\" of layer 1");
}

/* A capsule covers its half circles, not the corners. */
static void test_capsule(void **state) {
  (void)state;
  check_corners(MAP("\"x\":0", OBJECTS("walls", "{\"x\":0,\"y\":0,\"width\":30,\"height\":10,"
                                                "\"capsule\":true}")),
                "dXc.........");
  check_corners(MAP("\"x\":0", OBJECTS("walls", "{\"x\":0,\"y\":0,\"width\":10,\"height\":30,"
                                                "\"capsule\":true}")),
                "d...X...b...");
}

/* Tiled before 1.2 wrote properties and tiles as objects. */
static void test_old_form(void **state) {
  (void)state;
  check_corners(MAP("\"tileproperties\":{\"1\":{\"collides\":true},\"0\":{\"x\":\"y\"}},"
                    "\"tilepropertytypes\":{\"1\":{\"collides\":\"bool\"}},\"tiles\":{\"0\":{"
                    "\"objectgroup\":{\"objects\":[" CORNER "]}},\"1\":{\"terrain\":[0,0,0,0]}}",
                    TILES("ground", "1,2,0,0, 0,0,0,0, 0,0,0,0")),
                "aX..........");
  check_corners(MAP("\"x\":0",
                    "{\"type\":\"tilelayer\",\"name\":\"a\",\"properties\":{\"solid\":\"true\"},"
                    "\"data\":[1,0,0,0, 0,0,0,0, 0,0,0,0]}," OBJECTS(
                        "b", "{\"x\":10,\"y\":0,\"width\":10,\"height\":10,"
                             "\"properties\":{\"collides\":1}}")),
                "XX..........");
}

/* ---- Tilesets in files of their own ---- */

static void test_names(void **state) {
  (void)state;
  static const struct {
    const char *text, *names; /* one after the other, with a blank after each */
  } cases[] = {
      {"<map><tileset firstgid=\"1\" source=\"a.tsx\"/><tileset source='b&amp;c.tsx'/></map>",
       "a.tsx b&c.tsx "},
      {"<map><tileset name=\"x\"><image source=\"a.png\"/></tileset></map>", ""},
      {"<map><tileset resource=\"a\"", ""},
      {"<map><tileset source=\"a", ""},
      {"{\"tilesets\":[{\"source\" : \"..\\/sets\\/a.tsj\"},{\"source\":7}, {\"source\":\"b\"}]}",
       "../sets/a.tsj b "},
      {"{\"source\":\"\"}", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char name[PF_TILED_NAME_BYTES], all[300] = "";
    size_t at = 0;
    while (pf_tiled_next_file(cases[i].text, strlen(cases[i].text), &at, name))
      strcat(strcat(all, name), " ");
    assert_string_equal(all, cases[i].names);
  }
}

#define FILE_OF(name, text) PF_TILED_FILE_BEGIN name PF_TILED_FILE_END text
#define OUTER(tiles)                                                                               \
  "{\"width\":4,\"height\":3,\"tilewidth\":10,\"tileheight\":10,\"tilesets\":[{\"firstgid\":1,"    \
  "\"source\":\"a.tsj\"},{\"firstgid\":9,\"source\":\"b.tsx\"}],\"layers\":[" TILES("ground",      \
                                                                                    tiles) "]}"

static void test_joined(void **state) {
  static const char set[] =
      "{\"firstgid\":5,\"tilewidth\":10,\"tileheight\":10,"
      "\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"solid\",\"value\":true}]"
      "}]}";
  static const char xml[] =
      "<tileset tilewidth=\"10\" tileheight=\"10\"><tile id=\"0\"><objectgroup>"
      "<object x=\"0\" y=\"0\"><polygon points=\"0,0 6,0 0,6\"/></object>"
      "</objectgroup></tile></tileset>";
  char text[2000];
  pf_polygons p;
  pathfan_error error;
  (void)state;
  snprintf(text, sizeof text, "%s%s%s%s%s", OUTER("2,9,0,0, 0,0,0,0, 0,0,0,0"),
           FILE_OF("b.tsx", ""), xml, FILE_OF("a.tsj", ""), set);
  if (pf_tiled_parse(text, strlen(text), "town.tmj", NULL, &p, &error)) {
    assert_non_null(strstr(error.text, "expat")); /* the one reason */
    suite_lacks("expat");
  }
  assert_int_equal(p.ignored.count[PF_IGNORED_TILESET], 0);
  pf_polygons_free(&p);
  check_corners(text, "Xa..........");
  snprintf(text, sizeof text, "%s%s", OUTER("2,9,0,0, 0,0,0,0, 0,0,0,0"), FILE_OF("a.tsj", "\n7?"));
  assert_int_equal(pf_tiled_parse(text, strlen(text), "town.tmj", NULL, &p, &error),
                   PATHFAN_ERR_MALFORMED);
  assert_int_equal(strncmp(error.text, "a.tsj:2: ", 9), 0);
}

SUITE(test_tiled_shapes) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flips),     cmocka_unit_test(test_large_tiles),
      cmocka_unit_test(test_alignment), cmocka_unit_test(test_marks),
      cmocka_unit_test(test_counted),   cmocka_unit_test(test_told),
      cmocka_unit_test(test_capsule),   cmocka_unit_test(test_old_form),
      cmocka_unit_test(test_names),     cmocka_unit_test(test_joined)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
