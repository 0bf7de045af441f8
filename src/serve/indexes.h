/* indexes.h - the indexes that are served, by their names.
 *
 * What was named when the server began is served to its end; each index moves to what is
 * published in its place. */
#ifndef PATHFAN_SERVE_INDEXES_H
#define PATHFAN_SERVE_INDEXES_H

#include "server/held_source.h"

typedef void pathfan_serve_message(const char *sentence); /* may be NULL */

typedef struct pathfan_served_index {
  char *name;                /* as the catalogue has it, without ".pathfan": "north/hall" */
  pathfan_held_source *held; /* an index */
  bool is_terrain;
  uint64_t reloads; /* atomic */
  bool is_refused;  /* what lies in its place now can't be opened, and that was told */
} pathfan_served_index;

typedef struct pathfan_served_indexes {
  int32_t count, capacity;
  pathfan_served_index *all; /* [Size: count] by name */
} pathfan_served_indexes;

/* Adds the index at a path, under its name without folders, or all in a folder and below. A file
 * of a folder that can't be opened is left out with a message. Errors: those of opening, ARGUMENT
 * (nothing is there), NO_MEMORY. */
pathfan_status pathfan_served_indexes_add(pathfan_served_indexes *indexes, const char *path,
                                          pathfan_serve_message *message, pathfan_error *error);

/* After the last: makes them ready to be found. Errors: ARGUMENT (two have one name). */
pathfan_status pathfan_served_indexes_sort(pathfan_served_indexes *indexes, pathfan_error *error);

/* The index of this name; NULL: there is none. Any thread. */
pathfan_served_index *pathfan_served_indexes_find(const pathfan_served_indexes *indexes,
                                                  const char *name, size_t length);

/* Moves all whose file has been replaced to what lies there now; one that can't be opened leaves
 * the old one, and is told once. One thread; others may ask meanwhile. */
void pathfan_served_indexes_freshen(pathfan_served_indexes *indexes,
                                    pathfan_serve_message *message);

/* Fine for all zero. */
void pathfan_served_indexes_free(pathfan_served_indexes *indexes);

#endif
