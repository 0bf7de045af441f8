/* catalogue.h - catalogue.json of a folder of indexes, and those of its shards (docs/catalogue.md).
 *
 *   pathfan_catalogue catalogue;
 *   status = pathfan_catalogue_read("indexes", &catalogue, &error);
 *   const pathfan_catalogue_entry *hall = pathfan_catalogue_find(&catalogue, "north/hall.pathfan");
 *   pathfan_catalogue_free(&catalogue);
 */
#ifndef PATHFAN_BUILD_FOLDER_CATALOGUE_H
#define PATHFAN_BUILD_FOLDER_CATALOGUE_H

#include "base/file.h"
#include "pathfan/folder.h"

typedef struct pathfan_catalogue_entry {
  char *file; /* relative to its folder; the map is facts.map_name in the folder beside */
  pathfan_index_facts facts;
  bool gone; /* of a shard's: the map was gone when it was written */
} pathfan_catalogue_entry;

/* A map that a shard couldn't build. Names and sentences are for people. */
typedef struct pathfan_catalogue_failure {
  char *file, *map, *sentence;
  pathfan_status status;
} pathfan_catalogue_failure;

/* What the catalogue of a shard has besides. */
typedef struct pathfan_catalogue_shard {
  int32_t number, shards; /* both 0: it is no shard's */
  uint8_t division[16];   /* folder/shard.h */
  int32_t failure_count, failure_capacity;
  pathfan_catalogue_failure *failures;
} pathfan_catalogue_shard;

typedef struct pathfan_catalogue {
  bool exists; /* there is a file of that name, good or not */
  int32_t count, capacity;
  pathfan_catalogue_entry *entries; /* sorted by file */
  pathfan_catalogue_shard shard;
} pathfan_catalogue;

/* Reads indexes/catalogue.json; none is OK and an empty catalogue. What it says of files
 * is sound: they lie below the folder and are named .pathfan. Free it in any case.
 * Errors: IO, NO_MEMORY, LIMIT (256 MiB), NOT_INDEX (JSON of another kind), VERSION (newer),
 * DAMAGED. */
pathfan_status pathfan_catalogue_read(const char *indexes, pathfan_catalogue *catalogue,
                                      pathfan_error *error);

/* The same of a shard: one of another shard by that name is DAMAGED, as a shard's by the name of
 * all is. */
pathfan_status pathfan_catalogue_read_shard(const char *indexes, int32_t number, int32_t shards,
                                            pathfan_catalogue *catalogue, pathfan_error *error);

/* The same from text, of any shard or none; name is for messages. */
pathfan_status pathfan_catalogue_parse(const char *text, size_t bytes, const char *name,
                                       pathfan_catalogue *catalogue, pathfan_error *error);

/* An entry to be written: strings are copied; in any order. Errors: NO_MEMORY. */
pathfan_status pathfan_catalogue_add(pathfan_catalogue *catalogue, const char *file,
                                     const pathfan_index_facts *facts);

/* The same of a map that failed. */
pathfan_status pathfan_catalogue_add_failure(pathfan_catalogue *catalogue,
                                             const pathfan_folder_item *item);

/* The map of an index, relative to its own folder: "north/hall.map" for "north/hall.pathfan"
 * and name "hall.map". NULL when memory is out. */
char *pathfan_catalogue_map(const char *file, const char *name);

/* Sorts the entries and writes indexes/catalogue.json atomically; a file that holds the
 * same bytes already is left alone. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_catalogue_write(pathfan_catalogue *catalogue, const char *indexes,
                                       pathfan_error *error);

/* The same of a shard, into the file that was opened for it, which is closed in any case. */
pathfan_status pathfan_catalogue_write_shard(pathfan_catalogue *catalogue, const char *indexes,
                                             pathfan_output *output, pathfan_error *error);

/* NULL if there is none. */
const pathfan_catalogue_entry *pathfan_catalogue_find(const pathfan_catalogue *catalogue,
                                                      const char *file);

void pathfan_catalogue_free(pathfan_catalogue *catalogue);

#endif
