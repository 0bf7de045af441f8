/* indexes.h - the served indexes, by name.
 *
 * Those found when the server begins are served to its end; each moves to whatever is published in
 * its place. */
#ifndef PF_SERVE_INDEXES_H
#define PF_SERVE_INDEXES_H

#include "server/held_source.h"

typedef void pf_serve_message(const char *sentence); /* may be NULL */

typedef struct pf_served_index {
  char *name;           /* as in the catalogue, without ".pathfan": "north/hall" */
  pf_held_source *held; /* an index */
  bool is_terrain;
  uint64_t reloads; /* atomic */
  bool is_refused;  /* the file in its place now can't be opened, as was reported */
} pf_served_index;

typedef struct pf_served_indexes {
  int32_t count, capacity;
  pf_served_index *all; /* [Size: count] sorted by name */
} pf_served_indexes;

/* Adds the index at a path, under its name without folders, or all indexes in a folder and below. A
 * file of a folder that can't be opened is skipped with a message. Errors: those of opening,
 * ARGUMENT (the folder has none that opens), NO_MEMORY. */
pathfan_status pf_served_indexes_add(pf_served_indexes *indexes, const char *path,
                                     pf_serve_message *message, pathfan_error *error);

/* Sorts the indexes for finding, after the last was added. Errors: ARGUMENT (two have one name). */
pathfan_status pf_served_indexes_sort(pf_served_indexes *indexes, pathfan_error *error);

/* Finds the index of this name; NULL: there is none. Any thread. */
pf_served_index *pf_served_indexes_find(const pf_served_indexes *indexes, const char *name,
                                        size_t length);

/* Moves each index whose file has been replaced to the new file; if that can't be opened, the old
 * one stays, which is reported once. Only one thread may call it; others may query meanwhile. */
void pf_served_indexes_freshen(pf_served_indexes *indexes, pf_serve_message *message);

/* Frees all; a struct of zeros is fine. */
void pf_served_indexes_free(pf_served_indexes *indexes);

#endif
