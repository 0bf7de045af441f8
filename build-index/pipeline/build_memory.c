/* build_memory.c - the index of a map in memory, without a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/status.h"
#include "job.h"
#include "pathfan/build.h"

#define NAME_BYTES 256

static bool is_name(const char *name) {
  return name && name[0] && name[0] != '.' && !strchr(name, '/') && !strchr(name, '\\') &&
         strlen(name) < NAME_BYTES;
}

pathfan_status pathfan_build_memory(const void *map, size_t bytes, const char *name,
                                    const pathfan_build_options *options,
                                    pathfan_build_report *report, void **index, size_t *index_bytes,
                                    pathfan_error *error) {
  char index_name[NAME_BYTES + sizeof ".pathfan"];
  uint8_t *made = NULL;
  uint64_t made_bytes = 0;
  *index = NULL;
  *index_bytes = 0;
  if (error) error->text[0] = 0;
  if (!map || !is_name(name))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a map in memory needs a name that is no path");
  if (options && options->resume)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: a build in memory can't be resumed", name);
  snprintf(index_name, sizeof index_name, "%s.pathfan", name);
  const pf_build_job job = {.map_path = name,
                            .index_path = index_name,
                            .map = map,
                            .map_bytes = bytes,
                            .index = &made,
                            .index_bytes = &made_bytes};
  const pathfan_status status = pf_build(&job, options, NULL, report, error);
  *index = made;
  *index_bytes = (size_t)made_bytes;
  return status;
}

void pathfan_build_free(void *index) {
  free(index);
}
