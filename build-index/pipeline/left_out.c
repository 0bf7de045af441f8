/* left_out.c - stands in for the builder in a command that is built without it: the functions about
 * maps that the command calls. It knows no map formats and reads none; options and scenarios are
 * those of describe.c and scenario.c. */
#include "base/status.h"
#include "pathfan/build.h"

bool pathfan_map_format_get(int32_t number, pathfan_map_format_info *info) {
  (void)number, (void)info;
  return false;
}

int32_t pathfan_map_format_find(const char *text, size_t bytes) {
  (void)text, (void)bytes;
  return -1;
}

pathfan_status pathfan_map_open(const char *path, const pathfan_map_options *options,
                                pathfan_map **map, pathfan_error *error) {
  return pathfan_map_parse("", 0, path, options, map, error);
}

pathfan_status pathfan_map_open_closed(const char *path, const pathfan_map_options *options,
                                       const pathfan_closed_areas *closed, pathfan_map **map,
                                       pathfan_error *error) {
  (void)closed;
  return pathfan_map_open(path, options, map, error);
}

pathfan_status pathfan_map_parse(const char *text, size_t bytes, const char *name,
                                 const pathfan_map_options *options, pathfan_map **map,
                                 pathfan_error *error) {
  (void)text, (void)bytes, (void)options;
  *map = NULL;
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "%s: this pathfan was built without the builder, so it asks indexes alone and "
                 "reads no maps",
                 name);
}
