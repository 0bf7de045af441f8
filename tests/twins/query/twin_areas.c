#include "twin_areas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twin_index.h"
#include "twin_region.h"

static const double pi = 3.14159265358979323846;

/* ---- Areas ---- */

twin_area twin_area_circle(pathfan_point centre, double radius) {
  twin_area area = {.count = 32, .is_circle = true, .centre = centre, .radius = radius};
  for (int i = 0; i < 32; i++) {
    const double angle = (2 * i + 1) * pi / 32;
    area.corners[i] = (pathfan_point){centre.x + radius * cos(angle) / cos(pi / 32),
                                      centre.y + radius * sin(angle) / cos(pi / 32)};
  }
  return area;
}

pathfan_area twin_area_given(const twin_area *area) {
  return area->is_circle ? (pathfan_area){.centre = area->centre, .radius = area->radius}
                         : (pathfan_area){.corners = area->corners, .corner_count = area->count};
}

static double cross(pathfan_point o, pathfan_point a, pathfan_point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* Coordinates are small multiples of a quarter, or whole numbers: products are exact. */
static bool properly_cross(pathfan_point a, pathfan_point b, pathfan_point c, pathfan_point d) {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

static double point_to_segment(pathfan_point p, pathfan_point a, pathfan_point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, whole = dx * dx + dy * dy;
  const double t = whole > 0 ? fmin(fmax(((p.x - a.x) * dx + (p.y - a.y) * dy) / whole, 0), 1) : 0;
  const double x = p.x - a.x - t * dx, y = p.y - a.y - t * dy;
  return sqrt(x * x + y * y); /* called so often that hypot would be most of a test */
}

static double segment_to_segment(pathfan_point a, pathfan_point b, pathfan_point c,
                                 pathfan_point d) {
  if (properly_cross(a, b, c, d)) return 0;
  return fmin(fmin(point_to_segment(a, c, d), point_to_segment(b, c, d)),
              fmin(point_to_segment(c, a, b), point_to_segment(d, a, b)));
}

static bool inside(const twin_area *area, pathfan_point p) {
  bool odd = false;
  for (int32_t i = 0, k = area->count - 1; i < area->count; k = i++) {
    const pathfan_point a = area->corners[i], b = area->corners[k];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
      odd = !odd;
  }
  return odd;
}

double twin_area_distance(const twin_area *area, pathfan_point a, pathfan_point b) {
  if (inside(area, a)) return 0;
  double least = INFINITY;
  for (int32_t i = 0; i < area->count; i++)
    least = fmin(least,
                 segment_to_segment(a, b, area->corners[i], area->corners[(i + 1) % area->count]));
  return least;
}

double twin_area_margin(int bits) {
  return fmax(ldexp(1, -24), ldexp(16, -bits));
}

/* Whether no two sides meet, but neighbours in their common corner. */
static bool is_simple(const twin_area *area) {
  const int32_t n = area->count;
  const pathfan_point *p = area->corners;
  for (int32_t i = 0; i < n; i++)
    for (int32_t k = i + 1; k < n; k++) {
      const int32_t after = (k + 1) % n;
      if (k == i + 1 || after == i) { /* neighbours */
        const int32_t common = k == i + 1 ? k : i;
        const int32_t before = (common + n - 1) % n, next = (common + 1) % n;
        if (point_to_segment(p[before], p[common], p[next]) == 0 ||
            point_to_segment(p[next], p[before], p[common]) == 0)
          return false;
      } else if (segment_to_segment(p[i], p[i + 1], p[k], p[after]) == 0) {
        return false;
      }
    }
  return true;
}

static pathfan_point extent_of(const twin_map *map) {
  pathfan_point most = {map->grid.width, map->grid.height};
  for (int32_t v = 0; v < map->outline.vertex_count; v++) {
    most.x = fmax(most.x, map->outline.vertices[v].x);
    most.y = fmax(most.y, map->outline.vertices[v].y);
  }
  return most;
}

/* A point on the map or slightly off it, on its lattice or on quarters of it. */
static pathfan_point some_point(pf_random *random, const twin_map *map) {
  const pathfan_point most = extent_of(map);
  const pf_outline *outline = &map->outline;
  if (outline->edge_count && pf_random_below(random, 3) == 0) {
    const pf_lattice_point v = outline->vertices[pf_random_below(random, outline->vertex_count)];
    return (pathfan_point){v.x, v.y};
  }
  const int32_t step = outline->edge_count || pf_random_below(random, 2) ? 1 : 4;
  return (pathfan_point){
      (double)pf_random_between(random, -step, step * ((int32_t)most.x + 1)) / step,
      (double)pf_random_between(random, -step, step * ((int32_t)most.y + 1)) / step};
}

static twin_area rectangle(pathfan_point a, pathfan_point b) {
  twin_area area = {.count = 4, .corners = {a, {b.x, a.y}, b, {a.x, b.y}}};
  return area;
}

twin_area twin_area_random(pf_random *random, const twin_map *map) {
  const pathfan_point most = extent_of(map);
  const double size = fmin(most.x, most.y);
  for (;;) {
    twin_area area = {0};
    const pathfan_point a = some_point(random, map), b = some_point(random, map);
    switch (pf_random_below(random, 4)) {
    case 0: area = twin_area_circle(a, size * pf_random_between(random, 1, 12) / 32); break;
    case 1: area = rectangle(a, b); break;
    case 2: /* a small one */
      area = rectangle(a, (pathfan_point){a.x + pf_random_between(random, 1, 3),
                                          a.y + pf_random_between(random, 1, 3)});
      break;
    default:
      area.count = pf_random_between(random, 3, 6);
      for (int32_t i = 0; i < area.count; i++) area.corners[i] = some_point(random, map);
    }
    if (area.is_circle || is_simple(&area)) return area;
  }
}

/* ---- Paths ---- */

typedef struct place {
  pf_fixed_point at;
  pathfan_point where;
  int32_t vertex; /* of dense; -1: none */
  double length;
  bool done;
} place;

typedef struct world {
  const twin_map *map;
  const twin_dense *dense;
  int bits;
  const twin_area *areas;
  int32_t count;
  double gap;
} world;

/* Whether an area lies more than the gap to one side of a segment's bounding box, as most do. */
static bool is_aside(const twin_area *area, pathfan_point a, pathfan_point b, double gap) {
  const double left = fmin(a.x, b.x) - gap, right = fmax(a.x, b.x) + gap;
  const double top = fmin(a.y, b.y) - gap, bottom = fmax(a.y, b.y) + gap;
  bool is_left = true, is_right = true, is_above = true, is_below = true;
  for (int32_t i = 0; i < area->count; i++) {
    const pathfan_point p = area->corners[i];
    is_left = is_left && p.x < left;
    is_right = is_right && p.x > right;
    is_above = is_above && p.y < top;
    is_below = is_below && p.y > bottom;
  }
  return is_left || is_right || is_above || is_below;
}

static bool is_clear(const world *w, pathfan_point a, pathfan_point b) {
  for (int32_t i = 0; i < w->count; i++)
    if (!is_aside(&w->areas[i], a, b, w->gap) &&
        twin_area_distance(&w->areas[i], a, b) < 0.99 * w->gap)
      return false;
  return true;
}

static bool is_legal(const world *w, const place *a, const place *b) {
  if (!is_clear(w, a->where, b->where)) return false;
  if (a->vertex >= 0 && b->vertex >= 0)
    return w->dense->sees[twin_at(w->dense, a->vertex, b->vertex)];
  return twin_map_sees_turning(w->map, w->bits, a->at, a->vertex >= 0, b->at, b->vertex >= 0);
}

static void put(const world *w, place *places, int32_t *count, pf_fixed_point at, int32_t vertex) {
  const place p = {at, twin_units(at, w->bits), vertex, INFINITY, false};
  if (vertex < 0 && !twin_map_is_free(w->map, w->bits, at)) return;
  if (is_clear(w, p.where, p.where)) places[(*count)++] = p;
}

/* Points around each corner, far enough off that segments between neighbouring ones keep clear of
 * it. */
enum { ABOUT = 8 };

double twin_round(const twin_map *map, const twin_dense *dense, int bits, pf_fixed_point s,
                  pf_fixed_point t, const twin_area *areas, int32_t area_count, double gap) {
  const world w = {map, dense, bits, areas, area_count, gap};
  place *places = malloc(((size_t)dense->n + 2 + (size_t)area_count * ABOUT * TWIN_AREA_CORNERS) *
                         sizeof *places);
  int32_t count = 0;
  assert_non_null(places);
  put(&w, places, &count, s, -1);
  put(&w, places, &count, t, -1);
  assert_int_equal(count, 2);
  for (int32_t v = 0; v < dense->n; v++) put(&w, places, &count, pf_lift(dense->at[v], bits), v);
  const double away = ldexp(1.01 * gap / cos(pi / ABOUT), bits);
  for (int32_t i = 0; i < area_count; i++)
    for (int32_t c = 0; c < ABOUT * areas[i].count; c++) {
      const pathfan_point corner = areas[i].corners[c / ABOUT];
      const double angle = (c % ABOUT) * 2 * pi / ABOUT;
      put(&w, places, &count,
          (pf_fixed_point){llrint(ldexp(corner.x, bits) + away * cos(angle)),
                           llrint(ldexp(corner.y, bits) + away * sin(angle))},
          -1);
    }
  places[0].length = 0;
  for (;;) {
    place *next = NULL;
    for (int32_t i = 0; i < count; i++)
      if (!places[i].done && (!next || places[i].length < next->length)) next = &places[i];
    if (!next || next == &places[1] || isinf(next->length)) break;
    next->done = true;
    for (int32_t i = 0; i < count; i++) {
      const double length = next->length + hypot(places[i].where.x - next->where.x,
                                                 places[i].where.y - next->where.y);
      if (!places[i].done && length < places[i].length && is_legal(&w, next, &places[i]))
        places[i].length = length;
    }
  }
  const double length = places[1].length;
  free(places);
  return length;
}
