#include "twin_terrain_tight.h"

#include <math.h>
#include <stddef.h>

typedef struct maker {
  twin_terrain terrain;
  pf_random random;
  int width, height;
} maker;

static int below(maker *m, int count) {
  return (int)pf_random_below(&m->random, count);
}

static bool chance(maker *m, double share) {
  return pf_random_chance(&m->random, share);
}

/* Paths leave roads of 0.6 and 0.8 times the ground's rate along directions of the lattice, those
 * of the root of a half diagonally. */
static double any_rate(maker *m) {
  static const double shares[] = {0.25,  0.5,  0.6,    0.8,      0.9, 0.70710678118654752,
                                  1e-12, 1e-6, 0.9999, 1 - 1e-9, 0.6, 0.70710678118654752};
  return m->terrain.rate * shares[below(m, 12)];
}

static double any_cost(maker *m) {
  static const double costs[] = {0.25, 0.5, 1, 1, 2, 3, 10, 0, 1e9, INFINITY};
  return costs[below(m, 10)];
}

static int kept(int x, int most) {
  return x < 0 ? 0 : x > most ? most : x;
}

/* A whole-numbered point of a feature of that kind; any lattice point if kind is -1 or none is
 * found. */
static void some_point(maker *m, int kind, int *x, int *y) {
  *x = below(m, m->width + 1);
  *y = below(m, m->height + 1);
  for (int tries = 0; tries < 20 && kind >= 0 && m->terrain.count; tries++) {
    const twin_feature *f = &m->terrain.features[below(m, m->terrain.count)];
    const pathfan_point p = f->points[below(m, f->count)];
    if ((int)f->kind != kind || p.x != floor(p.x) || p.y != floor(p.y)) continue;
    *x = (int)p.x;
    *y = (int)p.y;
    return;
  }
}

/* Adds a line of short steps, from a point of a feature of kind `from`. */
static void add_line(maker *m, twin_feature_kind kind, int from) {
  double xy[12];
  int x, y;
  const int count = 2 + below(m, 4);
  some_point(m, from, &x, &y);
  for (int i = 0; i < count; i++) {
    xy[2 * i] = x;
    xy[2 * i + 1] = y;
    x = kept(x + below(m, 5) - 2, m->width);
    y = kept(y + below(m, 5) - 2, m->height);
  }
  twin_terrain_add(&m->terrain, kind, kind == TWIN_ROAD ? any_rate(m) : any_cost(m), count, xy);
}

/* Adds a line along part of a feature. */
static void add_along(maker *m, twin_feature_kind kind) {
  if (!m->terrain.count) return;
  const twin_feature *f = &m->terrain.features[below(m, m->terrain.count)];
  const int first = below(m, f->count), last = below(m, f->count);
  double xy[2 * TWIN_FEATURE_POINTS];
  int count = 0;
  if (first == last) return;
  for (int i = first;; i += first < last ? 1 : -1, count++) {
    xy[2 * count] = f->points[i].x;
    xy[2 * count + 1] = f->points[i].y;
    if (i == last) break;
  }
  twin_terrain_add(&m->terrain, kind, kind == TWIN_ROAD ? any_rate(m) : any_cost(m), count + 1, xy);
}

static void add_obstacle(maker *m, int from) {
  int x, y;
  some_point(m, from, &x, &y);
  const int w = 1 + below(m, 2), h = 1 + below(m, 2), corners = 3 + below(m, 2);
  const double rectangle[] = {x, y, x + w, y, x + w, y + h, x, y + h};
  const double diamond[] = {x + 1, y, x + 2, y + 1, x + 1, y + 2, x, y + 1};
  if (chance(m, 0.3))
    twin_terrain_add(&m->terrain, TWIN_OBSTACLE, 0, 4, diamond);
  else
    twin_terrain_add(&m->terrain, TWIN_OBSTACLE, 0, corners, rectangle);
}

static void add_bridge(maker *m) {
  int x, y;
  some_point(m, TWIN_RIVER, &x, &y);
  twin_terrain_add(&m->terrain, TWIN_BRIDGE, 0, 1, (double[]){x, y});
}

twin_terrain twin_terrain_tight(int number) {
  static const double rates[] = {1, 1, 2, 0.3};
  maker m = {.random = pf_random_from((uint64_t)number * 9176 + 11)};
  m.width = 3 + below(&m, 5);
  m.height = 3 + below(&m, 4);
  m.terrain = twin_terrain_blank(m.width, m.height, rates[below(&m, 4)]);
  m.terrain.kind = "tight";
  m.terrain.seed = (uint64_t)number;
  while (!m.terrain.count) add_line(&m, number % 2 ? TWIN_ROAD : TWIN_RIVER, -1);
  const int count = 2 + below(&m, 5);
  for (int i = 0; i < count; i++) switch (below(&m, 7)) {
    case 0: add_obstacle(&m, TWIN_ROAD); break;
    case 1: add_obstacle(&m, TWIN_OBSTACLE); break;
    case 2: add_along(&m, chance(&m, 0.5) ? TWIN_ROAD : TWIN_RIVER); break;
    case 3: add_bridge(&m); break;
    case 4: add_line(&m, TWIN_ROAD, chance(&m, 0.5) ? TWIN_RIVER : TWIN_ROAD); break;
    case 5: add_line(&m, TWIN_RIVER, chance(&m, 0.5) ? TWIN_RIVER : TWIN_OBSTACLE); break;
    default: add_line(&m, TWIN_ROAD, TWIN_OBSTACLE);
    }
  return m.terrain;
}

pathfan_point twin_terrain_tight_end(const twin_terrain *terrain, pf_random *random) {
  const double width = terrain->border[2].x, height = terrain->border[2].y;
  for (;;) {
    const int parts = pf_random_chance(random, 0.5) ? 2 : 1000;
    pathfan_point p = {(double)pf_random_below(random, (int64_t)width * parts + 1) / parts,
                       (double)pf_random_below(random, (int64_t)height * parts + 1) / parts};
    if (terrain->count && pf_random_chance(random, 0.6)) {
      const twin_feature *f = &terrain->features[pf_random_below(random, terrain->count)];
      const int64_t i = pf_random_below(random, f->count);
      const pathfan_point q = f->points[i > 0 && pf_random_chance(random, 0.4) ? i - 1 : i];
      p = (pathfan_point){(f->points[i].x + q.x) / 2, (f->points[i].y + q.y) / 2};
    }
    if (p.x < 0 || p.y < 0 || p.x > width || p.y > height) continue;
    if (!twin_terrain_blocked(terrain, p.x, p.y) ||
        twin_terrain_clearance(terrain, p.x, p.y, false) < 1e-9)
      return p;
  }
}
