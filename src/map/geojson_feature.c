/* geojson_feature.c - reads features (RFC 7946, section 3.2): what their properties say, then their
 * geometry. */
#include "map/geojson_feature.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "map/crs.h"
#include "map/geojson_geometry.h"
#include "map/geojson_tags.h"
#include "map/profile.h"

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

static pathfan_status take_positive(const reader *r, const char *whose, const char *key,
                                    const json_t *given, double *number) {
  const pathfan_status status = take_number(r, whose, key, given, number);
  if (status || *number > 0) return status;
  return pf_geojson_complain(r, "%s has a %s of %g; it must be above 0", whose, key, *number);
}

/* Costs are of the file's own unit, or minutes: not both. */
static pathfan_status agree_on_unit(reader *r, const char *whose, const char *unit) {
  if (!r->unit) {
    r->unit = unit;
    snprintf(r->unit_of, sizeof r->unit_of, "%s", whose);
  }
  if (!strcmp(r->unit, unit)) return PATHFAN_OK;
  return pf_geojson_complain(r, "%s has a %s, and %s a %s: costs are minutes with speeds, else not",
                             r->unit_of, r->unit, whose, unit);
}

pathfan_status pf_geojson_take_rate(pf_geojson_reader *r, const char *whose, const char *prefix,
                                    const json_t *properties, double *rate, bool *is_there) {
  static const char *const units[] = {"rate", "speed"};
  *is_there = false;
  for (int i = 0; i < 2; i++) {
    char key[32];
    snprintf(key, sizeof key, "%s%s", prefix, units[i]);
    const json_t *given = json_object_get(properties, key);
    if (!given || json_is_null(given)) continue;
    if (*is_there) return pf_geojson_complain(r, "%s has both a rate and a speed", whose);
    *is_there = true;
    pathfan_status status = take_positive(r, whose, key, given, rate);
    if (!status) status = agree_on_unit(r, whose, units[i]);
    if (status) return status;
    if (i) *rate = pf_rate_of_speed(*rate);
  }
  return PATHFAN_OK;
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

/* Takes the direction: `oneway`, which may be -1, as in OpenStreetMap. */
static pathfan_status take_oneway(const reader *r, const json_t *properties, int8_t *oneway) {
  const json_t *given = json_object_get(properties, "oneway");
  bool is_oneway;
  double number;
  const pathfan_status status = take_mark(r, properties, "oneway", &is_oneway);
  const bool is_back = (is_number(given, &number) && number < 0) ||
                       (json_is_string(given) && !strcasecmp(json_string_value(given), "reverse"));
  static const char *const yeses[] = {"yes", "true", "1", "y", "t"};
  bool is_known = is_back || !is_oneway || !json_is_string(given) || is_number(given, &number);
  for (size_t i = 0; i < sizeof yeses / sizeof *yeses; i++)
    is_known = is_known || !strcasecmp(json_string_value(given), yeses[i]);
  if (is_number(given, &number) && number != 0 && fabs(number) != 1)
    return pf_geojson_complain(r, "%s has a oneway of %g; it must be 1, -1 or 0", r->called,
                               number);
  if (!is_known)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "oneway of %s, neither yes nor no",
              r->called);
  *oneway = (int8_t)(!is_oneway || !is_known ? 0 : is_back ? -1 : 1);
  return status;
}

static pathfan_status take_road(reader *r, const json_t *properties) {
  bool bridge = false, tunnel = false, has_rate;
  pathfan_status status =
      pf_geojson_take_rate(r, r->called, "", properties, &r->line.value, &has_rate);
  if (!status && !has_rate)
    return pf_geojson_complain(r, "%s is a road without a rate or a speed", r->called);
  if (!status) status = take_mark(r, properties, "bridge", &bridge);
  if (!status) status = take_mark(r, properties, "tunnel", &tunnel);
  if (!status) status = take_oneway(r, properties, &r->line.oneway);
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

static pathfan_status take_area(reader *r, const json_t *properties) {
  const json_t *rate = json_object_get(properties, "rate");
  const json_t *speed = json_object_get(properties, "speed");
  const json_t *layer = json_object_get(properties, "layer");
  const char *word = json_string_value(rate);
  double number = 0;
  bool has_rate;
  r->area = (pf_rated_area){.rate = INFINITY, .place = r->feature};
  if (!rate && !speed)
    return pf_geojson_complain(
        r,
        "%s is an area without a rate or a speed; a rate of null is one of ground that "
        "can't be walked on",
        r->called);
  if (layer && !json_is_null(layer) &&
      (!is_number(layer, &number) || number != rint(number) || !(fabs(number) <= 1e6)))
    return pf_geojson_complain(r, "%s has a layer that is not a whole number", r->called);
  r->area.layer = (int32_t)number;
  if (word && !strcmp(word, "inf")) return PATHFAN_OK;
  return pf_geojson_take_rate(r, r->called, "", properties, &r->area.rate, &has_rate);
}

/* A door is opened and closed by its name. */
static pathfan_status take_door(reader *r, const json_t *properties) {
  if (!r->name || !*r->name)
    return pf_geojson_complain(r, "%s is a door without a name", r->called);
  const json_t *closed = json_object_get(properties, "closed");
  const double number = json_number_value(closed);
  if (number != 0 && number != 1)
    return pf_geojson_complain(r, "%s has a closed of %g; it must be 1 or 0", r->called, number);
  return take_mark(r, properties, "closed", &r->is_closed);
}

/* Whether a level is this one, or in this range of OpenStreetMap, such as -1-2. */
static bool is_in(pf_span range, const char *level) {
  double from, to, wished;
  if (pf_span_is(range, level)) return true;
  if (!pf_span_number((pf_span){level, strlen(level)}, &wished)) return false;
  if (pf_span_number(range, &from)) return from == wished;
  for (size_t i = 1; i + 1 < range.length; i++)
    if (range.at[i] == '-' && pf_span_number((pf_span){range.at, i}, &from) &&
        pf_span_number((pf_span){range.at + i + 1, range.length - i - 1}, &to))
      return from <= wished && wished <= to;
  return false;
}

/* Whether a level is among those that a feature is on: one, or several between semicolons. */
static bool is_on(const char *levels, const char *level) {
  for (const char *at = levels; at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL) {
    while (*at == ' ') at++;
    if (is_in((pf_span){at, strcspn(at, "; ")}, level)) return true;
  }
  return false;
}

static pathfan_status take_link_cost(reader *r, const json_t *properties, const char *key,
                                     double *cost, bool *is_there) {
  const json_t *given = json_object_get(properties, key);
  *is_there = given && !json_is_null(given);
  if (!*is_there) return PATHFAN_OK;
  const pathfan_status status = take_number(r, r->called, key, given, cost);
  if (status || *cost >= 0) return status;
  return pf_geojson_complain(r, "%s has a %s of %g; it must be 0 or more", r->called, key, *cost);
}

/* Takes the one or two levels that a link's ends are on. *is_out: one isn't the wished one. */
static pathfan_status take_link_levels(reader *r, const json_t *properties, bool *is_out) {
  const json_t *given = json_object_get(properties, "level");
  char text[2][PF_LEVEL_BYTES] = {"", ""};
  const char *word = json_string_value(given);
  const char *cut = word ? strchr(word, ';') : NULL;
  if (cut) {
    snprintf(text[0], sizeof text[0], "%.*s", (int)(cut - word), word);
    snprintf(text[1], sizeof text[1], "%s", cut + 1);
  }
  for (size_t i = 0; i < 2 && !cut; i++) {
    const json_t *one = json_is_array(given) ? json_array_get(given, i) : given;
    char number[PF_SHORTEST_BYTES];
    const char *shown = json_is_number(one) ? pf_number_shortest(json_number_value(one), number)
                                            : json_string_value(one);
    snprintf(text[i], sizeof text[i], "%s", shown ? shown : "");
  }
  r->link.level[0] = r->link.level[1] = -1;
  if (!given || json_is_null(given)) return PATHFAN_OK;
  if (json_is_array(given) && json_array_size(given) != 2)
    return pf_geojson_complain(r, "%s is a link whose level is neither one nor two", r->called);
  for (int i = 0; i < 2; i++) {
    const char *one = text[i] + strspn(text[i], " ");
    if (r->wishes->level) {
      *is_out = *is_out || !is_on(one, r->wishes->level);
      continue;
    }
    const pf_level_set set = pf_levels_of(&r->polygons->levels, one);
    if (!set || (set & (set - 1)))
      return pf_geojson_complain(r, "%s is a link whose level is neither one nor two", r->called);
    while (!(set >> ++r->link.level[i] & 1)) {
    }
  }
  return PATHFAN_OK;
}

static pathfan_status take_link(reader *r, const json_t *properties, bool *is_out) {
  double flags = 0;
  bool has_back;
  int8_t oneway = 0;
  const json_t *given = json_object_get(properties, "flags");
  r->link = (pf_map_link){.name = (char *)r->name, .place = r->feature};
  if (r->name && strlen(r->name) >= PF_LEVEL_BYTES)
    return pf_geojson_complain(r, "%s has a name of more than %d bytes", r->called,
                               PF_LEVEL_BYTES - 1);
  pathfan_status status = take_link_levels(r, properties, is_out);
  if (!status) status = take_link_cost(r, properties, "cost", &r->link.cost[0], &r->has_cost);
  r->link.cost[1] = r->link.cost[0];
  if (!status) status = take_link_cost(r, properties, "cost_back", &r->link.cost[1], &has_back);
  if (!status && has_back && !r->has_cost)
    return pf_geojson_complain(r, "%s has a cost_back and no cost", r->called);
  if (!status) status = take_oneway(r, properties, &oneway);
  if (!status && oneway && has_back)
    return pf_geojson_complain(r, "%s is a link with both a oneway and a cost_back", r->called);
  if (!status && oneway) r->link.cost[oneway > 0] = INFINITY;
  if (status || !given || json_is_null(given)) return status;
  if (!is_number(given, &flags) || !(flags >= 0 && flags < 0x1p53 && flags == trunc(flags)))
    return pf_geojson_complain(r, "%s has flags that aren't a whole number of 53 bits", r->called);
  r->link.flags = (uint64_t)flags;
  return PATHFAN_OK;
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
  return pf_geojson_set_aside(
      r,
      r->features ? "%s is of kind %s; there are \"free\", \"obstacle\", "
                    "\"door\", \"area\", \"road\", \"river\", \"bridge\" and \"link\""
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
  } known[] = {{"rate", PF_GEOJSON_ROAD},   {"speed", PF_GEOJSON_ROAD}, {"bridge", PF_GEOJSON_ROAD},
               {"tunnel", PF_GEOJSON_ROAD}, {"cost", PF_GEOJSON_RIVER}, {"closed", PF_GEOJSON_DOOR},
               {"oneway", PF_GEOJSON_LINK}};
  const size_t first = r->kind == PF_GEOJSON_AREA ? 2 : 0; /* has a rate or speed, too */
  bool is_mark;
  for (size_t i = first; i < sizeof known / sizeof *known; i++)
    if (r->has_kind && r->kind != known[i].kind &&
        !(r->kind == PF_GEOJSON_LINK && known[i].kind == PF_GEOJSON_RIVER) &&
        !(r->kind == PF_GEOJSON_ROAD && known[i].kind == PF_GEOJSON_LINK) &&
        is_marked(properties, known[i].key, &is_mark))
      pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "%s of %s, of kind %s", known[i].key,
                r->called, pf_geojson_kinds[r->kind]);
}

/* Counts what would have an effect among the properties of a feature, but stands beside them. */
static void note_misplaced(const reader *r, const json_t *feature, const json_t *properties) {
  static const char *const keys[] = {"kind", "rate", "cost", "level", "closed"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (json_object_get(feature, keys[i]) && !json_object_get(properties, keys[i]))
      pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "%s of %s, outside its properties",
                keys[i], r->called);
}

/* Counts properties that would have an effect if their names were in small letters. */
static void note_capitals(const reader *r, const json_t *properties) {
  static const char *const keys[] = {"kind", "level"};
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)properties, key, value) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
      if (!strcasecmp(key, keys[i]) && strcmp(key, keys[i]) != 0 && !json_is_null(value))
        pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "%s of %s, in other letters", key,
                  r->called);
  }
}

/* Takes the name: text, a number, or the first of IMDF's texts by language. */
static void take_name(reader *r, const json_t *name) {
  if (json_is_object(name)) name = json_object_iter_value(json_object_iter((json_t *)name));
  r->name = json_is_number(name) ? pf_number_shortest(json_number_value(name), r->number_name)
                                 : json_string_value(name);
  pf_geojson_call_feature(r, r->name);
}

/* Whether the feature is of this type of IMDF. */
static bool is_of_type(const json_t *feature, const char *type) {
  const char *given = json_string_value(json_object_get(feature, "feature_type"));
  return given && !strcmp(given, type);
}

/* Whether IMDF says that one can't walk on it: furniture, a kiosk, a unit of such a category. */
static bool is_solid(const json_t *feature, const json_t *properties) {
  static const char *const solid[] = {"brick", "column",      "concrete",  "drywall",
                                      "glass", "opentobelow", "structure", "wood"};
  const char *category = json_string_value(json_object_get(properties, "category"));
  if (is_of_type(feature, "fixture") || is_of_type(feature, "kiosk")) return true;
  for (size_t i = 0; category && i < sizeof solid / sizeof *solid; i++)
    if (!strcmp(category, solid[i])) return true;
  return false;
}

/* The property that says the level, NULL if none does. */
static const json_t *level_of(const reader *r, const json_t *properties) {
  static const char *const keys[] = {"level", "level_id"};
  for (int i = 0; i < 2; i++) {
    const json_t *given = json_object_get(properties, keys[i]);
    if (json_is_string(given) || json_is_number(given)) return given;
    if (given && !json_is_null(given))
      pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1, "%s of %s, neither number nor text",
                keys[i], r->called);
  }
  return NULL;
}

/* Finds out whether the feature is read: *is_out if it is on other levels than the wished one.
 * Without a wish there must be one level. */
static pathfan_status take_level(reader *r, const json_t *properties, bool *is_out) {
  const json_t *given = level_of(r, properties);
  char number[PF_SHORTEST_BYTES], quoted[PF_QUOTE_BYTES];
  const char *levels = json_is_number(given) ? pf_number_shortest(json_number_value(given), number)
                                             : json_string_value(given);
  *is_out = false;
  r->levels = 0;
  if (!levels || !*levels) return PATHFAN_OK;
  if (r->wishes->all_levels && !r->wishes->level) {
    r->levels = pf_levels_of(&r->polygons->levels, levels);
    return r->levels ? PATHFAN_OK
                     : pf_geojson_complain(r,
                                           "%s has a level that can't be read, or there are more "
                                           "than %d levels",
                                           r->called, PF_LEVELS_MAX);
  }
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

void pf_geojson_note_crs(const pf_geojson_reader *r, const json_t *object) {
  const json_t *crs = json_object_get(object, "crs");
  const json_t *name = json_object_get(json_object_get(crs, "properties"), "name");
  char quoted[PF_QUOTE_BYTES];
  if (json_is_string(crs)) name = crs;
  if (!crs || json_is_null(crs)) return;
  const char *text = json_string_value(name);
  pf_ignore(&r->polygons->ignored,
            text && pf_crs_is_geographic(text) ? PF_IGNORED_DEGREES : PF_IGNORED_CRS, 1, "crs %s",
            text ? pf_geojson_quote(name, quoted) : "without a name");
}

pathfan_status pf_geojson_take_feature(pf_geojson_reader *r, const json_t *feature) {
  const json_t *type = json_object_get(feature, "type");
  pf_geojson_call_feature(r, NULL);
  if (!json_is_string(type) || strcmp(json_string_value(type), "Feature") != 0)
    return pf_geojson_complain(r, "%s is not of type \"Feature\"", r->called);
  const json_t *properties = json_object_get(feature, "properties");
  const json_t *geometry = json_object_get(feature, "geometry");
  if (properties && !json_is_object(properties) && !json_is_null(properties))
    return pf_geojson_complain(r, "%s has properties that aren't an object", r->called);
  r->number = 0;
  take_name(r, json_object_get(properties, "name"));
  pf_geojson_note_crs(r, feature);
  r->is_other = false;
  bool is_out = false;
  const char *kind = json_string_value(json_object_get(properties, "kind"));
  const bool is_link = r->features && kind && !strcmp(kind, pf_geojson_kinds[PF_GEOJSON_LINK]);
  /* A link has levels of its own, one for each end. */
  const bool is_tagged = r->wishes->profile && r->features && !kind;
  pathfan_status status = is_link || is_tagged ? PATHFAN_OK : take_level(r, properties, &is_out);
  if (status || is_out) return status;
  if (is_tagged) {
    r->is_closed = r->is_solid = false;
    r->levels = 0;
    return pf_geojson_take_tags(r, properties, geometry) ? pf_geojson_take_geometry(r, geometry)
                                                         : PATHFAN_OK;
  }
  status = take_kind(r, json_object_get(properties, "kind"));
  if (r->is_other) return status;
  const json_t *rate = json_object_get(properties, "rate");
  if (!status && !r->has_kind && rate && !json_is_null(rate) && json_is_object(geometry))
    return pf_geojson_set_aside(
        r,
        "%s has a rate and no kind: \"kind\": \"area\" makes a polygon ground of that rate, "
        "\"road\" a line a road",
        r->called);
  if (!status && !r->has_kind && is_of_type(feature, "opening")) {
    pf_ignore(&r->polygons->ignored, PF_IGNORED_OPENING, 1, "%s", r->called);
    return PATHFAN_OK;
  }
  r->is_solid = is_solid(feature, properties);
  if (!r->has_kind && !r->wishes->walkable && is_of_type(feature, "unit"))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_INSIDE_OUT, 1, "%s, a unit of IMDF", r->called);
  note_misplaced(r, feature, properties);
  note_capitals(r, properties);
  note_properties(r, properties);
  r->line = (pf_line){.kind = r->kind == PF_GEOJSON_RIVER ? PF_LINE_RIVER : PF_LINE_ROAD,
                      .name = (char *)r->name, /* copied later */
                      .place = r->feature};
  r->is_closed = false;
  if (!status && r->kind == PF_GEOJSON_DOOR) status = take_door(r, properties);
  if (!status && r->kind == PF_GEOJSON_ROAD) status = take_road(r, properties);
  if (!status && r->kind == PF_GEOJSON_RIVER) status = take_river(r, properties);
  if (!status && r->kind == PF_GEOJSON_AREA) status = take_area(r, properties);
  if (!status && r->kind == PF_GEOJSON_LINK) status = take_link(r, properties, &is_out);
  if (status || is_out) return status;
  if (!geometry) return pf_geojson_complain(r, "%s has no geometry", r->called);
  return pf_geojson_take_geometry(r, geometry);
}
