/* areas.c - areas to avoid, collected for a request. */
#include "request/areas.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shortage.h"
#include "base/text.h"

void pf_area_free(const pathfan_area *area) {
  free((pathfan_point *)area->corners);
  free((char *)area->floor);
}

static void free_areas(pf_area_list *list) {
  for (int32_t i = 0; i < list->count; i++) pf_area_free(&list->areas[i]);
  free(list->areas);
}

void pf_area_list_free(pf_area_list *list) {
  free_areas(list);
  for (int e = 0; e < 2 && list->floors; e++) free(list->floors[e]);
  free(list->floors);
  *list = (pf_area_list){0};
}

bool pf_area_list_name(pf_area_list *list, pathfan_request *request, int end, const char *name) {
  if (!list->floors) list->floors = calloc(2, sizeof *list->floors);
  char *copy = list->floors ? strdup(name) : NULL;
  if (!copy) {
    pf_shortage_note();
    return false;
  }
  free(list->floors[end]);
  list->floors[end] = copy;
  request->floors = (const char *const *)list->floors;
  return true;
}

bool pf_area_list_add(pf_area_list *list, pathfan_area area) {
  if (pf_grow(&list->areas, &list->capacity, (int64_t)list->count + 1)) {
    pf_area_free(&area);
    pf_shortage_note();
    return false;
  }
  list->areas[list->count++] = area;
  return true;
}

/* Reads an array of exactly `count` numbers; false if it isn't one. */
static bool take_numbers(const json_t *value, double *numbers, size_t count) {
  if (!json_is_array(value) || json_array_size(value) != count) return false;
  for (size_t i = 0; i < count; i++) {
    if (!json_is_number(json_array_get(value, i))) return false;
    numbers[i] = json_number_value(json_array_get(value, i));
  }
  return true;
}

static bool take_circle(const json_t *value, pathfan_area *area) {
  double numbers[3];
  if (!take_numbers(value, numbers, 3)) return false;
  area->centre = (pathfan_point){numbers[0], numbers[1]};
  area->radius = numbers[2];
  return true;
}

static bool take_polygon(const json_t *value, pathfan_area *area) {
  const size_t count = json_array_size(value); /* 0 if it isn't an array */
  if (count < 3 || count > INT32_MAX) return false;
  pathfan_point *corners = malloc(count * sizeof *corners);
  if (!corners) {
    pf_shortage_note();
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    double numbers[2];
    if (!take_numbers(json_array_get(value, i), numbers, 2)) {
      free(corners);
      return false;
    }
    corners[i] = (pathfan_point){numbers[0], numbers[1]};
  }
  area->corners = corners;
  area->corner_count = (int32_t)count;
  return true;
}

char *pf_level_read(const json_t *value) {
  char number[PF_SHORTEST_BYTES];
  const char *text = json_is_number(value) ? pf_number_shortest(json_number_value(value), number)
                                           : json_string_value(value);
  if (!text || !*text) return NULL;
  char *copy = strdup(text);
  if (!copy) pf_shortage_note();
  return copy;
}

bool pf_area_read(const json_t *item, pathfan_area *area) {
  const json_t *circle = json_object_get(item, "circle");
  const json_t *polygon = json_object_get(item, "polygon");
  const json_t *level = json_object_get(item, "level");
  *area = (pathfan_area){0};
  if (!circle == !polygon || !(circle ? take_circle(circle, area) : take_polygon(polygon, area)))
    return false;
  area->floor = level ? pf_level_read(level) : NULL;
  if (!level || area->floor) return true;
  pf_area_free(area);
  return false;
}

bool pf_area_list_read(const json_t *json, pf_area_list *list, pathfan_request *request) {
  pf_area_list read = {0};
  bool good = json_is_array(json);
  for (size_t i = 0; i < json_array_size(json) && good; i++) {
    const json_t *item = json_array_get(json, i);
    pathfan_area area;
    const size_t members = json_object_get(item, "level") ? 2 : 1;
    good = json_object_size(item) == members && pf_area_read(item, &area) &&
           pf_area_list_add(&read, area);
  }
  if (!good) {
    pf_area_list_free(&read);
    return false;
  }
  free_areas(list);
  read.floors = list->floors;
  *list = read;
  request->avoid = list->areas;
  request->avoid_count = list->count;
  return true;
}
