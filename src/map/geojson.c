/* geojson.c - reads GeoJSON (RFC 7946) as a map: jansson parses the text, this file interprets the
 * result. Maps have polygons alone, or roads, rivers and bridges too if the caller gives a list for
 * them.
 *
 * The text is one document, or a sequence of features: one a line, or each after a record separator
 * (RFC 8142).
 *
 * jansson bounds the depth of brackets, refuses numbers beyond doubles, and gives the line of a
 * syntax error. It doesn't know positions inside a sound document, so later errors name the
 * feature, by number and name, and the ring or line. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "base/text.h"
#include "map/crs.h"
#include "map/features.h"
#include "map/polygons.h"

typedef enum feature_kind {
  OBSTACLE = 0,
  FREE,
  DOOR,
  ROAD, /* from here on only if lines are wanted */
  RIVER,
  BRIDGE,
  KIND_COUNT
} feature_kind;

static const char *const kind_names[KIND_COUNT] = {"obstacle", "free",  "door",
                                                   "road",     "river", "bridge"};

typedef struct reader {
  const char *path;
  const pf_wishes *wishes; /* never NULL */
  pf_polygons *polygons;
  pf_features *features; /* NULL: only areas are allowed */
  pathfan_error *error;
  int32_t feature;
  char level[PF_QUOTE_BYTES]; /* of the first feature that has one, for messages; "" if none had */
  bool met_level;             /* a feature is on the wished level */
  bool has_background;
  char called[PF_NAME_QUOTE_BYTES + 20]; /* feature 3 "High Street", for messages */
  const char *part; /* "ring", "line" or "point": the part being read, for messages */
  int64_t number;   /* number of that part in its feature, for messages */
  bool has_kind;
  feature_kind kind;
  bool is_other;  /* the feature was set aside */
  bool is_closed; /* a door is, to begin with */
  bool is_solid;  /* an obstacle also if areas without a kind are walkable */
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
  pf_ignore(&r->polygons->ignored, PF_IGNORED_OTHER, 1, "%s", sentence);
  return PATHFAN_OK;
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
    if (!(fabs(xy[i]) <= PF_COORDINATE_MAX)) {
      char shown[PF_SHORTEST_BYTES];
      return complain(r, "%s %lld of %s has a coordinate of %s; %g is the limit", r->part,
                      (long long)r->number, r->called, pf_number_shortest(xy[i], shown),
                      PF_COORDINATE_MAX);
    }
  }
  if (json_number_value(json_array_get(position, 2)) != 0)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_HEIGHT, 1, "%s %lld of %s", r->part,
              (long long)r->number, r->called);
  return PATHFAN_OK;
}

/* Takes a ring; one without three different points is left out: *is_flat then. */
static pathfan_status take_ring(const reader *r, const json_t *ring, bool *is_flat) {
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
  *is_flat = pf_polygons_close_ring(r->polygons) < 3;
  if (!*is_flat) return PATHFAN_OK;
  pf_polygons_drop_ring(r->polygons);
  pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_RING, 1, "ring %lld of %s", (long long)r->number,
            r->called);
  return PATHFAN_OK;
}

static void note_empty(const reader *r) {
  pf_ignore(&r->polygons->ignored, PF_IGNORED_EMPTY, 1, "%s", r->called);
}

static pathfan_status take_polygon(reader *r, const json_t *rings) {
  pathfan_status status = PATHFAN_OK;
  if (!json_is_array(rings))
    return complain(r, "%s has a polygon that is not an array of rings", r->called);
  const size_t count = json_array_size(rings);
  bool has_shell = true, is_flat = false;
  if (!count) {
    note_empty(r);
    return PATHFAN_OK;
  }
  if (r->kind == DOOR && count > 1) return complain(r, "%s is a door with a hole", r->called);
  const bool is_free = r->has_kind ? r->kind == FREE : r->wishes->walkable && !r->is_solid;
  const pf_polygon_kind kind = r->kind == DOOR ? PF_POLYGON_DOOR
                               : is_free       ? PF_POLYGON_FREE
                                               : PF_POLYGON_OBSTACLE;
  status = full(r, pf_polygons_begin(r->polygons, kind, r->name));
  r->part = "ring";
  for (size_t i = 0; i < count && !status; i++, r->number++) {
    status = take_ring(r, json_array_get(rings, i), &is_flat);
    if (!i) has_shell = !is_flat;
  }
  if (status) return status;
  pf_polygon *made = &r->polygons->polygons[r->polygons->polygon_count - 1];
  made->is_assumed = !r->has_kind;
  made->is_closed = r->is_closed;
  if (!has_shell) pf_polygons_drop_polygon(r->polygons);
  return PATHFAN_OK;
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
  if (!pf_polygons_close_wall(r->polygons))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_LINE, 1, "line %lld of %s",
              (long long)r->number, r->called);
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
  if (!pf_features_close_line(r->features))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_LINE, 1, "line %lld of %s",
              (long long)r->number, r->called);
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
  if (json_is_null(geometry)) {
    note_empty(r);
    return PATHFAN_OK;
  }
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
    if (!json_array_size(inside)) note_empty(r);
    for (size_t i = 0; i < json_array_size(inside) && !status; i++) {
      const json_t *part = json_array_get(inside, i);
      status = type[0] == 'M' ? take_polygon(r, part) : take_geometry(r, part);
    }
    return status;
  }
  if (is_one_of(type, points) && !r->has_kind) {
    pf_ignore(&r->polygons->ignored, PF_IGNORED_POINT, 1, "%s", r->called);
    return PATHFAN_OK;
  }
  if (is_one_of(type, lines) && r->kind == OBSTACLE) return take_things(r, type, inside);
  if (is_one_of(type, points) || is_one_of(type, lines))
    return set_aside(r, "%s is a %s; only polygons bound an area", r->called, type);
  return complain(r, "%s has a geometry of unknown type %s", r->called, quote(named, quoted));
}

/* Whether a value is a number, or text of one: databases and tags of OpenStreetMap hold text. */
static bool is_number(const json_t *given, double *number) {
  const pf_span text = {json_string_value(given), json_string_length(given)};
  *number = json_number_value(given);
  return json_is_number(given) || (json_is_string(given) && pf_span_number(text, number));
}

/* Takes a cost, of distance or of a crossing: the value of `key` that `whose` has. */
static pathfan_status take_number(const reader *r, const char *whose, const char *key,
                                  const json_t *given, double *number) {
  if (!is_number(given, number)) return complain(r, "%s has a %s that is not a number", whose, key);
  if (!(fabs(*number) <= PF_COORDINATE_MAX)) {
    char shown[PF_SHORTEST_BYTES];
    return complain(r, "%s has a %s of %s; %g is the limit", whose, key,
                    pf_number_shortest(*number, shown), PF_COORDINATE_MAX);
  }
  return PATHFAN_OK;
}

/* Takes a cost that must be above 0. */
static pathfan_status take_rate(const reader *r, const char *whose, const char *key,
                                const json_t *given, double *rate) {
  const pathfan_status status = take_number(r, whose, key, given, rate);
  if (status || *rate > 0) return status;
  return complain(r, "%s has a %s of %g; it must be above 0", whose, key, *rate);
}

/* Whether a property is there and says yes, as files of OpenStreetMap and shapefiles do, too: any
 * word but a no, any number but 0. *is_mark: it can be read so. */
static bool is_marked(const json_t *properties, const char *key, bool *is_mark) {
  static const char *const noes[] = {"", "0", "f", "n", "false", "no", "none"};
  const json_t *given = json_object_get(properties, key);
  *is_mark = !json_is_array(given) && !json_is_object(given);
  if (!json_is_string(given)) return json_is_true(given) || json_number_value(given) != 0;
  for (size_t i = 0; i < sizeof noes / sizeof *noes; i++)
    if (!strcasecmp(json_string_value(given), noes[i])) return false;
  return true;
}

static pathfan_status take_mark(const reader *r, const json_t *properties, const char *key,
                                bool *mark) {
  bool is_mark;
  *mark = is_marked(properties, key, &is_mark);
  return is_mark ? PATHFAN_OK
                 : complain(r, "%s has a %s that is neither true nor false", r->called, key);
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
  if (!json_is_number(cost) && !(word && is_number(cost, &r->line.value)))
    return complain(r, "%s has a cost that is neither a number nor \"inf\"", r->called);
  const pathfan_status status = take_number(r, r->called, "cost", cost, &r->line.value);
  if (!status && r->line.value < 0)
    return complain(r, "%s has a cost of %g; it must be 0 or more", r->called, r->line.value);
  r->line.value += 0.0; /* -0 is 0 */
  return status;
}

/* A door is opened and closed by its name. */
static pathfan_status take_door(reader *r, const json_t *properties) {
  if (!r->name || !*r->name) return complain(r, "%s is a door without a name", r->called);
  return take_mark(r, properties, "closed", &r->is_closed);
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
                                 "\"door\", \"road\", \"river\" and \"bridge\""
                               : "%s is of kind %s; there are \"free\", \"obstacle\" and "
                                 "\"door\"",
                   r->called, quote(kind, quoted));
}

/* ---- What else features say ---- */

/* Counts properties of a feature that its kind doesn't have. One without a kind may have any: they
 * are its data. */
static void note_properties(const reader *r, const json_t *properties) {
  static const struct {
    const char *key;
    feature_kind kind; /* that has it */
  } known[] = {{"rate", ROAD},  {"bridge", ROAD}, {"tunnel", ROAD},
               {"cost", RIVER}, {"closed", DOOR}, {"oneway", KIND_COUNT}};
  bool is_mark;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (r->has_kind && r->kind != known[i].kind && is_marked(properties, known[i].key, &is_mark))
      pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "%s of %s, of kind %s", known[i].key,
                r->called, kind_names[r->kind]);
}

/* Whether IMDF's category of a unit is something that one can't walk on. */
static bool is_solid(const json_t *properties) {
  static const char *const solid[] = {"brick", "column",      "concrete",  "drywall",
                                      "glass", "opentobelow", "structure", "wood"};
  const char *category = json_string_value(json_object_get(properties, "category"));
  for (size_t i = 0; category && i < sizeof solid / sizeof *solid; i++)
    if (!strcmp(category, solid[i])) return true;
  return false;
}

/* Whether a level is among those that a feature is on: one, or several between semicolons. */
static bool is_on(const char *levels, const char *level) {
  const size_t length = strlen(level);
  for (const char *at = levels; at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL) {
    while (*at == ' ') at++;
    if (strcspn(at, "; ") == length && !strncmp(at, level, length)) return true;
  }
  return false;
}

/* Finds out whether the feature is read: *is_out if it is on other levels than the wished one.
 * Without a wish there must be one level. */
static pathfan_status take_level(reader *r, const json_t *properties, bool *is_out) {
  const json_t *given = json_object_get(properties, "level");
  char number[PF_SHORTEST_BYTES], quoted[PF_QUOTE_BYTES];
  if (!json_is_string(given) && !json_is_number(given))
    given = json_object_get(properties, "level_id");
  const char *levels = json_is_number(given) ? pf_number_shortest(json_number_value(given), number)
                                             : json_string_value(given);
  *is_out = false;
  if (!levels || !*levels) return PATHFAN_OK;
  pf_span_quote((pf_span){levels, strlen(levels)}, quoted);
  if (!*r->level) snprintf(r->level, sizeof r->level, "%s", quoted);
  if (r->wishes->level) {
    *is_out = !is_on(levels, r->wishes->level);
    r->met_level = r->met_level || !*is_out;
    return PATHFAN_OK;
  }
  if (!strcmp(r->level, quoted)) return PATHFAN_OK;
  return complain(r, "%s is on level %s, others are on %s; --level chooses one", r->called, quoted,
                  r->level);
}

/* Tells of a coordinate system that the document names, which RFC 7946 no longer has. */
static void note_crs(const reader *r, const json_t *document) {
  char quoted[PF_QUOTE_BYTES];
  const json_t *name =
      json_object_get(json_object_get(json_object_get(document, "crs"), "properties"), "name");
  if (json_is_string(name))
    pf_ignore(&r->polygons->ignored,
              pf_crs_is_geographic(json_string_value(name)) ? PF_IGNORED_DEGREES : PF_IGNORED_CRS,
              1, "crs %s", quote(name, quoted));
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
  bool is_out;
  pathfan_status status = take_level(r, properties, &is_out);
  if (status || is_out) return status;
  status = take_kind(r, json_object_get(properties, "kind"));
  if (r->is_other) return status;
  const json_t *rate = json_object_get(properties, "rate");
  if (!status && !r->has_kind && rate && !json_is_null(rate) && json_is_object(geometry))
    return set_aside(r,
                     "%s has a rate and no kind: a line is a road if its kind says so, and areas "
                     "that cost more can't be read",
                     r->called);
  r->is_solid = is_solid(properties);
  const char *feature_type = json_string_value(json_object_get(feature, "feature_type"));
  if (!r->has_kind && !r->wishes->walkable && feature_type && !strcmp(feature_type, "unit"))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_INSIDE_OUT, 1, "%s, a unit of IMDF", r->called);
  note_properties(r, properties);
  r->line = (pf_line){.kind = r->kind == RIVER ? PF_LINE_RIVER : PF_LINE_ROAD,
                      .name = (char *)r->name, /* copied later */
                      .place = r->feature};
  r->is_closed = false;
  if (!status && r->kind == DOOR) status = take_door(r, properties);
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
  note_crs(r, document);
  if (!strcmp(type, "Feature")) return take_feature(r, document);
  if (strcmp(type, "FeatureCollection") != 0) return take_geometry(r, document);
  const json_t *rate = json_object_get(document, "background_rate");
  r->has_background = rate && !json_is_null(rate);
  if (r->features && r->has_background)
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

/* Checks what only shows at the end. */
static pathfan_status finish(reader *r) {
  char quoted[PF_QUOTE_BYTES];
  const bool has_lines = r->features && r->features->line_count;
  if (r->wishes->level && !r->met_level) {
    pf_span_quote((pf_span){r->wishes->level, strlen(r->wishes->level)}, quoted);
    return complain(r, "no feature is on level %s%s%s", quoted,
                    *r->level ? "; the first that has one is on " : "; none has a level", r->level);
  }
  if (r->has_background && !has_lines)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1,
              "background_rate of a map without roads and rivers");
  if (r->polygons->polygon_count || has_lines || r->polygons->ignored.count[PF_IGNORED_OTHER])
    return PATHFAN_OK;
  return complain(r, "there is no polygon in it, and so no area at all");
}

/* Skips blanks and record separators. */
static void skip_blanks(const char **text, size_t *bytes) {
  while (*bytes && **text && strchr(" \t\r\n\x1e", **text)) ++*text, --*bytes;
}

/* Reads everything into the lists, which the callers initialize and free. */
static pathfan_status take_text(reader *r, const char *text, size_t bytes) {
  static const pf_wishes none;
  const size_t mark = pf_mark_bytes(text, bytes);
  const char *rest = text + mark;
  size_t left = bytes - mark;
  pathfan_status status = PATHFAN_OK;
  r->wishes = r->wishes ? r->wishes : &none;
  const char *begin = rest; /* lines are counted from here */
  skip_blanks(&rest, &left);
  for (int32_t number = 0; !status && (left || !number); number++) {
    json_error_t wrong;
    size_t flags = JSON_DECODE_INT_AS_REAL | JSON_DISABLE_EOF_CHECK;
    json_t *document = json_loadb(rest, left, flags, &wrong);
    const size_t used = document ? (size_t)wrong.position : 0;
    const char *type = json_string_value(json_object_get(document, "type"));
    if (document && !number && (!type || strcmp(type, "FeatureCollection") == 0)) {
      const char *after = rest + used;
      size_t more = left - used;
      skip_blanks(&after, &more);
      if (more) { /* a document ends its text, unless it is one of a sequence */
        json_decref(document);
        document = json_loadb(rest, left, JSON_DECODE_INT_AS_REAL, &wrong);
      }
    }
    if (!document) {
      /* jansson mostly gives no message when out of memory. */
      const bool memory = json_error_code(&wrong) == json_error_out_of_memory || !wrong.text[0];
      for (const char *c = begin; c < rest; c++) wrong.line += *c == '\n';
      status = memory ? pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "%s:%d: no memory",
                                pf_name_tail(r->path), wrong.line > 0 ? wrong.line : 1)
                      : unsound(r, rest, left, &wrong);
    } else {
      r->feature = number;
      status = take_document(r, document);
    }
    json_decref(document);
    rest += used;
    left -= used;
    skip_blanks(&rest, &left);
  }
  return status ? status : finish(r);
}

pathfan_status pf_geojson_parse(const char *text, size_t bytes, const char *path,
                                const pf_wishes *wishes, pf_polygons *polygons,
                                pathfan_error *error) {
  *polygons = (pf_polygons){.place_is = "feature"};
  reader r = {.path = path, .wishes = wishes, .polygons = polygons, .error = error};
  const pathfan_status status = take_text(&r, text, bytes);
  if (status) pf_polygons_free(polygons);
  return status;
}

pathfan_status pf_geojson_parse_features(const char *text, size_t bytes, const char *path,
                                         const pf_wishes *wishes, pf_features *features,
                                         pathfan_error *error) {
  *features = (pf_features){.areas.place_is = "feature", .background_rate = 1};
  reader r = {.path = path,
              .wishes = wishes,
              .polygons = &features->areas,
              .features = features,
              .error = error};
  const pathfan_status status = take_text(&r, text, bytes);
  if (status) pf_features_free(features);
  return status;
}
