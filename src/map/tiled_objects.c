/* tiled_objects.c - reads the objects of a Tiled layer as polygons and walls.
 *
 * Polygons are taken as they are, rectangles and tiles by their corners, ellipses as polygons round
 * them; lines are walls. Shapes of the class "door" are doors, lines and points of the class "link"
 * links, in any layer that is read. Other points
 * and labels don't block. Shapes of a tile are objects in the tile, and stand where the tile does.
 */
#include "map/tiled_objects.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/length.h"
#include "map/tiled_sets.h"

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

/* Moves a point of a tile to where it stands on the layer: Tiled flips a tile along its diagonal
 * first, then from left to right, then upside down. */
static void stand_up(const pf_tiled_stand *stand, double *x, double *y) {
  double width = stand->width, height = stand->height, u = *x, v = *y;
  if (stand->gid & PF_TILED_DIAGONAL) {
    u = *y;
    v = *x;
    width = stand->height;
    height = stand->width;
  }
  if (stand->gid & PF_TILED_HORIZONTAL) u = width - u;
  if (stand->gid & PF_TILED_VERTICAL) v = height - v;
  u = u * stand->scale_x + stand->ax;
  v = v * stand->scale_y + stand->ay;
  *x = stand->x + u * stand->cosine - v * stand->sine;
  *y = stand->y + u * stand->sine + v * stand->cosine;
}

/* Adds a point of an object, rotated about the object's position. */
static pathfan_status add_point(pf_tiled_reader *r, const object *o, double dx, double dy) {
  double x = o->x + dx * o->cosine - dy * o->sine;
  double y = o->y + dx * o->sine + dy * o->cosine;
  if (r->stand) stand_up(r->stand, &x, &y);
  x = in_steps(r->x + x);
  y = in_steps(r->y + y);
  if (!(fabs(x) <= PF_COORDINATE_MAX && fabs(y) <= PF_COORDINATE_MAX))
    return pf_tiled_complain(r, "object %d lies beyond %g", (int)o->number, PF_COORDINATE_MAX);
  return pf_tiled_worded(r, pf_polygons_point(r->polygons, x, y));
}

/* Counts an object that has no effect. */
static void note(pf_tiled_reader *r, pf_ignored_kind kind, int32_t number) {
  char quoted[PF_NAME_QUOTE_BYTES], line[32] = "";
  if (r->line > 0) snprintf(line, sizeof line, "line %d, ", (int)r->line);
  pf_ignore(&r->polygons->ignored, kind, 1, "%s%s %d of layer %d%s", line,
            r->stand ? "a tile's object" : "object", (int)number, (int)r->layer,
            pf_name_quote(r->name, quoted));
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
  if (!closed && !pf_polygons_close_wall(r->polygons)) note(r, PF_IGNORED_FLAT_LINE, o->number);
  if (closed && pf_polygons_close_ring(r->polygons) < 3) {
    pf_polygons_drop_polygon(r->polygons);
    note(r, PF_IGNORED_FLAT_RING, o->number);
  }
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

/* A capsule, which Tiled has since 1.12, is a rectangle whose shorter sides are half circles. */
static pathfan_status take_capsule(pf_tiled_reader *r, const object *o) {
  const double radius = fmin(o->width, o->height) / 2, pi = 3.14159265358979323846;
  const double beyond = radius / cos(pi / ELLIPSE);
  pathfan_status status = pf_tiled_begin(r, PF_POLYGON_OBSTACLE);
  for (int i = 0; i < ELLIPSE && !status; i++) {
    const double angle = pi * (2 * i + 1) / ELLIPSE, x = cos(angle), y = sin(angle);
    status = add_point(r, o, (x > 0 ? o->width - radius : radius) + beyond * x,
                       (y > 0 ? o->height - radius : radius) + beyond * y);
  }
  return status;
}

static pathfan_status read_object(pf_tiled_reader *r, const json_t *given, int32_t number,
                                  object *o) {
  static const char *const keys[] = {"x", "y", "width", "height", "rotation"};
  double values[5];
  for (int i = 0; i < 5; i++) {
    values[i] = json_number_value(json_object_get(given, keys[i]));
    if (!(fabs(values[i]) <= PF_COORDINATE_MAX))
      return pf_tiled_complain(r, "object %d has a %s of %g", (int)number, keys[i], values[i]);
  }
  const double angle = values[4] * 3.14159265358979323846 / 180;
  const bool is_straight = values[4] == 0;
  *o = (object){number,
                values[0],
                values[1],
                values[2],
                values[3],
                is_straight ? 1 : cos(angle),
                is_straight ? 0 : sin(angle)};
  return PATHFAN_OK;
}

/* Where the upper left corner of a tile object is, from its position; gid 0: no tile. */
static void align(const pf_tiled_reader *r, const object *o, int64_t gid, double *left,
                  double *top) {
  const pf_tiled_set *set = gid ? pf_tiled_set_at(r, gid) : NULL;
  *left = set ? -set->align_x * o->width : 0;
  *top = set ? -set->align_y * o->height : gid ? -o->height : 0;
}

static pathfan_status take_object(pf_tiled_reader *r, const json_t *given, int32_t number,
                                  int64_t gid) {
  object o;
  double left, top;
  pathfan_status status = read_object(r, given, number, &o);
  if (status) return status;
  const json_t *polygon = json_object_get(given, "polygon");
  const json_t *line = json_object_get(given, "polyline");
  if (polygon || line) return take_corners(r, &o, polygon ? polygon : line, polygon != NULL);
  if (!(o.width > 0 && o.height > 0) || json_object_get(given, "text")) {
    if (!json_object_get(given, "template")) note(r, PF_IGNORED_POINT, number);
    return PATHFAN_OK;
  }
  if (json_is_true(json_object_get(given, "ellipse"))) return take_ellipse(r, &o);
  if (json_is_true(json_object_get(given, "capsule"))) return take_capsule(r, &o);
  align(r, &o, gid, &left, &top);
  status = pf_tiled_begin(r, PF_POLYGON_OBSTACLE);
  for (int i = 0; i < 4 && !status; i++)
    status =
        add_point(r, &o, left + (i == 1 || i == 2 ? o.width : 0), top + (i > 1 ? o.height : 0));
  return status;
}

pathfan_status pf_tiled_take_shapes(pf_tiled_reader *r, const pf_tiled_stand *stand) {
  const json_t *objects = pf_tiled_shapes_at(r, stand->gid);
  pathfan_status status = PATHFAN_OK;
  const int32_t before = r->polygons->polygon_count;
  if (before >= PF_TILED_SHAPES_MAX)
    return pf_fail(r->error, PATHFAN_ERR_LIMIT,
                   "%s: the shapes of its tiles make more than %d obstacles of this map of Tiled",
                   r->path, PF_TILED_SHAPES_MAX);
  r->stand = stand;
  for (size_t i = 0; i < json_array_size(objects) && i < INT32_MAX && !status; i++) {
    status = pf_limits_take(r->wishes->limits, PF_TILED_SHAPE_BYTES);
    status = status ? pf_tiled_worded(r, status)
                    : take_object(r, json_array_get(objects, i), (int32_t)i, 0);
  }
  r->stand = NULL;
  r->any |= r->polygons->polygon_count > before;
  return status;
}

/* Takes a tile object whose tile has shapes. */
static pathfan_status take_shaped(pf_tiled_reader *r, const json_t *given, int32_t number,
                                  int64_t gid) {
  object o;
  double left, top;
  const pathfan_status status = read_object(r, given, number, &o);
  const pf_tiled_set *set = pf_tiled_set_at(r, gid);
  if (status || !set || !(o.width > 0 && o.height > 0)) return status;
  align(r, &o, gid, &left, &top);
  const bool is_turned = gid & PF_TILED_DIAGONAL;
  const pf_tiled_stand stand = {.gid = (uint32_t)gid,
                                .width = set->width,
                                .height = set->height,
                                .scale_x = o.width / (is_turned ? set->height : set->width),
                                .scale_y = o.height / (is_turned ? set->width : set->height),
                                .ax = left,
                                .ay = top,
                                .cosine = o.cosine,
                                .sine = o.sine,
                                .x = o.x,
                                .y = o.y};
  return pf_tiled_take_shapes(r, &stand);
}

/* Whether an object is of a class, which Tiled calls a type before version 1.9. */
static bool is_of(const json_t *given, const char *word) {
  const char *class = json_string_value(json_object_get(given, "class"));
  if (!class || !*class) class = json_string_value(json_object_get(given, "type"));
  return class && !strcasecmp(class, word);
}

/* ---- Links ---- */

/* Reads a number that may be a text; false if it is there and none. */
static bool take_number(const json_t *given, const char *name, double *number) {
  char shortest[PF_SHORTEST_BYTES];
  const char *text = pf_tiled_text(given, name, shortest);
  return !text || pf_span_number((pf_span){text, strlen(text)}, number);
}

/* Reads a direction: true or 1, -1, false or 0. */
static bool take_oneway(const json_t *given, double *oneway) {
  const json_t *way = pf_tiled_property(given, "oneway");
  const char *word = json_string_value(way);
  *oneway = json_is_true(way) || (word && !strcasecmp(word, "true"));
  return *oneway > 0 || (word && !strcasecmp(word, "false")) ||
         (take_number(given, "oneway", oneway) && (*oneway == 0 || fabs(*oneway) == 1));
}

/* Sets on which levels a link's ends are: one or two between semicolons. */
static bool take_link_levels(pf_tiled_reader *r, const json_t *given, pf_map_link *link) {
  char number[PF_SHORTEST_BYTES];
  const char *text = pf_tiled_text(given, "level", number);
  const char *other = text ? strchr(text, ';') : NULL;
  char first[PF_LEVEL_BYTES];
  link->level[0] = link->level[1] = -1;
  if (text && (size_t)(other ? other - text : 0) >= sizeof first) return false;
  if (other) snprintf(first, sizeof first, "%.*s", (int)(other - text), text);
  for (int e = 0; e < 2; e++) {
    const pf_level_set set = !text ? r->levels
                                   : pf_levels_of(&r->polygons->levels, !other ? text
                                                                        : e    ? other + 1
                                                                               : first);
    if (text && !set) return false;
    if (set & (set - 1)) return false;
    for (int32_t i = 0; i < PF_LEVELS_MAX && set; i++)
      if (set >> i & 1) link->level[e] = i;
  }
  return true;
}

/* Where a point of an object is, as add_point puts it. */
static void place(const pf_tiled_reader *r, const object *o, double dx, double dy, double at[2]) {
  at[0] = in_steps(r->x + o->x + dx * o->cosine - dy * o->sine);
  at[1] = in_steps(r->y + o->y + dx * o->sine + dy * o->cosine);
}

/* Takes a link: a line from its first point to its last, or a point with a cost. */
static pathfan_status take_link(pf_tiled_reader *r, const json_t *given, int32_t number) {
  object o;
  pf_map_link link = {.place = r->layer};
  const json_t *line = json_object_get(given, "polyline");
  const char *name = json_string_value(json_object_get(given, "name"));
  double length = 0, cost = NAN, back = NAN, oneway = 0, flags = 0, last[2];
  pathfan_status status = read_object(r, given, number, &o);
  if (status) return status;
  for (size_t i = 0; i < json_array_size(line); i++) {
    const json_t *corner = json_array_get(line, i);
    place(r, &o, json_number_value(json_object_get(corner, "x")),
          json_number_value(json_object_get(corner, "y")), i ? link.at + 2 : link.at);
    if (i) length += pf_length(link.at[2] - last[0], link.at[3] - last[1]);
    memcpy(last, i ? link.at + 2 : link.at, sizeof last);
  }
  if (!line) place(r, &o, 0, 0, link.at);
  if (!line) memcpy(link.at + 2, link.at, sizeof last);
  if (!take_link_levels(r, given, &link))
    return pf_tiled_complain(r, "object %d is a link whose level is neither one nor two",
                             (int)number);
  if (!take_number(given, "cost", &cost) || !take_number(given, "cost_back", &back) ||
      !take_oneway(given, &oneway) || !take_number(given, "flags", &flags))
    return pf_tiled_complain(r, "object %d is a link with a property that is not a number",
                             (int)number);
  if (isnan(cost) && !line)
    return pf_tiled_complain(r, "object %d is a link of one point without a cost", (int)number);
  if (cost < 0 || back < 0 || !(flags >= 0 && flags < 0x1p53 && flags == trunc(flags)))
    return pf_tiled_complain(r, "object %d is a link with a cost or flags below 0", (int)number);
  link.cost[0] = oneway < 0 ? INFINITY : isnan(cost) ? length : cost;
  link.cost[1] = oneway > 0 ? INFINITY : !isnan(back) ? back : isnan(cost) ? length : cost;
  link.flags = (uint64_t)flags;
  if (name && strlen(name) >= PF_LEVEL_BYTES)
    return pf_tiled_complain(r, "object %d has a name of more than %d bytes", (int)number,
                             PF_LEVEL_BYTES - 1);
  link.name = name && *name ? (char *)name : NULL; /* copied */
  return pf_tiled_worded(r, pf_features_link(r->features, &link));
}

/* ---- Doors ---- */

static pathfan_status take_door(pf_tiled_reader *r, const json_t *given, int32_t number) {
  const char *name = json_string_value(json_object_get(given, "name"));
  if (!name || !*name)
    return pf_tiled_complain(r, "object %d is a door without a name", (int)number);
  if (json_object_get(given, "polyline"))
    return pf_tiled_complain(r, "object %d is a door and a line, which closes no area",
                             (int)number);
  r->door = name;
  r->is_closed = pf_tiled_is_closed(given);
  const pathfan_status status = take_object(r, given, number, 0);
  r->door = NULL;
  r->is_closed = false;
  return status;
}

pathfan_status pf_tiled_take_objects(pf_tiled_reader *r, const json_t *layer, pf_tiled_mark said) {
  const json_t *objects = json_object_get(layer, "objects");
  pathfan_status status = PATHFAN_OK;
  if (said == PF_TILED_OUT) return PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(objects) && i < INT32_MAX && !status; i++) {
    const json_t *given = json_array_get(objects, i);
    pf_tiled_note_line(r, given);
    pf_tiled_mark its = pf_tiled_mark_of(r, given);
    int64_t gid = 0;
    if (!pf_tiled_count(given, "gid", UINT32_MAX, &gid)) gid = 0;
    if (!its && gid) its = pf_tiled_mark_at(r, gid);
    const int32_t before = r->polygons->polygon_count;
    if (json_object_get(given, "template")) note(r, PF_IGNORED_TEMPLATE, (int32_t)i);
    if (is_of(given, "link") && r->features) {
      status = take_link(r, given, (int32_t)i);
      continue;
    }
    if (is_of(given, "door")) {
      status = take_door(r, given, (int32_t)i);
      continue;
    }
    if (its == PF_TILED_SHAPED)
      status = take_shaped(r, given, (int32_t)i, gid);
    else if ((its ? its : said) == PF_TILED_BLOCKS)
      status = take_object(r, given, (int32_t)i, gid);
    else
      continue;
    if (json_is_false(json_object_get(given, "visible"))) note(r, PF_IGNORED_HIDDEN, (int32_t)i);
    r->any |= r->polygons->polygon_count > before; /* a point adds nothing */
    if (!status) status = pf_tiled_worded(r, pf_limits_go_on(r->wishes->limits));
  }
  return status;
}
