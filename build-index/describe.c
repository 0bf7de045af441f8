/* describe.c - options in words, the same for an index that is built and one that is
 * compared with what would be built (folder/current.c). */
#include "describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(char *text, size_t size, size_t *used, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const size_t at = *used < size ? *used : size;
  const int length = vsnprintf(at < size ? text + at : NULL, size - at, format, arguments);
  va_end(arguments);
  *used += length > 0 ? (size_t)length : 0;
}

bool pathfan_describe_options(const pathfan_build_options *options, char *text, size_t size) {
  const pathfan_map_options *map = &options->map;
  size_t used = 0;
  add(text, size, &used, "tables=%d passable=%s", options->tables,
      map->passable ? map->passable : ".G");
  if (map->agent_radius > 0) add(text, size, &used, " agent-radius=%.17g", map->agent_radius);
  if (map->unit > 0) add(text, size, &used, " unit=%.17g", map->unit);
  if (map->mesh != PATHFAN_MESH_DEFAULT)
    add(text, size, &used, " mesh=%s", pathfan_mesh_kind_name(map->mesh));
  if (!options->regions) add(text, size, &used, " regions=none");
  if (options->cone_cap != PATHFAN_CONE_CAP_DEFAULT)
    add(text, size, &used, " cone-cap=%llu", (unsigned long long)options->cone_cap);
  return used < size;
}
