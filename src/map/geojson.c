/* geojson.c - reads GeoJSON (RFC 7946) as a map: jansson parses the text, this file visits the
 * features of a document, which geojson_feature.c reads. Maps have polygons alone, or areas with
 * a rate, roads, rivers and bridges too if the caller gives a list for them.
 *
 * The text is one document, or a sequence of features: one a line, or each after a record separator
 * (RFC 8142).
 *
 * jansson bounds the depth of brackets, refuses numbers beyond doubles, and gives the line of a
 * syntax error. It doesn't know positions inside a sound document, so later errors name the
 * feature, by number and name, and the ring or line. */
#include <jansson.h>
#include <string.h>

#include "base/json_load.h"
#include "base/status.h"
#include "base/text.h"
#include "map/features.h"
#include "map/geojson_feature.h"
#include "map/geojson_geometry.h"
#include "map/indoor.h"
#include "map/polygons.h"
#include "map/profile.h"

/* A member that is there twice contradicts itself. */
#define LOAD (JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES)

typedef pf_geojson_reader reader;

static pathfan_status take_document(reader *r, const json_t *document) {
  const char *type = json_string_value(json_object_get(document, "type"));
  pathfan_status status = PATHFAN_OK;
  if (!type) return pf_geojson_complain(r, "not GeoJSON: there is no type");
  pf_geojson_call_feature(r, NULL);
  if (!strcmp(type, "Feature")) return pf_geojson_take_feature(r, document);
  pf_geojson_note_crs(r, document);
  if (strcmp(type, "FeatureCollection") != 0) return pf_geojson_take_geometry(r, document);
  double rate = 1;
  status = pf_geojson_take_rate(r, "the FeatureCollection", "background_", document, &rate,
                                &r->has_background);
  if (status) return status;
  if (r->features && r->has_background) r->features->background_rate = rate;
  const json_t *features = json_object_get(document, "features");
  if (!json_is_array(features))
    return pf_geojson_complain(r, "the FeatureCollection has no features");
  json_t *plan = NULL;
  if (r->features && r->wishes->all_levels && !r->wishes->profile)
    status = pf_indoor_rewrite(r, features, &plan);
  if (plan) features = plan;
  const size_t count = json_array_size(features);
  for (size_t i = 0; i < count && !status; i++) {
    if (i >= INT32_MAX) status = pf_geojson_worded(r, PATHFAN_ERR_LIMIT);
    r->feature = plan ? pf_indoor_place(plan, i) : (int32_t)i;
    if (!status) status = pf_geojson_take_feature(r, json_array_get(features, i));
  }
  if (plan && !status) r->features->wall_width = PF_INDOOR_WALL;
  json_decref(plan);
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
  const bool is_terrain = r->features && pf_features_are_terrain(r->features);
  if (r->wishes->level && !r->met_level) {
    pf_span_quote((pf_span){r->wishes->level, strlen(r->wishes->level)}, quoted);
    return pf_geojson_complain(r, "no feature is on level %s%s%s", quoted,
                               *r->level ? "; the first that has one is on " : "; none has a level",
                               r->level);
  }
  if (is_terrain && !r->has_background && !r->wishes->profile && r->unit &&
      !strcmp(r->unit, "speed"))
    return pf_geojson_complain(r,
                               "%s has a speed; the FeatureCollection needs a background_speed, of "
                               "ground without a feature",
                               r->unit_of);
  if (r->features)
    r->features->is_timed = r->wishes->profile || (r->unit && !strcmp(r->unit, "speed"));
  if (r->has_background && !is_terrain)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_PROPERTY, 1,
              "background_rate of a map without roads, rivers and areas with a rate");
  if (r->features && r->features->bridge_count && !is_terrain)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_POINT, r->features->bridge_count,
              "feature %d, a bridge of a map without roads and rivers",
              (int)r->features->bridges[0].place);
  if (r->polygons->polygon_count || is_terrain || r->polygons->ignored.count[PF_IGNORED_OTHER])
    return PATHFAN_OK;
  return pf_geojson_complain(r, "there is no polygon in it, and so no area at all");
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
    size_t flags = LOAD | JSON_DISABLE_EOF_CHECK;
    json_t *document = pf_json_load(rest, left, flags, &wrong);
    const size_t used = document ? (size_t)wrong.position : 0;
    const char *type = json_string_value(json_object_get(document, "type"));
    if (document && !number && (!type || strcmp(type, "FeatureCollection") == 0)) {
      const char *after = rest + used;
      size_t more = left - used;
      skip_blanks(&after, &more);
      if (more) { /* a document ends its text, unless it is one of a sequence */
        json_decref(document);
        document = pf_json_load(rest, left, LOAD, &wrong);
      }
    }
    if (!document) {
      const bool memory = pf_shortage_seen();
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
  *features =
      (pf_features){.areas.place_is = "feature", .rated.place_is = "feature", .background_rate = 1};
  if (wishes && wishes->profile) features->background_rate = pf_profile_background(wishes->profile);
  reader r = {.path = path,
              .wishes = wishes,
              .polygons = &features->areas,
              .features = features,
              .error = error};
  const pathfan_status status = take_text(&r, text, bytes);
  if (status) pf_features_free(features);
  return status;
}
