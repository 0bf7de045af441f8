/* geojson_tags.c - see geojson_tags.h. The text of other_tags is that of PostgreSQL's hstore:
 * "bridge"=>"yes","layer"=>"1". */
#include "map/geojson_tags.h"

#include <string.h>

#include "map/profile.h"

typedef struct tags {
  const json_t *properties;
  const char *others; /* other_tags; NULL: there are none */
  char value[64];     /* of one of the others */
} tags;

/* Copies a value up to the quote that ends it; a longer one is cut off. */
static const char *copy_value(tags *t, const char *from) {
  size_t length = 0;
  for (; *from && *from != '"' && length + 1 < sizeof t->value; from++) {
    if (*from == '\\' && from[1]) from++;
    t->value[length++] = *from;
  }
  t->value[length] = 0;
  return t->value;
}

static const char *tag_of(void *context, const char *key) {
  tags *t = context;
  const char *value = json_string_value(json_object_get(t->properties, key));
  const size_t length = strlen(key);
  if (value && *value) return value;
  for (const char *at = t->others; at && (at = strstr(at, key)); at++)
    if (at > t->others && at[-1] == '"' && !strncmp(at + length, "\"=>\"", 4))
      return copy_value(t, at + length + 4);
  return NULL;
}

static pf_tag_shape shape_of(const json_t *geometry) {
  const char *type = json_string_value(json_object_get(geometry, "type"));
  if (type && strstr(type, "Polygon")) return PF_SHAPE_POLYGON;
  return type && strstr(type, "LineString") ? PF_SHAPE_LINE : PF_SHAPE_POINT;
}

bool pf_geojson_take_tags(pf_geojson_reader *r, const json_t *properties, const json_t *geometry) {
  static const pf_geojson_kind kinds[] = {[PF_USE_ROAD] = PF_GEOJSON_ROAD,
                                          [PF_USE_RIVER] = PF_GEOJSON_RIVER,
                                          [PF_USE_AREA] = PF_GEOJSON_AREA,
                                          [PF_USE_OBSTACLE] = PF_GEOJSON_OBSTACLE};
  tags t = {.properties = properties,
            .others = json_string_value(json_object_get(properties, "other_tags"))};
  const pf_tagged is = pf_profile_read(r->wishes->profile, shape_of(geometry), tag_of, &t);
  if (is.use == PF_USE_NONE || is.use == PF_USE_CLOSED) {
    pf_ignore(&r->polygons->ignored, is.use == PF_USE_CLOSED ? PF_IGNORED_BARRED : PF_IGNORED_TAGS,
              1, "%s", r->called);
    return false;
  }
  r->kind = kinds[is.use];
  r->has_kind = true;
  r->line = (pf_line){.kind = is.use == PF_USE_RIVER ? PF_LINE_RIVER : PF_LINE_ROAD,
                      .value = is.value,
                      .oneway = is.oneway,
                      .is_apart = is.is_apart,
                      .name = (char *)r->name, /* copied later */
                      .place = r->feature};
  r->area = (pf_rated_area){.rate = is.value, .place = r->feature};
  return true;
}
