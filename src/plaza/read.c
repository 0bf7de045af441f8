/* read.c - makes a plaza of GeoJSON: areas are passed on to the map's reader, entries are kept.
 *
 * The map is described in GeoJSON, too: the document itself is changed - kinds are filled in,
 * coordinates moved to the plane, streets and points taken out - and written as text again.
 * Features keep their numbers and names, so the messages of the map's reader are right. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_load.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "plaza/plaza.h"
#include "plaza/sides.h"

/* Largest share by which a length may be off. */
#define ERROR_MAX 0.01

/* Positions off a side by at most this, metres or map units, and `snap`, lie on it: seven decimals
 * of degrees, of a position and of both ends of the side, round by up to 16 mm. */
#define ON_SIDE 0.02
/* The share of the extent by which doubles may be off. */
#define ROUNDING 1e-9

/* Tags of an area that hold for paths over it, too. */
static const char *const passed_on[] = {"access", "bicycle",    "covered", "foot",
                                        "indoor", "layer",      "level",   "lit",
                                        "name",   "smoothness", "surface", "wheelchair"};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

typedef struct reader {
  pf_plaza *plaza;
  json_t *document;
  const json_t *features;
  size_t feature;
  bool any_free;  /* a polygon has kind free */
  bool any_entry; /* a point is marked as an entry */
  int32_t street_entries;
  pf_sides sides; /* of areas and obstacles, on the plane */
  double near;    /* positions off a side by at most this lie on it */
  bool is_lines;  /* the geometry's positions are joined by lines */
  bool is_near;   /* the street touches or crosses a border */
  bool has_last;
  pathfan_point last; /* the position before on the same line, on the plane */
  bool has_tags;      /* those of the first walkable area have been taken */
  double least_x, least_y, most_x, most_y;
  pathfan_error *error;
} reader;

static pathfan_status complain(const reader *r, const char *format, ...) PF_PRINTF(2, 3);

static pathfan_status complain(const reader *r, const char *format, ...) {
  char sentence[320];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s", pf_name_tail(r->plaza->path), sentence);
}

static pathfan_status no_memory(const reader *r) {
  return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory",
                 pf_name_tail(r->plaza->path));
}

/* ---- Looking at features ---- */

typedef enum part { NOTHING, AREA, STREET, POINT } part;

static const char *word_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static const json_t *properties_of(const json_t *feature) {
  return json_object_get(feature, "properties");
}

static bool has_kind(const json_t *feature, const char *kind) {
  const char *word = word_of(properties_of(feature), "kind");
  return word && !strcmp(word, kind);
}

static bool has_any_kind(const json_t *feature) {
  const json_t *kind = json_object_get(properties_of(feature), "kind");
  return kind && !json_is_null(kind);
}

static bool is_entry(const json_t *feature) {
  const json_t *mark = json_object_get(properties_of(feature), "entry");
  const char *word = json_string_value(mark);
  if (has_kind(feature, "entry")) return true;
  return word ? strcmp(word, "no") != 0 : mark && !json_is_null(mark) && !json_is_false(mark);
}

/* The role of a feature in a plaza; lines and points of other kinds are left to the map's
 * reader. */
static part part_of(const json_t *feature) {
  const char *type = word_of(json_object_get(feature, "geometry"), "type");
  if (!type) return NOTHING;
  if (!strcmp(type, "Point") || !strcmp(type, "MultiPoint"))
    return has_any_kind(feature) && !is_entry(feature) ? AREA : POINT;
  if (!strcmp(type, "LineString") || !strcmp(type, "MultiLineString"))
    return has_any_kind(feature) ? AREA : STREET;
  return AREA;
}

/* ---- Positions ---- */

typedef pathfan_status take_position(reader *r, json_t *position, double x, double y);

/* Passes on every position below `coordinates`, with has_last false at the first of a line;
 * anything else is left to the map's reader, which reports it. jansson's limit on the depth of
 * brackets bounds the recursion. */
static pathfan_status each_position(reader *r, json_t *coordinates, take_position *take) {
  const json_t *x = json_array_get(coordinates, 0), *y = json_array_get(coordinates, 1);
  pathfan_status status = PATHFAN_OK;
  if (json_is_number(x))
    return json_is_number(y) ? take(r, coordinates, json_number_value(x), json_number_value(y))
                             : PATHFAN_OK;
  r->has_last = false;
  for (size_t i = 0; i < json_array_size(coordinates) && !status; i++)
    status = each_position(r, json_array_get(coordinates, i), take);
  return status;
}

static pathfan_status each_of_geometry(reader *r, const json_t *geometry, take_position *take) {
  const json_t *parts = json_object_get(geometry, "geometries");
  const char *type = word_of(geometry, "type");
  r->has_last = false;
  r->is_lines = type && !strstr(type, "Point");
  pathfan_status status = each_position(r, json_object_get(geometry, "coordinates"), take);
  for (size_t i = 0; i < json_array_size(parts) && !status; i++)
    status = each_of_geometry(r, json_array_get(parts, i), take);
  return status;
}

static pathfan_status each_of(reader *r, part wanted, take_position *take) {
  pathfan_status status = PATHFAN_OK;
  for (r->feature = 0; r->feature < json_array_size(r->features) && !status; r->feature++) {
    const json_t *feature = json_array_get(r->features, r->feature);
    if (part_of(feature) == wanted)
      status = each_of_geometry(r, json_object_get(feature, "geometry"), take);
  }
  return status;
}

static pathfan_status measure(reader *r, json_t *position, double x, double y) {
  (void)position;
  if (r->plaza->in_degrees && !(fabs(x) <= 180 && fabs(y) <= 90))
    return complain(r,
                    "feature %zu has the position %g,%g, which is not a longitude and latitude; "
                    "--project none takes coordinates as they are, on a plane",
                    r->feature, x, y);
  r->least_x = fmin(r->least_x, x);
  r->most_x = fmax(r->most_x, x);
  r->least_y = fmin(r->least_y, y);
  r->most_y = fmax(r->most_y, y);
  return PATHFAN_OK;
}

static pathfan_point on_plane(const pf_plaza *plaza, double x, double y) {
  pathfan_point at = {x, y};
  if (plaza->in_degrees) pf_plane_point(&plaza->plane, (pf_place){x, y}, &at.x, &at.y);
  return at;
}

static pathfan_status take_corner(reader *r, json_t *position, double x, double y) {
  pf_plaza *plaza = r->plaza;
  const pathfan_point at = on_plane(plaza, x, y);
  pathfan_status status =
      pf_grow(&plaza->corners, &plaza->corner_capacity, (int64_t)plaza->corner_count + 1);
  if (!status && r->has_last) status = pf_sides_add(&r->sides, r->last, at);
  if (status || json_array_set_new(position, 0, json_real(at.x)) ||
      json_array_set_new(position, 1, json_real(at.y)))
    return no_memory(r);
  plaza->corners[plaza->corner_count++] = (pf_plaza_corner){at, {x, y}};
  r->last = at;
  r->has_last = r->is_lines;
  return PATHFAN_OK;
}

static int compare_corners(const void *a, const void *b) {
  const pf_plaza_corner *p = a, *q = b;
  if (p->at.x != q->at.x) return p->at.x < q->at.x ? -1 : 1;
  if (p->at.y != q->at.y) return p->at.y < q->at.y ? -1 : 1;
  if (p->given.x != q->given.x) return p->given.x < q->given.x ? -1 : 1;
  return (p->given.y > q->given.y) - (p->given.y < q->given.y);
}

/* ---- The plane ---- */

static pathfan_status lay_plane(reader *r) {
  pf_plaza *plaza = r->plaza;
  r->least_x = r->least_y = INFINITY;
  r->most_x = r->most_y = -INFINITY;
  pathfan_status status = each_of(r, AREA, measure);
  if (status || !plaza->in_degrees || !(r->least_x <= r->most_x)) return status;
  const double width = r->most_x - r->least_x, height = r->most_y - r->least_y;
  plaza->plane = pf_plane_about(r->least_x + width / 2, r->least_y + height / 2);
  plaza->plane_error = pf_plane_error(&plaza->plane, r->least_y, r->most_y);
  if (width <= PF_PLAZA_DEGREES_MAX && height <= PF_PLAZA_DEGREES_MAX &&
      plaza->plane_error <= ERROR_MAX)
    return PATHFAN_OK;
  return complain(r,
                  "is %.4g degrees wide and %.4g high, too large to be laid on a plane about its "
                  "middle; --project none takes coordinates as they are, if they are on a plane",
                  width, height);
}

/* Metres, or map units. */
static double extent_of(const reader *r) {
  const pf_plane *plane = &r->plaza->plane;
  const double width = r->most_x - r->least_x, height = r->most_y - r->least_y;
  if (!r->plaza->corner_count) return 0;
  return r->plaza->in_degrees ? fmax(width * plane->east, height * plane->north)
                              : fmax(width, height);
}

/* ---- Entries ---- */

static pathfan_status add_entry(reader *r, pf_plaza_entry entry, pf_plaza_entry **added) {
  pf_plaza *plaza = r->plaza;
  if (plaza->entry_count >= PF_PLAZA_ENTRIES_MAX)
    return pf_fail(r->error, PATHFAN_ERR_LIMIT, "%s: has more than %d entries in all",
                   pf_name_tail(plaza->path), PF_PLAZA_ENTRIES_MAX);
  if (pf_grow(&plaza->entries, &plaza->entry_capacity, (int64_t)plaza->entry_count + 1))
    return no_memory(r);
  entry.at = on_plane(plaza, entry.given.x, entry.given.y);
  *added = &plaza->entries[plaza->entry_count++];
  **added = entry;
  return PATHFAN_OK;
}

/* The number in "node/123", "n123", or in "123" if the key says that it is OSM's; 0: none. */
static int64_t osm_node(const char *word, bool says_osm) {
  int64_t number = 0;
  if (!word) return 0;
  if (!strncmp(word, "node/", 5))
    word += 5;
  else if (word[0] == 'n')
    word++;
  else if (!says_osm)
    return 0;
  return pf_span_whole((pf_span){word, strlen(word)}, INT64_MAX, &number) ? number : 0;
}

/* Takes the first of these ids that exists, as JSON. */
static pathfan_status take_id(reader *r, const json_t *feature, pf_plaza_entry *entry) {
  const json_t *properties = properties_of(feature);
  const json_t *ids[] = {json_object_get(feature, "id"), json_object_get(properties, "@id"),
                         json_object_get(properties, "osm_id"), json_object_get(properties, "id")};
  for (int i = 0; i < 4; i++) {
    if (!json_is_string(ids[i]) && !json_is_number(ids[i])) continue;
    if (!entry->osm_node)
      entry->osm_node = json_is_integer(ids[i]) && i == 2
                            ? (json_integer_value(ids[i]) > 0 ? json_integer_value(ids[i]) : 0)
                            : osm_node(json_string_value(ids[i]), i == 2);
    if (!entry->id) entry->id = json_dumps(ids[i], JSON_ENCODE_ANY | JSON_COMPACT);
    if (!entry->id) return no_memory(r);
  }
  const char *name = word_of(properties, "name");
  if (name && !(entry->name = strdup(name))) return no_memory(r);
  return PATHFAN_OK;
}

/* A Point where a street enters names that entry. Others are entries if they are marked; without
 * marks and streets, all are. */
static pathfan_status take_point(reader *r, json_t *position, double x, double y) {
  const json_t *feature = json_array_get(r->features, r->feature);
  pf_plaza_entry *entry;
  (void)position;
  for (int32_t i = 0; i < r->street_entries; i++) {
    entry = &r->plaza->entries[i];
    if (entry->given.x != x || entry->given.y != y) continue;
    entry->is_street &= !is_entry(feature);
    return entry->id || entry->name ? PATHFAN_OK : take_id(r, feature, entry);
  }
  if ((r->any_entry || r->street_entries) && !is_entry(feature)) {
    pf_ignore(&r->plaza->ignored, PF_IGNORED_POINT, 1, "feature %zu", r->feature);
    return PATHFAN_OK;
  }
  if (!(fabs(x) <= 1e15 && fabs(y) <= 1e15)) {
    char shown[2][PF_SHORTEST_BYTES];
    return complain(r, "feature %zu has the position %s,%s; 1e15 is the limit", r->feature,
                    pf_number_shortest(x, shown[0]), pf_number_shortest(y, shown[1]));
  }
  const pathfan_status status =
      add_entry(r, (pf_plaza_entry){.given = {x, y}, .feature = (int32_t)r->feature}, &entry);
  /* A MultiPoint's id and name would be shared by several entries. */
  const bool is_alone = word_of(json_object_get(feature, "geometry"), "type")[5] == '\0';
  return status || !is_alone ? status : take_id(r, feature, entry);
}

static bool is_corner(const pf_plaza *plaza, pathfan_point at) {
  int32_t low = 0, high = plaza->corner_count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    const pathfan_point here = plaza->corners[middle].at;
    if (here.x < at.x || (here.x == at.x && here.y < at.y))
      low = middle + 1;
    else
      high = middle;
  }
  return low < plaza->corner_count && plaza->corners[low].at.x == at.x &&
         plaza->corners[low].at.y == at.y;
}

/* Counts the borders that a street crosses on its way to `to`. */
static void count_crossings(reader *r, pathfan_point to) {
  pf_plaza *plaza = r->plaza;
  pathfan_point where = {0};
  const int32_t count = pf_sides_cross(&r->sides, r->last, to, r->near, &where);
  if (!count) return;
  r->is_near = true;
  if (plaza->in_degrees) {
    const pf_place place = pf_plane_place(&plaza->plane, where.x, where.y);
    where = (pathfan_point){place.longitude, place.latitude};
  }
  pf_ignore(&plaza->ignored, PF_IGNORED_CROSSING, count, "feature %zu at %.9g,%.9g", r->feature,
            where.x, where.y);
}

/* Adds an entry where a street has a position on the border of an area, once each. */
static pathfan_status take_street(reader *r, json_t *position, double x, double y) {
  pf_plaza *plaza = r->plaza;
  const pathfan_point at = on_plane(plaza, x, y);
  (void)position;
  if (r->has_last) count_crossings(r, at);
  r->last = at;
  r->has_last = true;
  if (!is_corner(plaza, at) && !pf_sides_touch(&r->sides, at, r->near)) return PATHFAN_OK;
  r->is_near = true;
  for (int32_t i = 0; i < plaza->entry_count; i++)
    if (plaza->entries[i].at.x == at.x && plaza->entries[i].at.y == at.y) return PATHFAN_OK;
  pf_plaza_entry *entry;
  return add_entry(
      r, (pf_plaza_entry){.given = {x, y}, .feature = (int32_t)r->feature, .is_street = true},
      &entry);
}

static pathfan_status take_streets(reader *r) {
  pathfan_status status = PATHFAN_OK;
  for (r->feature = 0; r->feature < json_array_size(r->features) && !status; r->feature++) {
    const json_t *feature = json_array_get(r->features, r->feature);
    if (part_of(feature) != STREET) continue;
    r->is_near = false;
    status = each_of_geometry(r, json_object_get(feature, "geometry"), take_street);
    if (!status && !r->is_near)
      pf_ignore(&r->plaza->ignored, PF_IGNORED_APART, 1, "feature %zu", r->feature);
  }
  return status;
}

static pathfan_status take_entries(reader *r, const pf_plaza_options *options) {
  pathfan_status status = take_streets(r);
  r->street_entries = r->plaza->entry_count;
  if (!status) status = each_of(r, POINT, take_point);
  for (int32_t i = 0; i < options->entry_count && !status; i++) {
    pf_plaza_entry *entry;
    status = add_entry(r, (pf_plaza_entry){.given = options->entries[i], .feature = -1}, &entry);
  }
  if (status || r->plaza->entry_count) return status;
  const int64_t crossings = r->plaza->ignored.count[PF_IGNORED_CROSSING];
  char crossed[80] = "";
  if (crossings)
    snprintf(crossed, sizeof crossed, " (lines cross one %lld times, at no position of theirs)",
             (long long)crossings);
  return complain(r,
                  "has no entries: Points, or lines that end at a border of an area%s; --entry "
                  "X,Y gives one",
                  crossed);
}

/* ---- Tags ---- */

pathfan_status pf_plaza_tag_set(pf_plaza *plaza, const char *key, const char *value) {
  char *copy = strdup(value);
  if (!copy) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < plaza->tag_count; i++)
    if (!strcmp(plaza->tags[i].key, key)) {
      free(plaza->tags[i].value);
      plaza->tags[i].value = copy;
      return PATHFAN_OK;
    }
  char *named = strdup(key);
  if (!named || pf_grow(&plaza->tags, &plaza->tag_capacity, (int64_t)plaza->tag_count + 1)) {
    free(copy);
    free(named);
    return PATHFAN_ERR_NO_MEMORY;
  }
  plaza->tags[plaza->tag_count++] = (pf_plaza_tag){named, copy};
  return PATHFAN_OK;
}

/* Keeps the tags that the walkable areas have in common. */
static pathfan_status take_tags(reader *r, const json_t *properties) {
  pf_plaza *plaza = r->plaza;
  if (!r->has_tags) {
    r->has_tags = true;
    for (int i = 0; i < PASSED_ON; i++) {
      const char *word = word_of(properties, passed_on[i]);
      if (word && pf_plaza_tag_set(plaza, passed_on[i], word)) return no_memory(r);
    }
    return PATHFAN_OK;
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < plaza->tag_count; i++) {
    const pf_plaza_tag tag = plaza->tags[i];
    const char *word = word_of(properties, tag.key);
    if (word && !strcmp(word, tag.value)) {
      plaza->tags[kept++] = tag;
    } else {
      free(tag.key);
      free(tag.value);
    }
  }
  plaza->tag_count = kept;
  return PATHFAN_OK;
}

/* ---- The map ---- */

/* Reduces the feature to its kind and name for the map. */
static pathfan_status say_kind(reader *r, json_t *feature) {
  const json_t *properties = properties_of(feature);
  json_t *kind = json_object_get(properties, "kind"), *name = json_object_get(properties, "name");
  const part what = part_of(feature);
  const bool is_area = what == AREA;
  json_t *said = json_object();
  int failed = said ? 0 : -1;
  if (!failed && is_area && has_any_kind(feature))
    failed = json_object_set(said, "kind", kind);
  else if (!failed && is_area)
    failed = json_object_set_new(said, "kind", json_string(r->any_free ? "obstacle" : "free"));
  if (!failed && name) failed = json_object_set(said, "name", name);
  const char *word = word_of(said, "kind");
  const pathfan_status status =
      !failed && word && !strcmp(word, "free") ? take_tags(r, properties) : PATHFAN_OK;
  if (!failed && (what == STREET || what == POINT))
    failed = json_object_set_new(feature, "geometry", json_null());
  if (!failed)
    failed = json_object_set_new(feature, "properties", said);
  else
    json_decref(said);
  return failed ? no_memory(r) : status;
}

static pathfan_status make_map_text(reader *r) {
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(r->features) && !status; i++) {
    json_t *feature = json_array_get(r->features, i);
    if (!json_is_object(feature)) continue;
    if (part_of(feature) == NOTHING)
      pf_ignore(&r->plaza->ignored, PF_IGNORED_EMPTY, 1, "feature %zu", i);
    status = say_kind(r, feature);
  }
  if (status) return status;
  r->plaza->text = json_dumps(r->document, JSON_COMPACT | JSON_REAL_PRECISION(17));
  return r->plaza->text ? PATHFAN_OK : no_memory(r);
}

static pathfan_status read_document(reader *r, const pf_plaza_options *options) {
  const char *type = word_of(r->document, "type");
  r->features = json_object_get(r->document, "features");
  if (!type || strcmp(type, "FeatureCollection") != 0 || !json_is_array(r->features))
    return complain(r, "not a GeoJSON FeatureCollection, with polygons and points for entries");
  for (size_t i = 0; i < json_array_size(r->features); i++) {
    const json_t *feature = json_array_get(r->features, i);
    const part what = part_of(feature);
    if (what == AREA && has_kind(feature, "free")) r->any_free = true;
    if (what == POINT && is_entry(feature)) r->any_entry = true;
  }
  pathfan_status status = lay_plane(r);
  if (!status) status = each_of(r, AREA, take_corner);
  if (status) return status;
  if (r->plaza->corner_count)
    qsort(r->plaza->corners, (size_t)r->plaza->corner_count, sizeof *r->plaza->corners,
          compare_corners);
  pf_sides_sort(&r->sides);
  r->near = fmax(ROUNDING * extent_of(r), fmin(options->snap, ON_SIDE));
  status = take_entries(r, options);
  return status ? status : make_map_text(r);
}

pathfan_status pf_plaza_read(const char *text, size_t bytes, const char *path,
                             const pf_plaza_options *options, pf_plaza *plaza,
                             pathfan_error *error) {
  json_error_t wrong;
  pathfan_status status = PATHFAN_OK;
  *plaza = (pf_plaza){
      .path = path, .in_degrees = options->in_degrees, .agent_radius = options->agent_radius};
  reader r = {.plaza = plaza, .error = error};
  r.document = pf_json_load(text, bytes, 0, &wrong);
  if (r.document)
    status = read_document(&r, options);
  else if (pf_shortage_seen())
    status = no_memory(&r);
  else
    status = pf_fail(error, PATHFAN_ERR_MALFORMED, "%s:%d: %s", pf_name_tail(path),
                     wrong.line > 0 ? wrong.line : 1, wrong.text);
  json_decref(r.document);
  pf_sides_free(&r.sides);
  if (status) pf_plaza_free(plaza);
  return status;
}
