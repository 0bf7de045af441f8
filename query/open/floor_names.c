/* floor_names.c - floors by level and by name. */
#include "floor_names.h"

#include <string.h>

#include "base/text.h"
#include "format/layout.h"

pf_found_floor pf_floor_of_level(const pf_space *space, double level) {
  for (int32_t i = 0; i < space->floor_count; i++)
    if (space->floors[i].level == level) return (pf_found_floor){true, i};
  return (pf_found_floor){!space->floor_count && level == 0, -1};
}

pf_found_floor pf_floor_named(const pf_space *space, const char *name) {
  double level;
  for (int32_t i = 0; i < space->floor_count; i++)
    if (!strcmp(space->floors[i].name, name)) return (pf_found_floor){true, i};
  return pf_span_number((pf_span){name, strlen(name)}, &level) ? pf_floor_of_level(space, level)
                                                               : (pf_found_floor){false, -1};
}

bool pf_is_off_floor(const pf_space *space, int32_t floor, pathfan_point p) {
  const pf_layout_floor *f = &space->floors[floor];
  return p.x < f->low[0] || p.x > f->high[0] || p.y < f->low[1] || p.y > f->high[1];
}

bool pf_area_to_plane(const pf_space *space, pathfan_area *area, pathfan_point *corners) {
  if (!area->floor) return true;
  const pf_found_floor found = pf_floor_named(space, area->floor);
  if (!found.exists) return false;
  area->floor = NULL;
  if (found.number < 0) return true;
  const double *offset = space->floors[found.number].offset;
  area->centre.x += offset[0];
  area->centre.y += offset[1];
  if (area->corner_count < 1 || !area->corners) return true;
  for (int32_t i = 0; i < area->corner_count; i++)
    corners[i] = (pathfan_point){area->corners[i].x + offset[0], area->corners[i].y + offset[1]};
  area->corners = corners;
  return true;
}
