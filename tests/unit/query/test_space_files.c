/* Free space as files for other programs: the polygons of a mesh, and files of all kinds, read and
 * written again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "build-index/maps/free_polygons.h"
#include "map/geojson_write.h"
#include "map/poly_write.h"
#include "meshing/cdt.h"
#include "meshing/trace.h"
#include "online_fixture.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_mesh_check.h"
#include "twin_outline_maps.h"
#include "twin_polygons.h"

/* ---- Polygons of a mesh ---- */

static pf_mesh_data triangles_of(const pf_outline *outline) {
  pf_mesh_data mesh;
  assert_int_equal(pf_cdt_build(outline, &mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  return mesh;
}

/* Whether a is below b, or left of it at the same height. */
static bool is_before(const double *a, const double *b) {
  return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
}

/* Checks that every component has a shell, then holes; that rings are simple, have no idle points,
 * begin at the right point, and are in order. Quadratic in the points of a ring. */
static void check_shape(const twin_map *map, const pf_polygons *p, const pf_mesh_data *mesh) {
  if (p->polygon_count != mesh->component_count) twin_fail(map, "%d polygons", p->polygon_count);
  for (int32_t i = 0; i < p->polygon_count; i++)
    for (int32_t r = p->polygons[i].first_ring; r < pf_polygon_end(p, i); r++) {
      const int32_t first = p->rings[r].first_point, count = pf_ring_end(p, r) - first;
      const double *at = p->points + 2 * first;
      const bool is_shell = r == p->polygons[i].first_ring;
      double area = 0;
      assert_true(count >= 3);
      for (int32_t k = 0; k < count; k++) {
        const double *a = at + 2 * k, *b = at + 2 * ((k + 1) % count),
                     *c = at + 2 * ((k + 2) % count);
        area += (a[0] - at[0]) * (b[1] - at[1]) - (a[1] - at[1]) * (b[0] - at[0]);
        if ((b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0]))
          twin_fail(map, "ring %d goes straight on", r);
        if (k && is_before(a, at)) twin_fail(map, "ring %d begins elsewhere", r);
        for (int32_t l = 0; l < k; l++)
          if (at[2 * l] == a[0] && at[2 * l + 1] == a[1])
            twin_fail(map, "ring %d has a point twice", r);
      }
      if (is_shell ? area <= 0 : area >= 0) twin_fail(map, "ring %d goes the wrong way round", r);
      const int32_t before = is_shell ? i ? p->polygons[i - 1].first_ring : -1
                             : r - 1 > p->polygons[i].first_ring ? r - 1
                                                                 : -1;
      const double *other = before < 0 ? NULL : p->points + 2 * p->rings[before].first_point;
      if (other && is_before(at, other)) twin_fail(map, "ring %d comes too late", r);
    }
}

typedef pathfan_status reader(const char *text, size_t bytes, const char *path,
                              const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error);
typedef void writer(FILE *stream, const pf_polygons *polygons);

static const struct {
  writer *write;
  reader *read;
} ways[] = {{pf_poly_write, pf_poly_parse},
            {pf_enclosures_write, pf_enclosures_parse},
            {pf_geojson_write_polygons, pf_geojson_parse}};
enum { WAYS = sizeof ways / sizeof *ways };

static char *text_of(writer *write, const pf_polygons *polygons) {
  char *text = NULL;
  size_t bytes;
  FILE *stream = open_memstream(&text, &bytes);
  write(stream, polygons);
  assert_int_equal(fclose(stream), 0);
  return text;
}

/* The outline of a written file is that of the mesh, and its polygons are the same again. */
static void check_way(const twin_map *map, int way, const pf_polygons *polygons,
                      const pf_mesh_data *mesh) {
  pf_polygons read, again;
  pf_frame frame;
  pf_outline outline;
  pathfan_error error = {""};
  const pf_snap_options options = {.unit = 1};
  char *text = text_of(ways[way].write, polygons);
  if (ways[way].read(text, strlen(text), "text", NULL, &read, &error) ||
      pf_polygons_outline(&read, &options, &frame, &outline, &error))
    twin_fail(map, "way %d: %s\n%s", way, error.text, text);
  for (int32_t v = 0; v < outline.vertex_count; v++) {
    outline.vertices[v].x += (int32_t)frame.origin_x;
    outline.vertices[v].y += (int32_t)frame.origin_y;
  }
  const char *fault = twin_mesh_fault(&mesh->view, &outline, false);
  if (fault) twin_fail(map, "way %d: %s", way, fault);
  pf_mesh_data other = triangles_of(&outline);
  const pf_frame units = {.scale = 1};
  assert_int_equal(pf_free_polygons(&other, &units, &again), PATHFAN_OK);
  char *second = text_of(ways[way].write, &again);
  assert_string_equal(text, second);
  free(text);
  free(second);
  pf_mesh_data_free(&other);
  pf_outline_free(&outline);
  pf_polygons_free(&read);
  pf_polygons_free(&again);
}

static int64_t check_map(const twin_map *map, const pf_outline *outline) {
  pf_mesh_data mesh = triangles_of(outline);
  const pf_frame units = {.scale = 1};
  pf_polygons polygons;
  assert_int_equal(pf_free_polygons(&mesh, &units, &polygons), PATHFAN_OK);
  check_shape(map, &polygons, &mesh);
  for (int way = 0; way < WAYS && polygons.polygon_count; way++)
    check_way(map, way, &polygons, &mesh);
  const int64_t rings = polygons.ring_count;
  pf_polygons_free(&polygons);
  pf_mesh_data_free(&mesh);
  return rings;
}

static void test_polygons_of_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(150);
  int64_t rings = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 24);
    pf_outline outline;
    assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    rings += check_map(&map, &outline);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld rings\n", count, (long long)rings);
}

static void test_polygons_of_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(150);
  int64_t rings = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 16);
    rings += check_map(&map, &map.outline);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld rings\n", count, (long long)rings);
}

/* ---- By the public headers ---- */

static char *written(const pathfan_map *map, int kind, const char *name) {
  char *text;
  size_t bytes;
  pathfan_error error = {""};
  if (pathfan_map_write(map, twin_scratch(name), (pathfan_space_file)kind, &error) ||
      pf_read_file(twin_scratch(name), (size_t)1 << 30, &text, &bytes, &error))
    fail_msg("kind %d: %s", kind, error.text);
  return text;
}

static double length_of(pathfan_query *query, pathfan_point from, pathfan_point to) {
  const pathfan_request r = request_from(PATHFAN_ALGORITHM_POLYANYA, from.x, from.y, to.x, to.y);
  const pathfan_answer *answer = ask(query, &r);
  return answer->path_count ? answer->paths[0].length : INFINITY;
}

static double random_between(pf_random *random, double from, double to) {
  return from + (to - from) * (double)pf_random_below(random, 1 << 20) / (1 << 20);
}

/* Compares path lengths; another lattice may move ends a little. */
static void check_same_ways(const pathfan_map *a, const pathfan_map *b, uint64_t seed) {
  pathfan_map_info info;
  pathfan_map_info_get(a, &info);
  pf_random random = pf_random_from(seed);
  pathfan_query *ask_a = query_of(a), *ask_b = query_of(b);
  const double size = info.width + info.height;
  for (int i = 0; i < 20; i++) {
    const pathfan_point from = {
        random_between(&random, info.origin_x, info.origin_x + info.width),
        random_between(&random, info.origin_y, info.origin_y + info.height)};
    const pathfan_point to = {random_between(&random, info.origin_x, info.origin_x + info.width),
                              random_between(&random, info.origin_y, info.origin_y + info.height)};
    const double one = length_of(ask_a, from, to), other = length_of(ask_b, from, to);
    if (isinf(one) != isinf(other) || fabs(one - other) > 1e-6 * size)
      fail_msg("%.17g,%.17g to %.17g,%.17g: %.17g, %.17g", from.x, from.y, to.x, to.y, one, other);
  }
  pathfan_query_free(ask_a);
  pathfan_query_free(ask_b);
}

/* Every kind of file has the same free space, and gives the same bytes when written again. */
static void check_files(const char *text, const char *name, double unit, uint64_t seed) {
  pathfan_map_options options;
  pathfan_mesh_metrics m, n;
  pathfan_map_info info, other;
  pathfan_error error = {""};
  pathfan_map_options_init(&options);
  options.unit = unit;
  pathfan_map *map = parse(text, name, &options), *again;
  pathfan_map_metrics(map, &m);
  pathfan_map_info_get(map, &info);
  for (int kind = 0; kind <= PATHFAN_SPACE_FILE_GEOJSON; kind++) {
    char *first = written(map, kind, "first");
    if (pathfan_map_open(twin_scratch("first"), NULL, &again, &error)) fail_msg("%s", error.text);
    pathfan_map_metrics(again, &n);
    pathfan_map_info_get(again, &other);
    if (n.components != m.components || other.convex_count != info.convex_count ||
        fabs(n.area - m.area) > 1e-12 * m.area)
      fail_msg("%s, kind %d: %d, %d components, %d, %d convex vertices, %.17g, %.17g", name, kind,
               m.components, n.components, info.convex_count, other.convex_count, m.area, n.area);
    check_same_ways(map, again, seed);
    char *second = written(again, kind, "second");
    assert_string_equal(first, second);
    free(first);
    free(second);
    pathfan_map_free(again);
  }
  pathfan_map_free(map);
}

static void test_kinds_of_files(void **state) {
  (void)state;
  for (int i = 0; i < FILES; i++) check_files(block_files[i].text, block_files[i].name, 0, 1);
  for (int i = 0; i < twin_scaled(40); i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    char *text = twin_polygons_geojson(&map.polygons);
    check_files(text, map.style, i % 2 ? 0.001 : 0, map.seed);
    free(text);
    twin_polygon_map_free(&map);
  }
}

static void test_refused(void **state) {
  (void)state;
  pathfan_error error = {""};
  pathfan_map *map = parse("type octile\nheight 1\nwidth 2\nmap\n@@\n", "blocked", NULL);
  for (int kind = 0; kind <= PATHFAN_SPACE_FILE_GEOJSON; kind++) {
    const bool is_mesh = kind <= PATHFAN_SPACE_FILE_MESH_3;
    (void)remove(twin_scratch("nothing"));
    assert_int_equal(
        pathfan_map_write(map, twin_scratch("nothing"), (pathfan_space_file)kind, &error),
        is_mesh ? PATHFAN_OK : PATHFAN_ERR_MALFORMED);
    FILE *file = fopen(twin_scratch("nothing"), "r");
    assert_true((file != NULL) == is_mesh);
    if (file) fclose(file);
    if (!is_mesh) assert_non_null(strstr(error.text, "nothing of the map is free"));
  }
  assert_int_equal(pathfan_map_write(map, twin_scratch("x"), (pathfan_space_file)9, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_map_write(NULL, twin_scratch("x"), PATHFAN_SPACE_FILE_POLY, &error),
                   PATHFAN_ERR_ARGUMENT);
  pathfan_map_free(map);
}

/* The map inside an index, with the options that it was built with, except those given. */
static void test_map_of_an_index(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_map_options wishes;
  pathfan_map *map;
  pathfan_mesh_metrics m;
  pathfan_error error = {""};
  pathfan_build_options_init(&options);
  options.map.agent_radius = 0.5;
  options.map.mesh = PATHFAN_MESH_CDT;
  twin_map block = twin_map_drawn("block", ".....\n..@..\n.....\n.....\n");
  pathfan_index_close(twin_index(&block, &options));
  const char *path = twin_scratch("map.pathfan");
  if (pathfan_map_open(path, NULL, &map, &error)) fail_msg("%s", error.text);
  pathfan_map_metrics(map, &m);
  assert_int_equal(m.kind, PATHFAN_MESH_CDT);
  /* Each corner of the block takes a quarter of a disc, in four tangents. */
  const double fans = 4 * 4 * tan(acos(-1) / 16);
  assert_true(fabs(m.area - (4 * 3 - 1 - 4 * 0.5 - fans * 0.5 * 0.5)) < 1e-6);
  pathfan_map_free(map);
  pathfan_map_options_init(&wishes);
  wishes.mesh = PATHFAN_MESH_MERGED;
  wishes.agent_radius = 0.25;
  if (pathfan_map_open(path, &wishes, &map, &error)) fail_msg("%s", error.text);
  pathfan_map_metrics(map, &m);
  assert_int_equal(m.kind, PATHFAN_MESH_MERGED);
  assert_true(fabs(m.area - (4.5 * 3.5 - 1 - 4 * 0.25 - fans * 0.25 * 0.25)) < 1e-6);
  pathfan_map_free(map);
  twin_map_free(&block);
}

SUITE(test_space_files) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_polygons_of_grids), cmocka_unit_test(test_polygons_of_outlines),
      cmocka_unit_test(test_kinds_of_files), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_map_of_an_index)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
