/* test_places.c - rays, walls, moves, random points and checks of paths, with and without
 * obstacles: compared with sight tested edge by edge or cell by cell, with distances of all edges,
 * with a unit that takes tiny steps, and by counts. */
#include <math.h>
#include <stdlib.h>

#include "generation_fixture.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_areas.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

enum { AREAS = 6, FINE = 1 << 20 };

typedef struct scene {
  twin_map map;
  pathfan_index *index;
  pathfan_query *query;
  const pf_space *space;
  int bits;
  double gap;   /* from areas, at least this is kept; map units */
  double slack; /* for rounding; map units */
  int32_t area_count;
  twin_area areas[AREAS];
  pathfan_obstacles *none, *now; /* now: NULL if there are no areas */
  int64_t ids[AREAS];
} scene;

static scene open_scene(int number, int32_t areas) {
  const bool outlines = number % 3 == 2;
  scene s = {.map = outlines ? twin_outline_map(number, 12) : twin_map_number(number, 24)};
  s.index = outlines ? twin_outline_index(&s.map, NULL) : twin_index(&s.map, NULL);
  s.space = &generation_of(s.index)->space;
  assert_int_equal(pf_space_need_location(s.space, NULL), PATHFAN_OK);
  s.bits = s.space->fraction_bits;
  s.gap = twin_area_margin(s.bits);
  s.slack = 1e-9 + 1e-12 * (s.space->frame.width + s.space->frame.height) + ldexp(4, -s.bits);
  assert_int_equal(pathfan_query_create(s.index, &s.query), PATHFAN_OK);
  if (!areas) return s;
  pf_random random = pf_random_from((uint64_t)number + 77);
  pathfan_change changes[AREAS] = {{.kind = PATHFAN_CHANGE_ADD_AREA}};
  for (int i = 0; i < areas; i++) {
    s.areas[i] = twin_area_random(&random, &s.map);
    changes[i].area = twin_area_given(&s.areas[i]);
  }
  s.area_count = areas;
  assert_int_equal(pathfan_obstacles_create(s.index, &s.none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(s.none, changes, (size_t)areas, &s.now, s.ids, NULL),
                   PATHFAN_OK);
  return s;
}

static void close_scene(scene *s) {
  pathfan_obstacles_release(s->none);
  pathfan_obstacles_release(s->now);
  pathfan_query_free(s->query);
  pathfan_index_close(s->index);
  twin_map_free(&s->map);
}

static void ok(const scene *s, pathfan_status status) {
  if (status) fail_msg("%s", pathfan_query_error(s->query));
}

static pathfan_point units(const scene *s, pf_fixed_point at) {
  return twin_units(at, s->bits);
}

static double between(pathfan_point a, pathfan_point b) {
  return hypot(a.x - b.x, a.y - b.y);
}

static pf_fixed_point fixed(const scene *s, pathfan_point p) {
  return (pf_fixed_point){llrint(ldexp(p.x, s->bits)), llrint(ldexp(p.y, s->bits))};
}

/* Distance of a segment from the nearest area. */
static double area_distance(const scene *s, pathfan_point a, pathfan_point b) {
  double least = INFINITY;
  for (int32_t i = 0; i < s->area_count; i++)
    least = fmin(least, twin_area_distance(&s->areas[i], a, b));
  return least;
}

static const twin_area *area_of(const scene *s, int64_t id) {
  for (int32_t i = 0; i < s->area_count; i++)
    if (s->ids[i] == id) return &s->areas[i];
  fail_msg("there is no area %lld", (long long)id);
  return NULL;
}

/* A free point that isn't almost in an area. */
static bool some_start(pf_random *random, const scene *s, pf_fixed_point *at) {
  for (int tries = 0; tries < 50; tries++)
    if (twin_map_random_point(random, &s->map, s->bits, true, at) &&
        area_distance(s, units(s, *at), units(s, *at)) > 8 * s->gap)
      return true;
  return false;
}

/* The map's size in lattice units; those of outlines begin at 0. */
static pf_lattice_point size_of(const scene *s) {
  return (pf_lattice_point){s->space->frame.width, s->space->frame.height};
}

/* ---- Rays ---- */

/* A ray's end, so that FINE equal steps lead there along the grid: anywhere on the map or off it,
 * or along an axis or a diagonal. */
static pf_fixed_point some_step(pf_random *random, const scene *s) {
  const pf_lattice_point size = size_of(s);
  const int64_t reach = (int64_t)(size.x > size.y ? size.x : size.y) << s->bits;
  const int64_t most = reach / FINE > 1 ? reach / FINE : 1;
  pf_fixed_point step = {pf_random_between(random, -1000, 1000) * most / 1000,
                         pf_random_between(random, -1000, 1000) * most / 1000};
  const int kind = (int)pf_random_below(random, 5);
  if (kind == 0) step.x = 0;
  if (kind == 1) step.y = 0;
  if (kind == 2) step.y = step.x;
  if (!step.x && !step.y) step.x = most;
  return step;
}

static pf_fixed_point along(pf_fixed_point from, pf_fixed_point step, int64_t count) {
  return (pf_fixed_point){from.x + count * step.x, from.y + count * step.y};
}

/* Returns how many steps of a ray are free of walls, by sight alone. */
static int64_t free_steps(const scene *s, pf_fixed_point from, pf_fixed_point step) {
  int64_t low = 0, high = FINE + 1;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (twin_map_sees(&s->map, s->bits, from, along(from, step, middle)))
      low = middle;
    else
      high = middle;
  }
  return low;
}

static int check_ray(const scene *s, pf_fixed_point from, pf_fixed_point step) {
  const pathfan_point a = units(s, from), b = units(s, along(from, step, FINE));
  const double unit = between(a, b) / FINE;
  pathfan_hit hit;
  ok(s, pathfan_query_ray(s->query, a, b, s->now, &hit));
  assert_int_equal(hit.outcome, PATHFAN_OUTCOME_OK);
  const double walls = (double)free_steps(s, from, step) * unit;
  const double slack = s->slack;
  if (hit.distance > walls + unit + slack)
    twin_fail(&s->map, "%g,%g to %g,%g: %.12g, but a wall is at %.12g", a.x, a.y, b.x, b.y,
              hit.distance, walls);
  if (fabs(hit.distance - between(hit.from, hit.at)) > slack) fail_msg("another distance");
  if (!twin_map_sees(&s->map, s->bits, from, fixed(s, hit.at)))
    twin_fail(&s->map, "%g,%g doesn't see %.17g,%.17g", a.x, a.y, hit.at.x, hit.at.y);
  if (s->area_count && area_distance(s, a, hit.at) < s->gap / 3) fail_msg("it enters an area");
  if (hit.found) {
    assert_true(fabs(hypot(hit.normal.x, hit.normal.y) - 1) < 1e-12);
    assert_true(hit.normal.x * (b.x - a.x) + hit.normal.y * (b.y - a.y) < 0);
  } else {
    assert_true(hit.at.x == b.x && hit.at.y == b.y);
  }
  if (hit.obstacle) {
    const twin_area *area = area_of(s, hit.obstacle);
    if (twin_area_distance(area, hit.at, hit.at) > 8 * s->gap) fail_msg("far from the area");
    return 2;
  }
  if (hit.found && hit.distance < walls - slack)
    twin_fail(&s->map, "%g,%g to %g,%g: a wall at %.12g, but it is at %.12g", a.x, a.y, b.x, b.y,
              hit.distance, walls);
  return hit.found;
}

static void test_ray(void **state) {
  (void)state;
  int count[3] = {0, 0, 0};
  for (int number = 0; number < twin_scaled(60); number++) {
    scene s = open_scene(number, number % 2 ? AREAS : 0);
    pf_random random = pf_random_from((uint64_t)number + 5);
    pf_fixed_point from;
    for (int i = 0; i < 40 && some_start(&random, &s, &from); i++)
      count[check_ray(&s, from, some_step(&random, &s))]++;
    close_scene(&s);
  }
  assert_true(count[0] > 50 && count[1] > 200 && count[2] > 50);
}

/* ---- Walls ---- */

static double segment_distance(pathfan_point p, pathfan_point a, pathfan_point b) {
  const double x = b.x - a.x, y = b.y - a.y;
  double t = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
  t = fmin(1, fmax(0, t));
  return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/* The distance to the nearest wall: of every edge, or of every side between a free cell and one
 * that isn't. */
static double wall_distance(const twin_map *map, pathfan_point p) {
  double least = INFINITY;
  for (int32_t i = 0; i < map->outline.edge_count; i++) {
    const pf_outline_edge *edge = &map->outline.edges[i];
    const pf_lattice_point a = map->outline.vertices[edge->from];
    const pf_lattice_point b = map->outline.vertices[edge->to];
    least = fmin(least, segment_distance(p, (pathfan_point){a.x, a.y}, (pathfan_point){b.x, b.y}));
  }
  for (int32_t y = 0; y < map->grid.height; y++)
    for (int32_t x = 0; x < map->grid.width; x++) {
      static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
      if (!pf_grid_is_free(&map->grid, x, y)) continue;
      for (int k = 0; k < 4; k++) {
        const int dx = step[k][0], dy = step[k][1];
        if (pf_grid_is_free(&map->grid, x + dx, y + dy)) continue;
        const pathfan_point a = {x + (dx > 0), y + (dy > 0)};
        const pathfan_point b = {x + (dx >= 0), y + (dy >= 0)};
        least = fmin(least, segment_distance(p, a, b));
      }
    }
  return least;
}

static void check_wall(const scene *s, pf_fixed_point at, double radius) {
  const pathfan_point p = units(s, at);
  const double wall = wall_distance(&s->map, p);
  const double areas = area_distance(s, p, p), least = fmin(wall, areas);
  const double slack = s->slack + 4 * s->gap;
  pathfan_hit hit;
  ok(s, pathfan_query_wall(s->query, p, radius, s->now, &hit));
  assert_int_equal(hit.outcome, PATHFAN_OUTCOME_OK);
  if (hit.found ? least > radius + slack : least < radius - slack)
    twin_fail(&s->map, "%g,%g: %s within %g; it is %g off", p.x, p.y, hit.found ? "found" : "none",
              radius, least);
  if (!hit.found) return;
  if (fabs(hit.distance - least) > (hit.obstacle || areas < wall + slack ? slack : s->slack))
    twin_fail(&s->map, "%g,%g: %.12g, not %.12g", p.x, p.y, hit.distance, least);
  if (fabs(between(hit.from, hit.at) - hit.distance) > s->slack) fail_msg("another distance");
  assert_true(fabs(hypot(hit.normal.x, hit.normal.y) - 1) < 1e-9);
  if (hit.obstacle) {
    if (twin_area_distance(area_of(s, hit.obstacle), hit.at, hit.at) > slack)
      fail_msg("far from the area");
  } else if (wall_distance(&s->map, hit.at) > s->slack) {
    fail_msg("%g,%g isn't on a wall", hit.at.x, hit.at.y);
  }
}

static void test_wall(void **state) {
  (void)state;
  for (int number = 0; number < twin_scaled(60); number++) {
    scene s = open_scene(number, number % 2 ? AREAS : 0);
    pf_random random = pf_random_from((uint64_t)number + 6);
    pf_fixed_point from;
    for (int i = 0; i < 20 && some_start(&random, &s, &from); i++)
      check_wall(&s, from, i % 2 ? INFINITY : (double)pf_random_below(&random, 40) / 8);
    close_scene(&s);
  }
}

/* ---- Moves ---- */

/* Whether a way of a tiny step along one axis, or of a part of it, is free. */
static bool can_step(const scene *s, pathfan_point p, double x, double y) {
  const pathfan_point to = {p.x + x, p.y + y};
  return twin_map_sees(&s->map, s->bits, fixed(s, p), fixed(s, to)) &&
         (!s->area_count || area_distance(s, p, to) > 1.5 * s->gap);
}

/* Where a unit ends that takes tiny steps over a grid: straight on or, if that isn't free, along
 * the axis that is. */
static pathfan_point walk(const scene *s, pathfan_point from, pathfan_point toward) {
  const double whole = between(from, toward), tiny = whole / 4096;
  double left = whole;
  pathfan_point p = from;
  while (left > tiny) {
    const double x = toward.x - p.x, y = toward.y - p.y, length = hypot(x, y);
    if (length < tiny) break;
    const double dx = tiny * x / length, dy = tiny * y / length;
    pathfan_point next = p;
    if (can_step(s, p, dx, dy))
      next = (pathfan_point){p.x + dx, p.y + dy};
    else if (can_step(s, p, dx, 0) && fabs(dx) > tiny / 1000)
      next.x += dx;
    else if (can_step(s, p, 0, dy) && fabs(dy) > tiny / 1000)
      next.y += dy;
    if (between(p, next) == 0) break;
    left -= between(p, next);
    p = next;
  }
  return p;
}

static void test_move(void **state) {
  (void)state;
  int moved = 0, straight = 0, slid = 0, compared = 0, same = 0, stuck = 0;
  for (int number = 0; number < twin_scaled(60); number++) {
    scene s = open_scene(number, number % 2 ? AREAS : 0);
    const double size = fmax(s.space->frame.width, s.space->frame.height);
    const double slack = 10 * s.slack;
    pf_random random = pf_random_from((uint64_t)number + 7);
    pf_fixed_point at;
    for (int i = 0; i < 40 && some_start(&random, &s, &at); i++) {
      const pathfan_point from = units(&s, at);
      const double reach = i % 4 ? 4 : size / 2;
      const pathfan_point toward = {
          from.x + reach * (double)pf_random_between(&random, -1000, 1000) / 1000,
          from.y + reach * (double)pf_random_between(&random, -1000, 1000) / 1000};
      const double whole = between(from, toward);
      pathfan_hit hit, ray, again;
      ok(&s, pathfan_query_move(s.query, from, toward, s.now, &hit));
      ok(&s, pathfan_query_ray(s.query, from, toward, s.now, &ray));
      assert_int_equal(hit.outcome, PATHFAN_OUTCOME_OK);
      assert_true(twin_map_is_free(&s.map, s.bits, fixed(&s, hit.at)));
      assert_true(area_distance(&s, hit.at, hit.at) > s.gap / 3);
      assert_true(hit.distance <= whole + slack);
      assert_true(between(from, hit.at) <= hit.distance + slack);
      assert_true(between(hit.at, toward) <= between(ray.at, toward) + slack);
      assert_int_equal(hit.found, ray.found);
      if (!ray.found) {
        assert_true(between(hit.at, toward) <= slack);
        straight++;
      }
      moved++;
      slid += ray.found && hit.distance > ray.distance + slack;
      if (hit.distance < whole - 100 * slack && between(hit.at, toward) > 100 * slack) {
        /* It stopped early, after some parts or where nothing brings it nearer. */
        ok(&s, pathfan_query_move(s.query, hit.at, toward, s.now, &again));
        stuck += again.distance < 100 * slack;
      }
      if (s.area_count || s.map.outline.edge_count) continue;
      compared++;
      same += fabs(between(walk(&s, from, toward), toward) - between(hit.at, toward)) <
              whole / 4096 * 40;
    }
    close_scene(&s);
  }
  if (twin_is_whole())
    assert_true(moved > 1000 && straight > moved / 8 && slid > moved / 8 && stuck > moved / 20);
  if (same * 100 < compared * 98) fail_msg("%d of %d as in tiny steps", same, compared);
}

/* ---- Random points ---- */

/* Twice the surface of a polygon of the mesh, lattice units. */
static double surface_of(const pf_mesh *mesh, int32_t polygon) {
  double sum = 0;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c]];
    const pf_lattice_point b =
        mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, c)]];
    sum += (double)a.x * b.y - (double)a.y * b.x;
  }
  return sum;
}

/* Fails if counts of points in polygons are too far from their surfaces, by chi-square. */
static void check_counts(const scene *s, const int32_t *counts, int32_t component, int32_t points) {
  const pf_mesh *mesh = s->space->mesh;
  double whole = 0, square = 0;
  int free_counts = -1;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    if (pf_space_component(s->space, p) == component) whole += surface_of(mesh, p);
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const bool inside = pf_space_component(s->space, p) == component;
    const double expected = inside ? points * surface_of(mesh, p) / whole : 0;
    if (!inside) assert_int_equal(counts[p], 0);
    if (expected < 5) continue; /* too few for the distribution */
    square += (counts[p] - expected) * (counts[p] - expected) / expected;
    free_counts++;
  }
  if (free_counts > 0 && square > free_counts + 5 * sqrt(2.0 * free_counts))
    twin_fail(&s->map, "chi-square %g of %d", square, free_counts);
}

static void test_random(void **state) {
  (void)state;
  enum { POINTS = 2000 };
  for (int number = 0; number < twin_scaled(12); number++) {
    scene s = open_scene(number, 0);
    pf_random random = pf_random_from((uint64_t)number + 8);
    int32_t *counts = calloc((size_t)s.space->mesh->polygon_count + 1, sizeof *counts);
    pf_fixed_point at;
    if (some_start(&random, &s, &at)) {
      pathfan_point drawn;
      pathfan_outcome outcome;
      pathfan_sight sight;
      int32_t none;
      ok(&s, pathfan_query_visible(s.query, units(&s, at), &sight, NULL, 0, &none));
      const int32_t component = pf_space_component(s.space, sight.polygon);
      for (int i = 0; i < POINTS; i++) {
        ok(&s,
           pathfan_query_random(s.query, units(&s, at), 0, NULL, (uint64_t)i, &drawn, &outcome));
        assert_int_equal(outcome, PATHFAN_OUTCOME_OK);
        ok(&s, pathfan_query_visible(s.query, drawn, &sight, NULL, 0, &none));
        assert_true(sight.free);
        counts[sight.polygon]++;
      }
      check_counts(&s, counts, component, POINTS);
    }
    free(counts);
    close_scene(&s);
  }
}

static void test_random_within(void **state) {
  (void)state;
  int found = 0, round = 0;
  for (int number = 0; number < twin_scaled(24); number++) {
    scene s = open_scene(number, number % 2 ? AREAS : 0);
    pf_random random = pf_random_from((uint64_t)number + 9);
    pf_fixed_point at;
    for (int i = 0; i < 10 && some_start(&random, &s, &at); i++) {
      const double radius = i % 3 ? 1 + (double)pf_random_below(&random, 8) : 0;
      pathfan_request request;
      pathfan_point drawn, again;
      pathfan_outcome outcome;
      const pathfan_answer *answer;
      pathfan_request_init(&request);
      request.from = units(&s, at);
      ok(&s,
         pathfan_query_random(s.query, request.from, radius, s.now, (uint64_t)i, &drawn, &outcome));
      if (outcome != PATHFAN_OUTCOME_OK) continue;
      ok(&s,
         pathfan_query_random(s.query, request.from, radius, s.now, (uint64_t)i, &again, &outcome));
      assert_true(drawn.x == again.x && drawn.y == again.y);
      request.to = drawn;
      request.paths = 1;
      request.obstacles = s.now;
      ok(&s, pathfan_query_paths(s.query, &request, &answer));
      assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
      if (radius > 0) assert_true(answer->paths[0].length <= radius * (1 + 1e-12));
      found++;
      round += answer->paths[0].point_count > 2;
    }
    close_scene(&s);
  }
  if (twin_is_whole()) assert_true(found > 100 && round > 10);
}

/* ---- Paths that are checked ---- */

static void test_check(void **state) {
  (void)state;
  int clear = 0, blocked = 0;
  for (int number = 0; number < twin_scaled(40); number++) {
    scene s = open_scene(number, AREAS);
    pf_random random = pf_random_from((uint64_t)number + 10);
    pathfan_change open[AREAS]; /* some may be off the map, but not all */
    for (int k = 0; k < AREAS; k++)
      open[k] = (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .id = s.ids[k]};
    pathfan_obstacles *fewer;
    assert_int_equal(pathfan_obstacles_change(s.now, open, AREAS, &fewer, NULL, NULL), PATHFAN_OK);
    pf_fixed_point a, b;
    for (int i = 0; i < 10 && some_start(&random, &s, &a) && some_start(&random, &s, &b); i++) {
      pathfan_request request;
      pathfan_checked checked;
      const pathfan_answer *answer;
      pathfan_request_init(&request);
      request.from = units(&s, a);
      request.to = units(&s, b);
      request.obstacles = s.none;
      ok(&s, pathfan_query_paths(s.query, &request, &answer));
      if (!answer->path_count) continue;
      const pathfan_path *path = &answer->paths[0];
      const double length = path->length;
      ok(&s, pathfan_query_check(s.query, path->points, path->point_count, s.none, 0, &checked));
      assert_int_equal(checked.leg, -1);
      assert_true(checked.still_shortest);
      ok(&s, pathfan_query_check(s.query, path->points, path->point_count, s.now, 0, &checked));
      for (int32_t k = 0; k + 1 < path->point_count; k++) {
        const double off = area_distance(&s, path->points[k], path->points[k + 1]);
        if (checked.leg == k && off > 2.1 * s.gap) fail_msg("leg %d is free", k);
        if ((checked.leg < 0 || k < checked.leg) && off < s.gap / 3) fail_msg("leg %d isn't", k);
      }
      assert_int_equal(checked.still_shortest, checked.leg < 0);
      blocked += checked.leg >= 0;
      if (checked.leg >= 0) {
        assert_true(checked.hit.found && checked.hit.obstacle);
        area_of(&s, checked.hit.obstacle);
        continue;
      }
      clear++;
      ok(&s, pathfan_query_check(s.query, path->points, path->point_count, fewer, 1, &checked));
      assert_int_equal(checked.leg, -1);
      assert_false(checked.still_shortest); /* what was removed may have been in its way */
      ok(&s, pathfan_query_check(s.query, path->points, path->point_count, fewer, 2, &checked));
      assert_true(checked.still_shortest);
      request.obstacles = s.now;
      ok(&s, pathfan_query_paths(s.query, &request, &answer));
      assert_true(answer->paths[0].length == length);
    }
    pathfan_obstacles_release(fewer);
    close_scene(&s);
  }
  if (twin_is_whole()) assert_true(clear > 40 && blocked > 40);
}

/* ---- What is refused ---- */

static void test_bad(void **state) {
  (void)state;
  scene s = open_scene(1, 1), other = open_scene(4, 1);
  const pathfan_point bad = {NAN, 0}, far = {1e300, 0}, free = {0.5, 0.5}, off = {-3, 2};
  pathfan_point at;
  pathfan_outcome outcome;
  pathfan_hit hit;
  pathfan_checked checked;
  pathfan_query *q = s.query;
  assert_int_equal(pathfan_query_ray(q, bad, free, NULL, &hit), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(q), "finite"));
  assert_int_equal(pathfan_query_ray(q, free, far, NULL, &hit), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(q), "too far"));
  assert_int_equal(pathfan_query_ray(q, free, free, other.now, &hit), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(q), "rebase"));
  assert_int_equal(pathfan_query_ray(NULL, free, free, NULL, &hit), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_ray(q, free, free, NULL, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_move(q, free, bad, NULL, &hit), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_wall(q, free, -1, NULL, &hit), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_wall(q, free, NAN, NULL, &hit), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_random(q, free, INFINITY, NULL, 0, &at, &outcome),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_random(q, off, 0, NULL, 0, &at, &outcome), PATHFAN_OK);
  assert_int_equal(outcome, PATHFAN_OUTCOME_START_BLOCKED);
  assert_int_equal(pathfan_query_check(q, &free, 0, NULL, 0, &checked), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_check(q, &off, 1, NULL, 0, &checked), PATHFAN_OK);
  assert_int_equal(checked.leg, 0);
  assert_int_equal(checked.hit.outcome, PATHFAN_OUTCOME_START_BLOCKED);
  ok(&s, pathfan_query_ray(q, off, free, NULL, &hit));
  assert_int_equal(hit.outcome, PATHFAN_OUTCOME_START_BLOCKED);
  assert_false(hit.found);
  close_scene(&other);
  close_scene(&s);
}

SUITE(test_places) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ray),           cmocka_unit_test(test_wall),
      cmocka_unit_test(test_move),          cmocka_unit_test(test_random),
      cmocka_unit_test(test_random_within), cmocka_unit_test(test_check),
      cmocka_unit_test(test_bad),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
