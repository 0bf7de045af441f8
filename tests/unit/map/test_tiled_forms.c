/* The forms of Tiled maps: XML or JSON, tiles in every encoding, infinite or not, give the same
 * polygons. The choice of layers; malformed maps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/random.h"
#include "map/formats.h"
#include "map/tiled.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_polygons.h"

#define TEXT_BYTES 200000

/* By a build without zlib or expat. */
static bool is_left_out(const pathfan_error *error) {
  return strstr(error->text, "built without") != NULL;
}

static pathfan_status parse(const char *text, const char *layers, pf_polygons *p,
                            pathfan_error *error) {
  const pf_wishes wishes = {.layers = layers};
  *error = (pathfan_error){""};
  const pf_map_format *format = pf_map_format_of(text, strlen(text));
  assert_ptr_equal(format->parse_polygons, pf_tiled_parse);
  return pf_tiled_parse(text, strlen(text), "town.tmx", &wishes, p, error);
}

/* ---- Writing a map ---- */

enum { LIST, CSV, PLAIN, ZLIB, ZSTD, CELLS, ENCODINGS }; /* CELLS: XML only */

typedef struct town {
  int width, height;
  uint32_t tiles[3600];
  bool is_xml, is_infinite;
  int encoding;
} town;

static char *put_base64(char *to, const uint8_t *bytes, size_t count) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < count; i += 3) {
    const uint32_t b1 = i + 1 < count ? bytes[i + 1] : 0, b2 = i + 2 < count ? bytes[i + 2] : 0;
    const uint32_t bits = (uint32_t)bytes[i] << 16 | b1 << 8 | b2;
    *to++ = letters[bits >> 18];
    *to++ = letters[bits >> 12 & 63];
    *to++ = i + 1 < count ? letters[bits >> 6 & 63] : '=';
    *to++ = i + 2 < count ? letters[bits & 63] : '=';
  }
  return to;
}

/* Writes zlib's format without compression. */
static size_t store(const uint8_t *bytes, size_t count, uint8_t *packed) {
  uint32_t a = 1, b = 0;
  const uint8_t head[] = {0x78,
                          0x01,
                          1,
                          (uint8_t)count,
                          (uint8_t)(count >> 8),
                          (uint8_t)~count,
                          (uint8_t)(~count >> 8)};
  memcpy(packed, head, sizeof head);
  memcpy(packed + sizeof head, bytes, count);
  for (size_t i = 0; i < count; i++) {
    a = (a + bytes[i]) % 65521;
    b = (b + a) % 65521;
  }
  const uint8_t sum[] = {(uint8_t)(b >> 8), (uint8_t)b, (uint8_t)(a >> 8), (uint8_t)a};
  memcpy(packed + sizeof head + count, sum, sizeof sum);
  return sizeof head + count + sizeof sum;
}

/* Writes the tiles of columns x.. and rows y..; those beyond the town are empty. */
static char *put_tiles(char *to, const town *t, int x, int y, int width, int height) {
  uint8_t bytes[14400], packed[15000];
  size_t count = 0;
  for (int row = y; row < y + height; row++)
    for (int column = x; column < x + width; column++) {
      const bool is_there = row < t->height && column < t->width;
      const uint32_t gid = is_there ? t->tiles[row * t->width + column] : 0;
      for (int i = 0; i < 4; i++) bytes[count++] = (uint8_t)(gid >> 8 * i);
      const char *comma = count > 4 ? ", " : "";
      if (t->encoding == LIST || t->encoding == CSV)
        to += sprintf(to, "%s%u", comma, gid);
      else if (t->encoding == CELLS)
        to += gid ? sprintf(to, "<tile gid=\"%u\"/>", gid) : sprintf(to, "<tile/>");
    }
  if (t->encoding == PLAIN) return put_base64(to, bytes, count);
  if (t->encoding == ZLIB) return put_base64(to, packed, store(bytes, count, packed));
  if (t->encoding == ZSTD)
    return put_base64(to, packed, ZSTD_compress(packed, sizeof packed, bytes, count, 3));
  return to;
}

static const char *encoding_of(const town *t) {
  static const char *const xml[] = {"",
                                    " encoding=\"csv\"",
                                    " encoding=\"base64\"",
                                    " encoding=\"base64\" compression=\"zlib\"",
                                    " encoding=\"base64\" compression=\"zstd\"",
                                    ""};
  static const char *const json[] = {"", ",\"encoding\":\"csv\"", ",\"encoding\":\"base64\"",
                                     ",\"encoding\":\"base64\",\"compression\":\"zlib\"",
                                     ",\"encoding\":\"base64\",\"compression\":\"zstd\""};
  return t->is_xml ? xml[t->encoding] : json[t->encoding];
}

/* Writes its tiles, or chunks of 3 x 4 of them. */
static char *put_data(char *to, const town *t) {
  const char *quote = t->encoding == LIST ? "" : "\"";
  const char *open = t->encoding == LIST ? "[" : "", *close = t->encoding == LIST ? "]" : "";
  if (!t->is_infinite && t->is_xml) return put_tiles(to, t, 0, 0, t->width, t->height);
  if (!t->is_infinite) {
    to = put_tiles(to + sprintf(to, ",\"data\":%s%s", quote, open), t, 0, 0, t->width, t->height);
    return to + sprintf(to, "%s%s", close, quote);
  }
  if (!t->is_xml) to += sprintf(to, ",\"chunks\":[");
  for (int y = 0; y < t->height; y += 4)
    for (int x = 0; x < t->width; x += 3) {
      if (t->is_xml)
        to += sprintf(to, "\n <chunk x=\"%d\" y=\"%d\" width=\"3\" height=\"4\">\n", x, y);
      else
        to += sprintf(to, "%s{\"x\":%d,\"y\":%d,\"width\":3,\"height\":4,\"data\":%s%s",
                      x || y ? "," : "", x, y, quote, open);
      to = put_tiles(to, t, x, y, 3, 4);
      to += t->is_xml ? sprintf(to, "\n</chunk>") : sprintf(to, "%s%s}", close, quote);
    }
  return to + (t->is_xml ? 0 : sprintf(to, "]"));
}

static void write_town(const town *t, char text[TEXT_BYTES]) {
  char *to = text;
  if (t->is_xml) {
    to += sprintf(to,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE map SYSTEM "
                  "\"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map orientation=\"orthogonal\" "
                  "width=\"%d\" height=\"%d\" tilewidth=\"5\" tileheight=\"7\" infinite=\"%d\">"
                  "<tileset firstgid=\"1\"><tile id=\"1\"><properties><property name=\"collides\" "
                  "type=\"bool\" value=\"false\"/></properties></tile></tileset>\n",
                  t->width, t->height, t->is_infinite);
    to += sprintf(to, "<group name=\"all\" offsetx=\"3\"><layer name=\"walls\"><data%s>",
                  encoding_of(t));
    to = put_data(to, t);
    strcpy(to, "</data></layer></group></map>");
  } else {
    to += sprintf(to,
                  "{\"width\":%d,\"height\":%d,\"tilewidth\":5,\"tileheight\":7,\"infinite\":%s,"
                  "\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":[{\"name\":"
                  "\"collides\",\"value\":false}]}]}],\"layers\":[{\"type\":\"group\","
                  "\"name\":\"all\",\"offsetx\":3,\"layers\":[{\"type\":\"tilelayer\",\"name\":"
                  "\"walls\"%s",
                  t->width, t->height, t->is_infinite ? "true" : "false", encoding_of(t));
    to = put_data(to, t);
    strcpy(to, "}]}]}");
  }
}

static bool is_same(const pf_polygons *a, const pf_polygons *b) {
  return a->polygon_count == b->polygon_count && a->ring_count == b->ring_count &&
         a->point_count == b->point_count &&
         !memcmp(a->points, b->points, 2 * sizeof *a->points * (size_t)a->point_count);
}

/* Checks where tiles block, in any form; the free space of an infinite map is its tiles' box. */
static void check_places(const town *t, const pf_polygons *p) {
  int least[2] = {1000, 1000}, most[2] = {-1, -1};
  for (int i = 0; i < t->width * t->height; i++) {
    const int at[2] = {i % t->width, i / t->width};
    const bool blocks = t->tiles[i] && (t->tiles[i] & 0xff) != 2;
    for (int k = 0; k < 2 && t->tiles[i]; k++) {
      if (at[k] < least[k]) least[k] = at[k];
      if (at[k] > most[k]) most[k] = at[k];
    }
    /* In the upper half of a tile; the layer lies 3 to the right. */
    if (!t->is_infinite || t->tiles[i])
      assert_int_equal(twin_polygons_free_at(p, 5 * at[0] + 4, 7 * at[1] + 3), !blocks);
  }
  if (!t->is_infinite) return;
  double box[4];
  twin_polygons_box(p, box);
  assert_true(box[0] == 5 * least[0] + 3 && box[1] == 7 * least[1]);
  assert_true(box[2] == 5 * most[0] + 8 && box[3] == 7 * (most[1] + 1));
}

static void test_forms(void **state) {
  char *text = malloc(TEXT_BYTES);
  bool left_out = false;
  (void)state;
  assert_non_null(text);
  for (int i = 0; i < twin_scaled(60); i++) {
    pf_random random = pf_random_from(700 + (uint64_t)i);
    const uint32_t most = i % 10 ? 19 : 58; /* more than is decoded at once */
    town t = {.width = 2 + (int)pf_random_below(&random, most),
              .height = 1 + (int)pf_random_below(&random, most)};
    for (int k = 0; k < t.width * t.height; k++) {
      t.tiles[k] = (uint32_t)pf_random_below(&random, 4);
      if (t.tiles[k]) t.tiles[k] |= (uint32_t)pf_random_below(&random, 16) << 28;
    }
    t.tiles[0] = 2;
    t.tiles[1] = 3;
    for (int infinite = 0; infinite < 2; infinite++) {
      pf_polygons first = {0};
      for (int form = 0; form < 2 * ENCODINGS; form++) {
        pf_polygons p;
        pathfan_error error;
        t.is_infinite = infinite;
        t.is_xml = form >= ENCODINGS;
        t.encoding = form % ENCODINGS;
        if (t.is_xml ? t.encoding == LIST : t.encoding == CELLS) continue;
        write_town(&t, text);
        if (parse(text, NULL, &p, &error)) {
          if (!is_left_out(&error)) fail_msg("%s\n%s", error.text, text);
          left_out = true;
          continue;
        }
        check_places(&t, &p);
        if (!first.points)
          first = p;
        else if (!is_same(&first, &p))
          fail_msg("another map than as JSON: %s", text);
        if (first.points != p.points) pf_polygons_free(&p);
      }
      pf_polygons_free(&first);
    }
  }
  free(text);
  if (left_out) print_message("zlib or expat is left out of this builder\n");
}

/* ---- What Tiled writes ---- */

#define XML(size, layers)                                                                          \
  "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" " size                                 \
  " tilewidth=\"10\" tileheight=\"10\">\n<tileset firstgid=\"1\" source=\"a.tsx\"/>\n" layers      \
  "</map>\n"
#define SMALL(layers) XML("width=\"4\" height=\"1\"", layers)
#define WALLS(how, data)                                                                           \
  "<layer id=\"1\" name=\"walls\" width=\"4\" height=\"1\"><data" how ">" data "</data></layer>\n"
#define PACKED " encoding=\"base64\" compression="

/* 0, 0, 2, 0, packed by programs that compress better than `store`. */
static void test_packed(void **state) {
  static const char *const texts[] = {
      SMALL(WALLS(PACKED "\"zlib\"", "\n   eJxjYIAAJigNAAAgAAM=\n  ")),
      SMALL(WALLS(PACKED "\"gzip\"", "H4sIAAAAAAACA2NggAAmKA0AKEyerhAAAAA=")),
  };
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    pf_polygons p;
    pathfan_error error;
    if (parse(texts[i], NULL, &p, &error)) {
      if (!is_left_out(&error)) fail_msg("%s", error.text);
      continue;
    }
    for (int x = 0; x < 4; x++) assert_int_equal(twin_polygons_free_at(&p, 10 * x + 5, 5), x != 2);
    pf_polygons_free(&p);
  }
}

static void test_objects(void **state) {
  static const char text[] = XML(
      "width=\"10\" height=\"10\"",
      "<objectgroup name=\"Obstacles\">\n"
      " <object id=\"1\" x=\"10\" y=\"10\" width=\"20\" height=\"10\"/>\n"
      " <object id=\"2\" x=\"50\" y=\"10\" width=\"20\" height=\"20\"><ellipse/></object>\n"
      " <object id=\"3\" x=\"10\" y=\"60\"><polygon points=\"0,0 20,0 20,10.5\"/></object>\n"
      " <object id=\"4\" x=\"50\" y=\"60\"><polyline points=\"0,0 20,0\"/></object>\n"
      " <object id=\"5\" x=\"0\" y=\"0\" width=\"99\" height=\"99\"><text wrap=\"1\">No wall"
      "</text></object>\n"
      " <object id=\"6\" x=\"80\" y=\"80\"><point/></object>\n"
      " <object id=\"7\" x=\"0\" y=\"0\" width=\"99\" height=\"99\"><properties><property "
      "name=\"Walkable\" type=\"bool\" value=\"true\"/><property name=\"solid\" value=\"maybe\"/>"
      "</properties></object>\n"
      "</objectgroup><imagelayer name=\"walls\"><image source=\"a.png\"/></imagelayer>");
  static const struct {
    double x, y;
    bool is_free;
  } places[] = {{15, 15, false}, {35, 15, true}, {60, 20, false}, {51, 11, true},
                {25, 62, false}, {15, 67, true}, {80, 80, true},  {5, 5, true}};
  pf_polygons p;
  pathfan_error error;
  (void)state;
  if (parse(text, NULL, &p, &error)) {
    if (is_left_out(&error)) suite_lacks("expat or zlib");
    fail_msg("%s", error.text);
  }
  assert_int_equal(pf_polygons_find_wall(&p), 4);
  assert_int_equal(pf_polygons_drop_walls(&p), PATHFAN_OK);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (twin_polygons_free_at(&p, places[i].x, places[i].y) != places[i].is_free)
      fail_msg("%g,%g", places[i].x, places[i].y);
  pf_polygons_free(&p);
}

/* ---- Layers that are chosen ---- */

#define LAYER(name, data) "{\"type\":\"tilelayer\",\"name\":\"" name "\",\"data\":[" data "]}"

static void test_chosen(void **state) {
  /* Tile 5 blocks by its property, 6 doesn't. */
  static const char text[] =
      "{\"width\":4,\"height\":1,\"tilewidth\":10,\"tileheight\":10,\"tilesets\":[{\"firstgid\":1,"
      "\"tiles\":[{\"id\":4,\"properties\":[{\"name\":\"solid\",\"value\":true}]},{\"id\":5,"
      "\"properties\":[{\"name\":\"solid\",\"value\":false}]}]}],\"layers\":[" LAYER(
          "ground", "1,5,6,0") "," LAYER("walls", "0,0,1,0") ",{\"type\":\"group\",\"name\":\"up\","
                                                             "\"layers\":[" LAYER("trees",
                                                                                  "0,0,0,1") "]}"
                                                                                             "]}";
  static const struct {
    const char *layers, *tiles;
  } cases[] = {{NULL, ".@@."},         {"ground", "@@.."}, {"trees", "...@"},    {"Up", "...@"},
               {"GROUND\nup", "@@.@"}, {"walls", "..@."},  {"\nwalls\n", "..@."}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_polygons p;
    pathfan_error error;
    if (parse(text, cases[i].layers, &p, &error)) fail_msg("%s", error.text);
    for (int x = 0; x < 4; x++)
      if (twin_polygons_free_at(&p, 10 * x + 5, 5) != (cases[i].tiles[x] == '.'))
        fail_msg("%s: tile %d", cases[i].layers, x);
    pf_polygons_free(&p);
  }
}

static void check_refused(const char *text, const char *layers, const char *sentence) {
  static const pf_polygons empty;
  pf_polygons p;
  pathfan_error error;
  const pathfan_status status = parse(text, layers, &p, &error);
  if (status && is_left_out(&error)) return;
  assert_int_equal(status, PATHFAN_ERR_MALFORMED);
  assert_string_equal(error.text, sentence);
  assert_memory_equal(&p, &empty, sizeof empty);
}

static void test_refused(void **state) {
  static const struct {
    const char *text, *layers, *sentence;
  } cases[] = {
      {SMALL(WALLS(" encoding=\"csv\"", "1,2,3")), NULL,
       "town.tmx:4: layer 0 \"walls\": it has 3 tiles, not 4 x 1"},
      {SMALL(WALLS(" encoding=\"csv\"", "1,2,3,4,5")), NULL,
       "town.tmx:4: layer 0 \"walls\": it has more than 4 x 1 tiles"},
      {SMALL(WALLS(" encoding=\"csv\"", "1,2,x,4")), NULL,
       "town.tmx:4: layer 0 \"walls\": tile 2 is not the number of a tile"},
      {SMALL(WALLS(" encoding=\"csv\"", "1,2,4294967296,4")), NULL,
       "town.tmx:4: layer 0 \"walls\": tile 2 is not the number of a tile"},
      {SMALL(WALLS(" encoding=\"csv\"", "1 2,3,4")), NULL,
       "town.tmx:4: layer 0 \"walls\": tile 1 is not the number of a tile"},
      {SMALL(WALLS(" encoding=\"base64\"", "AQAAAA==")), NULL,
       "town.tmx:4: layer 0 \"walls\": it has 1 tiles, not 4 x 1"},
      {SMALL(WALLS(" encoding=\"base64\"", "AQAAAAA=")), NULL,
       "town.tmx:4: layer 0 \"walls\": its tiles end within one of them"},
      {SMALL(WALLS(" encoding=\"base64\"", "AQA*")), NULL,
       "town.tmx:4: layer 0 \"walls\": its tiles aren't base64"},
      {SMALL(WALLS(" encoding=\"base64\"", "AQ=A")), NULL,
       "town.tmx:4: layer 0 \"walls\": its tiles aren't base64"},
      {SMALL(WALLS(" encoding=\"base64\"", "AQAAAA==AQAA")), NULL,
       "town.tmx:4: layer 0 \"walls\": its tiles aren't base64"},
      {SMALL(WALLS(PACKED "\"zlib\"", "AAAAAAAA")), NULL,
       "town.tmx:4: layer 0 \"walls\": its packed tiles are damaged"},
      {SMALL(WALLS(PACKED "\"zlib\"", "eJxjYIAA")), NULL,
       "town.tmx:4: layer 0 \"walls\": it has 2 tiles, not 4 x 1"},
      {SMALL(WALLS(PACKED "\"zstd\"", "AAAAAAAA")), NULL,
       "town.tmx:4: layer 0 \"walls\": its packed tiles are damaged"},
      {SMALL(WALLS(PACKED "\"lzma\"", "AAAA")), NULL,
       "town.tmx:4: layer 0 \"walls\": its tiles are packed by lzma, not by zlib, gzip or zstd"},
      {SMALL(WALLS(" encoding=\"hex\"", "AAAA")), NULL,
       "town.tmx:4: layer 0 \"walls\": its tiles are encoded as hex, not as csv or base64"},
      {SMALL(WALLS("", "<tile gid=\"x\"/>")), NULL, "town.tmx:4: its gid is not a number"},
      {SMALL("<layer name=\"walls\"/>"), NULL,
       "town.tmx:4: layer 0 \"walls\": it has 0 tiles, not 4 x 1"},
      {SMALL(WALLS(" encoding=\"csv\"", "1,1,1,1")), "Walls\nground",
       "town.tmx: no layer or group is called \"ground\"; there are \"walls\""},
      {SMALL("<group name=\"a\"/>"), "a",
       "town.tmx: nothing in the layers chosen blocks the way; properties of tiles in \"a.tsx\", a "
       "file of its own that isn't there, aren't known"},
      {XML("infinite=\"1\"", "<objectgroup name=\"a\"><object x=\"1\" y=\"1\"/></objectgroup>"),
       "a",
       "town.tmx: nothing in the layers chosen blocks the way; properties of tiles in \"a.tsx\", a "
       "file of its own that isn't there, aren't known"},
      {SMALL(""), "a", "town.tmx: no layer or group is called \"a\"; none has a name"},
      {XML("width=\"x\" height=\"1\"", ""), NULL, "town.tmx:2: its width is no number"},
      {XML("infinite=\"1\"", "<layer name=\"walls\">\n<data encoding=\"csv\"><chunk x=\"0.5\" "
                             "y=\"0\" width=\"1\" height=\"1\">1</chunk></data></layer>"),
       NULL, "town.tmx:4: layer 0 \"walls\": chunk 0 has no place, or no size of 1 to 16384 tiles"},
      {SMALL("<objectgroup name=\"walls\">\n<object x=\"1\" y=\"1\"><polygon points=\"0,0 1\"/>"
             "</object></objectgroup>"),
       NULL, "town.tmx:5: its points aren't pairs of numbers"},
      {SMALL("<objectgroup name=\"walls\">\n\n<object x=\"1\" y=\"1\"><polygon points=\"0,0 1,1\"/>"
             "</object></objectgroup>"),
       NULL,
       "town.tmx: nothing in this map of Tiled blocks the way: call a layer collision, give a "
       "layer, tile or object the property collides, draw shapes in the tile collision editor, or "
       "choose layers by --layer; properties of tiles in \"a.tsx\", a file of its own that isn't "
       "there, aren't known"},
      {"<?xml version=\"1.0\"?>\n<map tilewidth=\"1\">\n<layer>\n</map>", NULL,
       "town.tmx:4: mismatched tag"},
      {"<?xml version=\"1.0\"?>\n<tilewidth/>", NULL, "town.tmx:2: this XML is not a map of Tiled"},
      {"<!DOCTYPE map [\n<!ENTITY a \"aaaaaaaa\">]><map tilewidth=\"1\">&a;</map>", NULL,
       "town.tmx:2: it declares an entity, which no map of Tiled does"},
      {"<map tilewidth=\"1\">", NULL, "town.tmx:1: no element found"},
      {"<map orientation=\"isometric\" tilewidth=\"1\"/>", NULL,
       "town.tmx: its orientation is \"isometric\"; only orthogonal maps of Tiled are read"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_refused(cases[i].text, cases[i].layers, cases[i].sentence);
}

/* Elements nested very deeply are skipped or refused. */
static void test_deep(void **state) {
  enum { DEEP = 100000 };
  char *text = malloc(20 * DEEP);
  pf_polygons p;
  pathfan_error error;
  (void)state;
  assert_non_null(text);
  for (int known = 0; known < 2; known++) {
    char *to =
        text + sprintf(text, "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">");
    for (int i = 0; i < DEEP; i++) to = stpcpy(to, known ? "<group>" : "<x>");
    for (int i = 0; i < DEEP; i++) to = stpcpy(to, known ? "</group>" : "</x>");
    strcpy(to, "</map>");
    assert_int_equal(parse(text, NULL, &p, &error), PATHFAN_ERR_MALFORMED);
    if (!is_left_out(&error))
      assert_non_null(strstr(error.text, known ? "too deep" : "nothing in this map"));
  }
  free(text);
}

/* ---- Limits ---- */

#define LARGE                                                                                      \
  "{\"type\":\"tilelayer\",\"name\":\"ground\",\"encoding\":\"base64\",\"compression\":\"zstd\","  \
  "\"data\":\"KLUv/QA4"

static void test_many_tiles(void **state) {
  static const char text[] = "{\"width\":16384,\"height\":16384,\"tilewidth\":1,\"tileheight\":1,"
                             "\"layers\":[" LARGE "\"}," LARGE "\"}," LARGE "\"}," LARGE
                             "\"}," LARGE "\"},{\"type\":\"objectgroup\",\"name\":\"walls\"}]}";
  pf_polygons p;
  pathfan_error error;
  (void)state;
  assert_int_equal(parse(text, "walls", &p, &error), PATHFAN_ERR_LIMIT);
  assert_string_equal(error.text,
                      "town.tmx: more than 1073741824 tiles in all layers of this map of Tiled");
}

/* 64 blocks of four bytes stand for 128 KiB of zeros each: 2 million tiles. */
static void test_unfolding(void **state) {
  enum { BLOCKS = 64 };
  uint8_t frame[6 + 4 * BLOCKS] = {0x28, 0xb5, 0x2f, 0xfd, 0, 0x38};
  char text[1000];
  (void)state;
  for (int i = 0; i < BLOCKS; i++) {
    const uint32_t block = 1u << 20 | 1 << 1 | (i + 1 == BLOCKS);
    for (int k = 0; k < 3; k++) frame[6 + 4 * i + k] = (uint8_t)(block >> 8 * k);
  }
  char *to =
      text + sprintf(text, "{\"width\":1024,\"height\":2048,\"tilewidth\":1,\"tileheight\":1,"
                           "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"walls\","
                           "\"encoding\":\"base64\",\"compression\":\"zstd\",\"data\":\"");
  strcpy(put_base64(to, frame, sizeof frame), "\"}]}");
  check_refused(text, "walls", "town.tmx: nothing in the layers chosen blocks the way");
  to = strstr(text, "2048");
  memcpy(to, "2049", 4);
  check_refused(text, NULL, "town.tmx: layer 0 \"walls\": it has 2097152 tiles, not 1024 x 2049");
  memcpy(to, "2047", 4);
  check_refused(text, NULL, "town.tmx: layer 0 \"walls\": it has more than 1024 x 2047 tiles");
}

/* Few packed bytes with many obstacles: the limits are asked as these are found. */
static void test_memory(void **state) {
  enum { SIDE = 1000 };
  char *text = malloc(2 * SIDE * SIDE + 1000);
  pf_polygons p;
  pathfan_error error = {""};
  (void)state;
  assert_non_null(text);
  char *to = text + sprintf(text,
                            "{\"width\":%d,\"height\":%d,\"tilewidth\":1,\"tileheight\":1,"
                            "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"walls\","
                            "\"encoding\":\"csv\",\"data\":\"",
                            SIDE, SIDE);
  for (int i = 0; i < SIDE * SIDE; i++) to += sprintf(to, "%s%d", i ? "," : "", (i + i / SIDE) & 1);
  strcpy(to, "\"}]}");
  pf_memory_limit all = {0};
  const pf_limits limits = {.memory_limit = &all};
  const pf_wishes wishes = {.limits = &limits};
  assert_int_equal(pf_tiled_parse(text, strlen(text), "town.tmj", &wishes, &p, &error), PATHFAN_OK);
  const uint64_t taken = (uint64_t)p.point_capacity * 2 * sizeof *p.points +
                         (uint64_t)p.ring_capacity * sizeof *p.rings +
                         (uint64_t)p.polygon_capacity * sizeof *p.polygons;
  assert_true(all.peak > taken && all.peak < 4 * taken);
  pf_polygons_free(&p);
  pf_memory_limit some = {.most = all.peak / 2};
  const pf_limits less = {.memory_limit = &some};
  const pf_wishes fewer = {.limits = &less};
  assert_int_equal(pf_tiled_parse(text, strlen(text), "town.tmj", &fewer, &p, &error),
                   PATHFAN_ERR_LIMIT);
  assert_true(some.is_spent && !p.points);
  free(text);
}

static bool stop_after(void *context, int64_t items) {
  int *left = context;
  assert_int_equal(items, 0);
  return (*left)-- > 0;
}

static void test_cancelled(void **state) {
  static const char *const texts[] = {
      SMALL(WALLS(" encoding=\"csv\"", "1,2,3,4")),
      "{\"width\":1,\"height\":4,\"tilewidth\":1,\"tileheight\":1,\"layers\":[" LAYER(
          "walls", "1,1,1,1") "]}"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (int questions = 0;; questions++) {
      static const pf_polygons empty;
      int left = questions;
      const pf_limits limits = {.done = stop_after, .done_context = &left};
      const pf_wishes wishes = {.limits = &limits};
      pf_polygons p;
      pathfan_error error;
      const pathfan_status status =
          pf_tiled_parse(texts[i], strlen(texts[i]), "town.tmx", &wishes, &p, &error);
      if (status == PATHFAN_OK || (status == PATHFAN_ERR_MALFORMED && is_left_out(&error))) {
        assert_true(questions > 0 || status);
        pf_polygons_free(&p);
        break;
      }
      assert_int_equal(status, PATHFAN_ERR_CANCELLED);
      assert_memory_equal(&p, &empty, sizeof empty);
    }
}

SUITE(test_tiled_forms) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),      cmocka_unit_test(test_packed),
      cmocka_unit_test(test_objects),    cmocka_unit_test(test_chosen),
      cmocka_unit_test(test_refused),    cmocka_unit_test(test_deep),
      cmocka_unit_test(test_many_tiles), cmocka_unit_test(test_unfolding),
      cmocka_unit_test(test_cancelled),  cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
