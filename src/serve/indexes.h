/* indexes.h - the served indexes, by name.
 *
 * Those found when the server begins are served to its end; each moves to whatever is published in
 * its place. Those that together have up to copies_most bytes are private copies in memory; larger
 * ones are copied to disk or, without a folder for that, mapped: these aren't asked once their file
 * has been written to where it lies. */
#ifndef PF_SERVE_INDEXES_H
#define PF_SERVE_INDEXES_H

#include "base/system.h"
#include "request/changes.h"
#include "server/held_source.h"

typedef void pf_serve_message(const char *sentence); /* may be NULL */

typedef struct pf_served_index {
  char *name;           /* as in the catalogue, without ".pathfan": "north/hall" */
  pf_held_source *held; /* an index */
  char *path;
  bool is_terrain;
  bool is_projected; /* its map is one in degrees */
  bool is_mapped;
  pf_file_facts facts; /* of a mapped file, as it was when it was opened */
  bool is_changed;     /* it was written to since, where it lies: nothing is asked of it */
  _Atomic uint64_t reloads;
  bool is_refused;              /* the file in its place now can't be opened, as was reported; */
  pf_file_facts refused;        /* this file, which is tried again if it changes, */
  double retry;                 /* or at this time of the monotonic clock */
  pathfan_obstacles *obstacles; /* that all requests keep out of; NULL: none */
  uint32_t generation;          /* to which these belong */
} pf_served_index;

typedef struct pf_served_indexes {
  uint64_t copies_most, copied; /* bytes that copies in memory may have, and have */
  const char *copy_folder;      /* for larger ones; NULL: they are mapped */
  int32_t count, capacity;
  pf_served_index *all; /* [Size: count] sorted by name */
} pf_served_indexes;

/* Adds the index at a path (set copies_most and copy_folder before the
 * first), under its name without folders, or
 * all indexes in a folder and below. A file of a folder that can't be opened is skipped with a
 * message. Errors: those of opening, ARGUMENT (the folder has none that opens), NO_MEMORY. */
pathfan_status pf_served_indexes_add(pf_served_indexes *indexes, const char *path,
                                     pf_serve_message *message, pathfan_error *error);

/* Sorts the indexes for finding, after the last was added. Errors: ARGUMENT (two have one name). */
pathfan_status pf_served_indexes_sort(pf_served_indexes *indexes, pathfan_error *error);

/* Finds the index of this name; NULL: there is none. Any thread. */
pf_served_index *pf_served_indexes_find(const pf_served_indexes *indexes, const char *name,
                                        size_t length);

/* Gets the obstacles of an index in its current generation, *generation, which the caller releases;
 * NULL: none. Errors: those of pathfan_obstacles_rebase. Any thread. */
pathfan_status pf_served_index_obstacles(pf_served_index *index, pathfan_obstacles **obstacles,
                                         uint32_t *generation, pathfan_error *error);

/* Changes them. ids: [Size: of the list]. Errors: those of pathfan_obstacles_change. Any thread. */
pathfan_status pf_served_index_change(pf_served_index *index, const pf_change_list *list,
                                      int64_t *ids, uint64_t *version, pathfan_error *error);

/* Whether the index can be asked: it is a private copy, or its mapped file is as it was. To be
 * asked before and after each request. Any thread. */
bool pf_served_index_is_sound(pf_served_index *index);

/* Moves each index whose file has been replaced to the new file; if that can't be opened, the old
 * one stays, which is reported once. Only one thread may call it; others may query meanwhile. */
void pf_served_indexes_freshen(pf_served_indexes *indexes, pf_serve_message *message);

/* Frees all; a struct of zeros is fine. */
void pf_served_indexes_free(pf_served_indexes *indexes);

#endif
