/* index_source.h - the map inside an index, from which another index can be made if its format is
 * old or other options are wanted. */
#ifndef PF_BUILD_INDEX_MAPS_INDEX_SOURCE_H
#define PF_BUILD_INDEX_MAPS_INDEX_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "format/radii.h"
#include "pathfan/build.h"

/* A map, and what the index records of it. Zero it first. */
typedef struct pf_index_source {
  char *text; /* owned */
  size_t bytes;
  char name[256];
  pathfan_map_options options; /* the map's; its strings are in texts */
  char texts[PATHFAN_MAP_TEXTS_BYTES];
  pf_radii radii;
} pf_index_source;

/* Finds out whether a file is an index, of any format, and if so reads its map into *source.
 * Errors: NO_MEMORY, IO, LIMIT (the map is larger than max_bytes), VERSION, DAMAGED. */
pathfan_status pf_index_source_read(const char *path, size_t max_bytes, bool *is_index,
                                    pf_index_source *source, pathfan_error *error);

/* Returns the options that the index was made with, overridden by those that `wanted` sets. */
pathfan_map_options pf_index_source_options(const pf_index_source *source,
                                            const pathfan_map_options *wanted);

#endif
