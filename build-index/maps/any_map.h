/* any_map.h - turns the text of a map of any kind into a mesh to walk on.
 *
 * Folder maps/. In: a map's text, or the map inside an index (index_source.h), and the options of
 * reading. Out: pf_ground (space/ground.h): the frame, a mesh whose first vertices are the convex
 * ones, its components, a locator; for features with roads or rivers a terrain (terrain/). The same
 * text and options give the same ground on every machine. make_map.c, open_map.c and scenario.c
 * offer the same to callers without an index. */
#ifndef PF_BUILD_INDEX_MAPS_ANY_MAP_H
#define PF_BUILD_INDEX_MAPS_ANY_MAP_H

#include "base/limits.h"
#include "space/ground.h"
#include "pathfan/build.h"

/* The largest map file: a larger one has more vertices than an index can be built of, and than a
 * mesh can number. */
#define PF_MAP_BYTES_MAX ((size_t)1 << 30)

/* Returns the most bytes of a map file that memory of max_memory bytes, 0: any, lets be read. */
static inline size_t pf_map_bytes_most(uint64_t max_memory) {
  return max_memory && max_memory < PF_MAP_BYTES_MAX ? (size_t)max_memory : PF_MAP_BYTES_MAX;
}

/* Reads a map from text[0..bytes); path is for messages. closed: what nobody may enter, which are
 * areas of a terrain and, even if there are none, doors that are closed to begin with; NULL: for an
 * index, in whose mesh all doors are open. Free *ground with pf_ground_free; it
 * is all zero after an error. All that is taken from the limits is given back. Errors: NO_MEMORY,
 * ARGUMENT, LIMIT (also of memory), MALFORMED (with path and line or feature), CANCELLED. */
pathfan_status pf_ground_read(const char *text, size_t bytes, const char *path,
                              const pathfan_map_options *options,
                              const pathfan_closed_areas *closed, const pf_limits *limits,
                              pf_ground *ground, pathfan_error *error);

#endif
