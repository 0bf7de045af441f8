/* geojson.c - GeoJSON (RFC 7946) as a map: jansson parses, this file looks at what
 * came out.
 *
 * jansson bounds the depth of brackets, refuses numbers beyond doubles, and says
 * the line of a syntax error. Positions inside a sound document aren't known to
 * it, so later errors name the feature and the ring. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "map/polygons.h"

typedef struct reader {
  const char *path;
  pathfan_polygons *polygons;
  pathfan_error *error;
  int32_t feature;
  int64_t ring; /* of the feature, for messages */
  bool has_kind;
  pathfan_polygon_kind kind;
  const char *name;
} reader;

static pathfan_status complain(const reader *r, const char *format, ...) PATHFAN_PRINTF(2, 3);

static pathfan_status complain(const reader *r, const char *format, ...) {
  char sentence[256];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  return pathfan_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s", pathfan_name_tail(r->path),
                      sentence);
}

/* NO_MEMORY and LIMIT as the lists return them. */
static pathfan_status full(const reader *r, pathfan_status status) {
  return status ? pathfan_fail(r->error, status, "%s: %s in feature %d", pathfan_name_tail(r->path),
                               pathfan_status_text(status), (int)r->feature)
                : PATHFAN_OK;
}

/* A string in quotes, cut short and made printable. */
static const char *quote(const json_t *string, char buffer[PATHFAN_QUOTE_BYTES]) {
  return pathfan_span_quote((pathfan_span){json_string_value(string), json_string_length(string)},
                            buffer);
}

static pathfan_status take_position(const reader *r, const json_t *position, double xy[2]) {
  if (!json_is_array(position) || json_array_size(position) < 2)
    return complain(r, "ring %lld of feature %d has a position that is not [x, y]",
                    (long long)r->ring, (int)r->feature);
  for (size_t i = 0; i < 2; i++) {
    const json_t *number = json_array_get(position, i);
    if (!json_is_number(number))
      return complain(r, "ring %lld of feature %d has a coordinate that is not a number",
                      (long long)r->ring, (int)r->feature);
    xy[i] = json_number_value(number);
    if (!(fabs(xy[i]) <= PATHFAN_COORDINATE_MAX))
      return complain(r, "ring %lld of feature %d has a coordinate of %g; %g is the limit",
                      (long long)r->ring, (int)r->feature, xy[i], PATHFAN_COORDINATE_MAX);
  }
  return PATHFAN_OK;
}

static pathfan_status take_ring(const reader *r, const json_t *ring) {
  const size_t count = json_array_size(ring);
  double xy[2], first[2] = {0};
  if (!json_is_array(ring))
    return complain(r, "ring %lld of feature %d is not an array of positions", (long long)r->ring,
                    (int)r->feature);
  if (count < 4)
    return complain(r, "ring %lld of feature %d has %zu positions; a ring has at least 4",
                    (long long)r->ring, (int)r->feature, count);
  pathfan_status status = full(r, pathfan_polygons_ring(r->polygons, r->feature));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(ring, i), xy);
    if (status) break;
    if (!i) memcpy(first, xy, sizeof first);
    status = full(r, pathfan_polygons_point(r->polygons, xy[0], xy[1]));
  }
  if (status) return status;
  if (xy[0] != first[0] || xy[1] != first[1])
    return complain(r, "ring %lld of feature %d is not closed: its first and last positions differ",
                    (long long)r->ring, (int)r->feature);
  if (pathfan_polygons_close_ring(r->polygons) < 3)
    return complain(r, "ring %lld of feature %d has less than 3 different points",
                    (long long)r->ring, (int)r->feature);
  return PATHFAN_OK;
}

static pathfan_status take_polygon(reader *r, const json_t *rings) {
  pathfan_status status = PATHFAN_OK;
  if (!json_is_array(rings))
    return complain(r, "feature %d has a polygon that is not an array of rings", (int)r->feature);
  const size_t count = json_array_size(rings);
  if (!count) return PATHFAN_OK;
  status = full(r, pathfan_polygons_begin(r->polygons, r->kind, r->name));
  for (size_t i = 0; i < count && !status; i++, r->ring++)
    status = take_ring(r, json_array_get(rings, i));
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
  pathfan_status status = PATHFAN_OK;
  char quoted[PATHFAN_QUOTE_BYTES];
  if (json_is_null(geometry)) return PATHFAN_OK;
  const json_t *named = json_object_get(geometry, "type");
  if (!json_is_string(named))
    return complain(r, "feature %d has a geometry without a type", (int)r->feature);
  const char *type = json_string_value(named);
  const json_t *inside =
      json_object_get(geometry, strcmp(type, "GeometryCollection") ? "coordinates" : "geometries");
  if (!strcmp(type, "Polygon")) return take_polygon(r, inside);
  if (!strcmp(type, "MultiPolygon") || !strcmp(type, "GeometryCollection")) {
    if (!json_is_array(inside))
      return complain(r, "feature %d is a %s without an array of them", (int)r->feature, type);
    for (size_t i = 0; i < json_array_size(inside) && !status; i++) {
      const json_t *part = json_array_get(inside, i);
      status = type[0] == 'M' ? take_polygon(r, part) : take_geometry(r, part);
    }
    return status;
  }
  if (is_one_of(type, points) && !r->has_kind) return PATHFAN_OK;
  if (is_one_of(type, points) || is_one_of(type, lines))
    return complain(r, "feature %d is a %s; only polygons bound an area", (int)r->feature, type);
  return complain(r, "feature %d has a geometry of unknown type %s", (int)r->feature,
                  quote(named, quoted));
}

static pathfan_status take_feature(reader *r, const json_t *feature) {
  char quoted[PATHFAN_QUOTE_BYTES];
  const json_t *type = json_object_get(feature, "type");
  if (!json_is_string(type) || strcmp(json_string_value(type), "Feature") != 0)
    return complain(r, "feature %d is not of type \"Feature\"", (int)r->feature);
  const json_t *properties = json_object_get(feature, "properties");
  const json_t *kind = json_object_get(properties, "kind");
  const json_t *geometry = json_object_get(feature, "geometry");
  r->ring = 0;
  r->name = json_string_value(json_object_get(properties, "name"));
  r->has_kind = kind && !json_is_null(kind);
  r->kind = PATHFAN_POLYGON_OBSTACLE;
  if (r->has_kind) {
    const char *word = json_string_value(kind);
    if (word && !strcmp(word, "free"))
      r->kind = PATHFAN_POLYGON_FREE;
    else if (!word)
      return complain(r, "feature %d has a kind that is not a string", (int)r->feature);
    else if (strcmp(word, "obstacle") != 0)
      return complain(r, "feature %d is of kind %s, neither \"free\" nor \"obstacle\"",
                      (int)r->feature, quote(kind, quoted));
  }
  if (!geometry) return complain(r, "feature %d has no geometry", (int)r->feature);
  return take_geometry(r, geometry);
}

static pathfan_status take_document(reader *r, const json_t *document) {
  const char *type = json_string_value(json_object_get(document, "type"));
  pathfan_status status = PATHFAN_OK;
  if (!type) return complain(r, "not GeoJSON: there is no type");
  if (!strcmp(type, "Feature")) return take_feature(r, document);
  if (strcmp(type, "FeatureCollection") != 0) return take_geometry(r, document);
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

pathfan_status pathfan_geojson_parse(const char *text, size_t bytes, const char *path,
                                     pathfan_polygons *polygons, pathfan_error *error) {
  static const char mark[] = "\xef\xbb\xbf"; /* some editors put it before UTF-8 */
  json_error_t wrong;
  *polygons = (pathfan_polygons){.place_is = "feature"};
  reader r = {.path = path, .polygons = polygons, .error = error};
  if (bytes >= 3 && !memcmp(text, mark, 3)) {
    text += 3;
    bytes -= 3;
  }
  json_t *document = json_loadb(text, bytes, JSON_DECODE_INT_AS_REAL, &wrong);
  pathfan_status status = PATHFAN_OK;
  if (!document) {
    /* jansson mostly says nothing then. */
    const bool memory = json_error_code(&wrong) == json_error_out_of_memory || !wrong.text[0];
    status = memory ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_MALFORMED;
    pathfan_fail(error, status, "%s:%d: %s", pathfan_name_tail(path),
                 wrong.line > 0 ? wrong.line : 1, memory ? "no memory" : wrong.text);
  } else {
    status = take_document(&r, document);
    if (!status && !polygons->polygon_count)
      status = complain(&r, "there is no polygon in it, and so no area at all");
  }
  json_decref(document);
  if (status) pathfan_polygons_free(polygons);
  return status;
}
