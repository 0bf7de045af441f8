/* test_areas_taut.c - paths over areas are taut: none can be made cheaper by cutting a bend, no
 * part of an alternative costs more than max_loop times the straight way between its ends, and none
 * has points that it doesn't need. The cost of straight ways is found from the polygons alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "areas_fixture.h"
#include "base/random.h"
#include "suite.h"
#include "twin_scale.h"

#define POLYGONS_MOST 40
#define CORNERS_MOST 12

typedef struct polygon {
  pathfan_point at[CORNERS_MOST];
  int count;
  double rate; /* INFINITY: an obstacle */
} polygon;

/* What a ground was made of, later polygons on top. */
typedef struct plan {
  ground g;
  polygon polygons[POLYGONS_MOST];
  int count;
  double background;
  bool has_river;
} plan;

/* ---- Making grounds ---- */

static double between(pf_random *random, double low, double high) {
  return low + (high - low) * (double)pf_random_below(random, 1001) / 1000;
}

static void add_polygon(plan *p, const polygon *shape) {
  char text[600] = "[[", properties[80];
  size_t used = 2;
  for (int i = 0; i <= shape->count; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s[%.3f,%.3f]", i ? "," : "",
                             shape->at[i % shape->count].x, shape->at[i % shape->count].y);
  snprintf(text + used, sizeof text - used, "]]");
  if (isinf(shape->rate))
    snprintf(properties, sizeof properties, "\"kind\":\"obstacle\"");
  else
    snprintf(properties, sizeof properties, "\"kind\":\"area\",\"rate\":%g", shape->rate);
  add(&p->g, properties, "Polygon", text);
  p->polygons[p->count++] = *shape;
}

/* A polygon round a place: a box, or a star-shaped one. */
static polygon draw(pf_random *random, bool is_box, double rate) {
  polygon shape = {.count = is_box ? 4 : (int)pf_random_between(random, 3, CORNERS_MOST),
                   .rate = rate};
  const double x = between(random, 10, 90), y = between(random, 10, 90);
  const double size = between(random, 4, 22);
  for (int i = 0; i < shape.count; i++) {
    const double turn = 2 * M_PI * (is_box ? i + 0.5 : i) / shape.count;
    const double far = is_box ? size : size * between(random, 0.5, 1.2);
    shape.at[i] = (pathfan_point){round(1000 * (x + far * cos(turn))) / 1000,
                                  round(1000 * (y + far * sin(turn))) / 1000};
  }
  return shape;
}

static void add_road(plan *p, pf_random *random, bool is_short) {
  char text[200], properties[60];
  const double x = between(random, 5, 70), y = between(random, 5, 90);
  const double length = is_short ? between(random, 2, 8) : between(random, 20, 60);
  snprintf(text, sizeof text, "[[%.3f,%.3f],[%.3f,%.3f],[%.3f,%.3f]]", x, y, x + length / 2,
           y + between(random, -3, 3), fmin(x + length, 98), y + between(random, -3, 3));
  snprintf(properties, sizeof properties, "\"kind\":\"road\",\"rate\":%g",
           p->background * (is_short ? 0.9 : between(random, 0.4, 0.95)));
  add(&p->g, properties, "LineString", text);
}

/* Blocks in rows, so that straight ways run along borders and over corners of several. */
static void add_blocks(plan *p, pf_random *random) {
  const double dear = p->background * between(random, 1.5, 8);
  for (int i = 0; i < 25; i++) {
    const double x = 20 * (i % 5) + 3, y = 20 * (i / 5) + 3, side = 14;
    const polygon block = {.at = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}},
                           .count = 4,
                           .rate = pf_random_chance(random, 0.2) ? INFINITY : dear};
    add_polygon(p, &block);
  }
}

enum { KINDS = 6, BLOCKS = 5 };

static void begin_plan(plan *p, int number) {
  pf_random random = pf_random_from((uint64_t)number + 77);
  const int kind = number % KINDS;
  const int areas = (int)pf_random_between(&random, 1, kind ? 12 : 4);
  static const double rates[] = {0.6, 1.3, 2, 3, 5, 9};
  p->count = 0;
  p->background = 1 + number % 2;
  begin(&p->g, p->background);
  for (int i = 0; kind != BLOCKS && i < areas; i++) {
    const polygon shape =
        draw(&random, kind == 0, p->background * rates[pf_random_below(&random, 6)]);
    add_polygon(p, &shape);
  }
  for (int i = 0; kind >= 2 && kind != BLOCKS && i < 6; i++) {
    const polygon shape = draw(&random, i % 2, INFINITY);
    if (pf_random_chance(&random, 0.5)) add_polygon(p, &shape);
  }
  for (int i = 0; kind >= 3 && kind != BLOCKS && i < 4; i++) add_road(p, &random, i % 2);
  p->has_river = kind == 4;
  if (kind == BLOCKS) add_blocks(p, &random);
  if (p->has_river)
    add(&p->g, "\"kind\":\"river\",\"cost\":5", "LineString", "[[48,0],[55,40],[47,70],[52,100]]");
  end_ground(&p->g);
}

/* ---- What a straight way costs ---- */

static double cross(pathfan_point a, pathfan_point b, pathfan_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double rate_at(const plan *p, pathfan_point at) {
  for (int i = p->count; i-- > 0;) {
    const polygon *shape = &p->polygons[i];
    bool is_inside = false;
    for (int k = 0; k < shape->count; k++) {
      const pathfan_point a = shape->at[k], b = shape->at[(k + 1) % shape->count];
      if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x))
        is_inside = !is_inside;
    }
    if (is_inside) return shape->rate;
  }
  return p->background;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Adds where the segment from a to b meets that from c to d, as a part of the first. */
static void add_cut(double *cuts, int *count, pathfan_point a, pathfan_point b, pathfan_point c,
                    pathfan_point d) {
  const double from = cross(a, b, c), to = cross(a, b, d);
  if ((from > 0) == (to > 0)) return;
  const pathfan_point at = {c.x + (d.x - c.x) * from / (from - to),
                            c.y + (d.y - c.y) * from / (from - to)};
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double t = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy);
  if (t > 0 && t < 1) cuts[(*count)++] = t;
}

/* INFINITY: it is blocked, or crosses the river. */
static double straight_cost(const plan *p, pathfan_point a, pathfan_point b) {
  static const pathfan_point river[] = {{48, 0}, {55, 40}, {47, 70}, {52, 100}};
  double cuts[POLYGONS_MOST * CORNERS_MOST + 2] = {0}, cost = 0;
  const double length = hypot(b.x - a.x, b.y - a.y);
  int count = 0;
  for (int i = 0; p->has_river && i < 3; i++) add_cut(cuts, &count, a, b, river[i], river[i + 1]);
  if (count) return INFINITY;
  cuts[count++] = 0;
  for (int i = 0; i < p->count; i++)
    for (int k = 0; k < p->polygons[i].count; k++)
      add_cut(cuts, &count, a, b, p->polygons[i].at[k],
              p->polygons[i].at[(k + 1) % p->polygons[i].count]);
  qsort(cuts, (size_t)count, sizeof *cuts, by_size);
  cuts[count] = 1;
  for (int i = 0; i < count; i++) {
    const double t = (cuts[i] + cuts[i + 1]) / 2;
    if (cuts[i + 1] - cuts[i] < 1e-12) continue;
    cost += (cuts[i + 1] - cuts[i]) * length *
            rate_at(p, (pathfan_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
  }
  return cost;
}

/* ---- Checking paths ---- */

enum { SPREAD = 24, SPOTS_MOST = 600 };

typedef struct spot {
  pathfan_point at;
  double cost;   /* of the path up to there, without rivers */
  double length; /* the same */
  bool is_bend;
} spot;

static int list_spots(const pathfan_path *path, spot *spots) {
  int count = 0;
  double cost = 0, next = 0, length = 0;
  for (int32_t i = 0; i < path->leg_count; i++)
    for (int32_t k = path->legs[i].first; k < path->legs[i].last; k++) {
      const pathfan_point a = path->points[k], b = path->points[k + 1];
      const double far = hypot(b.x - a.x, b.y - a.y);
      assert_true(count + SPREAD + 2 < SPOTS_MOST);
      spots[count++] = (spot){a, cost, length, k > 0};
      for (; next < length + far; next += path->length / SPREAD) {
        const double t = (next - length) / far;
        spots[count++] = (spot){{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)},
                                cost + t * far * path->legs[i].rate,
                                next,
                                false};
      }
      length += far;
      cost += far * path->legs[i].rate;
    }
  spots[count++] = (spot){path->points[path->point_count - 1], cost, length, false};
  return count;
}

/* The spot at a length along the path. */
static spot spot_at(const spot *spots, int count, double length) {
  int i = 0;
  while (i + 2 < count && spots[i + 1].length <= length) i++;
  const spot *a = &spots[i], *b = &spots[i + 1];
  const double whole = b->length - a->length;
  const double t = whole > 0 ? fmin(fmax((length - a->length) / whole, 0), 1) : 0;
  return (spot){{a->at.x + t * (b->at.x - a->at.x), a->at.y + t * (b->at.y - a->at.y)},
                a->cost + t * (b->cost - a->cost),
                length,
                false};
}

/* Whether a part costs more than `loop` times the straight way. */
static int check_part(const plan *p, const pathfan_path *path, const spot *a, const spot *b,
                      double loop, double spare, const char *what) {
  const double part = b->cost - a->cost, straight = straight_cost(p, a->at, b->at);
  if (!(loop * straight < part - fmax(1e-6 * path->cost, spare))) return 0;
  print_message("%s: %.9g,%.9g to %.9g,%.9g costs %.9g, straight %.9g\n", what, a->at.x, a->at.y,
                b->at.x, b->at.y, part, straight);
  return 1;
}

static int check_taut(const plan *p, const pathfan_path *path, bool is_first, double loop,
                      const char *what) {
  static spot spots[SPOTS_MOST];
  const int count = list_spots(path, spots);
  const double spare = is_first ? path->gap : 0;
  for (int i = 0; i < count; i++)
    for (int k = i + 1; k < count; k++)
      if (check_part(p, path, &spots[i], &spots[k], is_first ? 1 : loop, spare, what)) return 1;
  for (int i = 0, last = 0; i < count; i++) {
    int next = i + 1;
    if (!spots[i].is_bend) continue;
    while (next + 1 < count && !spots[next].is_bend) next++;
    const double at = spots[i].length;
    const double room = fmin(at - spots[last].length, spots[next].length - at);
    for (double share = 0.5; share > 0.005; share /= 5) {
      const spot a = spot_at(spots, count, at - share * room);
      const spot b = spot_at(spots, count, at + share * room);
      if (check_part(p, path, &a, &b, 1, spare, what)) return 1;
    }
    last = i;
  }
  return 0;
}

static double distance_to(pathfan_point p, pathfan_point a, pathfan_point b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  const double on = fmin(fmax(t, 0), 1);
  return hypot(a.x + on * dx - p.x, a.y + on * dy - p.y);
}

/* No place on the path is inside an obstacle. */
static int check_free(const plan *p, const pathfan_path *path, const char *what) {
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    for (int n = 1; n < 20; n++) {
      const pathfan_point a = path->points[i], b = path->points[i + 1];
      const pathfan_point at = {a.x + n * (b.x - a.x) / 20, a.y + n * (b.y - a.y) / 20};
      double border = INFINITY;
      if (!isinf(rate_at(p, at))) continue;
      for (int k = 0; k < p->count; k++)
        for (int c = 0; isinf(p->polygons[k].rate) && c < p->polygons[k].count; c++)
          border = fmin(border, distance_to(at, p->polygons[k].at[c],
                                            p->polygons[k].at[(c + 1) % p->polygons[k].count]));
      if (border < 1e-5) continue;
      print_message("%s: %.9g,%.9g is in an obstacle\n", what, at.x, at.y);
      return 1;
    }
  return 0;
}

static bool is_on_lattice(const plan *p, pathfan_point at) {
  pathfan_map_info info;
  pathfan_map_info_get(p->g.map, &info);
  const double x = (at.x - info.origin_x) / info.unit, y = (at.y - info.origin_y) / info.unit;
  return fabs(x - round(x)) < 1e-3 && fabs(y - round(y)) < 1e-3;
}

/* Within a leg no point lies on the line between its neighbours, but for corners of the map:
 * without them a path would cut obstacles, however little. */
static int check_points(const plan *p, const pathfan_path *path, const char *what) {
  for (int32_t i = 0; i < path->leg_count; i++)
    for (int32_t k = path->legs[i].first + 1; k < path->legs[i].last; k++) {
      const pathfan_point a = path->points[k - 1], b = path->points[k], c = path->points[k + 1];
      const double whole = hypot(c.x - a.x, c.y - a.y);
      if (fabs(cross(a, c, b)) < 1e-8 * whole * whole && path->legs[i].kind != PATHFAN_LEG_ROAD &&
          !is_on_lattice(p, b)) {
        print_message("%s: %.9g,%.9g is needless\n", what, b.x, b.y);
        return 1;
      }
    }
  return 0;
}

static void test_taut(void **state) {
  (void)state;
  static plan p;
  int paths = 0, faults = 0;
  const int count = twin_scaled(60);
  for (int i = 0; i < count; i++) {
    pathfan_request r;
    const pathfan_answer *a;
    pf_random random = pf_random_from((uint64_t)i);
    begin_plan(&p, i);
    pathfan_request_init(&r);
    r.algorithm = PATHFAN_ALGORITHM_TERRAIN;
    r.paths = 4;
    r.stretch = 1.6;
    r.dissimilarity = 0.3;
    r.work_limit = 4000000;
    r.from = (pathfan_point){between(&random, 1, 12), between(&random, 1, 99)};
    r.to = (pathfan_point){between(&random, 85, 99), between(&random, 1, 99)};
    assert_int_equal(pathfan_query_paths(p.g.query, &r, &a), PATHFAN_OK);
    for (int32_t k = 0; k < a->path_count; k++) {
      char what[60];
      snprintf(what, sizeof what, "ground %d, path %d", i, (int)k + 1);
      check_legs(&a->paths[k]);
      if (a->gap_reached) assert_true(a->paths[k].gap <= 1.02e-6 * a->paths[k].cost);
      faults += check_taut(&p, &a->paths[k], k == 0, r.max_loop, what) +
                check_points(&p, &a->paths[k], what) + check_free(&p, &a->paths[k], what);
    }
    paths += a->path_count;
    close_ground(&p.g);
  }
  print_message("%d paths over %d grounds, %d faults\n", paths, count, faults);
  assert_int_equal(faults, 0);
  assert_true(!twin_is_whole() || paths > 4 * count / 3);
}

/* ---- By hand ---- */

static const pathfan_answer *ask_three(ground *g, pathfan_point from, pathfan_point to) {
  pathfan_request r;
  const pathfan_answer *a;
  pathfan_request_init(&r);
  r.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  r.paths = 3;
  r.from = from;
  r.to = to;
  assert_int_equal(pathfan_query_paths(g->query, &r, &a), PATHFAN_OK);
  return a;
}

static void assert_points(const pathfan_path *path, const pathfan_point *points, int32_t count) {
  assert_int_equal(path->point_count, count);
  for (int32_t i = 0; i < count; i++)
    assert_true(hypot(path->points[i].x - points[i].x, path->points[i].y - points[i].y) < 1e-6);
}

/* Left of a square and right of it, with no point between; not by a road that saves less than the
 * detour to it costs. */
static void test_square(void **state) {
  (void)state;
  static ground g;
  static const pathfan_point left[] = {{5, 5}, {10, 20}, {28, 38}};
  static const pathfan_point right[] = {{5, 5}, {20, 10}, {28, 38}};
  for (int road = 0; road < 2; road++) {
    begin(&g, 1);
    add_box(&g, "\"kind\":\"area\",\"rate\":5", 10, 10, 20, 20);
    if (road) add(&g, "\"kind\":\"road\",\"rate\":0.9", "LineString", "[[25,8],[29,8]]");
    end_ground(&g);
    const pathfan_answer *a = ask_three(&g, left[0], left[2]);
    assert_int_equal(a->path_count, 2);
    assert_points(&a->paths[0], left, 3);
    assert_points(&a->paths[1], right, 3);
    close_ground(&g);
  }
}

/* Two sides of something right in the middle cost the same, and are two ways. */
static void test_symmetry(void **state) {
  (void)state;
  static ground g;
  for (int obstacle = 0; obstacle < 2; obstacle++) {
    begin(&g, 1);
    add_box(&g, "\"kind\":\"area\",\"rate\":2", 0, 0, 1, 1);
    add_box(&g, obstacle ? "\"kind\":\"obstacle\"" : "\"kind\":\"area\",\"rate\":5", 40, 40, 60,
            60);
    end_ground(&g);
    const pathfan_answer *a = ask_three(&g, (pathfan_point){20, 50}, (pathfan_point){80, 50});
    assert_true(a->path_count >= 2);
    for (int i = 0; i < 2; i++) {
      assert_int_equal(a->paths[i].point_count, 4);
      assert_near(a->paths[i].cost, 20 + 2 * hypot(20, 10));
    }
    assert_true(fabs(a->paths[0].points[1].y - a->paths[1].points[1].y) > 19);
    close_ground(&g);
  }
}

/* Each bridge over a river that can't be crossed is a way of its own. */
static void test_bridges(void **state) {
  (void)state;
  static ground g;
  begin(&g, 1);
  add_box(&g, "\"kind\":\"area\",\"rate\":2", 0, 98, 2, 100);
  add(&g, "\"kind\":\"river\"", "LineString", "[[50,0],[50,100]]");
  add(&g, "\"kind\":\"bridge\"", "Point", "[50,20]");
  add(&g, "\"kind\":\"bridge\"", "Point", "[50,50]");
  add(&g, "\"kind\":\"bridge\"", "Point", "[50,80]");
  end_ground(&g);
  const pathfan_answer *a = ask_three(&g, (pathfan_point){5, 50}, (pathfan_point){95, 60});
  static const double at[] = {50, 80, 20};
  assert_int_equal(a->path_count, 3);
  for (int i = 0; i < 3; i++)
    assert_near(a->paths[i].cost, hypot(45, at[i] - 50) + hypot(45, at[i] - 60));
  assert_true(a->gap_reached);
  close_ground(&g);
}

SUITE(test_areas_taut) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_square),
      cmocka_unit_test(test_symmetry),
      cmocka_unit_test(test_bridges),
      cmocka_unit_test(test_taut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
