/* Doors in walls of any direction, whose corners and crossings are rounded when the index is built:
 * a closed door lets nobody through, an open one does, and paths beside a closed one are as long as
 * if it weren't there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "pathfan/obstacles.h"
#include "pathfan/query.h"
#include "suite.h"
#include "twin_scale.h"

/* How the wall is drawn. */
typedef enum wall_kind {
  ACROSS,      /* from border to border */
  LINE,        /* the same, as a line */
  DEGREES,     /* the first, in degrees */
  MEETING,     /* two walls that end in the gate */
  BEND,        /* two that meet in a corner, in the gate */
  BORDER,      /* it ends in the gate, which lies at the border */
  FLUSH,       /* a gap as wide as the gate, which is thinner than the wall */
  OVERLAPPING, /* eight that overlap */
  AS_THICK     /* the first, and the gate is drawn as thick as the wall */
} wall_kind;
enum { KINDS = AS_THICK + 1 };

/* A map: features are written by their corners, turned and rounded to decimals. */
typedef struct drawing {
  char *text;
  size_t bytes;
  FILE *file; /* writes the text */
  double cosine, sine;
  bool is_degrees, is_exact;
  int count;
} drawing;

static void add(drawing *d, const char *properties, const char *type, const double (*at)[2],
                int count) {
  const bool is_line = type[0] == 'L';
  fprintf(d->file, "%s{\"type\":\"Feature\",\"properties\":{%s},\"geometry\":{\"type\":\"%s\",",
          d->count++ ? "," : "", properties, type);
  fputs(is_line ? "\"coordinates\":[" : "\"coordinates\":[[", d->file);
  for (int i = 0; i < count + !is_line; i++) {
    const double *p = at[i % count];
    double x = p[0] * d->cosine - p[1] * d->sine, y = p[0] * d->sine + p[1] * d->cosine;
    if (d->is_degrees) x = 11.57 + x / 71660, y = 49.94 + y / 111230;
    const int digits = d->is_exact ? 15 : d->is_degrees ? 7 : 3;
    fprintf(d->file, "%s[%.*f,%.*f]", i ? "," : "", digits, x, digits, y);
  }
  fputs(is_line ? "]}}" : "]]}}", d->file);
}

static void add_box(drawing *d, const char *properties, double left, double low, double right,
                    double high) {
  const double corners[4][2] = {{left, low}, {right, low}, {right, high}, {left, high}};
  add(d, properties, "Polygon", corners, 4);
}

static void add_walls(drawing *d, wall_kind kind, double low) {
  const double line[2][2] = {{0, -16}, {0, 16}};
  const double bent[2][4][2] = {{{-0.1, -16}, {0.1, -16}, {0.1, low + 0.6}, {-0.1, low + 0.6}},
                                {{-0.1, low + 0.4}, {0.1, low + 0.4}, {3.1, 16}, {2.9, 16}}};
  switch (kind) {
  case LINE: add(d, "\"kind\":\"obstacle\"", "LineString", line, 2); break;
  case MEETING:
    add_box(d, "", -0.1, -16, 0.1, low + 0.3);
    add_box(d, "", -0.12, low + 0.6, 0.08, 16);
    break;
  case BEND:
    add(d, "", "Polygon", bent[0], 4);
    add(d, "", "Polygon", bent[1], 4);
    break;
  case BORDER: add_box(d, "", -0.1, -16, 0.1, 14.4); break;
  case FLUSH:
    add_box(d, "", -0.1, -16, 0.1, low);
    add_box(d, "", -0.1, low + 1, 0.1, 16);
    break;
  case OVERLAPPING:
    for (int i = 0; i < 8; i++) add_box(d, "", -0.1 - 0.01 * i, -16, 0.13 - 0.01 * i, 16);
    break;
  default: add_box(d, "", -0.1, -16, 0.1, 16);
  }
}

/* A wall with a gate, if it is wanted, and an arch, which is never closed at first. */
static void draw(drawing *d, wall_kind kind, double turn, double low, bool has_gate) {
  *d = (drawing){.cosine = cos(turn),
                 .sine = sin(turn),
                 .is_degrees = kind == DEGREES,
                 .is_exact = kind == FLUSH || kind == AS_THICK};
  const double side = kind == FLUSH ? 0.07 : kind == AS_THICK ? 0.1 : 0.3;
  d->file = open_memstream(&d->text, &d->bytes);
  assert_non_null(d->file);
  fputs("{\"type\":\"FeatureCollection\",\"features\":[", d->file);
  add_box(d, "\"kind\":\"free\"", -20, -15, 20, 15);
  add_walls(d, kind, low);
  add_box(d, "\"kind\":\"door\",\"name\":\"arch\"", -0.3, -12.3, 0.3, -10.7);
  if (has_gate)
    add_box(d, "\"kind\":\"door\",\"name\":\"gate\",\"closed\":true", -side, low, side,
            kind == BORDER ? low + 2 : low + 1);
  fputs("]}\n", d->file);
  assert_int_equal(fclose(d->file), 0);
}

static pathfan_index *open_map(wall_kind kind, double unit, double radius, drawing *map) {
  pathfan_build_options options;
  pathfan_index *index;
  pathfan_error error;
  void *image;
  size_t bytes;
  pathfan_build_options_init(&options);
  options.map.unit = unit;
  options.map.agent_radius = radius;
  if (kind == LINE) options.map.wall_width = 0.2;
  if (kind == DEGREES) options.map.projection = PATHFAN_PROJECTION_LOCAL;
  if (pathfan_build_memory(map->text, map->bytes, "map.geojson", &options, NULL, &image, &bytes,
                           &error))
    fail_msg("%s", error.text);
  const pathfan_open_options how = {.private_copy = true};
  assert_int_equal(pathfan_index_open_memory(image, bytes, "map", &how, &index, NULL), PATHFAN_OK);
  pathfan_build_free(image);
  free(map->text);
  return index;
}

/* The length of the shortest path once doors are closed or open; infinite without one. */
static double cross(pathfan_index *index, double turn, const double at[2], bool gate_is_closed,
                    bool arch_is_closed) {
  const pathfan_change changes[] = {
      {.kind = PATHFAN_CHANGE_SET, .name = "arch", .on = arch_is_closed},
      {.kind = PATHFAN_CHANGE_SET, .name = "gate", .on = gate_is_closed}};
  pathfan_obstacles *first, *now;
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  assert_int_equal(pathfan_obstacles_create(index, &first, NULL), PATHFAN_OK);
  const size_t count = pathfan_obstacles_count(first) > 1 ? 2 : 1;
  assert_int_equal(pathfan_obstacles_change(first, changes, count, &now, NULL, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  request.from =
      (pathfan_point){-15 * cos(turn) - at[0] * sin(turn), -15 * sin(turn) + at[0] * cos(turn)};
  request.to =
      (pathfan_point){15 * cos(turn) - at[1] * sin(turn), 15 * sin(turn) + at[1] * cos(turn)};
  request.paths = 1;
  request.obstacles = now;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  const double length = answer->path_count ? answer->paths[0].length : INFINITY;
  if (!answer->path_count) assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
  pathfan_query_free(query);
  pathfan_obstacles_release(now);
  pathfan_obstacles_release(first);
  return length;
}

static void test_walls_of_any_direction(void **state) {
  (void)state;
  static const double units[] = {0, 0, 0, 0, 0.001, 0.01}, radii[] = {0, 0, 0, 0.05};
  pf_random random = pf_random_from(5);
  drawing map;
  const int count = (int)twin_scaled(40 * KINDS);
  for (int i = 0; i < count; i++) {
    const wall_kind kind = (wall_kind)(i % KINDS);
    const double drawn = units[pf_random_between(&random, 0, 5)];
    const double unit = kind == AS_THICK ? 0 : drawn;
    const double radius = radii[pf_random_between(&random, 0, 3)];
    const double turn = 2 * M_PI * pf_random_between(&random, 0, 9999) / 1e4;
    const double low = kind == BORDER ? 14 : pf_random_between(&random, -8000, 9000) / 1e3;
    const double at[2] = {pf_random_between(&random, -9, 9), pf_random_between(&random, -9, 9)};
    draw(&map, kind, turn, low, true);
    pathfan_index *index = open_map(kind, unit, radius, &map);
    if (!isinf(cross(index, turn, at, true, true)))
      fail_msg("map %d of kind %d: the closed gate leaks", i, (int)kind);
    const double through = cross(index, turn, at, false, true);
    const double beside = cross(index, turn, at, true, false);
    assert_true(through > 29 && through < 80 && beside > 29 && beside < 80);
    pathfan_index_close(index);
    if (kind == MEETING || kind == BORDER || kind == FLUSH) continue; /* the wall has a gap there */
    draw(&map, kind, turn, low, false);
    index = open_map(kind, unit, radius, &map);
    /* The gate's corners may have moved a wall's side by a unit. */
    assert_true(fabs(cross(index, turn, at, true, false) - beside) < 4 * unit + 1e-6);
    pathfan_index_close(index);
  }
}

/* A map that is read without an index can't open doors: those that are closed are obstacles. */
static void test_map_alone(void **state) {
  (void)state;
  pf_random random = pf_random_from(6);
  const int count = (int)twin_scaled(10 * KINDS);
  for (int i = 0; i < count; i++) {
    const wall_kind kind = (wall_kind)(i % KINDS);
    const double turn = 2 * M_PI * pf_random_between(&random, 0, 9999) / 1e4;
    const double cosine = cos(turn), sine = sin(turn);
    pathfan_map_options options;
    pathfan_map *map;
    pathfan_query *query;
    pathfan_error error;
    drawing drawn;
    if (kind == FLUSH) continue; /* obstacles that only touch may lie apart once rounded */
    draw(&drawn, kind, turn, kind == BORDER ? 14 : -7, true);
    pathfan_map_options_init(&options);
    if (kind == LINE) options.wall_width = 0.2;
    if (kind == DEGREES) options.projection = PATHFAN_PROJECTION_LOCAL;
    if (pathfan_map_parse(drawn.text, drawn.bytes, "map.geojson", &options, &map, &error))
      fail_msg("%s", error.text);
    free(drawn.text);
    assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
    const double gate = kind == BORDER ? 14.7 : -6.5;
    const pathfan_point from = {-5 * cosine - gate * sine, -5 * sine + gate * cosine};
    const pathfan_point to = {5 * cosine - gate * sine, 5 * sine + gate * cosine};
    pathfan_request request;
    const pathfan_answer *answer;
    pathfan_request_init(&request);
    request.from = from;
    request.to = to;
    request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
    request.paths = 1;
    assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
    assert_true(answer->paths[0].length > 11); /* through the arch */
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
}

/* ---- Parts ---- */

#define BOX(x, y, right, top)                                                                      \
  "[[[" #x "," #y "],[" #right "," #y "],[" #right "," #top "],[" #x "," #top "],[" #x "," #y "]]" \
  "]"
#define FEATURE(properties, type, coordinates)                                                     \
  "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"" type           \
  "\",\"coordinates\":" coordinates "}}"

/* Two floors with a wall, and stairs. */
#define FLOORS(more)                                                                               \
  "{\"type\":\"FeatureCollection\",\"features\":[" FEATURE(                                        \
      "\"kind\":\"free\",\"level\":\"0-1\"", "Polygon",                                            \
      BOX(0, 0, 40, 30)) "," FEATURE("", "Polygon",                                                \
                                     BOX(19, -1, 21, 31)) "," more                                 \
                                                          "," FEATURE(                             \
                                                              "\"kind\":\"link\",\"level\":[0,1]," \
                                                              "\"cost\":3,\"name\":\"stairs\"",    \
                                                              "Point", "[5,25]") "]}"

static pathfan_status build_parts(const char *text, pathfan_index **index, pathfan_error *error) {
  void *image;
  size_t bytes;
  const pathfan_open_options how = {.private_copy = true};
  const pathfan_status status =
      pathfan_build_memory(text, strlen(text), "map.geojson", NULL, NULL, &image, &bytes, error);
  if (status) return status;
  assert_int_equal(pathfan_index_open_memory(image, bytes, "map", &how, index, NULL), PATHFAN_OK);
  pathfan_build_free(image);
  return PATHFAN_OK;
}

/* On how many floors the wall can be crossed. */
static int count_open(pathfan_index *index, const pathfan_obstacles *now) {
  pathfan_query *query;
  int open = 0;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int level = 0; level < 2; level++) {
    pathfan_request request;
    const pathfan_answer *answer;
    pathfan_request_init(&request);
    request.from = (pathfan_point){10, 6};
    request.to = (pathfan_point){30, 6};
    request.from_level = request.to_level = level;
    request.obstacles = now;
    request.paths = 1;
    assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
    open += answer->path_count && answer->paths[0].leg_count == 1;
  }
  pathfan_query_free(query);
  return open;
}

static pathfan_obstacles *set(pathfan_obstacles *from, const char *name, int64_t id, bool on) {
  const pathfan_change change = {.kind = PATHFAN_CHANGE_SET, .name = name, .id = id, .on = on};
  pathfan_obstacles *to;
  assert_int_equal(pathfan_obstacles_change(from, &change, 1, &to, NULL, NULL), PATHFAN_OK);
  pathfan_obstacles_release(from);
  return to;
}

/* A door on all floors, on some, or of several polygons is closed and opened as one. */
static void test_parts(void **state) {
  (void)state;
  static const char *const maps[] = {
      FLOORS(FEATURE("\"kind\":\"door\",\"name\":\"d\"", "Polygon", BOX(18, 5, 22, 8))),
      FLOORS(FEATURE("\"kind\":\"door\",\"name\":\"d\",\"level\":\"0;1\"", "Polygon",
                     BOX(18, 5, 22, 8))),
      FLOORS(FEATURE("\"kind\":\"door\",\"name\":\"d\"", "MultiPolygon",
                     "[" BOX(18, 5, 22, 8) "," BOX(18, 15, 22, 18) "]")),
      FLOORS(FEATURE("\"kind\":\"door\",\"name\":\"d\",\"level\":0", "Polygon",
                     BOX(18, 5, 22, 8)) "," FEATURE("\"kind\":\"door\",\"name\":\"d\",\"level\":1",
                                                    "Polygon", BOX(18, 9, 22, 12)))};
  const int parts[] = {2, 2, 4, 2};
  for (int m = 0; m < 4; m++) {
    pathfan_index *index;
    pathfan_obstacles *now, *then;
    pathfan_obstacle found;
    pathfan_error error;
    if (build_parts(maps[m], &index, &error)) fail_msg("%s", error.text);
    assert_int_equal(pathfan_obstacles_create(index, &now, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_obstacles_count(now), parts[m]);
    assert_int_equal(count_open(index, now), 2);
    now = set(now, "d", 0, true);
    assert_int_equal(count_open(index, now), 0);
    assert_int_equal(pathfan_obstacles_rebase(now, index, &then, NULL), PATHFAN_OK);
    pathfan_obstacles_release(now);
    now = then;
    assert_int_equal(count_open(index, now), 0);
    for (int id = 1; id <= parts[m]; id++) { /* which are as they were */
      assert_true(pathfan_obstacles_find(now, NULL, id, &found) && found.on && found.is_door);
      assert_string_equal(found.name, "d");
    }
    now = set(now, NULL, parts[m], false);
    assert_int_equal(count_open(index, now), 2);
    pathfan_obstacles_release(now);
    pathfan_index_close(index);
  }
}

/* What has one name is closed as one, be it a door or a link; but doors must agree to begin with.
 */
static void test_same_name(void **state) {
  (void)state;
  pathfan_index *index;
  pathfan_obstacles *now;
  pathfan_obstacle_link link;
  pathfan_error error;
  const char *both =
      FLOORS(FEATURE("\"kind\":\"door\",\"name\":\"stairs\"", "Polygon", BOX(18, 5, 22, 8)));
  const char *odd =
      FLOORS(FEATURE("\"kind\":\"door\",\"name\":\"d\"", "Polygon", BOX(18, 5, 22, 8)) "," FEATURE(
          "\"kind\":\"door\",\"name\":\"d\",\"closed\":true", "Polygon", BOX(18, 9, 22, 12)));
  if (build_parts(both, &index, &error)) fail_msg("%s", error.text);
  assert_int_equal(pathfan_obstacles_create(index, &now, NULL), PATHFAN_OK);
  for (int on = 1; on >= 0; on--) {
    now = set(now, "stairs", 0, on);
    assert_int_equal(count_open(index, now), on ? 0 : 2);
    assert_true(pathfan_obstacles_link(now, 0, &link) && link.on == on);
  }
  pathfan_obstacles_release(now);
  pathfan_index_close(index);
  assert_int_equal(build_parts(odd, &index, &error), PATHFAN_ERR_MALFORMED);
  assert_non_null(strstr(error.text, "of doors named \"d\" one is closed and one is open"));
}

SUITE(test_doors) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_walls_of_any_direction),
                                     cmocka_unit_test(test_map_alone), cmocka_unit_test(test_parts),
                                     cmocka_unit_test(test_same_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
