#include "twin_terrain_dense.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "twin_terrain_parts.h"

/* Units: the distance of a vertex's copies from it, of the ends of roads from it, of a road's
 * points from a river along it, and the distance from a vertex within which nothing passes. */
#define RADIUS 1e-6
#define BEFORE 2e-6
#define BESIDE 1e-8
#define PASSING 1e-9
/* Odd, so that no two copies are opposite each other. */
#define COPIES 15

typedef struct place {
  pathfan_point at;
  int32_t copy_of; /* vertex; -1: none */
  bool is_aloft;   /* only roads lead here */
} place;

typedef struct road {
  int32_t a, b; /* places */
  double cost;
} road;

typedef struct dense {
  const twin_parts *parts;
  double rate, unit;
  int32_t place_count, road_count, place_capacity, road_capacity, barrier_count, corner_count;
  place *places;
  road *roads;
  const twin_part **barriers;
  int32_t *corners;  /* [Size: corner_count] vertices of barriers */
  bool *is_corner;   /* [Size: vertex_count] whether a vertex is one of them */
  int32_t *place_of; /* [Size: vertex_count] its place, or its first copy; -1: none */
} dense;

static void *room(size_t count, size_t size) {
  void *list = calloc(count + 1, size);
  assert_non_null(list);
  return list;
}

static int32_t add_place(dense *d, pathfan_point at, int32_t copy_of) {
  if (d->place_count == d->place_capacity) {
    d->place_capacity = 2 * d->place_capacity + 256;
    d->places = realloc(d->places, (size_t)d->place_capacity * sizeof *d->places);
    assert_non_null(d->places);
  }
  d->places[d->place_count] = (place){at, copy_of, false};
  return d->place_count++;
}

static void add_road(dense *d, int32_t a, int32_t b, double cost) {
  if (d->road_count == d->road_capacity) {
    d->road_capacity = 2 * d->road_capacity + 256;
    d->roads = realloc(d->roads, (size_t)d->road_capacity * sizeof *d->roads);
    assert_non_null(d->roads);
  }
  d->roads[d->road_count++] = (road){a, b, cost};
}

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

static pathfan_point between(pathfan_point a, pathfan_point b, double part) {
  return (pathfan_point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

static int by_value(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/* Adds copies all round a vertex, and one between any two neighbouring barriers, however near to
 * each other. */
static void add_copies(dense *d, int32_t v) {
  static const double all_round = 6.283185307179586;
  const pathfan_point at = d->parts->vertices[v];
  double *angles = room((size_t)d->parts->part_count * 2 + COPIES, sizeof *angles);
  int32_t count = 0;
  for (int32_t i = 0; i < d->barrier_count; i++) {
    if (d->barriers[i]->a != v && d->barriers[i]->b != v) continue;
    const pathfan_point far = d->parts->vertices[twin_part_far(d->barriers[i], v)];
    angles[count++] = atan2(far.y - at.y, far.x - at.x);
  }
  qsort(angles, (size_t)count, sizeof *angles, by_value);
  const int32_t barriers = count;
  for (int32_t i = 0; i < barriers; i++)
    angles[count++] = (angles[i] + (i + 1 < barriers ? angles[i + 1] : angles[0] + all_round)) / 2;
  for (int32_t i = 0; i < COPIES; i++) angles[count++] = 0.0123 + all_round * i / COPIES;
  d->place_of[v] = d->place_count;
  for (int32_t i = barriers; i < count; i++) {
    const pathfan_point p = {at.x + RADIUS * d->unit * cos(angles[i]),
                             at.y + RADIUS * d->unit * sin(angles[i])};
    if (!twin_terrain_blocked(d->parts->terrain, p.x, p.y)) add_place(d, p, v);
  }
  free(angles);
}

static int32_t place_of(dense *d, int32_t v) {
  if (d->place_of[v] < 0) {
    const pathfan_point at = d->parts->vertices[v];
    d->place_of[v] = add_place(d, at, -1);
    d->places[d->place_of[v]].is_aloft = twin_terrain_blocked(d->parts->terrain, at.x, at.y);
  }
  return d->place_of[v];
}

static void add_row(dense *d, const twin_part *part, double aside, double spacing) {
  const pathfan_point a = d->parts->vertices[part->a], b = d->parts->vertices[part->b];
  const double length = distance(a, b), before = BEFORE * d->unit;
  const double from = d->is_corner[part->a] ? before : 0;
  const double to = length - (d->is_corner[part->b] ? before : 0);
  const int32_t steps = (int32_t)ceil((to - from) / (spacing * d->unit));
  const double x = (a.y - b.y) / length * aside, y = (b.x - a.x) / length * aside;
  int32_t last = -1;
  for (int32_t i = 0; i <= steps && to > from; i++) {
    int32_t here;
    if (i == 0 && from == 0)
      here = place_of(d, part->a);
    else if (i == steps && to == length)
      here = place_of(d, part->b);
    else {
      const pathfan_point p = between(a, b, (from + (to - from) * i / steps) / length);
      here = add_place(d, (pathfan_point){p.x + x, p.y + y}, -1);
    }
    if (i) add_road(d, last, here, part->rate * (to - from) / steps);
    last = here;
  }
}

static int32_t add_landing(dense *d, int32_t v, pathfan_point towards) {
  const pathfan_point at = d->parts->vertices[v];
  if (!d->is_corner[v]) return place_of(d, v);
  const pathfan_point p = between(at, towards, BEFORE * d->unit / distance(at, towards));
  const int32_t here = add_place(d, p, -1);
  if (!twin_terrain_blocked(d->parts->terrain, p.x, p.y)) return here;
  d->places[here].is_aloft = true;
  for (int32_t i = d->place_of[v]; i < d->place_count && d->places[i].copy_of == v; i++)
    add_road(d, here, i, d->rate * RADIUS * d->unit);
  return here;
}

static dense dense_make(const twin_parts *parts, double spacing) {
  dense d = {.parts = parts, .rate = parts->terrain->rate, .unit = parts->unit};
  d.barriers = room((size_t)parts->part_count, sizeof *d.barriers);
  d.corners = room((size_t)parts->vertex_count, sizeof *d.corners);
  d.is_corner = room((size_t)parts->vertex_count, sizeof *d.is_corner);
  d.place_of = room((size_t)parts->vertex_count, sizeof *d.place_of);
  for (int32_t i = 0; i < parts->part_count; i++)
    if (twin_part_is_barrier(&parts->parts[i])) {
      d.barriers[d.barrier_count++] = &parts->parts[i];
      d.is_corner[parts->parts[i].a] = d.is_corner[parts->parts[i].b] = true;
    }
  for (int32_t v = 0; v < parts->vertex_count; v++) {
    d.place_of[v] = -1;
    if (!d.is_corner[v]) continue;
    d.corners[d.corner_count++] = v;
    add_copies(&d, v);
  }
  for (int32_t i = 0; i < parts->part_count; i++) {
    const twin_part *part = &parts->parts[i];
    if (isinf(part->rate)) continue;
    if (twin_part_is_barrier(part)) {
      if (!part->is_blocked[0]) add_row(&d, part, BESIDE * d.unit, spacing);
      if (!part->is_blocked[1]) add_row(&d, part, -BESIDE * d.unit, spacing);
    } else if (!part->is_blocked[0] || !part->is_blocked[1]) {
      add_row(&d, part, 0, spacing);
    }
  }
  for (int32_t i = 0; i < parts->leap_count; i++) {
    const twin_leap *leap = &parts->leaps[i];
    const twin_feature *f = &parts->terrain->features[leap->feature];
    const int32_t a = add_landing(&d, leap->a, f->points[1]);
    add_road(&d, a, add_landing(&d, leap->b, f->points[f->count - 2]), leap->cost);
  }
  return d;
}

static void dense_free(dense *d) {
  free(d->places);
  free(d->roads);
  free(d->barriers);
  free(d->corners);
  free(d->is_corner);
  free(d->place_of);
}

static bool share_bridge(const dense *d, const place *a, const place *b) {
  return a->copy_of >= 0 && a->copy_of == b->copy_of && d->parts->is_bridge[a->copy_of];
}

/* A crossing of a bridge goes through its middle, so that the bridge's width saves nothing. */
static double length_of(const dense *d, const place *a, const place *b) {
  return share_bridge(d, a, b) ? 2 * RADIUS * d->unit : distance(a->at, b->at);
}

/* The cost of what a straight line crosses, or any value above `most` if it costs more than
 * that. */
static double crossed(const dense *d, const place *a, const place *b, double most) {
  const pathfan_point *at = d->parts->vertices;
  const double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y, length = hypot(dx, dy);
  const int32_t bridge = share_bridge(d, a, b) ? a->copy_of : -1;
  double sum = 0;
  for (int32_t i = 0; i < d->barrier_count && sum <= most; i++) {
    const twin_part *part = d->barriers[i];
    if (!part->is_wall && (part->a == bridge || part->b == bridge)) continue;
    if (twin_cross(a->at, b->at, at[part->a], at[part->b]))
      sum += part->is_wall ? INFINITY : part->cost;
  }
  for (int32_t i = 0; i < d->corner_count && sum <= most; i++) {
    const double x = at[d->corners[i]].x - a->at.x, y = at[d->corners[i]].y - a->at.y;
    const double along = x * dx + y * dy;
    if (along >= 0 && along <= length * length &&
        fabs(dx * y - dy * x) <= PASSING * d->unit * length)
      sum = INFINITY;
  }
  return sum;
}

typedef struct visit {
  double cost;
  int32_t before;
  bool is_closed;
} visit;

static void reach(visit *v, double cost, int32_t before) {
  if (cost >= v->cost) return;
  v->cost = cost;
  v->before = before;
}

static void leave(const dense *d, visit *visits, int32_t u, double enough) {
  for (int32_t i = 0; i < d->road_count; i++) {
    if (d->roads[i].a == u) reach(&visits[d->roads[i].b], visits[u].cost + d->roads[i].cost, u);
    if (d->roads[i].b == u) reach(&visits[d->roads[i].a], visits[u].cost + d->roads[i].cost, u);
  }
  for (int32_t v = 0; v < d->place_count && !d->places[u].is_aloft; v++) {
    if (visits[v].is_closed || d->places[v].is_aloft) continue;
    const double cost = visits[u].cost + d->rate * length_of(d, &d->places[u], &d->places[v]);
    const double most = fmin(visits[v].cost, enough) - cost;
    if (most <= 0) continue;
    reach(&visits[v], cost + crossed(d, &d->places[u], &d->places[v], most), u);
  }
}

static void take_way(const dense *d, const visit *visits, int32_t last, twin_way *way) {
  int32_t count = 0;
  for (int32_t i = last; i >= 0; i = visits[i].before) count++;
  assert_true(count <= TWIN_WAY_POINTS);
  way->cost = visits[last].cost;
  way->count = count;
  for (int32_t i = last; i >= 0; i = visits[i].before) way->points[--count] = d->places[i].at;
}

/* Adds an end: one place, linked to the copies of its vertex if there are any. */
static int32_t add_end(dense *d, pathfan_point p) {
  const int32_t v = twin_parts_vertex(d->parts, p);
  if (!d->is_corner[v]) return place_of(d, v);
  const int32_t end = add_place(d, p, -1);
  d->places[end].is_aloft = true;
  for (int32_t i = d->place_of[v]; d->places[i].copy_of == v; i++)
    add_road(d, end, i, d->rate * RADIUS * d->unit);
  return end;
}

double twin_terrain_dense(const twin_terrain *terrain, pathfan_point from, pathfan_point to,
                          double spacing, twin_way *way) {
  const pathfan_point ends[] = {from, to};
  twin_parts parts = twin_parts_make(terrain, ends, 2);
  dense d = dense_make(&parts, spacing);
  const int32_t s = add_end(&d, from), t = add_end(&d, to);
  visit *visits = room((size_t)d.place_count, sizeof *visits);
  for (int32_t i = 0; i < d.place_count; i++) visits[i] = (visit){INFINITY, -1, false};
  visits[s].cost = 0;
  for (int32_t u = s; !visits[t].is_closed;) {
    visits[u].is_closed = true;
    leave(&d, visits, u, visits[t].cost);
    u = -1;
    for (int32_t v = 0; v < d.place_count; v++)
      if (!visits[v].is_closed && visits[v].cost < INFINITY &&
          (u < 0 || visits[v].cost < visits[u].cost))
        u = v;
    if (u < 0) break;
  }
  const double cost = visits[t].cost;
  if (way) *way = (twin_way){.cost = cost};
  if (way && cost < INFINITY) take_way(&d, visits, t, way);
  free(visits);
  dense_free(&d);
  twin_parts_free(&parts);
  return cost;
}
