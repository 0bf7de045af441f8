/* shard.h - divides the maps of a folder among several builders.
 *
 *   uint8_t division[16];
 *   status = pf_shard_divide("maps", "tables=0", 2, 7, &list, division, &error);
 *   ... list has the maps of shard 2 of 7; division tells whether others divided the same ... */
#ifndef PF_BUILD_INDEX_FOLDER_SHARD_H
#define PF_BUILD_INDEX_FOLDER_SHARD_H

#include "pathfan/folder.h"

/* Writes and returns a shard's catalogue name: catalogue.2-of-7.json for shard 2 of 7. */
#define PF_SHARD_NAME_BYTES 48
const char *pf_shard_name(int32_t number, int32_t shards, char name[PF_SHARD_NAME_BYTES]);

/* Whether a name is of a shard's catalogue, and of which shard. */
bool pf_shard_is_name(const char *name, int32_t *number, int32_t *shards);

/* Reduces a sorted list to the maps of one shard, and indexes whose map is gone. division: a digest
 * of all maps, their sizes and shards, and the options to build with; shards with the same one
 * belong together. Errors: NO_MEMORY. */
pathfan_status pf_shard_divide(const char *maps, const char *options, int32_t number,
                               int32_t shards, pathfan_folder_list *list, uint8_t division[16],
                               pathfan_error *error);

#endif
