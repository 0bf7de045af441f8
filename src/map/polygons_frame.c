/* polygons_frame.c - the lattice that a map is rounded to.
 *
 * Its unit is a power of two, and its origin a multiple of the unit, so that
 * lattice points are doubles exactly and come back from map units unchanged.
 * That asks for a unit not below the last bit of the largest coordinate. */
#include <math.h>

#include "base/memory.h"
#include "map/polygons_overlay.h"

/* Exponents for which no step of the conversion leaves the range of normal
 * doubles, fractions of a unit included. */
#define EXPONENT_MIN (-900)
#define EXPONENT_MAX 900

/* Obstacles may stick out of the frame by so many units: 2^50 leaves the doubles in
 * which GEOS computes some bits below the unit. */
#define REACH_MAX 0x1p50

typedef struct box {
  double min_x, min_y, max_x, max_y;
} box;

/* Of all polygons, or of the free ones. */
static box box_of(const pathfan_polygons *polygons, bool all) {
  box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int32_t p = 0; p < polygons->polygon_count; p++) {
    if (!all && polygons->polygons[p].kind != PATHFAN_POLYGON_FREE) continue;
    const int32_t end = pathfan_polygon_end(polygons, p);
    for (int32_t r = polygons->polygons[p].first_ring; r < end; r++) {
      for (int32_t i = polygons->rings[r].first_point; i < pathfan_ring_end(polygons, r); i++) {
        const double x = polygons->points[2 * i], y = polygons->points[2 * i + 1];
        b = (box){fmin(b.min_x, x), fmin(b.min_y, y), fmax(b.max_x, x), fmax(b.max_y, y)};
      }
    }
  }
  return b;
}

static bool has_free(const pathfan_polygons *polygons) {
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind == PATHFAN_POLYGON_FREE) return true;
  return false;
}

static double largest(box b) {
  return fmax(fmax(fabs(b.min_x), fabs(b.max_x)), fmax(fabs(b.min_y), fabs(b.max_y)));
}

static double round_down(double value, int exponent) {
  return ldexp(floor(ldexp(value, -exponent)), exponent);
}

static double to_lattice(double value, double origin, int exponent) {
  return nearbyint(ldexp(value - origin, -exponent));
}

static int greater(int a, int b) {
  return a > b ? a : b;
}

/* The finest unit for these boxes. */
static int finest(box map, box all) {
  const double span = fmax(map.max_x - map.min_x, map.max_y - map.min_y);
  int exponent = greater(ilogb(span) - 28, ilogb(largest(map)) - 52);
  exponent = greater(exponent, EXPONENT_MIN);
  for (;; exponent++) {
    const double x = round_down(map.min_x, exponent), y = round_down(map.min_y, exponent);
    const double reach =
        fmax(fmax(all.max_x - x, x - all.min_x), fmax(all.max_y - y, y - all.min_y));
    if (to_lattice(map.max_x, x, exponent) <= PATHFAN_EXTENT_MAX &&
        to_lattice(map.max_y, y, exponent) <= PATHFAN_EXTENT_MAX &&
        ldexp(reach, -exponent) <= REACH_MAX)
      return exponent;
  }
}

pathfan_status pathfan_polygons_frame(const pathfan_polygons *polygons, double unit,
                                      pathfan_frame *frame, pathfan_error *error) {
  *frame = (pathfan_frame){0};
  const box all = box_of(polygons, true);
  const box map = has_free(polygons) ? box_of(polygons, false) : all;
  if (!(map.min_x < map.max_x && map.min_y < map.max_y))
    return pathfan_fail(error, PATHFAN_ERR_MALFORMED, "the polygons have no area at all");
  if (!(largest(all) <= PATHFAN_COORDINATE_MAX))
    return pathfan_fail(error, PATHFAN_ERR_LIMIT, "coordinates beyond %g", PATHFAN_COORDINATE_MAX);

  int exponent = finest(map, all);
  if (unit > 0) {
    int wanted;
    frexp(unit, &wanted);
    if (--wanted < exponent)
      return pathfan_fail(error, PATHFAN_ERR_LIMIT,
                          "a unit of %g is too fine for this map, whose finest is %g", unit,
                          ldexp(1, exponent));
    exponent = wanted < EXPONENT_MAX ? wanted : EXPONENT_MAX;
  }
  const double x = round_down(map.min_x, exponent), y = round_down(map.min_y, exponent);
  const double width = to_lattice(map.max_x, x, exponent);
  const double height = to_lattice(map.max_y, y, exponent);
  if (width < 1 || height < 1)
    return pathfan_fail(error, PATHFAN_ERR_LIMIT, "the map of %g x %g is smaller than a unit of %g",
                        map.max_x - map.min_x, map.max_y - map.min_y, ldexp(1, exponent));
  *frame = (pathfan_frame){.origin_x = x,
                           .origin_y = y,
                           .unit_exponent = exponent,
                           .width = (int32_t)width,
                           .height = (int32_t)height};
  return PATHFAN_OK;
}

static pathfan_status add_box(pathfan_polygons *placed, const pathfan_frame *frame) {
  const double w = frame->width, h = frame->height;
  pathfan_status status = pathfan_polygons_begin(placed, PATHFAN_POLYGON_FREE, NULL);
  if (!status) status = pathfan_polygons_ring(placed, PATHFAN_NOT_DRAWN);
  if (!status) status = pathfan_polygons_point(placed, 0, 0);
  if (!status) status = pathfan_polygons_point(placed, w, 0);
  if (!status) status = pathfan_polygons_point(placed, w, h);
  if (!status) status = pathfan_polygons_point(placed, 0, h);
  return status;
}

pathfan_status pathfan_polygons_place(const pathfan_polygons *polygons, const pathfan_frame *frame,
                                      pathfan_polygons *placed) {
  pathfan_status status = PATHFAN_OK;
  *placed = (pathfan_polygons){0};
  for (int32_t p = 0; p < polygons->polygon_count && !status; p++) {
    const pathfan_polygon *polygon = &polygons->polygons[p];
    status = pathfan_polygons_begin(placed, polygon->kind, NULL);
    if (status) break;
    placed->polygons[p].even_odd = polygon->even_odd;
    for (int32_t r = polygon->first_ring; r < pathfan_polygon_end(polygons, p) && !status; r++) {
      const int32_t end = pathfan_ring_end(polygons, r);
      status = pathfan_polygons_ring(placed, r);
      for (int32_t i = polygons->rings[r].first_point; i < end && !status; i++)
        status = pathfan_polygons_point(
            placed, to_lattice(polygons->points[2 * i], frame->origin_x, frame->unit_exponent),
            to_lattice(polygons->points[2 * i + 1], frame->origin_y, frame->unit_exponent));
      if (!status) pathfan_polygons_close_ring(placed);
    }
  }
  if (!status && !has_free(polygons)) status = add_box(placed, frame);
  return status;
}
