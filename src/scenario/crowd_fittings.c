/* crowd_fittings.c - what a scenario says of the building: doors, areas, links, closures. */
#include "scenario/crowd_fittings.h"

#include <stdio.h>
#include <string.h>

#include "request/read.h"

/* ---- Doors and areas ---- */

/* Reads [[from, to], ...] in seconds. */
static bool take_times(pf_crowd_reader *r, const char *where, const json_t *value,
                       pathfan_crowd_door *d) {
  static const char must[] = "must be a list of [from, to], in seconds and ascending";
  const size_t count = json_array_size(value);
  double *open = pf_crowd_new_list(r, where, count, 2 * sizeof *open, must);
  if (!open) return false;
  d->open = open;
  d->open_count = (int32_t)count;
  for (size_t i = 0; i < 2 * count; i++) {
    const json_t *pair = json_array_get(value, i / 2), *number = json_array_get(pair, i % 2);
    open[i] = json_number_value(number);
    if (json_array_size(pair) != 2 || !json_is_number(number) ||
        !(open[i] >= 0 && (!i || open[i] > open[i - 1])))
      return pf_crowd_complain(r, where, must);
  }
  return true;
}

static bool take_door(pf_crowd_reader *r, const char *where, const json_t *value, void *item) {
  pathfan_crowd_door *door = item;
  const char *name;
  json_t *part;
  bool has_line = false;
  if (!json_is_object(value)) return pf_crowd_complain(r, where, "must be an object");
  json_object_foreach((json_t *)value, name, part) {
    char place[100];
    (void)snprintf(place, sizeof place, "%s.%.40s", where, name);
    if (strcmp(name, "line") == 0) {
      if (json_array_size(part) != 2)
        return pf_crowd_complain(r, place, "must be [[x, y], [x, y]]");
      if (!pf_request_read_point(place, json_array_get(part, 0), &door->a, &r->wrong) ||
          !pf_request_read_point(place, json_array_get(part, 1), &door->b, &r->wrong))
        return false;
      has_line = true;
    } else if (strcmp(name, "capacity") == 0) {
      door->capacity = json_number_value(part);
      if (!json_is_number(part) || !(door->capacity > 0))
        return pf_crowd_complain(r, place, "must be a number above 0");
    } else if (strcmp(name, "open") == 0) {
      if (!take_times(r, place, part, door)) return false;
    } else if (strcmp(name, "name") == 0) {
      if (!json_is_string(part)) return pf_crowd_complain(r, place, "must be a text");
    } else if (strcmp(name, "level") == 0) {
      if (!pf_crowd_take_level(r, where, part, &door->a, 1) ||
          !pf_crowd_take_level(r, where, part, &door->b, 1))
        return false;
    } else {
      return pf_complain(&r->wrong, "unknown field \"%s\"", place);
    }
  }
  return has_line || pf_complain(&r->wrong, "\"%s.line\" is missing", where);
}

static bool take_zone(pf_crowd_reader *r, const char *where, const json_t *value, void *item) {
  pathfan_crowd_zone *zone = item;
  const char *name;
  json_t *part;
  const json_t *level = NULL;
  if (!json_is_object(value)) return pf_crowd_complain(r, where, "must be an object");
  json_object_foreach((json_t *)value, name, part) {
    char place[100];
    double *into = strcmp(name, "speed") == 0     ? &zone->speed
                   : strcmp(name, "flow") == 0    ? &zone->flow
                   : strcmp(name, "density") == 0 ? &zone->density
                                                  : NULL;
    (void)snprintf(place, sizeof place, "%s.%.40s", where, name);
    if (strcmp(name, "polygon") == 0) {
      if (!pf_crowd_take_corners(r, where, part, &zone->area)) return false;
    } else if (strcmp(name, "level") == 0) {
      level = part;
    } else if (!into) {
      return pf_complain(&r->wrong, "unknown field \"%s\"", place);
    } else {
      *into = json_number_value(part);
      if (!json_is_number(part) || !(*into > 0))
        return pf_crowd_complain(r, place, "must be a number above 0");
    }
  }
  if (!zone->area.corners) return pf_complain(&r->wrong, "\"%s.polygon\" is missing", where);
  return !level ||
         pf_crowd_take_level(r, where, level, zone->area.corners, zone->area.corner_count);
}

bool pf_crowd_take_doors(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = r->options;
  pathfan_crowd_door *list = pf_crowd_new_list(r, "doors", json_array_size(value), sizeof *list,
                                               "must be a list of 1 to 10000 doors");
  o->doors = list;
  return pf_crowd_fill_list(r, "doors", value, list, sizeof *list, &o->door_count, take_door);
}

bool pf_crowd_take_zones(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = r->options;
  pathfan_crowd_zone *list = pf_crowd_new_list(r, "areas", json_array_size(value), sizeof *list,
                                               "must be a list of 1 to 10000 areas");
  o->zones = list;
  return pf_crowd_fill_list(r, "areas", value, list, sizeof *list, &o->zone_count, take_zone);
}

/* ---- Links ---- */

static bool take_name(pf_crowd_reader *r, const char *where, const json_t *value,
                      const char **into) {
  if (!json_is_string(value) || !json_string_length(value))
    return pf_crowd_complain(r, where, "must be a name");
  *into = strdup(json_string_value(value));
  if (!*into) r->is_out = true;
  return *into != NULL;
}

static bool take_link(pf_crowd_reader *r, const char *where, const json_t *value, void *item) {
  pathfan_crowd_link *link = item;
  const char *name;
  json_t *part;
  if (!json_is_object(value)) return pf_crowd_complain(r, where, "must be an object");
  json_object_foreach((json_t *)value, name, part) {
    char place[100];
    double *into = strcmp(name, "length") == 0  ? &link->length
                   : strcmp(name, "speed") == 0 ? &link->speed
                   : strcmp(name, "width") == 0 ? &link->width
                   : strcmp(name, "flow") == 0  ? &link->flow
                                                : NULL;
    (void)snprintf(place, sizeof place, "%s.%.40s", where, name);
    if (strcmp(name, "name") == 0) {
      if (!take_name(r, place, part, &link->name)) return false;
    } else if (!into) {
      return pf_complain(&r->wrong, "unknown field \"%s\"", place);
    } else {
      *into = json_number_value(part);
      if (!json_is_number(part) || !(*into > 0))
        return pf_crowd_complain(r, place, "must be a number above 0");
    }
  }
  return true;
}

bool pf_crowd_take_links(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = r->options;
  pathfan_crowd_link *list = pf_crowd_new_list(r, "links", json_array_size(value), sizeof *list,
                                               "must be a list of 1 to 10000 links");
  o->links = list;
  r->wants_index = true;
  return pf_crowd_fill_list(r, "links", value, list, sizeof *list, &o->link_count, take_link);
}

/* ---- Closures ---- */

/* Reads {"polygon": .., "at_step": N}, with a level or not, or {"door": "name", "at_step": N}. */
static bool take_closure(pf_crowd_reader *r, const char *where, const json_t *value, void *item) {
  pathfan_crowd_closure *closure = item;
  const json_t *polygon = json_object_get(value, "polygon"), *door = json_object_get(value, "door");
  const json_t *level = polygon ? json_object_get(value, "level") : NULL;
  if (!polygon == !door || json_object_size(value) != (level ? 3 : 2) ||
      !pf_request_read_whole(json_object_get(value, "at_step"), 0, INT64_MAX, &closure->at_step))
    return pf_crowd_complain(r, where,
                             "must be {\"polygon\": [[x, y], ...], \"at_step\": N}, or "
                             "{\"door\": \"name\", \"at_step\": N}");
  if (door) {
    char place[120];
    (void)snprintf(place, sizeof place, "%s.door", where);
    r->wants_index = true;
    return take_name(r, place, door, &closure->door);
  }
  if (!pf_crowd_take_corners(r, where, polygon, &closure->area)) return false;
  return !level ||
         pf_crowd_take_level(r, where, level, closure->area.corners, closure->area.corner_count);
}

/* Reads one closure, or a list of them. */
bool pf_crowd_take_closures(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = r->options;
  const bool is_list = json_is_array(value);
  if (is_list && !json_array_size(value)) return true;
  pathfan_crowd_closure *list = pf_crowd_new_list(r, "close", is_list ? json_array_size(value) : 1,
                                                  sizeof *list, "has more than 10000 areas");
  o->closures = list;
  if (is_list || !list)
    return pf_crowd_fill_list(r, "close", value, list, sizeof *list, &o->closure_count,
                              take_closure);
  o->closure_count = 1;
  return take_closure(r, "close", value, list);
}
