/* held_source.h - the open source of a served map: an index or, until there is one, the map in
 * memory. Its users hold it; it lives until the last one releases it.
 *
 * Its index may also move to a new generation in place (pathfan_index_reload), after a build here
 * or when another program has published one. Any thread may call any function here. */
#ifndef PF_SERVER_HELD_SOURCE_H
#define PF_SERVER_HELD_SOURCE_H

#include "request/source.h"

typedef struct pf_held_source {
  _Atomic int holders;
  _Atomic int64_t looked; /* the second of the last check whether the index is stale */
  uint32_t generation;    /* of a map, as files of maps have none; set before it is shown */
  pf_source source;
} pf_held_source;

/* Takes over index or map; on NULL, out of memory, both are closed. */
pf_held_source *pf_held_source_make(pathfan_index *index, pathfan_map *map);

/* How an index is kept from those who write to its file where it lies: those of up to in_memory
 * bytes are copied into memory, larger ones into a file without a name in the folder, which is
 * mapped. folder NULL: these are mapped as they are, and may end the process by a signal. */
typedef struct pf_copying {
  uint64_t in_memory;
  const char *folder; /* must stay valid as long as the index is open */
} pf_copying;

/* Returns the folder for copies unless another is named: TMPDIR, or else /var/tmp, which lies on a
 * disk. */
const char *pf_copying_folder(void);

/* What the viewer does: copies of up to 128 MiB each in memory. */
pf_copying pf_copying_each(void);

/* Opens an index; checked as a whole now rather than at first use, for which requests would wait,
 * if `whole`. Errors: as pathfan_index_open. */
pathfan_status pf_index_open_served(const char *path, pf_copying copying, bool whole,
                                    pathfan_index **index, pathfan_error *error);

/* Opens the index at a path if it was made of this map as it is now; else NULL. */
pf_held_source *pf_held_source_of_made(const char *index_path, const char *map_path);

/* Gets the facts of the source, including a map's generation. */
void pf_held_source_look(const pf_held_source *held, pf_source_facts *facts);

pf_held_source *pf_held_source_retain(pf_held_source *held);
void pf_held_source_release(pf_held_source *held); /* NULL is fine */

/* Moves to the index that lies at the path now; checks at most once a second. If the new one can't
 * be opened, the old one stays in use. */
void pf_held_source_freshen(pf_held_source *held);

#endif
