/* areas.c - areas to avoid, collected for a request. */
#include "request/areas.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/shortage.h"

void pf_area_list_free(pf_area_list *list) {
  for (int32_t i = 0; i < list->count; i++) free((pathfan_point *)list->areas[i].corners);
  free(list->areas);
  *list = (pf_area_list){0};
}

bool pf_area_list_add(pf_area_list *list, pathfan_area area) {
  if (pf_grow(&list->areas, &list->capacity, (int64_t)list->count + 1)) {
    free((pathfan_point *)area.corners);
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

bool pf_area_read(const json_t *item, pathfan_area *area) {
  const json_t *circle = json_object_get(item, "circle");
  const json_t *polygon = json_object_get(item, "polygon");
  *area = (pathfan_area){0};
  if (circle) return !polygon && take_circle(circle, area);
  return polygon && take_polygon(polygon, area);
}

bool pf_area_list_read(const json_t *json, pf_area_list *list, pathfan_request *request) {
  pf_area_list read = {0};
  bool good = json_is_array(json);
  for (size_t i = 0; i < json_array_size(json) && good; i++) {
    const json_t *item = json_array_get(json, i);
    pathfan_area area;
    good =
        json_object_size(item) == 1 && pf_area_read(item, &area) && pf_area_list_add(&read, area);
  }
  if (!good) {
    pf_area_list_free(&read);
    return false;
  }
  pf_area_list_free(list);
  *list = read;
  request->avoid = list->areas;
  request->avoid_count = list->count;
  return true;
}
