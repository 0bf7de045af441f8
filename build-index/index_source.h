/* index_source.h - the map inside an index, from which another one can be made: of an older format,
 * or with other options. */
#ifndef PATHFAN_BUILD_INDEX_SOURCE_H
#define PATHFAN_BUILD_INDEX_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "pathfan/build.h"

/* A map, and what the index says of it. Zero it first. */
typedef struct pathfan_index_source {
  char *text; /* owned */
  size_t bytes;
  char name[256];
  pathfan_map_options options; /* of the map; the next holds what they point to */
  char texts[PATHFAN_MAP_TEXTS_BYTES];
} pathfan_index_source;

/* Whether a file is an index, of any format; *source then has its map. Errors: NO_MEMORY, IO,
 * VERSION, DAMAGED. */
pathfan_status pathfan_index_source_read(const char *path, bool *is_index,
                                         pathfan_index_source *source, pathfan_error *error);

/* Options as the index was made with where `wanted` says nothing else. */
pathfan_map_options pathfan_index_source_options(const pathfan_index_source *source,
                                                 const pathfan_map_options *wanted);

#endif
