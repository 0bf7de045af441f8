/* geojson_feature.c - reads features (RFC 7946, section 3.2): what their properties say, then their
 * geometry. */
#include "map/geojson_feature.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "map/geojson_geometry.h"

typedef pf_geojson_reader reader;

/* ---- Values ---- */

/* Whether a value is a number, or text of one: databases and tags of OpenStreetMap hold text. */
static bool is_number(const json_t *given, double *number) {
  const pf_span text = {json_string_value(given), json_string_length(given)};
  *number = json_number_value(given);
  return json_is_number(given) || (json_is_string(given) && pf_span_number(text, number));
}

/* Takes a cost, of distance or of a crossing: the value of `key` that `whose` has. */
static pathfan_status take_number(const reader *r, const char *whose, const char *key,
                                  const json_t *given, double *number) {
  if (!is_number(given, number))
    return pf_geojson_complain(r, "%s has a %s that is not a number", whose, key);
  if (!(fabs(*number) <= PF_COORDINATE_MAX)) {
    char shown[PF_SHORTEST_BYTES];
    return pf_geojson_complain(r, "%s has a %s of %s; %g is the limit", whose, key,
                               pf_number_shortest(*number, shown), PF_COORDINATE_MAX);
  }
  return PATHFAN_OK;
}

pathfan_status pf_geojson_take_rate(const pf_geojson_reader *r, const char *whose, const char *key,
                                    const json_t *given, double *rate) {
  const pathfan_status status = take_number(r, whose, key, given, rate);
  if (status || *rate > 0) return status;
  return pf_geojson_complain(r, "%s has a %s of %g; it must be above 0", whose, key, *rate);
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
  return is_mark
             ? PATHFAN_OK
             : pf_geojson_complain(r, "%s has a %s that is neither true nor false", r->called, key);
}

static pathfan_status take_road(reader *r, const json_t *properties) {
  const json_t *rate = json_object_get(properties, "rate");
  bool bridge = false, tunnel = false;
  if (!rate || json_is_null(rate))
    return pf_geojson_complain(r, "%s is a road without a rate", r->called);
  pathfan_status status = pf_geojson_take_rate(r, r->called, "rate", rate, &r->line.value);
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
    return pf_geojson_complain(r, "%s has a cost that is neither a number nor \"inf\"", r->called);
  const pathfan_status status = take_number(r, r->called, "cost", cost, &r->line.value);
  if (!status && r->line.value < 0)
    return pf_geojson_complain(r, "%s has a cost of %g; it must be 0 or more", r->called,
                               r->line.value);
  r->line.value += 0.0; /* -0 is 0 */
  return status;
}

/* A door is opened and closed by its name. */
static pathfan_status take_door(reader *r, const json_t *properties) {
  if (!r->name || !*r->name)
    return pf_geojson_complain(r, "%s is a door without a name", r->called);
  return take_mark(r, properties, "closed", &r->is_closed);
}

static pathfan_status take_kind(reader *r, const json_t *kind) {
  char quoted[PF_QUOTE_BYTES];
  const char *word = json_string_value(kind);
  r->has_kind = kind && !json_is_null(kind);
  r->kind = PF_GEOJSON_OBSTACLE;
  if (!r->has_kind) return PATHFAN_OK;
  if (!word) return pf_geojson_complain(r, "%s has a kind that is not a string", r->called);
  for (int i = 0; i < (r->features ? PF_GEOJSON_KINDS : PF_GEOJSON_ROAD); i++) {
    r->kind = (pf_geojson_kind)i;
    if (!strcmp(word, pf_geojson_kinds[i])) return PATHFAN_OK;
  }
  return pf_geojson_set_aside(r,
                              r->features
                                  ? "%s is of kind %s; there are \"free\", \"obstacle\", "
                                    "\"door\", \"road\", \"river\" and \"bridge\""
                                  : "%s is of kind %s; there are \"free\", \"obstacle\" and "
                                    "\"door\"",
                              r->called, pf_geojson_quote(kind, quoted));
}

/* ---- What else a feature says ---- */

/* Counts properties of a feature that its kind doesn't have. One without a kind may have any: they
 * are its data. */
static void note_properties(const reader *r, const json_t *properties) {
  static const struct {
    const char *key;
    pf_geojson_kind kind; /* that has it */
  } known[] = {{"rate", PF_GEOJSON_ROAD},   {"bridge", PF_GEOJSON_ROAD},
               {"tunnel", PF_GEOJSON_ROAD}, {"cost", PF_GEOJSON_RIVER},
               {"closed", PF_GEOJSON_DOOR}, {"oneway", PF_GEOJSON_KINDS}};
  bool is_mark;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (r->has_kind && r->kind != known[i].kind && is_marked(properties, known[i].key, &is_mark))
      pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "%s of %s, of kind %s", known[i].key,
                r->called, pf_geojson_kinds[r->kind]);
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
  return pf_geojson_complain(r, "%s is on level %s, others are on %s; --level chooses one",
                             r->called, quoted, r->level);
}

/* ---- Features ---- */

pathfan_status pf_geojson_take_feature(pf_geojson_reader *r, const json_t *feature) {
  const json_t *type = json_object_get(feature, "type");
  pf_geojson_call_feature(r, NULL);
  if (!json_is_string(type) || strcmp(json_string_value(type), "Feature") != 0)
    return pf_geojson_complain(r, "%s is not of type \"Feature\"", r->called);
  const json_t *properties = json_object_get(feature, "properties");
  const json_t *name = json_object_get(properties, "name");
  const json_t *geometry = json_object_get(feature, "geometry");
  r->number = 0;
  r->name = json_string_value(name);
  pf_geojson_call_feature(r, r->name);
  r->is_other = false;
  bool is_out;
  pathfan_status status = take_level(r, properties, &is_out);
  if (status || is_out) return status;
  status = take_kind(r, json_object_get(properties, "kind"));
  if (r->is_other) return status;
  const json_t *rate = json_object_get(properties, "rate");
  if (!status && !r->has_kind && rate && !json_is_null(rate) && json_is_object(geometry))
    return pf_geojson_set_aside(
        r,
        "%s has a rate and no kind: a line is a road if its kind says so, and areas "
        "that cost more can't be read",
        r->called);
  r->is_solid = is_solid(properties);
  const char *feature_type = json_string_value(json_object_get(feature, "feature_type"));
  if (!r->has_kind && !r->wishes->walkable && feature_type && !strcmp(feature_type, "unit"))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_INSIDE_OUT, 1, "%s, a unit of IMDF", r->called);
  note_properties(r, properties);
  r->line = (pf_line){.kind = r->kind == PF_GEOJSON_RIVER ? PF_LINE_RIVER : PF_LINE_ROAD,
                      .name = (char *)r->name, /* copied later */
                      .place = r->feature};
  r->is_closed = false;
  if (!status && r->kind == PF_GEOJSON_DOOR) status = take_door(r, properties);
  if (!status && r->kind == PF_GEOJSON_ROAD) status = take_road(r, properties);
  if (!status && r->kind == PF_GEOJSON_RIVER) status = take_river(r, properties);
  if (status) return status;
  if (!geometry) return pf_geojson_complain(r, "%s has no geometry", r->called);
  return pf_geojson_take_geometry(r, geometry);
}
