/* avoid.c - areas to avoid, from a command line. */
#include "cli/avoid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command/options.h"

/* Reads numbers separated by commas, at most `capacity`. Returns their count; 0: not such a
 * list. */
static int32_t read_numbers(const char *text, double *numbers, int32_t capacity) {
  int32_t count = 0;
  for (;;) {
    char number[64];
    const size_t length = strcspn(text, ",");
    if (length >= sizeof number || count == capacity) return 0;
    memcpy(number, text, length);
    number[length] = '\0';
    if (!cli_read_number(number, &numbers[count++])) return 0;
    if (!text[length]) return count;
    text += length + 1;
  }
}

int cli_avoid_option(const cli_command *command, const char *text, pf_area_list *avoid,
                     pathfan_request *request) {
  int32_t most = 1;
  for (const char *c = text; *c; c++) most += *c == ',';
  double *numbers = malloc((size_t)most * sizeof *numbers);
  const char *level = strchr(text, '@');
  char *shape = strdup(text);
  if (level && shape) shape[level - text] = 0;
  pathfan_area area = {.floor = level && level[1] ? strdup(level + 1) : NULL};
  if (!numbers || !shape || (level && level[1] && !area.floor)) {
    free(numbers);
    free(shape);
    pf_area_free(&area);
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  }
  const int32_t count = level && !level[1] ? 0 : read_numbers(shape, numbers, most);
  bool added = false;
  free(shape);
  if (count == 3) {
    area.centre = (pathfan_point){numbers[0], numbers[1]};
    area.radius = numbers[2];
    added = pf_area_list_add(avoid, area);
  } else if (count >= 6 && count % 2 == 0) {
    pathfan_point *corners = malloc((size_t)count / 2 * sizeof *corners);
    for (int32_t i = 0; i < count / 2 && corners; i++)
      corners[i] = (pathfan_point){numbers[2 * i], numbers[2 * i + 1]};
    area.corners = corners;
    area.corner_count = count / 2;
    added = corners && pf_area_list_add(avoid, area);
    if (!corners) pf_area_free(&area);
  } else {
    pf_area_free(&area);
  }
  free(numbers);
  if (count != 3 && (count < 6 || count % 2))
    return cli_usage(command,
                     "--avoid must be a circle X,Y,R or a polygon X1,Y1,X2,Y2,X3,Y3,..., perhaps "
                     "with @LEVEL, not '%s'",
                     text);
  if (!added) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  request->avoid = avoid->areas;
  request->avoid_count = avoid->count;
  return CLI_OK;
}

/* ---- By name ---- */

static bool is_called(const pathfan_terrain_area *area, const char *name, bool by_number) {
  char number[16];
  if (area->feature < 0) return false;
  if (!by_number) return area->name && strcmp(area->name, name) == 0;
  snprintf(number, sizeof number, "%d", area->feature);
  return strcmp(number, name) == 0;
}

/* Adds the polygons of the mesh that are of the area. False: out of memory. */
static bool add_ground(const pf_source *source, const char *name, bool by_number,
                       pf_area_list *avoid) {
  pathfan_terrain_area area;
  for (int32_t i = 0; pf_source_terrain_area(source, i, &area); i++) {
    if (!is_called(&area, name, by_number)) continue;
    const int32_t count = pf_source_polygon(source, i, NULL, 0);
    pathfan_point *corners = malloc((size_t)count * sizeof *corners);
    if (!corners) return false;
    pf_source_polygon(source, i, corners, count);
    if (!pf_area_list_add(avoid, (pathfan_area){.corners = corners, .corner_count = count}))
      return false;
  }
  return true;
}

/* Says that there is no such area, and some that there are. */
static int refuse_name(const pf_source *source, const char *name) {
  enum { MOST = 12, BYTES = 240 };
  const char *told[MOST];
  char names[BYTES] = "";
  pathfan_terrain_area area;
  int count = 0;
  for (int32_t i = 0; pf_source_terrain_area(source, i, &area); i++) {
    int k = 0;
    while (k < count && area.name && strcmp(told[k], area.name) != 0) k++;
    if (!area.name || k < count) continue;
    const size_t used = strlen(names);
    if (count == MOST || used + strlen(area.name) + sizeof "; there are , and others" > BYTES) {
      snprintf(names + used, BYTES - used, "%s", count ? " and others" : "");
      break;
    }
    snprintf(names + used, BYTES - used, "%s%s", count ? ", " : "; there are ", area.name);
    told[count++] = area.name;
  }
  cli_message("--avoid-area: no walkable area has the name or number %s%s", name, names);
  return CLI_USAGE;
}

int cli_avoid_named(const pf_source *source, const char *name, pf_area_list *avoid) {
  const int32_t before = avoid->count;
  bool good = add_ground(source, name, false, avoid);
  if (good && avoid->count == before) good = add_ground(source, name, true, avoid);
  if (!good) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  return avoid->count > before ? CLI_OK : refuse_name(source, name);
}
