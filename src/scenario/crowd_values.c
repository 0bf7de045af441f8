/* crowd_values.c - values of a scenario: places, distributions and lists; each complaint names the
 * place in the file. */
#include "scenario/crowd_values.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/floors.h"
#include "request/read.h"

#define MOST_CORNERS 100000

bool pf_crowd_complain(pf_crowd_reader *r, const char *what, const char *must) {
  return pf_complain(&r->wrong, "\"%.100s\" %s", what, must);
}

static void *zeros(pf_crowd_reader *r, size_t count, size_t size) {
  void *list = pf_alloc_zero(count, size);
  if (!list) r->is_out = true;
  return list;
}

/* ---- Lists ---- */

void *pf_crowd_new_list(pf_crowd_reader *r, const char *where, size_t count, size_t size,
                        const char *must) {
  if (count >= 1 && count <= PF_CROWD_MOST_ITEMS) return zeros(r, count, size);
  (void)pf_crowd_complain(r, where, must);
  return NULL;
}

bool pf_crowd_fill_list(pf_crowd_reader *r, const char *where, const json_t *value, void *list,
                        size_t size, int32_t *taken, pf_crowd_take *take) {
  if (!list) return false;
  for (size_t i = 0; i < json_array_size(value); i++) {
    char name[100];
    (void)snprintf(name, sizeof name, "%s[%zu]", where, i);
    (*taken)++;
    if (!take(r, name, json_array_get(value, i), (char *)list + i * size)) return false;
  }
  return true;
}

/* ---- Places ---- */

bool pf_crowd_take_corners(pf_crowd_reader *r, const char *where, const json_t *value,
                           pathfan_crowd_place *place) {
  const size_t count = json_array_size(value);
  char name[160];
  (void)snprintf(name, sizeof name, "%s.polygon", where);
  if (count < 3 || count > MOST_CORNERS)
    return pf_crowd_complain(r, name, "must be a list of 3 points or more");
  pathfan_point *corners = zeros(r, count, sizeof *corners);
  if (!corners) return false;
  place->corners = corners;
  place->corner_count = (int32_t)count;
  for (size_t i = 0; i < count; i++) {
    char corner[180];
    (void)snprintf(corner, sizeof corner, "%s[%zu]", name, i);
    if (!pf_request_read_point(corner, json_array_get(value, i), &corners[i], &r->wrong))
      return false;
  }
  return true;
}

bool pf_crowd_take_level(pf_crowd_reader *r, const char *where, const json_t *value,
                         const pathfan_point *points, int32_t count) {
  char name[120];
  (void)snprintf(name, sizeof name, "%s.level", where);
  const size_t length = json_string_length(value);
  if (!json_is_number(value) && !(length && length < PATHFAN_NAME_BYTES))
    return pf_crowd_complain(r, name, "must be a number or a name");
  /* The reader made the points: they aren't constant to it. */
  if (!pf_crowd_levels_note(r->levels, where, value, (pathfan_point *)points, count))
    r->is_out = true;
  return !r->is_out;
}

/* Reads {"polygon": [[x, y], ...]} or {"point": [x, y]}, both with a level or not. */
static bool take_object(pf_crowd_reader *r, const char *where, const json_t *value,
                        pathfan_crowd_place *place) {
  const json_t *polygon = json_object_get(value, "polygon"),
               *point = json_object_get(value, "point");
  const json_t *level = json_object_get(value, "level");
  if (!polygon == !point || json_object_size(value) != (level ? 2 : 1))
    return pf_crowd_complain(
        r, where,
        "must be [x, y], {\"polygon\": [[x, y], ...]} or {\"point\": [x, y]}, with a level or not");
  if (polygon ? !pf_crowd_take_corners(r, where, polygon, place)
              : !pf_crowd_take_place(r, where, point, place))
    return false;
  return !level || pf_crowd_take_level(r, where, level, place->corners, place->corner_count);
}

/* Reads [x, y] or an object. */
bool pf_crowd_take_place(pf_crowd_reader *r, const char *where, const json_t *value,
                         pathfan_crowd_place *place) {
  if (json_is_object(value)) return take_object(r, where, value, place);
  pathfan_point *point = zeros(r, 1, sizeof *point);
  if (!point) return false;
  place->corners = point;
  place->corner_count = 1;
  return pf_request_read_point(where, value, point, &r->wrong);
}

/* ---- Distributions ---- */

/* Reads {"normal": [a, b], "least": l, "most": m} and the like into a new one. */
bool pf_crowd_take_draw(pf_crowd_reader *r, const char *where, const json_t *value,
                        const pathfan_crowd_draw **into) {
  static const char *const kinds[] = {NULL, "uniform", "normal", "lognormal"};
  static const char must[] =
      "must be a number, or {\"uniform\": [a, b]}, \"normal\" or \"lognormal\": [mean, "
      "deviation], with \"least\" and \"most\" if wanted; all 0 or more";
  pathfan_crowd_draw *draw = zeros(r, 1, sizeof *draw);
  if (!draw) return false;
  *into = draw;
  if (json_is_number(value)) {
    draw->a = json_number_value(value);
    return draw->a >= 0 || pf_crowd_complain(r, where, must);
  }
  const char *name;
  json_t *part;
  int found = 0;
  if (!json_is_object(value)) return pf_crowd_complain(r, where, must);
  json_object_foreach((json_t *)value, name, part) {
    if (strcmp(name, "least") == 0 || strcmp(name, "most") == 0) {
      const double bound = json_number_value(part);
      if (!json_is_number(part) || !(bound >= 0)) return pf_crowd_complain(r, where, must);
      *(name[0] == 'l' ? &draw->least : &draw->most) = bound;
      continue;
    }
    const json_t *a = json_array_get(part, 0), *b = json_array_get(part, 1);
    int number = 1;
    while (number < 4 && strcmp(name, kinds[number]) != 0) number++;
    draw->a = json_number_value(a);
    draw->b = json_number_value(b);
    if (number == 4 || found++ || json_array_size(part) != 2 || !json_is_number(a) ||
        !json_is_number(b) || !(draw->a >= 0 && draw->b >= 0))
      return pf_crowd_complain(r, where, must);
    draw->kind = (pathfan_crowd_draw_kind)number;
  }
  return found == 1 || pf_crowd_complain(r, where, must);
}
