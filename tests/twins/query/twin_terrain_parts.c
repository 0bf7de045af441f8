#include "twin_terrain_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Units. Far more than the library's lattice moves crossings, far less than the gaps between things
 * in terrains made for tests. */
#define TOLERANCE 2e-7
/* How far beside the middle of a part to test whether it is blocked there. */
#define BESIDE 1e-6

double twin_left_of(pathfan_point a, pathfan_point b, pathfan_point p) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return (dx * (p.y - a.y) - dy * (p.x - a.x)) / sqrt(dx * dx + dy * dy);
}

static double turn(pathfan_point a, pathfan_point b, pathfan_point p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool twin_cross(pathfan_point a, pathfan_point b, pathfan_point c, pathfan_point d) {
  const double at_a = turn(c, d, a), at_b = turn(c, d, b);
  if (!((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0))) return false;
  const double at_c = turn(a, b, c), at_d = turn(a, b, d);
  return (at_c < 0 && at_d > 0) || (at_c > 0 && at_d < 0);
}

/* ---- Lines as they were drawn ---- */

typedef struct line {
  pathfan_point a, b;
  twin_part what; /* all but its ends */
} line;

typedef struct lines {
  int32_t count;
  line list[TWIN_FEATURES * TWIN_FEATURE_POINTS + 4];
} lines;

static void add_side(lines *all, pathfan_point a, pathfan_point b, const twin_part *what) {
  all->list[all->count++] = (line){a, b, *what};
}

static void list_lines(const twin_terrain *terrain, lines *all) {
  static const twin_part none = {
      .rate = INFINITY, .back = INFINITY, .cost = -1, .road = -1, .river = -1};
  twin_part what = none;
  what.is_wall = true;
  all->count = 0;
  for (int i = 0; i < 4; i++)
    add_side(all, terrain->border[i], terrain->border[(i + 1) % 4], &what);
  for (int32_t i = 0; i < terrain->count; i++) {
    const twin_feature *f = &terrain->features[i];
    what = none;
    if (f->kind == TWIN_BRIDGE || f->is_apart) continue;
    if (f->kind == TWIN_ROAD) {
      if (f->value >= terrain->rate) continue;
      if (f->oneway >= 0) what.rate = f->value;
      if (f->oneway <= 0) what.back = f->value;
      what.road = i;
    } else if (f->kind == TWIN_RIVER) {
      what.cost = f->value;
      what.river = i;
    } else {
      what.is_wall = true;
      add_side(all, f->points[f->count - 1], f->points[0], &what);
    }
    for (int32_t j = 1; j < f->count; j++) add_side(all, f->points[j - 1], f->points[j], &what);
  }
}

/* ---- Vertices ---- */

int32_t twin_parts_vertex(const twin_parts *parts, pathfan_point p) {
  for (int32_t v = 0; v < parts->vertex_count; v++)
    if (hypot(parts->vertices[v].x - p.x, parts->vertices[v].y - p.y) <= parts->tolerance) return v;
  return -1;
}

static int32_t add_vertex(twin_parts *parts, pathfan_point p) {
  const int32_t known = twin_parts_vertex(parts, p);
  if (known >= 0) return known;
  if (parts->vertex_count == parts->vertex_capacity) {
    parts->vertex_capacity = 2 * parts->vertex_capacity + 64;
    parts->vertices = realloc(parts->vertices, (size_t)parts->vertex_capacity * sizeof(p));
    assert_non_null(parts->vertices);
  }
  parts->vertices[parts->vertex_count] = p;
  return parts->vertex_count++;
}

/* Lines that only touch need none: an end of one, a vertex already, is near the other. */
static void add_crossings(twin_parts *parts, const lines *all) {
  for (int32_t i = 0; i < all->count; i++)
    for (int32_t j = 0; j < i; j++) {
      const line *u = &all->list[i], *v = &all->list[j];
      if (!twin_cross(u->a, u->b, v->a, v->b)) continue;
      const double at_a = turn(v->a, v->b, u->a), at_b = turn(v->a, v->b, u->b);
      const double t = at_a / (at_a - at_b);
      add_vertex(parts,
                 (pathfan_point){u->a.x + t * (u->b.x - u->a.x), u->a.y + t * (u->b.y - u->a.y)});
    }
}

/* ---- Parts ---- */

static void add_part(twin_parts *parts, int32_t a, int32_t b, const twin_part *what) {
  for (int32_t i = 0; i < parts->part_count; i++) {
    twin_part *known = &parts->parts[i];
    if (!(known->a == a && known->b == b) && !(known->a == b && known->b == a)) continue;
    const bool is_turned = known->a != a;
    const double there = is_turned ? what->back : what->rate;
    const double back = is_turned ? what->rate : what->back;
    if (fmin(there, back) < fmin(known->rate, known->back)) known->road = what->road;
    known->rate = fmin(known->rate, there);
    known->back = fmin(known->back, back);
    if (what->cost > known->cost) {
      known->cost = what->cost;
      known->river = what->river;
    }
    known->is_wall |= what->is_wall;
    return;
  }
  if (parts->part_count == parts->part_capacity) {
    parts->part_capacity = 2 * parts->part_capacity + 64;
    parts->parts = realloc(parts->parts, (size_t)parts->part_capacity * sizeof *parts->parts);
    assert_non_null(parts->parts);
  }
  twin_part *part = &parts->parts[parts->part_count++];
  *part = *what;
  part->a = a;
  part->b = b;
}

typedef struct stop {
  double at;
  int32_t vertex;
} stop;

static int by_place(const void *left, const void *right) {
  const stop *a = left, *b = right;
  return (a->at > b->at) - (a->at < b->at);
}

static void cut_line(twin_parts *parts, const line *l) {
  stop *stops = malloc((size_t)parts->vertex_count * sizeof *stops);
  const double dx = l->b.x - l->a.x, dy = l->b.y - l->a.y, length = hypot(dx, dy);
  int32_t count = 0;
  assert_non_null(stops);
  for (int32_t v = 0; v < parts->vertex_count; v++) {
    const pathfan_point p = parts->vertices[v];
    const double along = ((p.x - l->a.x) * dx + (p.y - l->a.y) * dy) / length;
    if (fabs(twin_left_of(l->a, l->b, p)) <= parts->tolerance && along >= -parts->tolerance &&
        along <= length + parts->tolerance)
      stops[count++] = (stop){along, v};
  }
  qsort(stops, (size_t)count, sizeof *stops, by_place);
  for (int32_t i = 1; i < count; i++)
    add_part(parts, stops[i - 1].vertex, stops[i].vertex, &l->what);
  free(stops);
}

static void look_beside(twin_parts *parts) {
  for (int32_t i = 0; i < parts->part_count; i++) {
    twin_part *part = &parts->parts[i];
    const pathfan_point a = parts->vertices[part->a], b = parts->vertices[part->b];
    const double away = BESIDE * parts->unit / hypot(b.x - a.x, b.y - a.y);
    const double x = (b.y - a.y) * away, y = (b.x - a.x) * away;
    for (int side = 0; side < 2; side++)
      part->is_blocked[side] = twin_terrain_blocked(
          parts->terrain, (a.x + b.x) / 2 + (side ? x : -x), (a.y + b.y) / 2 + (side ? -y : y));
  }
}

twin_parts twin_parts_make(const twin_terrain *terrain, const pathfan_point *points,
                           int32_t count) {
  const double unit = twin_terrain_unit(terrain);
  twin_parts parts = {.terrain = terrain, .unit = unit, .tolerance = TOLERANCE * unit};
  lines *all = malloc(sizeof *all);
  assert_non_null(all);
  list_lines(terrain, all);
  for (int32_t i = 0; i < all->count; i++) {
    add_vertex(&parts, all->list[i].a);
    add_vertex(&parts, all->list[i].b);
  }
  for (int32_t i = 0; i < terrain->count; i++) {
    const twin_feature *f = &terrain->features[i];
    if (f->kind == TWIN_BRIDGE) add_vertex(&parts, f->points[0]);
    if (!f->is_apart) continue;
    twin_leap *leap = &parts.leaps[parts.leap_count++];
    *leap = (twin_leap){add_vertex(&parts, f->points[0]),
                        add_vertex(&parts, f->points[f->count - 1]), 0, 0, i};
    for (int32_t j = 1; j < f->count; j++)
      leap->cost += f->value *
                    hypot(f->points[j].x - f->points[j - 1].x, f->points[j].y - f->points[j - 1].y);
    leap->back = f->oneway > 0 ? INFINITY : leap->cost;
    if (f->oneway < 0) leap->cost = INFINITY;
  }
  add_crossings(&parts, all);
  for (int32_t i = 0; i < count; i++) add_vertex(&parts, points[i]);
  parts.is_bridge = calloc((size_t)parts.vertex_count, sizeof *parts.is_bridge);
  assert_non_null(parts.is_bridge);
  for (int32_t i = 0; i < terrain->count; i++)
    if (terrain->features[i].kind == TWIN_BRIDGE)
      parts.is_bridge[twin_parts_vertex(&parts, terrain->features[i].points[0])] = true;
  for (int32_t i = 0; i < all->count; i++) cut_line(&parts, &all->list[i]);
  look_beside(&parts);
  free(all);
  return parts;
}

void twin_parts_free(twin_parts *parts) {
  free(parts->vertices);
  free(parts->is_bridge);
  free(parts->parts);
  memset(parts, 0, sizeof *parts);
}
