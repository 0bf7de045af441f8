/* scenario.c - the public face of src/map/scenario.c and sample.c. */
#include "map/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "map/movingai.h"
#include "map/sample.h"
#include "pathfan/build.h"

/* Appends to scenario->lines, which has space for *room. */
static pathfan_status append(pathfan_scenario *scenario, int32_t *room,
                             const pathfan_scen_entry *entry, int64_t line, pathfan_error *error) {
  if (scenario->count == *room) {
    int32_t wanted = *room ? (*room > INT32_MAX / 2 ? INT32_MAX : *room * 2) : 256;
    pathfan_scenario_line *lines =
        *room < wanted ? pathfan_resize(scenario->lines, (uint64_t)wanted, sizeof *lines) : NULL;
    if (!lines)
      return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %d lines of a scenario",
                          (int)wanted);
    scenario->lines = lines;
    *room = wanted;
  }
  scenario->lines[scenario->count++] =
      (pathfan_scenario_line){.line = (int32_t)line,
                              .bucket = entry->bucket,
                              .from_x = entry->from_x,
                              .from_y = entry->from_y,
                              .to_x = entry->to_x,
                              .to_y = entry->to_y,
                              .octile_length = entry->octile_length};
  return PATHFAN_OK;
}

pathfan_status pathfan_scenario_read(const char *path, pathfan_scenario *scenario,
                                     pathfan_error *error) {
  char *bytes = NULL;
  size_t length;
  int32_t room = 0;
  if (error) error->text[0] = 0;
  if (!path || !scenario)
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "no path or no scenario is given");
  *scenario = (pathfan_scenario){0};
  pathfan_status status = pathfan_read_file(path, PATHFAN_SCEN_MAX_BYTES, &bytes, &length, error);
  if (status) return status;

  pathfan_text text = pathfan_text_over(bytes, length, path);
  pathfan_scen_entry entry;
  bool more = false;
  status = pathfan_scen_begin(&text, error);
  while (!status && !(status = pathfan_scen_next(&text, &entry, &more, error)) && more)
    status = append(scenario, &room, &entry, text.line, error);
  free(bytes);
  if (status) pathfan_scenario_free(scenario);
  return status;
}

void pathfan_scenario_free(pathfan_scenario *scenario) {
  if (!scenario) return;
  free(scenario->lines);
  *scenario = (pathfan_scenario){0};
}

/* The file's own name as a scenario's map column; the caller frees it. Tabs and
 * line ends in a name would break the line apart. */
static char *map_column(const char *map_path) {
  const char *slash = strrchr(map_path, '/');
  char *name = strdup(slash ? slash + 1 : map_path);
  for (char *c = name; c && *c; c++)
    if (*c == '\t' || *c == '\n' || *c == '\r') *c = '_';
  return name;
}

pathfan_status pathfan_scenario_make(const char *map_path, const char *path, int32_t count,
                                     uint64_t seed, pathfan_error *error) {
  pathfan_grid grid = {0};
  pathfan_output output = {0};
  char *name = NULL;
  pathfan_scen_entry *entries = NULL;
  if (error) error->text[0] = 0;
  if (!map_path || !path || count < 0)
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT,
                        "a scenario needs a map, a path and a count of 0 or more");

  pathfan_status status = pathfan_movingai_read(map_path, NULL, &grid, error);
  if (status) return status;
  name = map_column(map_path);
  entries = pathfan_alloc((uint64_t)count, sizeof *entries);
  if (!name || !entries) {
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %d queries", (int)count);
    goto cleanup;
  }
  status = pathfan_sample_queries(&grid, (pathfan_span){name, strlen(name)}, count, seed, entries,
                                  error);
  if (status) goto cleanup;
  status = pathfan_output_open(&output, path, error);
  if (status) goto cleanup;
  pathfan_scen_write_version(output.stream);
  for (int32_t i = 0; i < count; i++) pathfan_scen_write(output.stream, &entries[i]);
  status = pathfan_output_close(&output, error);

cleanup:
  free(entries);
  free(name);
  pathfan_grid_free(&grid);
  return status;
}
