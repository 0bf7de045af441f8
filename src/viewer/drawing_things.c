/* drawing_things.c - roads, rivers, bridges and areas of a drawing. */
#include "viewer/drawing_things.h"

#include <math.h>
#include <string.h>

#include "viewer/limits.h"

/* Of rates and costs: larger ones are mistakes, or mean never crossed. */
#define VALUE_MAX 1e9

/* The kinds: the list of each, its kind and geometry as a feature, and the member with its
 * points. */
enum { ROAD = 0, RIVER, BRIDGE, AREA, KINDS };
static const struct {
  const char *list, *kind, *geometry, *points;
} kinds[KINDS] = {{"roads", "road", "LineString", "line"},
                  {"rivers", "river", "LineString", "line"},
                  {"bridges", "bridge", "Point", "point"},
                  {"areas", "area", "Polygon", "polygon"}};

static json_t **list_of(pf_things *things, int kind) {
  json_t **const lists[KINDS] = {&things->roads, &things->rivers, &things->bridges, &things->areas};
  return lists[kind];
}

void pf_things_free(pf_things *things) {
  for (int kind = 0; kind < KINDS; kind++) json_decref(*list_of(things, kind));
  *things = (pf_things){.roads = NULL};
}

bool pf_things_are_there(const pf_things *things) {
  pf_things all = *things;
  for (int kind = 0; kind < KINDS; kind++)
    if (json_array_size(*list_of(&all, kind))) return true;
  return false;
}

void pf_things_put(const pf_things *things, json_t *drawing) {
  pf_things all = *things;
  for (int kind = 0; kind < KINDS; kind++)
    if (json_array_size(*list_of(&all, kind)))
      json_object_set(drawing, kinds[kind].list, *list_of(&all, kind));
}

/* ---- Reading ---- */

bool pf_is_drawable(double value) {
  return fabs(value) <= 2.0 * PF_SIDE_MAX;
}

static bool is_point(const json_t *point) {
  const json_t *x = json_array_get(point, 0), *y = json_array_get(point, 1);
  return json_array_size(point) == 2 && json_is_number(x) && json_is_number(y) &&
         pf_is_drawable(json_number_value(x)) && pf_is_drawable(json_number_value(y));
}

bool pf_are_points(const json_t *points, size_t least) {
  const size_t count = json_array_size(points);
  for (size_t i = 0; i < count; i++)
    if (!is_point(json_array_get(points, i))) return false;
  return count >= least;
}

bool pf_may_be_named(const json_t *thing) {
  const json_t *name = json_object_get(thing, "name");
  return !name || json_is_string(name);
}

static bool is_value(const json_t *value) {
  return json_is_number(value) && json_number_value(value) >= 0 &&
         json_number_value(value) <= VALUE_MAX;
}

/* Whether a member is true, false or absent. */
static bool is_mark(const json_t *mark) {
  return !mark || json_is_boolean(mark);
}

/* Whether a thing is of a kind, and has no other members. */
static bool is_thing(const json_t *thing, int kind) {
  const json_t *rate = json_object_get(thing, "rate"), *cost = json_object_get(thing, "cost");
  const json_t *points = json_object_get(thing, kinds[kind].points);
  size_t members = 1 + (json_object_get(thing, "name") != NULL);
  if (!pf_may_be_named(thing)) return false;
  if (kind == BRIDGE) return is_point(points) && json_object_size(thing) == members;
  if (kind == AREA)
    return pf_are_points(points, 3) &&
           (json_is_null(rate) || (is_value(rate) && json_number_value(rate) > 0)) &&
           json_object_size(thing) == members + 1;
  if (!pf_are_points(points, 2)) return false;
  if (kind == RIVER)
    return (json_is_null(cost) || is_value(cost)) && json_object_size(thing) == members + 1;
  const json_t *bridge = json_object_get(thing, "bridge");
  const json_t *tunnel = json_object_get(thing, "tunnel");
  const json_t *oneway = json_object_get(thing, "oneway");
  members += 1 + (bridge != NULL) + (tunnel != NULL) + (oneway != NULL);
  return is_value(rate) && json_number_value(rate) > 0 && is_mark(bridge) && is_mark(tunnel) &&
         is_mark(oneway) && json_object_size(thing) == members;
}

bool pf_things_read(const json_t *drawing, pf_things *things, size_t *count, size_t *corners,
                    pf_complaint *wrong) {
  static const char *const wanted[KINDS] = {
      "{\"line\": [[x, y], ...], \"rate\": above 0}, bridge, tunnel, oneway, name or not",
      "{\"line\": [[x, y], ...], \"cost\": 0 or more, or null}, with \"name\" or without",
      "{\"point\": [x, y]}, with \"name\" or without",
      "{\"polygon\": [[x, y], ...], \"rate\": above 0, or null}, with \"name\" or without"};
  *things = (pf_things){.roads = NULL};
  for (int kind = 0; kind < KINDS; kind++) {
    json_t *list = json_object_get(drawing, kinds[kind].list);
    if (list && !json_is_array(list)) {
      pf_things_free(things);
      return pf_complain(wrong, "\"%s\" must be a list of %s", kinds[kind].list, wanted[kind]);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
      const json_t *thing = json_array_get(list, i);
      if (!is_thing(thing, kind)) {
        pf_things_free(things);
        return pf_complain(wrong, "%s %zu isn't %s", kinds[kind].kind, i, wanted[kind]);
      }
      *corners += kind == BRIDGE ? 1 : json_array_size(json_object_get(thing, kinds[kind].points));
    }
    *count += json_array_size(list);
    if (json_array_size(list)) *list_of(things, kind) = json_incref(list);
  }
  return true;
}

/* ---- From GeoJSON ---- */

/* Makes a point from a position, whose third number may be a height; NULL if it isn't one. */
static json_t *point_of(const json_t *position) {
  const json_t *x = json_array_get(position, 0), *y = json_array_get(position, 1);
  if (!json_is_number(x) || !json_is_number(y)) return NULL;
  return json_pack("[f,f]", json_number_value(x), json_number_value(y));
}

static json_t *points_of(const json_t *positions) {
  json_t *points = json_array();
  for (size_t i = 0; i < json_array_size(positions); i++)
    if (json_array_append_new(points, point_of(json_array_get(positions, i)))) {
      json_decref(points);
      return NULL;
    }
  return points;
}

/* Makes the corners of a polygon without holes, whose last position is the first; NULL if it isn't
 * one. */
static json_t *corners_of(const json_t *rings) {
  json_t *points = json_array_size(rings) == 1 ? points_of(json_array_get(rings, 0)) : NULL;
  if (points && json_array_size(points)) json_array_remove(points, json_array_size(points) - 1);
  return points;
}

/* Copies a property unless it is absent or null. */
static void copy_property(const json_t *properties, const char *key, json_t *thing) {
  json_t *value = json_object_get(properties, key);
  if (value && !json_is_null(value)) json_object_set(thing, key, value);
}

/* Marks a road that has its rate in one direction. One against its points is turned round. */
static bool take_oneway(const json_t *properties, json_t *road) {
  const json_t *given = json_object_get(properties, "oneway");
  const char *text = json_is_string(given) ? json_string_value(given) : "";
  const bool is_back =
      json_number_value(given) < 0 || strcmp(text, "-1") == 0 || strcmp(text, "reverse") == 0;
  if (!is_back && !json_is_true(given) && !(json_number_value(given) > 0) &&
      strcmp(text, "yes") != 0 && strcmp(text, "true") != 0 && strcmp(text, "1") != 0)
    return true;
  json_t *line = json_object_get(road, kinds[ROAD].points);
  for (size_t i = 0; is_back && i + 1 < json_array_size(line); i++) {
    json_t *last = json_incref(json_array_get(line, json_array_size(line) - 1));
    const bool good = !json_array_remove(line, json_array_size(line) - 1);
    if (json_array_insert_new(line, i, last) || !good) return false;
  }
  return !json_object_set_new(road, "oneway", json_true());
}

/* Adds one thing with these coordinates. */
static bool take_one(int kind, const json_t *properties, const json_t *coordinates, json_t *list) {
  if (kind == AREA && json_number_value(json_object_get(properties, "layer")) != 0) return false;
  json_t *points = kind == BRIDGE ? point_of(coordinates)
                   : kind == AREA ? corners_of(coordinates)
                                  : points_of(coordinates);
  if (!points) return false;
  json_t *thing = json_pack("{s:o}", kinds[kind].points, points);
  copy_property(properties, "name", thing);
  if (kind == ROAD)
    for (size_t i = 0; i < 3; i++)
      copy_property(properties, (const char *const[]){"rate", "bridge", "tunnel"}[i], thing);
  if (kind == ROAD && !take_oneway(properties, thing)) {
    json_decref(thing);
    return false;
  }
  if (kind == RIVER || kind == AREA) {
    const char *key = kind == RIVER ? "cost" : "rate";
    json_t *value = json_object_get(properties, key);
    if (json_is_number(value))
      json_object_set(thing, key, value);
    else
      json_object_set_new(thing, key, json_null());
  }
  return !json_array_append_new(list, thing);
}

/* Returns the list of a kind in a drawing's JSON, made if needed. */
static json_t *need_list(int kind, json_t *drawing) {
  json_t *list = json_object_get(drawing, kinds[kind].list);
  if (list) return list;
  list = json_array();
  return json_object_set_new(drawing, kinds[kind].list, list) ? NULL : list;
}

bool pf_things_take(const json_t *feature, json_t *drawing) {
  const json_t *properties = json_object_get(feature, "properties");
  const json_t *geometry = json_object_get(feature, "geometry");
  const json_t *coordinates = json_object_get(geometry, "coordinates");
  const char *called = json_string_value(json_object_get(properties, "kind"));
  const char *type = json_string_value(json_object_get(geometry, "type"));
  int kind = 0;
  while (kind < KINDS && called && strcmp(called, kinds[kind].kind) != 0) kind++;
  if (!called || !type || kind == KINDS) return false;
  json_t *list = need_list(kind, drawing);
  if (!list) return false;
  if (strcmp(type, kinds[kind].geometry) == 0) return take_one(kind, properties, coordinates, list);
  if (strncmp(type, "Multi", 5) != 0 || strcmp(type + 5, kinds[kind].geometry) != 0) return false;
  bool good = true;
  for (size_t i = 0; i < json_array_size(coordinates) && good; i++)
    good = take_one(kind, properties, json_array_get(coordinates, i), list);
  return good;
}

/* ---- To GeoJSON ---- */

static double coordinate(const json_t *point, size_t i) {
  return json_number_value(json_array_get(point, i));
}

static void write_position(pf_json_writer *w, const char *name, const json_t *point) {
  pf_write_json(w, name, "[%.17g, %.17g]", coordinate(point, 0), coordinate(point, 1));
}

void pf_write_string(pf_json_writer *w, const char *name, const json_t *string) {
  if (!string) return;
  pf_write_name(w, name);
  json_dumpf(string, w->out, JSON_ENCODE_ANY);
}

void pf_write_exactly(pf_json_writer *w, const char *name, double value) {
  pf_write_json(w, name, "%.17g", value);
}

void pf_write_ring(pf_json_writer *w, const json_t *corners) {
  const size_t count = json_array_size(corners);
  pf_write_begin(w, "coordinates", '[');
  pf_write_begin(w, NULL, '[');
  for (size_t i = 0; i <= count; i++) write_position(w, NULL, json_array_get(corners, i % count));
  pf_write_end(w, ']');
  pf_write_end(w, ']');
}

static void write_thing(pf_json_writer *w, int kind, const json_t *thing) {
  const json_t *points = json_object_get(thing, kinds[kind].points);
  const json_t *cost = json_object_get(thing, "cost"), *rate = json_object_get(thing, "rate");
  pf_begin_feature(w);
  pf_write_text(w, "kind", kinds[kind].kind);
  if (json_is_number(rate)) pf_write_exactly(w, "rate", json_number_value(rate));
  if (json_is_null(rate)) pf_write_null(w, "rate");
  if (kind == RIVER && json_is_number(cost)) pf_write_exactly(w, "cost", json_number_value(cost));
  if (kind == RIVER && !json_is_number(cost)) pf_write_null(w, "cost");
  if (json_is_true(json_object_get(thing, "bridge"))) pf_write_bool(w, "bridge", true);
  if (json_is_true(json_object_get(thing, "tunnel"))) pf_write_bool(w, "tunnel", true);
  if (json_is_true(json_object_get(thing, "oneway"))) pf_write_bool(w, "oneway", true);
  pf_write_string(w, "name", json_object_get(thing, "name"));
  pf_begin_geometry(w, kinds[kind].geometry);
  if (kind == BRIDGE) {
    write_position(w, "coordinates", points);
  } else if (kind == AREA) {
    pf_write_ring(w, points);
  } else {
    pf_write_begin(w, "coordinates", '[');
    for (size_t i = 0; i < json_array_size(points); i++)
      write_position(w, NULL, json_array_get(points, i));
    pf_write_end(w, ']');
  }
  pf_end_feature(w);
}

void pf_things_write(pf_json_writer *w, const pf_things *things) {
  pf_things all = *things;
  for (int kind = 0; kind < KINDS; kind++)
    for (size_t i = 0; i < json_array_size(*list_of(&all, kind)); i++)
      write_thing(w, kind, json_array_get(*list_of(&all, kind), i));
}
