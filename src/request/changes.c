/* changes.c - changes of obstacles as people write them. */
#include "request/changes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_load.h"
#include "base/memory.h"
#include "base/status.h"
#include "pathfan/terrain.h"
#include "request/areas.h"
#include "request/read.h"

#define FILE_BYTES_MAX (1 << 26) /* the corners that a snapshot may have take some 40 MB */

static void free_change(const pathfan_change *change) {
  free((char *)change->name);
  pf_area_free(&change->area);
  free((pathfan_link *)change->link);
  for (int e = 0; e < 2 && change->floors; e++) free((char *)change->floors[e]);
  free((char **)change->floors);
}

void pf_change_list_free(pf_change_list *list) {
  for (int32_t i = 0; i < list->count; i++) {
    free_change(&list->changes[i]);
  }
  free(list->changes);
  *list = (pf_change_list){0};
}

/* Takes what the change's area owns over, even on failure, and copies its name. */
static bool add(pf_change_list *list, pathfan_change change, const char *name) {
  change.name = name ? strdup(name) : NULL;
  if ((name && !change.name) || pf_grow(&list->changes, &list->capacity, list->count + 1)) {
    free_change(&change);
    return false;
  }
  list->changes[list->count++] = change;
  return true;
}

static bool change_to_map(pathfan_change *change, const pf_degrees *degrees, pf_complaint *wrong) {
  pathfan_area *area = &change->area;
  bool are_given;
  if (change->link) {
    pathfan_link *link = (pathfan_link *)change->link; /* the list's */
    return pf_degrees_take(degrees, link->at, 2, &are_given, wrong);
  }
  if (change->kind != PATHFAN_CHANGE_ADD_AREA && change->kind != PATHFAN_CHANGE_ADD_OPENING)
    return true;
  return area->corner_count ? pf_degrees_take(degrees, (pathfan_point *)area->corners,
                                              area->corner_count, &are_given, wrong)
                            : pf_degrees_take(degrees, &area->centre, 1, &are_given, wrong);
}

bool pf_change_list_to_map(pf_change_list *list, const pf_degrees *degrees, pf_complaint *wrong) {
  for (int32_t i = 0; i < list->count; i++)
    if (!change_to_map(&list->changes[i], degrees, wrong)) return false;
  return true;
}

bool pf_change_list_set(pf_change_list *list, const char *name, bool on) {
  return add(list, (pathfan_change){.kind = PATHFAN_CHANGE_SET, .on = on}, name);
}

static bool no_memory(pf_complaint *wrong) {
  pf_shortage_note();
  return pf_complain(wrong, "out of memory");
}

/* ---- Items of a list ---- */

/* The members of a change that isn't an area. */
static const struct {
  const char *name;
  pathfan_change_kind kind;
  bool on;
} verbs[] = {{"close", PATHFAN_CHANGE_SET, true},
             {"open", PATHFAN_CHANGE_SET, false},
             {"remove", PATHFAN_CHANGE_REMOVE, false}};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static bool is_kind(const json_t *kind, const char *name) {
  return json_is_string(kind) && strcmp(json_string_value(kind), name) == 0;
}

/* Reads what an area or an opening has beside its shape; each may be NULL. Kinds of maps that say
 * something else, such as "free" or "road", are refused: taken for areas they would close ways. */
static bool take_properties(const json_t *name, const json_t *closed, const json_t *kind,
                            pathfan_change *change, pf_complaint *wrong) {
  if (name && !json_is_string(name)) return pf_complain(wrong, "\"name\" must be a text");
  if (closed && !json_is_boolean(closed))
    return pf_complain(wrong, "\"closed\" must be true or false");
  const bool is_opening = is_kind(kind, "opening");
  if (kind && !json_is_null(kind) && !is_opening && !is_kind(kind, "obstacle"))
    return pf_complain(wrong, "\"kind\" can be \"obstacle\" or \"opening\" only");
  change->kind = is_opening ? PATHFAN_CHANGE_ADD_OPENING : PATHFAN_CHANGE_ADD_AREA;
  change->off = is_opening ? json_is_true(closed) : json_is_false(closed);
  return true;
}

static bool take_area(const json_t *item, pf_change_list *list, pf_complaint *wrong) {
  pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_AREA};
  const json_t *name = json_object_get(item, "name"), *closed = json_object_get(item, "closed");
  const json_t *kind = json_object_get(item, "kind");
  if (!take_properties(name, closed, kind, &change, wrong)) return false;
  const json_t *level = json_object_get(item, "level");
  if (json_object_size(item) !=
      (size_t)1 + (name != NULL) + (closed != NULL) + (kind != NULL) + (level != NULL))
    return pf_complain(wrong, "an area has a \"circle\" or a \"polygon\", and perhaps \"name\", "
                              "\"closed\", \"level\" and \"kind\"");
  if (!pf_area_read(item, &change.area))
    return pf_complain(wrong, "an area is {\"circle\": [x, y, r]} or {\"polygon\": [[x, y], ...]}; "
                              "its \"level\" is a number or a name");
  return add(list, change, json_string_value(name)) || no_memory(wrong);
}

/* Reads the levels of a link's ends: two, or one of both. */
static bool take_levels(const json_t *given, pathfan_change *change) {
  char **floors = calloc(2, sizeof *floors);
  change->floors = (const char *const *)floors;
  if (!floors) pf_shortage_note();
  if (!floors || (json_is_array(given) && json_array_size(given) != 2)) return false;
  for (int e = 0; e < 2; e++) {
    floors[e] = pf_level_read(json_is_array(given) ? json_array_get(given, (size_t)e) : given);
    if (!floors[e]) return false;
  }
  return true;
}

static bool take_cost(const json_t *given, double *cost) {
  *cost = json_is_null(given) ? INFINITY : json_number_value(given);
  return json_is_null(given) || json_is_number(given);
}

static const char *fill_link(const json_t *item, pathfan_link *link, pathfan_change *change) {
  const json_t *at = json_object_get(item, "link"), *level = json_object_get(item, "level");
  const json_t *back = json_object_get(item, "cost_back"), *flags = json_object_get(item, "flags");
  pf_complaint unused;
  int64_t whole = 0;
  if (json_array_size(at) != 2 ||
      !pf_request_read_point("link", json_array_get(at, 0), &link->at[0], &unused) ||
      !pf_request_read_point("link", json_array_get(at, 1), &link->at[1], &unused))
    return "\"link\" must be two points, [[x, y], [x, y]]";
  if (!take_cost(json_object_get(item, "cost"), &link->cost) || isinf(link->cost))
    return "a link needs a \"cost\", a number of at least 0";
  link->back = link->cost;
  if (back && !take_cost(back, &link->back)) return "\"cost_back\" must be a number or null";
  if (flags && !pf_request_read_whole(flags, 0, INT64_MAX, &whole))
    return "\"flags\" must be a whole number";
  link->flags = (uint64_t)whole;
  return level && !take_levels(level, change) ? "a link's \"level\" must be one or two" : NULL;
}

static bool take_link(const json_t *item, pf_change_list *list, pf_complaint *wrong) {
  const json_t *name = json_object_get(item, "name"), *closed = json_object_get(item, "closed");
  const char *member;
  json_t *value;
  json_object_foreach(
      (json_t *)item, member,
      value) if (!pf_has_word("link cost cost_back level flags name closed",
                              member)) return pf_complain(wrong, "\"%.40s\" isn't part of a link",
                                                          member);
  if (name && !json_is_string(name)) return pf_complain(wrong, "\"name\" must be a text");
  if (closed && !json_is_boolean(closed))
    return pf_complain(wrong, "\"closed\" must be true or false");
  pathfan_link *link = calloc(1, sizeof *link);
  pathfan_change change = {
      .kind = PATHFAN_CHANGE_ADD_LINK, .link = link, .off = json_is_true(closed)};
  if (!link) return no_memory(wrong);
  const char *flaw = fill_link(item, link, &change);
  if (!flaw) return add(list, change, json_string_value(name)) || no_memory(wrong);
  free_change(&change);
  return pf_complain(wrong, "%s", flaw);
}

static bool take_item(const json_t *item, pf_change_list *list, pf_complaint *wrong) {
  for (int i = 0; i < VERB_COUNT; i++) {
    const json_t *which = json_object_get(item, verbs[i].name);
    pathfan_change change = {.kind = verbs[i].kind, .on = verbs[i].on};
    if (!which) continue;
    if (json_object_size(item) != 1 ||
        (!json_is_string(which) && !pf_request_read_whole(which, 1, INT64_MAX, &change.id)))
      return pf_complain(wrong, "\"%s\" must be a name or a number, and stand alone",
                         verbs[i].name);
    return add(list, change, json_string_value(which)) || no_memory(wrong);
  }
  if (json_object_get(item, "circle") || json_object_get(item, "polygon"))
    return take_area(item, list, wrong);
  if (json_object_get(item, "link")) return take_link(item, list, wrong);
  return pf_complain(wrong, "a change has one of circle, polygon, link, close, open and remove");
}

/* ---- GeoJSON ---- */

static bool take_ring(const json_t *rings, const json_t *level, pathfan_area *area,
                      pf_complaint *wrong) {
  json_t *ring = json_array_get(rings, 0);
  const size_t count = json_array_size(ring);
  if (json_array_size(rings) != 1) return pf_complain(wrong, "areas have no holes");
  if (count < 4 || !json_equal(json_array_get(ring, 0), json_array_get(ring, count - 1)))
    return pf_complain(wrong, "a ring of a polygon has 4 positions or more, and ends where it "
                              "begins");
  json_t *open = json_copy(ring); /* without its last position */
  if (open) json_array_remove(open, count - 1);
  json_t *item = json_pack("{s:o}", "polygon", open);
  const bool good = item && pf_area_read(item, area);
  json_decref(item);
  if (!good) return pf_complain(wrong, "positions of a ring are two numbers");
  area->floor = level ? pf_level_read(level) : NULL;
  if (!level || area->floor) return true;
  pf_area_free(area);
  return pf_complain(wrong, "\"level\" must be a number or a name");
}

static bool take_polygon(const json_t *rings, const json_t *properties, pf_change_list *list,
                         pf_complaint *wrong) {
  pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_AREA};
  const json_t *name = json_object_get(properties, "name");
  const json_t *level = json_object_get(properties, "level");
  if (json_is_null(name)) name = NULL;
  if (json_is_null(level)) level = NULL;
  return take_properties(name, json_object_get(properties, "closed"),
                         json_object_get(properties, "kind"), &change, wrong) &&
         take_ring(rings, level, &change.area, wrong) &&
         (add(list, change, json_string_value(name)) || no_memory(wrong));
}

static bool take_feature(const json_t *feature, pf_change_list *list, pf_complaint *wrong) {
  const json_t *geometry = json_object_get(feature, "geometry");
  const json_t *properties = json_object_get(feature, "properties");
  const json_t *coordinates = json_object_get(geometry, "coordinates");
  const char *type = json_string_value(json_object_get(geometry, "type"));
  if (type && strcmp(type, "Polygon") == 0)
    return take_polygon(coordinates, properties, list, wrong);
  if (!type || strcmp(type, "MultiPolygon") != 0)
    return pf_complain(wrong, "only polygons are areas");
  if (json_object_get(properties, "name") && json_array_size(coordinates) > 1)
    return pf_complain(wrong, "the polygons of a MultiPolygon can't share a name");
  for (size_t i = 0; i < json_array_size(coordinates); i++)
    if (!take_polygon(json_array_get(coordinates, i), properties, list, wrong)) return false;
  return true;
}

/* ---- Lists ---- */

/* Says which item is wrong. */
static bool refuse_item(size_t number, const char *what, pf_complaint *wrong) {
  const pf_complaint why = *wrong;
  return pf_complain(wrong, "%s %zu: %s", what, number, why.text);
}

bool pf_change_list_read(const json_t *json, pf_change_list *list, pf_complaint *wrong) {
  const bool is_geojson = json_is_object(json);
  const json_t *items = is_geojson ? json_object_get(json, "features") : json;
  if (!json_is_array(items))
    return pf_complain(wrong, is_geojson ? "not a FeatureCollection" : "not a list of changes");
  for (size_t i = 0; i < json_array_size(items); i++) {
    const json_t *item = json_array_get(items, i);
    if (!(is_geojson ? take_feature(item, list, wrong) : take_item(item, list, wrong)))
      return refuse_item(i, is_geojson ? "feature" : "change", wrong);
  }
  return true;
}

pathfan_status pf_change_list_read_file(const char *path, pf_change_list *list,
                                        pathfan_error *error) {
  json_error_t flaw;
  pf_complaint wrong;
  char *text;
  size_t bytes;
  const pathfan_status status = pf_read_file(path, FILE_BYTES_MAX, &text, &bytes, error);
  if (status) return status;
  json_t *json = pf_json_load(text, bytes, JSON_REJECT_DUPLICATES, &flaw);
  free(text);
  if (pf_shortage_seen()) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", path);
  if (!json)
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: line %d: not JSON: %s", path, flaw.line,
                   flaw.text);
  const bool good = pf_change_list_read(json, list, &wrong);
  json_decref(json);
  return good ? PATHFAN_OK : pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: %s", path, wrong.text);
}

/* ---- What was meant ---- */

static bool is_added(pathfan_change_kind kind) {
  return kind != PATHFAN_CHANGE_REMOVE && kind != PATHFAN_CHANGE_SET;
}

/* Returns the number of the first change by a name that nothing has; -1: there is none. */
static int find_unknown_name(const pf_change_list *list, const pathfan_obstacles *from) {
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_change *c = &list->changes[i];
    pathfan_obstacle_link link;
    pathfan_obstacle found;
    bool is_known =
        is_added(c->kind) || !c->name || pathfan_obstacles_find(from, c->name, 0, &found);
    for (int32_t k = 0; !is_known && pathfan_obstacles_link(from, k, &link); k++)
      is_known = strcmp(link.link.name, c->name) == 0;
    for (int32_t k = 0; k < i && !is_known; k++)
      is_known = is_added(list->changes[k].kind) && list->changes[k].name &&
                 strcmp(list->changes[k].name, c->name) == 0;
    if (!is_known) return i;
  }
  return -1;
}

#define NAMED_MOST 6
#define TOLD_FIRST "; there are "
#define TOLD_NEXT ", "

/* Whether a message lists a name already: doors on several floors may share theirs. */
static bool is_told(const char *text, const char *name) {
  const size_t length = strlen(name);
  text = strstr(text, TOLD_FIRST);
  for (const char *at = text ? text + strlen(TOLD_FIRST) : NULL; at;) {
    if (!strncmp(at, name, length) && (!at[length] || !strncmp(at + length, TOLD_NEXT, 2)))
      return true;
    at = strstr(at, TOLD_NEXT);
    if (at) at += strlen(TOLD_NEXT);
  }
  return false;
}

/* Adds a name to a message that lists some. */
static void tell_name(pathfan_error *error, const char *name, int *count) {
  const size_t used = strlen(error->text);
  if (!name || !name[0] || *count > NAMED_MOST || is_told(error->text, name)) return;
  snprintf(error->text + used, sizeof error->text - used, "%s%s", !*count ? TOLD_FIRST : TOLD_NEXT,
           *count < NAMED_MOST ? name : "...");
  ++*count;
}

/* Adds the names that there are to the message about one that there isn't. */
static void tell_names(const pf_change_list *list, const pathfan_obstacles *from,
                       pathfan_error *error) {
  const int32_t areas = pathfan_obstacles_count(from);
  int64_t *ids = pf_alloc((uint64_t)areas + 1, sizeof *ids);
  pathfan_obstacle_link link;
  pathfan_obstacle found;
  int count = 0;
  if (!ids) return;
  pathfan_obstacles_ids(from, ids);
  for (int32_t i = 0; i < areas; i++)
    if (pathfan_obstacles_find(from, NULL, ids[i], &found)) tell_name(error, found.name, &count);
  for (int32_t i = 0; pathfan_obstacles_link(from, i, &link); i++)
    tell_name(error, link.link.name, &count);
  for (int32_t i = 0; i < list->count; i++)
    if (is_added(list->changes[i].kind)) tell_name(error, list->changes[i].name, &count);
  free(ids);
}

pathfan_status pf_change_list_apply(const pf_change_list *list, const pathfan_index *index,
                                    const pathfan_obstacles *from, pathfan_obstacles **to,
                                    int64_t *ids, pathfan_error *error) {
  pathfan_obstacles *none = NULL;
  *to = NULL;
  pathfan_status status = from ? PATHFAN_OK : pathfan_obstacles_create(index, &none, error);
  if (!status)
    status = pathfan_obstacles_change(from ? from : none, list->changes, (size_t)list->count, to,
                                      ids, error);
  int wrong;
  if (status == PATHFAN_ERR_ARGUMENT && error && sscanf(error->text, "change %d:", &wrong) == 1 &&
      wrong == find_unknown_name(list, from ? from : none)) {
    pf_fail(error, status, "there is no door, obstacle or link named %s",
            list->changes[wrong].name);
    tell_names(list, from ? from : none, error);
  }
  pathfan_obstacles_release(none);
  return status;
}

pathfan_status pf_has_openings(const pathfan_obstacles *obstacles, bool *has) {
  pathfan_obstacle found;
  *has = false;
  const int32_t count = obstacles ? pathfan_obstacles_count(obstacles) : 0;
  if (!count) return PATHFAN_OK;
  int64_t *ids = pf_alloc((uint64_t)count, sizeof *ids);
  if (!ids) return PATHFAN_ERR_NO_MEMORY;
  pathfan_obstacles_ids(obstacles, ids);
  for (int32_t i = 0; i < count && !*has; i++)
    *has = pathfan_obstacles_find(obstacles, NULL, ids[i], &found) && found.is_opening && !found.on;
  free(ids);
  return PATHFAN_OK;
}

pathfan_status pf_doors_of(const pathfan_index *index, pathfan_obstacles **doors,
                           pathfan_error *error) {
  *doors = NULL;
  if (pathfan_index_is_terrain(index)) return PATHFAN_OK;
  const pathfan_status status = pathfan_obstacles_create(index, doors, error);
  if (status || pathfan_obstacles_count(*doors)) return status;
  pathfan_obstacles_release(*doors);
  *doors = NULL;
  return PATHFAN_OK;
}
