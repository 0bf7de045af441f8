/* tiled_objects.c - reads the objects of a Tiled layer as polygons and walls.
 *
 * Polygons are taken as they are, rectangles and tiles by their corners, ellipses as polygons round
 * them; lines are walls. Points and labels don't block. */
#include "map/tiled_objects.h"

#include <math.h>

/* Sides of an ellipse. */
#define ELLIPSE 32

typedef struct object {
  int32_t number;
  double x, y, width, height, cosine, sine;
} object;

/* Rounds to thousandths of a pixel: sine and cosine differ in the last bit from machine to machine,
 * and maps must not. */
static double in_steps(double x) {
  return fabs(x) < 0x1p40 ? nearbyint(x * 1000) / 1000 : x;
}

/* Adds a point of an object, rotated about the object's position. */
static pathfan_status add_point(pf_tiled_reader *r, const object *o, double dx, double dy) {
  const double x = in_steps(r->x + o->x + dx * o->cosine - dy * o->sine);
  const double y = in_steps(r->y + o->y + dx * o->sine + dy * o->cosine);
  if (!(fabs(x) <= PF_COORDINATE_MAX && fabs(y) <= PF_COORDINATE_MAX))
    return pf_tiled_complain(r, "object %d lies beyond %g", (int)o->number, PF_COORDINATE_MAX);
  return pf_tiled_worded(r, pf_polygons_point(r->polygons, x, y));
}

static pathfan_status take_corners(pf_tiled_reader *r, const object *o, const json_t *corners,
                                   bool closed) {
  pathfan_status status = pf_tiled_begin(r, closed ? PF_POLYGON_OBSTACLE : PF_POLYGON_WALL);
  for (size_t i = 0; i < json_array_size(corners) && !status; i++) {
    const json_t *x = json_object_get(json_array_get(corners, i), "x");
    const json_t *y = json_object_get(json_array_get(corners, i), "y");
    if (!json_is_number(x) || !json_is_number(y))
      return pf_tiled_complain(r, "object %d has a corner without x or y", (int)o->number);
    status = add_point(r, o, json_number_value(x), json_number_value(y));
  }
  if (status) return status;
  if (!closed)
    pf_polygons_close_wall(r->polygons);
  else if (pf_polygons_close_ring(r->polygons) < 3)
    return pf_tiled_complain(r, "object %d has less than 3 different corners", (int)o->number);
  return PATHFAN_OK;
}

static pathfan_status take_ellipse(pf_tiled_reader *r, const object *o) {
  const double a = o->width / 2, b = o->height / 2;
  pathfan_status status = pf_tiled_begin(r, PF_POLYGON_OBSTACLE);
  for (int i = 0; i < ELLIPSE && !status; i++) {
    const double angle = 2 * 3.14159265358979323846 * i / ELLIPSE;
    /* Circumscribed, so that no part of the ellipse is free. */
    const double beyond = 1 / cos(3.14159265358979323846 / ELLIPSE);
    status = add_point(r, o, a + a * beyond * cos(angle), b + b * beyond * sin(angle));
  }
  return status;
}

static pathfan_status take_object(pf_tiled_reader *r, const json_t *given, int32_t number) {
  static const char *const keys[] = {"x", "y", "width", "height", "rotation"};
  double values[5];
  for (int i = 0; i < 5; i++) {
    values[i] = json_number_value(json_object_get(given, keys[i]));
    if (!(fabs(values[i]) <= PF_COORDINATE_MAX))
      return pf_tiled_complain(r, "object %d has a %s of %g", (int)number, keys[i], values[i]);
  }
  const double angle = values[4] * 3.14159265358979323846 / 180;
  const bool is_straight = values[4] == 0;
  object o = {number,
              values[0],
              values[1],
              values[2],
              values[3],
              is_straight ? 1 : cos(angle),
              is_straight ? 0 : sin(angle)};
  const json_t *polygon = json_object_get(given, "polygon");
  const json_t *line = json_object_get(given, "polyline");
  if (polygon || line) return take_corners(r, &o, polygon ? polygon : line, polygon != NULL);
  if (!(o.width > 0 && o.height > 0)) return PATHFAN_OK; /* a point */
  if (json_object_get(given, "text")) return PATHFAN_OK;
  if (json_is_true(json_object_get(given, "ellipse"))) return take_ellipse(r, &o);
  const double top = json_object_get(given, "gid") ? -o.height : 0; /* tiles: y is the bottom */
  pathfan_status status = pf_tiled_begin(r, PF_POLYGON_OBSTACLE);
  for (int i = 0; i < 4 && !status; i++)
    status = add_point(r, &o, i == 1 || i == 2 ? o.width : 0, top + (i > 1 ? o.height : 0));
  return status;
}

pathfan_status pf_tiled_take_objects(pf_tiled_reader *r, const json_t *layer, pf_tiled_mark said) {
  const json_t *objects = json_object_get(layer, "objects");
  pathfan_status status = PATHFAN_OK;
  if (said == PF_TILED_OUT) return PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(objects) && i < INT32_MAX && !status; i++) {
    const json_t *given = json_array_get(objects, i);
    pf_tiled_mark its = pf_tiled_mark_of(given);
    int64_t gid;
    if (!its && pf_tiled_count(given, "gid", UINT32_MAX, &gid)) its = pf_tiled_mark_at(r, gid);
    if ((its ? its : said) != PF_TILED_BLOCKS) continue;
    const int32_t before = r->polygons->polygon_count;
    pf_tiled_note_line(r, given);
    status = take_object(r, given, (int32_t)i);
    r->any |= r->polygons->polygon_count > before; /* a point adds nothing */
    if (!status) status = pf_tiled_worded(r, pf_limits_go_on(r->wishes->limits));
  }
  return status;
}
