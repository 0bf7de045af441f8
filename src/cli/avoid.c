/* avoid.c - areas to keep out of, from a command line or a batch line. */
#include "cli/avoid.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options.h"

void cli_avoid_free(cli_avoid *avoid) {
  for (int32_t i = 0; i < avoid->count; i++) free((pathfan_point *)avoid->areas[i].corners);
  free(avoid->areas);
  *avoid = (cli_avoid){0};
}

/* Takes the area over; false when memory is out. */
static bool add(cli_avoid *avoid, pathfan_area area) {
  pathfan_area *grown = realloc(avoid->areas, ((size_t)avoid->count + 1) * sizeof *grown);
  if (!grown) {
    free((pathfan_point *)area.corners);
    return false;
  }
  avoid->areas = grown;
  avoid->areas[avoid->count++] = area;
  return true;
}

/* ---- The command line ---- */

/* Reads numbers separated by commas, at most `capacity` of them; 0 if it isn't that. */
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

int cli_avoid_option(const cli_command *command, const char *text, cli_avoid *avoid,
                     pathfan_request *request) {
  int32_t most = 1;
  for (const char *c = text; *c; c++) most += *c == ',';
  double *numbers = malloc((size_t)most * sizeof *numbers);
  if (!numbers) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  const int32_t count = read_numbers(text, numbers, most);
  pathfan_area area = {0};
  bool added = false;
  if (count == 3) {
    area.centre = (pathfan_point){numbers[0], numbers[1]};
    area.radius = numbers[2];
    added = add(avoid, area);
  } else if (count >= 6 && count % 2 == 0) {
    pathfan_point *corners = malloc((size_t)count / 2 * sizeof *corners);
    for (int32_t i = 0; i < count / 2 && corners; i++)
      corners[i] = (pathfan_point){numbers[2 * i], numbers[2 * i + 1]};
    area.corners = corners;
    area.corner_count = count / 2;
    added = corners && add(avoid, area);
  }
  free(numbers);
  if (count != 3 && (count < 6 || count % 2))
    return cli_usage(command,
                     "--avoid must be a circle X,Y,R or a polygon X1,Y1,X2,Y2,X3,Y3,..., not '%s'",
                     text);
  if (!added) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  request->avoid = avoid->areas;
  request->avoid_count = avoid->count;
  return CLI_OK;
}

/* ---- Batch lines ---- */

/* An array of exactly `count` numbers. */
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
  const size_t count = json_array_size(value); /* 0 if it is no array */
  if (count < 3 || count > INT32_MAX) return false;
  pathfan_point *corners = malloc(count * sizeof *corners);
  if (!corners) return false;
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

bool cli_avoid_json(const json_t *list, cli_avoid *avoid, pathfan_request *request) {
  cli_avoid read = {0};
  bool good = json_is_array(list);
  for (size_t i = 0; i < json_array_size(list) && good; i++) {
    const json_t *item = json_array_get(list, i);
    const json_t *circle = json_object_get(item, "circle");
    const json_t *polygon = json_object_get(item, "polygon");
    pathfan_area area = {0};
    good = json_object_size(item) == 1 &&
           (circle ? take_circle(circle, &area) : polygon && take_polygon(polygon, &area)) &&
           add(&read, area);
  }
  if (!good) {
    cli_avoid_free(&read);
    return false;
  }
  cli_avoid_free(avoid);
  *avoid = read;
  request->avoid = avoid->areas;
  request->avoid_count = avoid->count;
  return true;
}
