/* geojson.c - reads GeoJSON (RFC 7946) as a map: jansson parses the text, this file interprets the
 * result. Maps have polygons alone, or roads, rivers and bridges too if the caller gives a list for
 * them.
 *
 * jansson bounds the depth of brackets, refuses numbers beyond doubles, and gives the line of a
 * syntax error. It doesn't know positions inside a sound document, so later errors name the
 * feature, by number and name, and the ring or line. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "map/features.h"
#include "map/polygons.h"

typedef enum feature_kind { OBSTACLE = 0, FREE, ROAD, RIVER, BRIDGE, KIND_COUNT } feature_kind;

static const char *const kind_names[KIND_COUNT] = {"obstacle", "free", "road", "river", "bridge"};

typedef struct reader {
  const char *path;
  pf_polygons *polygons;
  pf_features *features; /* NULL: only the first two kinds are allowed */
  pathfan_error *error;
  int32_t feature;
  char called[PF_NAME_QUOTE_BYTES + 20]; /* feature 3 "High Street", for messages */
  const char *part; /* "ring", "line" or "point": the part being read, for messages */
  int64_t number;   /* number of that part in its feature, for messages */
  bool has_kind;
  feature_kind kind;
  bool is_other; /* the feature was set aside */
  const char *name;
  pf_line line; /* attributes of the feature's lines */
} reader;

static pathfan_status complain(const reader *r, const char *format, ...) PF_PRINTF(2, 3);

static pathfan_status complain(const reader *r, const char *format, ...) {
  char sentence[256];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s", pf_name_tail(r->path), sentence);
}

/* Fails with NO_MEMORY or LIMIT, as the lists returned it. */
static pathfan_status full(const reader *r, pathfan_status status) {
  return status ? pf_fail(r->error, status, "%s: %s in %s", pf_name_tail(r->path),
                          pathfan_status_text(status), r->called)
                : PATHFAN_OK;
}

static pathfan_status set_aside(reader *r, const char *format, ...) PF_PRINTF(2, 3);

/* Sets the feature aside; the sentence says why it doesn't belong to a map. */
static pathfan_status set_aside(reader *r, const char *format, ...) {
  char sentence[256];
  va_list args;
  if (r->is_other) return PATHFAN_OK;
  r->is_other = true;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  return full(r, pf_polygons_set_aside(r->polygons, sentence));
}

/* A string in quotes, shortened and printable. */
static const char *quote(const json_t *string, char buffer[PF_QUOTE_BYTES]) {
  return pf_span_quote((pf_span){json_string_value(string), json_string_length(string)}, buffer);
}

/* Sets the feature's designation for messages, from its number and name. */
static void call_feature(reader *r, const char *name) {
  char quoted[PF_NAME_QUOTE_BYTES];
  snprintf(r->called, sizeof r->called, "feature %d%s", (int)r->feature,
           pf_name_quote(name, quoted));
}

static pathfan_status take_position(const reader *r, const json_t *position, double xy[2]) {
  if (!json_is_array(position) || json_array_size(position) < 2)
    return complain(r, "%s %lld of %s has a position that is not [x, y]", r->part,
                    (long long)r->number, r->called);
  for (size_t i = 0; i < 2; i++) {
    const json_t *number = json_array_get(position, i);
    if (!json_is_number(number))
      return complain(r, "%s %lld of %s has a coordinate that is not a number", r->part,
                      (long long)r->number, r->called);
    xy[i] = json_number_value(number);
    if (!(fabs(xy[i]) <= PF_COORDINATE_MAX))
      return complain(r, "%s %lld of %s has a coordinate of %g; %g is the limit", r->part,
                      (long long)r->number, r->called, xy[i], PF_COORDINATE_MAX);
  }
  return PATHFAN_OK;
}

static pathfan_status take_ring(const reader *r, const json_t *ring) {
  const size_t count = json_array_size(ring);
  double xy[2], first[2] = {0};
  if (!json_is_array(ring))
    return complain(r, "ring %lld of %s is not an array of positions", (long long)r->number,
                    r->called);
  if (count < 4)
    return complain(r, "ring %lld of %s has %zu positions; a ring has at least 4",
                    (long long)r->number, r->called, count);
  pathfan_status status = full(r, pf_polygons_ring(r->polygons, r->feature));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(ring, i), xy);
    if (status) break;
    if (!i) memcpy(first, xy, sizeof first);
    status = full(r, pf_polygons_point(r->polygons, xy[0], xy[1]));
  }
  if (status) return status;
  if (xy[0] != first[0] || xy[1] != first[1])
    return complain(r, "ring %lld of %s is not closed: its first and last positions differ",
                    (long long)r->number, r->called);
  if (pf_polygons_close_ring(r->polygons) < 3)
    return complain(r, "ring %lld of %s has less than 3 different points", (long long)r->number,
                    r->called);
  return PATHFAN_OK;
}

static pathfan_status take_polygon(reader *r, const json_t *rings) {
  pathfan_status status = PATHFAN_OK;
  if (!json_is_array(rings))
    return complain(r, "%s has a polygon that is not an array of rings", r->called);
  const size_t count = json_array_size(rings);
  if (!count) return PATHFAN_OK;
  status =
      full(r, pf_polygons_begin(r->polygons,
                                r->kind == FREE ? PF_POLYGON_FREE : PF_POLYGON_OBSTACLE, r->name));
  r->part = "ring";
  for (size_t i = 0; i < count && !status; i++, r->number++)
    status = take_ring(r, json_array_get(rings, i));
  return status;
}

/* Checks that positions can form a line. */
static pathfan_status check_line(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  r->part = "line";
  if (!json_is_array(positions))
    return complain(r, "line %lld of %s is not an array of positions", (long long)r->number,
                    r->called);
  if (count < 2)
    return complain(r, "line %lld of %s has %zu positions; a line has at least 2",
                    (long long)r->number, r->called, count);
  return PATHFAN_OK;
}

/* Adds a wall, unless it repeats a single point: drawings export such lines. */
static pathfan_status take_wall(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  double xy[2];
  pathfan_status status = check_line(r, positions);
  if (!status) status = full(r, pf_polygons_begin(r->polygons, PF_POLYGON_WALL, r->name));
  if (!status) status = full(r, pf_polygons_ring(r->polygons, r->feature));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(positions, i), xy);
    if (!status) status = full(r, pf_polygons_point(r->polygons, xy[0], xy[1]));
  }
  if (status) return status;
  pf_polygons_close_wall(r->polygons);
  r->number++;
  return PATHFAN_OK;
}

static pathfan_status take_line(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  double xy[2];
  pathfan_status status = check_line(r, positions);
  if (!status) status = full(r, pf_features_line(r->features, &r->line));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(positions, i), xy);
    if (!status) status = full(r, pf_features_point(r->features, xy[0], xy[1]));
  }
  if (status) return status;
  if (r->features->point_count - r->features->lines[r->features->line_count - 1].first_point < 2)
    return complain(r, "line %lld of %s has less than 2 different points", (long long)r->number,
                    r->called);
  r->number++;
  return PATHFAN_OK;
}

static pathfan_status take_bridge(reader *r, const json_t *position) {
  double xy[2];
  r->part = "point";
  pathfan_status status = take_position(r, position, xy);
  if (!status) status = full(r, pf_features_bridge(r->features, xy[0], xy[1], r->feature, r->name));
  r->number++;
  return status;
}

/* Takes a wall, road, river or bridge from a geometry allowed for its kind, single or multiple. */
static pathfan_status take_things(reader *r, const char *type, const json_t *inside) {
  const char *one = r->kind == BRIDGE ? "Point" : "LineString";
  pathfan_status (*take)(reader *, const json_t *) = r->kind == BRIDGE     ? take_bridge
                                                     : r->kind == OBSTACLE ? take_wall
                                                                           : take_line;
  pathfan_status status = PATHFAN_OK;
  if (!strcmp(type, one)) return take(r, inside);
  if (strncmp(type, "Multi", 5) != 0 || strcmp(type + 5, one) != 0)
    return set_aside(r, "%s is a %s; a %s is a %s or Multi%s", r->called, type, kind_names[r->kind],
                     one, one);
  if (!json_is_array(inside))
    return complain(r, "%s is a %s without an array of them", r->called, type);
  for (size_t i = 0; i < json_array_size(inside) && !status; i++)
    status = take(r, json_array_get(inside, i));
  return status;
}

static bool is_one_of(const char *type, const char *const *types) {
  for (; *types; types++)
    if (!strcmp(type, *types)) return true;
  return false;
}

/* jansson's limit on the depth of brackets bounds the recursion. */
static pathfan_status take_geometry(reader *r, const json_t *geometry) {
  static const char *const points[] = {"Point", "MultiPoint", NULL};
  static const char *const lines[] = {"LineString", "MultiLineString", NULL};
  static const char *const areas[] = {"Polygon", "MultiPolygon", NULL};
  pathfan_status status = PATHFAN_OK;
  char quoted[PF_QUOTE_BYTES];
  if (json_is_null(geometry)) return PATHFAN_OK;
  const json_t *named = json_object_get(geometry, "type");
  if (!json_is_string(named)) return complain(r, "%s has a geometry without a type", r->called);
  const char *type = json_string_value(named);
  const json_t *inside =
      json_object_get(geometry, strcmp(type, "GeometryCollection") ? "coordinates" : "geometries");
  if (r->kind >= ROAD &&
      (is_one_of(type, points) || is_one_of(type, lines) || is_one_of(type, areas)))
    return take_things(r, type, inside);
  if (!strcmp(type, "Polygon")) return take_polygon(r, inside);
  if (!strcmp(type, "MultiPolygon") || !strcmp(type, "GeometryCollection")) {
    if (!json_is_array(inside))
      return complain(r, "%s is a %s without an array of them", r->called, type);
    for (size_t i = 0; i < json_array_size(inside) && !status; i++) {
      const json_t *part = json_array_get(inside, i);
      status = type[0] == 'M' ? take_polygon(r, part) : take_geometry(r, part);
    }
    return status;
  }
  if (is_one_of(type, points) && !r->has_kind) return PATHFAN_OK;
  if (is_one_of(type, lines) && r->kind == OBSTACLE) return take_things(r, type, inside);
  if (is_one_of(type, points) || is_one_of(type, lines))
    return set_aside(r, "%s is a %s; only polygons bound an area", r->called, type);
  return complain(r, "%s has a geometry of unknown type %s", r->called, quote(named, quoted));
}

/* Takes a cost, of distance or of a crossing: the value of `key` that `whose` has. */
static pathfan_status take_number(const reader *r, const char *whose, const char *key,
                                  const json_t *given, double *number) {
  if (!json_is_number(given)) return complain(r, "%s has a %s that is not a number", whose, key);
  *number = json_number_value(given);
  if (!(fabs(*number) <= PF_COORDINATE_MAX))
    return complain(r, "%s has a %s of %g; %g is the limit", whose, key, *number,
                    PF_COORDINATE_MAX);
  return PATHFAN_OK;
}

/* Takes a cost that must be above 0. */
static pathfan_status take_rate(const reader *r, const char *whose, const char *key,
                                const json_t *given, double *rate) {
  const pathfan_status status = take_number(r, whose, key, given, rate);
  if (status || *rate > 0) return status;
  return complain(r, "%s has a %s of %g; it must be above 0", whose, key, *rate);
}

/* Takes a boolean property; false if it is absent or null. */
static pathfan_status take_mark(const reader *r, const json_t *properties, const char *key,
                                bool *mark) {
  const json_t *given = json_object_get(properties, key);
  *mark = json_is_true(given);
  if (!given || json_is_null(given) || json_is_boolean(given)) return PATHFAN_OK;
  return complain(r, "%s has a %s that is neither true nor false", r->called, key);
}

static pathfan_status take_road(reader *r, const json_t *properties) {
  const json_t *rate = json_object_get(properties, "rate");
  bool bridge = false, tunnel = false;
  if (!rate || json_is_null(rate)) return complain(r, "%s is a road without a rate", r->called);
  pathfan_status status = take_rate(r, r->called, "rate", rate, &r->line.value);
  if (!status) status = take_mark(r, properties, "bridge", &bridge);
  if (!status) status = take_mark(r, properties, "tunnel", &tunnel);
  r->line.is_apart = bridge || tunnel;
  return status;
}

static pathfan_status take_river(reader *r, const json_t *properties) {
  const json_t *cost = json_object_get(properties, "cost");
  const char *word = json_string_value(cost);
  r->line.value = INFINITY;
  if (!cost || json_is_null(cost) || (word && !strcmp(word, "inf"))) return PATHFAN_OK;
  if (!json_is_number(cost))
    return complain(r, "%s has a cost that is neither a number nor \"inf\"", r->called);
  const pathfan_status status = take_number(r, r->called, "cost", cost, &r->line.value);
  if (!status && r->line.value < 0)
    return complain(r, "%s has a cost of %g; it must be 0 or more", r->called, r->line.value);
  r->line.value += 0.0; /* -0 is 0 */
  return status;
}

static pathfan_status take_kind(reader *r, const json_t *kind) {
  char quoted[PF_QUOTE_BYTES];
  const char *word = json_string_value(kind);
  r->has_kind = kind && !json_is_null(kind);
  r->kind = OBSTACLE;
  if (!r->has_kind) return PATHFAN_OK;
  if (!word) return complain(r, "%s has a kind that is not a string", r->called);
  for (int i = 0; i < (r->features ? KIND_COUNT : ROAD); i++) {
    r->kind = (feature_kind)i;
    if (!strcmp(word, kind_names[i])) return PATHFAN_OK;
  }
  return set_aside(r,
                   r->features ? "%s is of kind %s; there are \"free\", \"obstacle\", "
                                 "\"road\", \"river\" and \"bridge\""
                               : "%s is of kind %s, neither \"free\" nor \"obstacle\"",
                   r->called, quote(kind, quoted));
}

static pathfan_status take_feature(reader *r, const json_t *feature) {
  const json_t *type = json_object_get(feature, "type");
  call_feature(r, NULL);
  if (!json_is_string(type) || strcmp(json_string_value(type), "Feature") != 0)
    return complain(r, "%s is not of type \"Feature\"", r->called);
  const json_t *properties = json_object_get(feature, "properties");
  const json_t *name = json_object_get(properties, "name");
  const json_t *geometry = json_object_get(feature, "geometry");
  r->number = 0;
  r->name = json_string_value(name);
  call_feature(r, r->name);
  r->is_other = false;
  pathfan_status status = take_kind(r, json_object_get(properties, "kind"));
  if (r->is_other) return status;
  r->line = (pf_line){.kind = r->kind == RIVER ? PF_LINE_RIVER : PF_LINE_ROAD,
                      .name = (char *)r->name, /* copied later */
                      .place = r->feature};
  if (!status && r->kind == ROAD) status = take_road(r, properties);
  if (!status && r->kind == RIVER) status = take_river(r, properties);
  if (status) return status;
  if (!geometry) return complain(r, "%s has no geometry", r->called);
  return take_geometry(r, geometry);
}

static pathfan_status take_document(reader *r, const json_t *document) {
  const char *type = json_string_value(json_object_get(document, "type"));
  pathfan_status status = PATHFAN_OK;
  if (!type) return complain(r, "not GeoJSON: there is no type");
  call_feature(r, NULL);
  if (!strcmp(type, "Feature")) return take_feature(r, document);
  if (strcmp(type, "FeatureCollection") != 0) return take_geometry(r, document);
  const json_t *rate = json_object_get(document, "background_rate");
  if (r->features && rate && !json_is_null(rate))
    status = take_rate(r, "the FeatureCollection", "background_rate", rate,
                       &r->features->background_rate);
  if (status) return status;
  const json_t *features = json_object_get(document, "features");
  if (!json_is_array(features)) return complain(r, "the FeatureCollection has no features");
  const size_t count = json_array_size(features);
  for (size_t i = 0; i < count && !status; i++) {
    if (i >= INT32_MAX) return full(r, PATHFAN_ERR_LIMIT);
    r->feature = (int32_t)i;
    status = take_feature(r, json_array_get(features, i));
  }
  return status;
}

/* The feature of a collection in which malformed JSON stops: counts the commas between elements of
 * the last array in the outermost braces. -1 if in none. */
static int32_t feature_at(const char *text, size_t bytes) {
  int32_t depth = 0, feature = -1;
  bool in_string = false;
  for (size_t i = 0; i < bytes; i++) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') i++;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      depth++;
      if (depth == 2) feature = c == '[' ? 0 : -1;
    } else if (c == ']' || c == '}') {
      depth--;
    } else if (c == ',' && depth == 2 && feature >= 0 && feature < INT32_MAX) {
      feature++;
    }
  }
  return depth > 2 ? feature : -1;
}

static pathfan_status unsound(const reader *r, const char *text, size_t bytes,
                              const json_error_t *wrong) {
  const size_t read = wrong->position > 0 ? (size_t)wrong->position : 0;
  const int32_t feature = r->features ? feature_at(text, read < bytes ? read : bytes) : -1;
  const int line = wrong->line > 0 ? wrong->line : 1;
  if (feature < 0)
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s:%d: %s", pf_name_tail(r->path), line,
                   wrong->text);
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s:%d: %s in feature %d", pf_name_tail(r->path),
                 line, wrong->text, (int)feature);
}

/* Reads everything into the lists, which the callers initialize and free. */
static pathfan_status take_text(reader *r, const char *text, size_t bytes) {
  json_error_t wrong;
  const size_t mark = pf_mark_bytes(text, bytes);
  text += mark;
  bytes -= mark;
  json_t *document = json_loadb(text, bytes, JSON_DECODE_INT_AS_REAL, &wrong);
  pathfan_status status = PATHFAN_OK;
  if (!document) {
    /* jansson mostly gives no message when out of memory. */
    const bool memory = json_error_code(&wrong) == json_error_out_of_memory || !wrong.text[0];
    status = memory ? pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "%s:%d: no memory",
                              pf_name_tail(r->path), wrong.line > 0 ? wrong.line : 1)
                    : unsound(r, text, bytes, &wrong);
  } else {
    status = take_document(r, document);
    if (!status && !r->polygons->polygon_count && !r->polygons->other_count &&
        !(r->features && r->features->line_count))
      status = complain(r, "there is no polygon in it, and so no area at all");
  }
  json_decref(document);
  return status;
}

pathfan_status pf_geojson_parse(const char *text, size_t bytes, const char *path,
                                pf_polygons *polygons, pathfan_error *error) {
  *polygons = (pf_polygons){.place_is = "feature"};
  reader r = {.path = path, .polygons = polygons, .error = error};
  const pathfan_status status = take_text(&r, text, bytes);
  if (status) pf_polygons_free(polygons);
  return status;
}

pathfan_status pf_geojson_parse_features(const char *text, size_t bytes, const char *path,
                                         pf_features *features, pathfan_error *error) {
  *features = (pf_features){.areas.place_is = "feature", .background_rate = 1};
  reader r = {.path = path, .polygons = &features->areas, .features = features, .error = error};
  const pathfan_status status = take_text(&r, text, bytes);
  if (status) pf_features_free(features);
  return status;
}
