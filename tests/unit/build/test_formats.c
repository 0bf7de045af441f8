/* The table of map formats: the formats that texts and file names lead to, and complete rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build-index/maps/other_programs.h"
#include "map/formats.h"
#include "pathfan/build.h"
#include "suite.h"
#include "twin_maps.h"

static void test_text_leads_to_a_format(void **state) {
  static const struct {
    const char *text, *name;
  } rows[] = {{"type octile\n", "MovingAI .map"},
              {"NCOLS 3\n", "ESRI ASCII grid .asc"},
              {" \r\n\t{}", "GeoJSON"},
              {"\xef\xbb\xbf{\"type\": 1}", "GeoJSON"},
              {"poly\n1\n", "Polyanya .poly"},
              {"\npolygon 1\n", "Iron Harvest .poly"},
              {"polygon 1", "Iron Harvest .poly"},
              {"polygon ((0 0))", "WKT"},
              {"polygon", "WKT"},
              {"MultiPolygon", "WKT"},
              {"GEOMETRYCOLLECTION EMPTY", "WKT"},
              {"mesh\n2\n", "Polyanya .mesh"},
              {"TESM\1", "Detour .navmesh"},
              {"VAND", "Detour .navmesh"},
              {"TEST", NULL},
              {"# of a game\no hall\nv 0 0 0\nf 1 2 3\n", "OBJ"},
              {"v 0 0 0\nv 1 0 0\n", NULL},
              {"ply\nformat ascii 1.0\nelement face 1\n", "PLY"},
              {"ply\nformat ascii 1.0\nelement vertex 1\n", NULL},
              {"Mesh\n2\n", NULL},
              {"", NULL},
              {" \n", NULL},
              {"hello", NULL},
              {"pol", NULL}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pathfan_map_format_info info;
    const int32_t number = pathfan_map_format_find(rows[i].text, strlen(rows[i].text));
    assert_int_equal(pathfan_map_format_get(number, &info), rows[i].name != NULL);
    if (rows[i].name) assert_string_equal(info.name, rows[i].name);
  }
  assert_int_equal(pathfan_map_format_find("\0type", 5), -1);
}

static void test_names_of_files(void **state) {
  bool look;
  (void)state;
  assert_true(pf_map_has_ending("MAP", &look) && !look);
  assert_true(pf_map_has_ending("geojson", &look) && !look);
  assert_true(pf_map_has_ending("json", &look) && look);
  assert_true(pf_map_has_ending("mesh", &look) && look);
  assert_false(pf_map_has_ending("pathfan", &look));
  assert_false(pf_map_has_ending("", &look));
}

static bool is_likely(const char *text) {
  return pf_map_is_likely(text, strlen(text));
}

static void test_looks(void **state) {
  (void)state;
  assert_true(is_likely("{\"type\": \"Feature\"}"));
  assert_true(is_likely(" mesh\n2"));
  assert_false(is_likely("{\"name\": \"a game\"}"));
  assert_false(is_likely("type octile"));
  assert_true(is_likely("# map\nimage: a.pgm\nresolution: 1\norigin: [0, 0, 0]"));
  assert_false(is_likely("image: nginx\nports: []"));
  assert_false(is_likely("solid"));
  assert_false(is_likely(""));
}

static void test_rows_are_whole(void **state) {
  int32_t count = 0;
  pathfan_map_format_info info;
  (void)state;
  for (const pf_map_format *f = pf_map_formats; f->name; f++, count++) {
    assert_non_null(f->endings[0]);
    assert_non_null(f->begins[0]);
    char text[64];
    snprintf(text, sizeof text, "%s %s", f->begins[0], f->holds ? f->holds : "");
    assert_ptr_equal(pf_map_format_of(text, strlen(text)), f);
    assert_int_equal(f->parse_cells != NULL, f->content == PF_MAP_CELLS);
    assert_int_equal(f->parse_placed != NULL, f->content == PF_MAP_OCCUPANCY);
    assert_int_equal(f->parse_polygons != NULL, f->content == PF_MAP_POLYGONS);
    assert_true(pathfan_map_format_get(count, &info) && info.name == f->name);
  }
  assert_false(pathfan_map_format_get(count, &info));
  assert_false(pathfan_map_format_get(-1, &info));
}

/* Reads all of docs/maps.md; the caller frees it. */
static char *read_page(void) {
  enum { MOST = 1 << 20 };
  char *text = calloc(1, MOST);
  FILE *file = fopen(PATHFAN_DOCS "/maps.md", "r");
  assert_non_null(text);
  assert_non_null(file);
  assert_in_range(fread(text, 1, MOST, file), 1, MOST - 1);
  fclose(file);
  return text;
}

/* The page's table has a row for each format, with the kinds that its reader counts; and says what
 * each kind is. */
static void test_page(void **state) {
  (void)state;
  char *page = read_page(), row[200];
  /* Those of plazas, which are no maps. */
  uint64_t all = UINT64_C(1) << PF_IGNORED_CROSSING | UINT64_C(1) << PF_IGNORED_OFF_AREA |
                 UINT64_C(1) << PF_IGNORED_APART;
  for (const pf_map_format *f = pf_map_formats; f->name; f++) {
    uint64_t told = 0;
    snprintf(row, sizeof row, "\n| %s |", f->name);
    const char *at = strstr(page, row);
    if (!at) fail_msg("no row for %s", f->name);
    at = strchr(at + strlen(row), '|') + 1; /* after what is read */
    const size_t length = strcspn(at, "|");
    for (int k = 0; k < PF_IGNORED_KINDS; k++) {
      snprintf(row, sizeof row, "`%s`", pf_ignored_name((pf_ignored_kind)k));
      if (memmem(at, length, row, strlen(row))) told |= UINT64_C(1) << k;
    }
    if (told != f->ignores) fail_msg("%s: the page says %.*s", f->name, (int)length, at);
    all |= told;
  }
  for (int k = 0; k < PF_IGNORED_KINDS; k++) {
    snprintf(row, sizeof row, "\n| `%s` | ", pf_ignored_name((pf_ignored_kind)k));
    if (!strstr(page, row)) fail_msg("no row for %s", row);
    if (!(all >> k & 1)) fail_msg("no reader counts %s", pf_ignored_name((pf_ignored_kind)k));
  }
  free(page);
}

/* Files of other programs, with the commands that convert them. */
static void test_other_programs(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t bytes;
    const char *path, *sentence; /* NULL: none */
  } cases[] = {
      {"SQLite format 3\0", 16, "a.gpkg",
       "is a GeoPackage, which isn't read; convert it: ogr2ogr -f GeoJSON map.geojson a.gpkg -nln "
       "map"},
      {"\0\0\x27\x0a", 4, "../a b.shp",
       "is a shapefile, which isn't read; convert it: ogr2ogr -f GeoJSON map.geojson '../a b.shp' "
       "-nln map"},
      {"<?xml?><kml>", 12, "x",
       "is KML, which isn't read; convert it: ogr2ogr -f GeoJSON map.geojson x -nln map"},
      {"<osm>", 5, "it's",
       "is OpenStreetMap's XML, which isn't read; convert it: osmium export 'it'\\''s' -o "
       "map.geojson, for --profile foot and the like; for buildings alone: ogr2ogr -f GeoJSON "
       "map.geojson 'it'\\''s' multipolygons -where \"building IS NOT NULL\""},
      {"\x1f\x8b", 2, "a.gz", "is packed by gzip, which isn't read; convert it: gunzip -k a.gz"},
      {"\0\0\x27", 3, "a", NULL},
      {"kml", 3, "a", NULL},
  };
  char sentence[PF_OTHER_PROGRAMS_BYTES], long_path[2000];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const bool is_told =
        pf_other_programs_tell(cases[i].text, cases[i].bytes, cases[i].path, sentence);
    assert_int_equal(is_told, cases[i].sentence != NULL);
    if (is_told) assert_string_equal(sentence, cases[i].sentence);
  }
  memset(long_path, '\'', sizeof long_path - 1);
  long_path[sizeof long_path - 1] = 0;
  assert_true(pf_other_programs_tell("<gpx", 4, long_path, sentence));
}

SUITE(test_formats) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text_leads_to_a_format),
                                     cmocka_unit_test(test_names_of_files),
                                     cmocka_unit_test(test_looks),
                                     cmocka_unit_test(test_rows_are_whole),
                                     cmocka_unit_test(test_page),
                                     cmocka_unit_test(test_other_programs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
