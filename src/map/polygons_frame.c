/* polygons_frame.c - the lattice that a map is rounded to.
 *
 * Its scale is the largest power of two that the extent allows. If that rounds a coordinate, but
 * the largest power of ten that the extent allows rounds none, the power of ten is taken: most maps
 * are drawn in decimals. Lattice points must be doubles that survive the conversion to map units
 * and back, so the unit must not be below the last bit of the largest coordinate. */
#include <math.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/status.h"
#include "geometry/predicates.h"
#include "map/polygons_overlay.h"

/* Exponents for which every step of the conversion stays in the range of normal doubles, fractions
 * of a unit included. */
#define EXPONENT_MIN (-900)
#define EXPONENT_MAX 900

/* Obstacles may stick out of the frame by this many units: numbers that are still whole in doubles,
 * and whose products fit into 128 bits. */
#define REACH_MAX 0x1p50

typedef struct box {
  double min_x, min_y, max_x, max_y;
} box;

/* The box of all polygons, or of the free ones. */
static box box_of(const pf_polygons *polygons, bool all) {
  box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int32_t p = 0; p < polygons->polygon_count; p++) {
    if (!all && polygons->polygons[p].kind != PF_POLYGON_FREE) continue;
    const int32_t end = pf_polygon_end(polygons, p);
    for (int32_t r = polygons->polygons[p].first_ring; r < end; r++) {
      for (int32_t i = polygons->rings[r].first_point; i < pf_ring_end(polygons, r); i++) {
        const double x = polygons->points[2 * i], y = polygons->points[2 * i + 1];
        b = (box){fmin(b.min_x, x), fmin(b.min_y, y), fmax(b.max_x, x), fmax(b.max_y, y)};
      }
    }
  }
  return b;
}

static bool has_free(const pf_polygons *polygons) {
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_FREE) return true;
  return false;
}

/* Whole numbers up to this survive division and multiplication by a scale that is no power of two:
 * two roundings by half of their last bit stay below a half. */
#define WHOLE_MAX 0x1p51

static double largest(box b) {
  return fmax(fmax(fabs(b.min_x), fabs(b.max_x)), fmax(fabs(b.min_y), fabs(b.max_y)));
}

/* Rounds a coordinate down to the lattice; one that is on the lattice, to its own number. */
static double round_down(double value, double scale) {
  return pf_scale_holds(scale, value) ? nearbyint(value * scale) : floor(value * scale);
}

static double to_lattice(double value, double origin, double scale) {
  return nearbyint(value * scale - origin);
}

static int greater(int a, int b) {
  return a > b ? a : b;
}

/* The exponent of the finest unit for these boxes, a power of two. */
static int finest(box map, box all) {
  const double span = fmax(map.max_x - map.min_x, map.max_y - map.min_y);
  int exponent = greater(ilogb(span) - 28, ilogb(largest(map)) - 52);
  exponent = greater(exponent, EXPONENT_MIN);
  for (;; exponent++) {
    const double scale = ldexp(1, -exponent);
    const double x = round_down(map.min_x, scale), y = round_down(map.min_y, scale);
    const double reach = fmax(fmax(all.max_x * scale - x, x - all.min_x * scale),
                              fmax(all.max_y * scale - y, y - all.min_y * scale));
    if (to_lattice(map.max_x, x, scale) <= PF_EXTENT_MAX &&
        to_lattice(map.max_y, y, scale) <= PF_EXTENT_MAX && reach <= REACH_MAX)
      return exponent;
  }
}

static bool holds_all(const pf_polygons *polygons, double scale) {
  for (int32_t i = 0; i < 2 * polygons->point_count; i++)
    if (!pf_scale_holds(scale, polygons->points[i])) return false;
  return true;
}

/* The largest power of ten, 1 or more, not above a number; 0 if there is none. */
static double power_of_ten(double most) {
  double power = 1;
  if (most < 1) return 0;
  while (power < 1e22 && power * 10 <= most) power *= 10;
  return power;
}

/* The scale for a requested unit: of the unit itself if it is a power of ten, otherwise of the
 * largest power of two not above it. */
static double scale_for(double unit, double size) {
  int exponent;
  const double ten = power_of_ten(nearbyint(1 / unit));
  if (ten > 0 && 1 / ten == unit && size * ten <= WHOLE_MAX) return ten;
  frexp(unit, &exponent);
  return ldexp(1, 1 - exponent < -EXPONENT_MAX ? -EXPONENT_MAX : 1 - exponent);
}

pathfan_status pf_polygons_frame(const pf_polygons *polygons, double unit, pf_frame *frame,
                                 pathfan_error *error) {
  *frame = (pf_frame){.scale = 1};
  const box all = box_of(polygons, true);
  const box map = has_free(polygons) ? box_of(polygons, false) : all;
  if (!(map.min_x < map.max_x && map.min_y < map.max_y))
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "the polygons have no area at all");
  if (!(largest(all) <= PF_COORDINATE_MAX))
    return pf_fail(error, PATHFAN_ERR_LIMIT, "coordinates beyond %g", PF_COORDINATE_MAX);

  const double most = ldexp(1, -finest(map, all));
  double scale = most;
  if (unit > 0) {
    scale = scale_for(unit, largest(map));
    if (scale > most)
      return pf_fail(error, PATHFAN_ERR_LIMIT,
                     "a unit of %g is too fine for this map, whose finest is %g", unit, 1 / most);
  } else if (!holds_all(polygons, most)) {
    const double span = fmax(map.max_x - map.min_x, map.max_y - map.min_y);
    const double fits = fmin(2 * most, (PF_EXTENT_MAX - 2) / span);
    const double ten = power_of_ten(fmin(fits, WHOLE_MAX / largest(map)));
    if (ten > 0 && holds_all(polygons, ten)) scale = ten;
  }
  const double x = round_down(map.min_x, scale), y = round_down(map.min_y, scale);
  const double width = to_lattice(map.max_x, x, scale);
  const double height = to_lattice(map.max_y, y, scale);
  if (width < 1 || height < 1)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "the map of %g x %g is smaller than a unit of %g",
                   map.max_x - map.min_x, map.max_y - map.min_y, 1 / scale);
  *frame = (pf_frame){.origin_x = x,
                      .origin_y = y,
                      .scale = scale,
                      .width = (int32_t)width,
                      .height = (int32_t)height};
  return PATHFAN_OK;
}

static pathfan_status add_box(pf_polygons *placed, const pf_frame *frame) {
  const double w = frame->width, h = frame->height;
  pathfan_status status = pf_polygons_begin(placed, PF_POLYGON_FREE, NULL);
  if (!status) status = pf_polygons_ring(placed, PF_NOT_DRAWN);
  if (!status) status = pf_polygons_point(placed, 0, 0);
  if (!status) status = pf_polygons_point(placed, w, 0);
  if (!status) status = pf_polygons_point(placed, w, h);
  if (!status) status = pf_polygons_point(placed, 0, h);
  return status;
}

/* ---- Rounding ---- */

/* What a door grows by, lattice units, and the shortest side of one that does: a door and the wall
 * which it leads through are rounded by up to 0.71 units each, and the wall's sides are snapped by
 * as much again. One drawn as thick as its wall would end inside otherwise, and what it is to open
 * stay shut. Doors on the lattice stay as they are drawn, and so do those that would grow visibly.
 */
#define DOOR_GROWS 3
#define DOOR_SIDE_LEAST 100

/* The unit vector from a corner to another, turned to the right by a quarter; 0: they are one. */
static void turned_side(const double *p, const double *q, double side[2]) {
  const double length = hypot(q[0] - p[0], q[1] - p[1]);
  side[0] = length > 0 ? (q[1] - p[1]) / length : 0;
  side[1] = length > 0 ? (p[0] - q[0]) / length : 0;
}

/* Whether a door grows, and to which side of its own: 1: to the right; 0: it doesn't. */
static int growing_side(const double *points, int32_t count) {
  double area = 0, shortest = INFINITY;
  for (int32_t i = 0; i < count; i++) {
    const double *p = points + 2 * i, *q = points + 2 * (i + 1 < count ? i + 1 : 0);
    const double length = hypot(q[0] - p[0], q[1] - p[1]);
    area += (p[0] - points[0]) * (q[1] - points[1]) - (q[0] - points[0]) * (p[1] - points[1]);
    if (length > 0) shortest = fmin(shortest, length);
  }
  return shortest < DOOR_SIDE_LEAST ? 0 : (area > 0) - (area < 0);
}

/* Moves a door's sides outward, corners by twice as much at most. */
static void grow_door(double *points, int32_t count) {
  const int side = growing_side(points, count);
  if (!side) return;
  const double first[2] = {points[0], points[1]};
  double before[2], after[2];
  turned_side(points + 2 * (count - 1), points, before);
  for (int32_t i = 0; i < count; i++) {
    turned_side(points + 2 * i, i + 1 < count ? points + 2 * (i + 1) : first, after);
    const double bend = fmax(1 + before[0] * after[0] + before[1] * after[1], 0.5);
    for (int axis = 0; axis < 2; axis++) {
      const double by = side * DOOR_GROWS * (before[axis] + after[axis]) / bend;
      points[2 * i + axis] += nearbyint(by);
      before[axis] = after[axis];
    }
  }
}

void pf_ring_to_lattice(const pf_polygons *polygons, int32_t ring, bool is_door,
                        const pf_frame *frame, double *points) {
  const int32_t first = polygons->rings[ring].first_point;
  const int32_t count = pf_ring_end(polygons, ring) - first;
  const double *drawn = &polygons->points[2 * first];
  bool is_rounded = false;
  for (int32_t i = 0; i < 2 * count; i++) {
    points[i] = to_lattice(drawn[i], i % 2 ? frame->origin_y : frame->origin_x, frame->scale);
    is_rounded = is_rounded || !pf_scale_holds(frame->scale, drawn[i]);
  }
  if (is_door && is_rounded) grow_door(points, count);
}

/* ---- Cutting off ---- */

/* A border of the frame: axis 0 for x, 1 for y. Points with coordinates up to `at` are inside if
 * `below`, otherwise those from `at` on. */
typedef struct border {
  int axis;
  double at;
  bool below;
} border;

static bool is_in(const border *b, const double *p) {
  return b->below ? p[b->axis] <= b->at : p[b->axis] >= b->at;
}

/* Finds where a side meets a border, rounded to the nearest whole number; all coordinates are
 * whole. */
static void meet(const border *b, const double *p, const double *q, double point[2]) {
  const int other = 1 - b->axis;
  const int64_t whole = (int64_t)(q[b->axis] - p[b->axis]), sign = whole > 0 ? 1 : -1;
  const int64_t part = sign * (int64_t)(b->at - p[b->axis]);
  const int64_t steps =
      pf_int128_rounded(pf_int128_product(part, (int64_t)(q[other] - p[other])), sign * whole);
  point[b->axis] = b->at;
  point[other] = p[other] + (double)steps;
}

/* Clips a ring at a border, along which it then runs, so that it still winds as often round any
 * point inside (Sutherland and Hodgman, Reentrant polygon clipping, Comm. ACM 17, 1974). `cut` has
 * room for twice the points. Returns how many points are left. */
static int32_t cut_at(const border *b, const double *points, int32_t count, double *cut) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    const double *p = points + 2 * i, *q = points + 2 * (i + 1 < count ? i + 1 : 0);
    if (is_in(b, p)) {
      cut[2 * kept] = p[0];
      cut[2 * kept++ + 1] = p[1];
    }
    if (is_in(b, p) != is_in(b, q)) meet(b, p, q, cut + 2 * kept++);
  }
  return kept;
}

/* Adds a ring, moved to the lattice and clipped to the frame. */
static pathfan_status place_ring(const pf_polygons *polygons, int32_t ring, bool is_door,
                                 const pf_frame *frame, pf_polygons *placed) {
  const border borders[] = {
      {0, 0, false}, {0, frame->width, true}, {1, 0, false}, {1, frame->height, true}};
  const int32_t first = polygons->rings[ring].first_point;
  int32_t count = pf_ring_end(polygons, ring) - first;
  double *points = pf_alloc((uint64_t)count, 2 * sizeof *points);
  pathfan_status status = points ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) pf_ring_to_lattice(polygons, ring, is_door, frame, points);
  for (int b = 0; b < 4 && !status; b++) {
    int32_t out = 0;
    for (int32_t i = 0; i < count; i++) out += !is_in(&borders[b], points + 2 * i);
    if (!out) continue;
    double *cut = pf_alloc(2 * (uint64_t)count, 2 * sizeof *cut);
    if (cut) count = cut_at(&borders[b], points, count, cut);
    status = cut ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
    free(points);
    points = cut;
  }
  if (!status) status = pf_polygons_ring(placed, ring);
  for (int32_t i = 0; i < count && !status; i++)
    status = pf_polygons_point(placed, points[2 * i], points[2 * i + 1]);
  if (!status) pf_polygons_close_ring(placed);
  free(points);
  return status;
}

/* Whether rounding leaves a ring no area: all its points are in line then. */
static bool is_flat(const pf_polygons *polygons, int32_t ring, const pf_frame *frame) {
  const int32_t first = polygons->rings[ring].first_point, end = pf_ring_end(polygons, ring);
  pf_fixed_point from = {0, 0}, along = {0, 0};
  for (int32_t i = first; i < end; i++) {
    const double *p = &polygons->points[2 * i];
    const pf_fixed_point at = {(int64_t)to_lattice(p[0], frame->origin_x, frame->scale),
                               (int64_t)to_lattice(p[1], frame->origin_y, frame->scale)};
    if (i == first) from = at;
    const pf_fixed_point step = pf_fixed_from_to(from, at);
    if (!along.x && !along.y) along = step;
    if (!pf_is_collinear(along, step)) return false;
  }
  return true;
}

int32_t pf_polygons_count_flat(pf_polygons *polygons, const pf_frame *frame) {
  char place[PF_PLACE_BYTES];
  int32_t count = 0;
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    for (int32_t r = polygons->polygons[p].first_ring; r < pf_polygon_end(polygons, p); r++) {
      if (!is_flat(polygons, r, frame)) continue;
      count++;
      pf_ignore(&polygons->ignored, PF_IGNORED_THIN_RING, 1, "%s (unit %.4g)",
                pf_polygon_place(polygons, p, place), 1 / frame->scale);
    }
  return count;
}

pathfan_status pf_polygons_place(const pf_polygons *polygons, const pf_frame *frame,
                                 pf_polygons *placed) {
  pathfan_status status = PATHFAN_OK;
  *placed = (pf_polygons){.is_nested = polygons->is_nested};
  for (int32_t p = 0; p < polygons->polygon_count && !status; p++) {
    const pf_polygon *polygon = &polygons->polygons[p];
    status = pf_polygons_begin(placed, polygon->kind, NULL);
    if (status) break;
    placed->polygons[p].even_odd = polygon->even_odd;
    for (int32_t r = polygon->first_ring; r < pf_polygon_end(polygons, p) && !status; r++)
      status = place_ring(polygons, r, polygon->kind == PF_POLYGON_DOOR, frame, placed);
  }
  if (!status && !has_free(polygons)) status = add_box(placed, frame);
  return status;
}
