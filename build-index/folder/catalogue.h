/* catalogue.h - catalogue.json of a folder of indexes (docs/catalogue.md).
 *
 *   pathfan_catalogue catalogue;
 *   status = pathfan_catalogue_read("indexes", &catalogue, &error);
 *   const pathfan_catalogue_entry *hall = pathfan_catalogue_find(&catalogue, "north/hall.pathfan");
 *   pathfan_catalogue_free(&catalogue);
 */
#ifndef PATHFAN_BUILD_FOLDER_CATALOGUE_H
#define PATHFAN_BUILD_FOLDER_CATALOGUE_H

#include "pathfan/folder.h"

typedef struct pathfan_catalogue_entry {
  char *file; /* relative to its folder; the map is facts.map_name in the folder beside */
  pathfan_index_facts facts;
} pathfan_catalogue_entry;

typedef struct pathfan_catalogue {
  bool exists; /* there is a file of that name, good or not */
  int32_t count, capacity;
  pathfan_catalogue_entry *entries; /* sorted by file */
} pathfan_catalogue;

/* Reads indexes/catalogue.json; none is OK and an empty catalogue. What it says of files
 * is sound: they lie below the folder and are named .pathfan. Free it in any case.
 * Errors: IO, NO_MEMORY, LIMIT (256 MiB), NOT_INDEX (JSON of another kind), VERSION (newer),
 * DAMAGED. */
pathfan_status pathfan_catalogue_read(const char *indexes, pathfan_catalogue *catalogue,
                                      pathfan_error *error);

/* The same from text; name is for messages. */
pathfan_status pathfan_catalogue_parse(const char *text, size_t bytes, const char *name,
                                       pathfan_catalogue *catalogue, pathfan_error *error);

/* An entry to be written: strings are copied; in any order. Errors: NO_MEMORY. */
pathfan_status pathfan_catalogue_add(pathfan_catalogue *catalogue, const char *file,
                                     const pathfan_index_facts *facts);

/* The map of an index, relative to its own folder: "north/hall.map" for "north/hall.pathfan"
 * and name "hall.map". NULL when memory is out. */
char *pathfan_catalogue_map(const char *file, const char *name);

/* Sorts the entries and writes indexes/catalogue.json atomically; a file that holds the
 * same bytes already is left alone. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_catalogue_write(pathfan_catalogue *catalogue, const char *indexes,
                                       pathfan_error *error);

/* NULL if there is none. */
const pathfan_catalogue_entry *pathfan_catalogue_find(const pathfan_catalogue *catalogue,
                                                      const char *file);

void pathfan_catalogue_free(pathfan_catalogue *catalogue);

#endif
