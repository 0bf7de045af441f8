#include "twin_terrain_random.h"

#include <math.h>
#include <stddef.h>

#define WIDTH 10
#define HEIGHT 7

typedef struct maker {
  twin_terrain terrain;
  pf_random random;
  double grid; /* coordinates are multiples of it, middles multiples of half of it */
} maker;

/* ---- Numbers ---- */

static double between(pf_random *random, double from, double to) {
  return from + (to - from) * (double)pf_random_below(random, 1 << 20) / (1 << 20);
}

/* Rounds to a multiple of the grid, exactly a decimal of two digits. */
static double rounded(const maker *m, double x) {
  return round(round(x / m->grid) * m->grid * 100) / 100;
}

static double kept(double x, double most) {
  return x < 0 ? 0 : x > most ? most : x;
}

/* Rounds to three digits, so that numbers can be copied from a report. */
static double decimal(double x) {
  return round(x * 1000) / 1000;
}

static double any_rate(maker *m) {
  static const double shares[] = {0.05, 0.2, 0.5, 0.7, 0.9, 0.99};
  const double share = pf_random_chance(&m->random, 0.5) ? shares[pf_random_below(&m->random, 6)]
                                                         : decimal(between(&m->random, 0.05, 0.95));
  return m->terrain.rate * share;
}

static double any_cost(maker *m) {
  switch (pf_random_below(&m->random, 8)) {
  case 0: return 0;
  case 1: return 0.01;
  case 2: return 50;
  case 3: return INFINITY;
  default: return decimal(between(&m->random, 0.1, 3));
  }
}

/* ---- Lines ---- */

/* Picks a vertex of a feature of that kind; false if none is found. */
static bool some_vertex(maker *m, twin_feature_kind kind, double *x, double *y) {
  for (int tries = 0; tries < 30 && m->terrain.count; tries++) {
    const twin_feature *f = &m->terrain.features[pf_random_below(&m->random, m->terrain.count)];
    if (f->kind != kind || f->is_apart) continue;
    const pathfan_point p = f->points[pf_random_below(&m->random, f->count)];
    *x = p.x;
    *y = p.y;
    return true;
  }
  return false;
}

/* Makes `count` points from (x,y) on, each a random step and turn after the one before. */
static int32_t walk(maker *m, double x, double y, int32_t count, double *xy) {
  double heading = between(&m->random, 0, 6.28318);
  for (int32_t i = 0; i < count; i++) {
    xy[2 * i] = kept(rounded(m, x), WIDTH);
    xy[2 * i + 1] = kept(rounded(m, y), HEIGHT);
    const double step = between(&m->random, 0.8, 4);
    heading += between(&m->random, -1.3, 1.3);
    x = xy[2 * i] + step * cos(heading);
    y = xy[2 * i + 1] + step * sin(heading);
  }
  return count;
}

static twin_feature *add_line(maker *m, twin_feature_kind kind, double value, int32_t least,
                              int32_t most) {
  double xy[2 * TWIN_FEATURE_POINTS];
  const double x = between(&m->random, 0, WIDTH), y = between(&m->random, 0, HEIGHT);
  const int32_t count = walk(m, x, y, pf_random_between(&m->random, least, most), xy);
  return twin_terrain_add(&m->terrain, kind, value, count, xy);
}

/* Adds a line from a vertex of a feature of kind `from`. */
static void add_branch(maker *m, twin_feature_kind kind, double value, twin_feature_kind from) {
  double xy[2 * TWIN_FEATURE_POINTS], x, y;
  if (!some_vertex(m, from, &x, &y)) return;
  const int32_t count = walk(m, x, y, pf_random_between(&m->random, 2, 3), xy);
  twin_terrain_add(&m->terrain, kind, value, count, xy);
}

static void add_roads(maker *m, int32_t count, int32_t least, int32_t most) {
  for (int32_t i = 0; i < count; i++) add_line(m, TWIN_ROAD, any_rate(m), least, most);
}

static void add_rivers(maker *m, int32_t count, int32_t least, int32_t most) {
  for (int32_t i = 0; i < count; i++) add_line(m, TWIN_RIVER, any_cost(m), least, most);
}

/* Adds a river from one side of the border to the opposite one. */
static void add_stream(maker *m, double cost) {
  double xy[10];
  for (int i = 0; i < 5; i++) {
    xy[2 * i] = kept(rounded(m, WIDTH * (0.3 + 0.05 * i) + between(&m->random, -1, 1)), WIDTH);
    xy[2 * i + 1] = rounded(m, HEIGHT * i / 4.0);
  }
  twin_terrain_add(&m->terrain, TWIN_RIVER, cost, 5, xy);
}

/* Adds bridges at vertices and middles of rivers. */
static void add_bridges(maker *m, int32_t count) {
  for (int32_t i = 0; i < 10 * count && m->terrain.count < TWIN_FEATURES; i++) {
    const twin_feature *f = &m->terrain.features[pf_random_below(&m->random, m->terrain.count)];
    if (f->kind != TWIN_RIVER || pf_random_chance(&m->random, 0.8)) continue;
    const int64_t j = 1 + pf_random_below(&m->random, f->count - 1);
    const pathfan_point a = f->points[j], b = f->points[j - 1];
    const bool middle = pf_random_chance(&m->random, 0.7);
    const double xy[] = {middle ? (a.x + b.x) / 2 : a.x, middle ? (a.y + b.y) / 2 : a.y};
    twin_terrain_add(&m->terrain, TWIN_BRIDGE, 0, 1, xy);
  }
}

/* ---- Areas ---- */

/* Adds an obstacle with corners at increasing angles round its middle; one corner may be given. */
static void add_obstacle(maker *m, const double *corner) {
  double xy[2 * TWIN_FEATURE_POINTS];
  const int32_t count = pf_random_between(&m->random, 3, 7);
  const double size = between(&m->random, 0.4, 1.5), angle = between(&m->random, 0, 6.28318);
  const double x = corner ? corner[0] - size * cos(angle) : between(&m->random, 0, WIDTH);
  const double y = corner ? corner[1] - size * sin(angle) : between(&m->random, 0, HEIGHT);
  double area = 0;
  for (int32_t i = 0; i < count; i++) {
    const double a = angle + 6.28318 * (i + between(&m->random, -0.2, 0.2) * (i > 0)) / count;
    const double r = i ? size * between(&m->random, 0.5, 1) : size;
    xy[2 * i] = rounded(m, x + r * cos(a));
    xy[2 * i + 1] = rounded(m, y + r * sin(a));
  }
  for (int32_t i = 0, j = count - 1; i < count; j = i++)
    area += xy[2 * j] * xy[2 * i + 1] - xy[2 * i] * xy[2 * j + 1];
  if (area > 0.2 && m->grid < 1) twin_terrain_add(&m->terrain, TWIN_OBSTACLE, 0, count, xy);
}

static void add_obstacles(maker *m, int32_t count) {
  for (int32_t i = 0; i < count; i++) add_obstacle(m, NULL);
}

/* Adds an obstacle with a corner at a vertex of a feature. */
static void add_touching(maker *m, twin_feature_kind kind) {
  double corner[2];
  if (some_vertex(m, kind, &corner[0], &corner[1])) add_obstacle(m, corner);
}

/* Adds an obstacle with corners on whole coordinates. */
static void add_block(maker *m) {
  const double x = pf_random_between(&m->random, 0, WIDTH - 2);
  const double y = pf_random_between(&m->random, 0, HEIGHT - 2);
  const double w = pf_random_between(&m->random, 1, 2);
  const double h = pf_random_between(&m->random, 1, 2);
  const double xy[] = {x, y, x + w, y, x + w, y + h, x, y + h};
  const int32_t corners = pf_random_chance(&m->random, 0.3) ? 3 : 4;
  twin_terrain_add(&m->terrain, TWIN_OBSTACLE, 0, corners, xy);
}

/* ---- Roads above all else ---- */

static bool is_clear(maker *m, pathfan_point p) {
  return !twin_terrain_blocked(&m->terrain, p.x, p.y) &&
         twin_terrain_clearance(&m->terrain, p.x, p.y, true) > 0.1;
}

static void add_apart(maker *m) {
  for (int tries = 0; tries < 20; tries++) {
    twin_feature *f = add_line(m, TWIN_ROAD, any_rate(m), 2, 3);
    if (!f) continue;
    f->is_apart = is_clear(m, f->points[0]) && is_clear(m, f->points[f->count - 1]);
    if (f->is_apart) return;
    m->terrain.count--;
  }
}

/* ---- Kinds ---- */

static void few_roads(maker *m) {
  add_roads(m, pf_random_between(&m->random, 1, 3), 2, 2);
}

static void bent_roads(maker *m) {
  add_roads(m, 3, 3, 6);
}

static void road_net(maker *m) {
  add_roads(m, 3, 2, 4);
  for (int i = 0; i < 4; i++) add_branch(m, TWIN_ROAD, any_rate(m), TWIN_ROAD);
}

static void rivers(maker *m) {
  add_rivers(m, 4, 2, 4);
}

static void river_net(maker *m) {
  add_rivers(m, 2, 3, 5);
  add_stream(m, any_cost(m));
  for (int i = 0; i < 3; i++) add_branch(m, TWIN_RIVER, any_cost(m), TWIN_RIVER);
}

static void shores(maker *m) {
  add_rivers(m, 2, 2, 4);
  add_obstacles(m, 2);
  for (int i = 0; i < 2; i++) add_touching(m, TWIN_RIVER);
  for (int i = 0; i < 2; i++) add_branch(m, TWIN_RIVER, any_cost(m), TWIN_OBSTACLE);
}

static void streets(maker *m) {
  add_roads(m, 2, 2, 4);
  add_obstacles(m, 3);
  for (int i = 0; i < 2; i++) add_touching(m, TWIN_ROAD);
  for (int i = 0; i < 2; i++) add_branch(m, TWIN_ROAD, any_rate(m), TWIN_OBSTACLE);
}

static void fords(maker *m) {
  add_roads(m, 3, 2, 4);
  add_rivers(m, 2, 2, 4);
  add_stream(m, any_cost(m));
  add_branch(m, TWIN_ROAD, any_rate(m), TWIN_RIVER);
}

static void bridges(maker *m) {
  add_roads(m, 2, 2, 3);
  add_stream(m, INFINITY);
  add_rivers(m, 2, 2, 3);
  add_bridges(m, 3);
  double xy[2 * TWIN_FEATURE_POINTS], x, y;
  if (!some_vertex(m, TWIN_BRIDGE, &x, &y)) return;
  twin_terrain_add(&m->terrain, TWIN_ROAD, any_rate(m), walk(m, x, y, 2, xy), xy);
}

/* Features that coincide, cross in vertices and go back the way they came. */
static void lattice(maker *m) {
  m->grid = 1;
  add_roads(m, 3, 2, 4);
  add_rivers(m, 3, 2, 4);
  for (int i = 0; i < 2; i++) add_block(m);
  add_branch(m, TWIN_ROAD, any_rate(m), TWIN_RIVER);
  add_branch(m, TWIN_RIVER, any_cost(m), TWIN_ROAD);
  add_branch(m, TWIN_RIVER, any_cost(m), TWIN_OBSTACLE);
  add_bridges(m, 1);
}

static void flyovers(maker *m) {
  add_roads(m, 1, 2, 3);
  add_stream(m, pf_random_chance(&m->random, 0.5) ? INFINITY : 2);
  add_obstacles(m, 2);
  add_apart(m);
  add_apart(m);
}

static void mixture(maker *m) {
  add_roads(m, 3, 2, 4);
  add_rivers(m, 3, 2, 4);
  add_obstacles(m, 3);
  add_branch(m, TWIN_ROAD, any_rate(m), TWIN_RIVER);
  add_branch(m, TWIN_RIVER, any_cost(m), TWIN_OBSTACLE);
  add_touching(m, TWIN_ROAD);
  add_bridges(m, 2);
  add_apart(m);
}

static const struct {
  const char *name;
  void (*make)(maker *m);
} kinds[] = {{"few roads", few_roads}, {"bent roads", bent_roads}, {"road net", road_net},
             {"rivers", rivers},       {"river net", river_net},   {"shores", shores},
             {"streets", streets},     {"fords", fords},           {"bridges", bridges},
             {"lattice", lattice},     {"flyovers", flyovers},     {"mixture", mixture}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

int twin_terrain_kinds(void) {
  return KINDS;
}

twin_terrain twin_terrain_number(int number) {
  static const double rates[] = {1, 1, 2, 1.4, 0.3};
  maker m = {.grid = 0.02};
  m.random = pf_random_from((uint64_t)number * 7817 + 3);
  m.terrain = twin_terrain_blank(WIDTH, HEIGHT, rates[number / KINDS % 5]);
  m.terrain.kind = kinds[number % KINDS].name;
  m.terrain.seed = (uint64_t)number;
  kinds[number % KINDS].make(&m);
  return m.terrain;
}

/* ---- Ends ---- */

static bool some_end(const twin_terrain *terrain, pf_random *random, pathfan_point *p) {
  const bool featured = terrain->count && pf_random_chance(random, 0.4);
  p->x = (double)pf_random_between(random, 0, WIDTH * 100) / 100;
  p->y = (double)pf_random_between(random, 0, HEIGHT * 100) / 100;
  if (featured) {
    const twin_feature *f = &terrain->features[pf_random_below(random, terrain->count)];
    const int64_t j = pf_random_below(random, f->count);
    if (f->is_apart && j && j + 1 < f->count) return false;
    *p = f->points[j];
    if (j && !f->is_apart && pf_random_chance(random, 0.5)) {
      p->x = (p->x + f->points[j - 1].x) / 2;
      p->y = (p->y + f->points[j - 1].y) / 2;
    }
    /* It may be on the border or an obstacle's side, or free. */
  }
  if (p->x < 0 || p->y < 0 || p->x > WIDTH || p->y > HEIGHT) return false;
  return !twin_terrain_blocked(terrain, p->x, p->y) ||
         twin_terrain_clearance(terrain, p->x, p->y, false) < 1e-9;
}

void twin_terrain_ends(const twin_terrain *terrain, pf_random *random, pathfan_point *from,
                       pathfan_point *to) {
  do {
    while (!some_end(terrain, random, from)) continue;
    while (!some_end(terrain, random, to)) continue;
  } while (from->x == to->x && from->y == to->y);
}
