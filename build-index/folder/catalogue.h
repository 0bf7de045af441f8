/* catalogue.h - catalogue.json of a folder of indexes, and the catalogues of its shards
 * (docs/catalogue.md).
 *
 *   pf_catalogue catalogue;
 *   status = pf_catalogue_read("indexes", &catalogue, &error);
 *   const pf_catalogue_entry *hall = pf_catalogue_find(&catalogue, "north/hall.pathfan");
 *   pf_catalogue_free(&catalogue); */
#ifndef PF_BUILD_INDEX_FOLDER_CATALOGUE_H
#define PF_BUILD_INDEX_FOLDER_CATALOGUE_H

#include "base/file.h"
#include "pathfan/folder.h"

typedef struct pf_catalogue_entry {
  char *file; /* relative to its folder; the map is facts.map_name in the same subfolder */
  pathfan_index_facts facts;
  bool gone; /* in a shard's: the map was gone when it was written */
} pf_catalogue_entry;

/* A map that a shard couldn't build. Names and messages are for people. */
typedef struct pf_catalogue_failure {
  char *file, *map, *sentence;
  pathfan_status status;
} pf_catalogue_failure;

/* What a shard's catalogue has in addition. */
typedef struct pf_catalogue_shard {
  int32_t number, shards; /* both 0: not a shard's */
  uint8_t division[16];   /* folder/shard.h */
  int32_t failure_count, failure_capacity;
  pf_catalogue_failure *failures;
} pf_catalogue_shard;

typedef struct pf_catalogue {
  bool exists; /* whether there is a file of that name, valid or not */
  int32_t count, capacity;
  pf_catalogue_entry *entries; /* sorted by file */
  pf_catalogue_shard shard;
} pf_catalogue;

/* Reads indexes/catalogue.json; if there is none, returns OK and an empty catalogue. File names are
 * checked: they lie below the folder and end in .pathfan. Free *catalogue in any case. Errors: IO,
 * NO_MEMORY, LIMIT (256 MiB), NOT_INDEX (JSON of another kind), VERSION (newer), DAMAGED. */
pathfan_status pf_catalogue_read(const char *indexes, pf_catalogue *catalogue,
                                 pathfan_error *error);

/* Like pf_catalogue_read, for a shard. DAMAGED also if the file is of another shard or of
 * none; pf_catalogue_read does the same if it finds a shard's. */
pathfan_status pf_catalogue_read_shard(const char *indexes, int32_t number, int32_t shards,
                                       pf_catalogue *catalogue, pathfan_error *error);

/* Like pf_catalogue_read, from text, of any shard or none; name is for messages. */
pathfan_status pf_catalogue_parse(const char *text, size_t bytes, const char *name,
                                  pf_catalogue *catalogue, pathfan_error *error);

/* Adds an entry to be written, in any order; strings are copied. Errors: NO_MEMORY. */
pathfan_status pf_catalogue_add(pf_catalogue *catalogue, const char *file,
                                const pathfan_index_facts *facts);

/* Adds a map that failed. Errors: NO_MEMORY. */
pathfan_status pf_catalogue_add_failure(pf_catalogue *catalogue, const pathfan_folder_item *item);

/* Returns the map of an index, relative to its own folder: "north/hall.map" for
 * "north/hall.pathfan" and name "hall.map". NULL: out of memory. */
char *pf_catalogue_map(const char *file, const char *name);

/* Sorts the entries and writes indexes/catalogue.json atomically; leaves a file alone that has the
 * same bytes already. Errors: IO, NO_MEMORY. */
pathfan_status pf_catalogue_write(pf_catalogue *catalogue, const char *indexes,
                                  pathfan_error *error);

/* Writes a shard's catalogue into the output opened for it, and closes that in any case. */
pathfan_status pf_catalogue_write_shard(pf_catalogue *catalogue, const char *indexes,
                                        pf_output *output, pathfan_error *error);

/* Returns the entry of a file, NULL if there is none. */
const pf_catalogue_entry *pf_catalogue_find(const pf_catalogue *catalogue, const char *file);

void pf_catalogue_free(pf_catalogue *catalogue);

#endif
