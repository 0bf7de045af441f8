/* held_source.h - the open source of a served map: an index or, until there is one, the map in
 * memory. Its users hold it; it lives until the last one releases it.
 *
 * Its index may also move to a new generation in place (pathfan_index_reload), after a build here
 * or when another program has published one. Any thread may call any function here. */
#ifndef PF_SERVER_HELD_SOURCE_H
#define PF_SERVER_HELD_SOURCE_H

#include "request/source.h"

typedef struct pf_held_source {
  int holders;         /* atomic */
  int64_t looked;      /* atomic; the second of the last check whether the index is stale */
  uint32_t generation; /* of a map, as files of maps have none; set before it is shown */
  pf_source source;
} pf_held_source;

/* Takes over index or map; on NULL, out of memory, both are closed. */
pf_held_source *pf_held_source_make(pathfan_index *index, pathfan_map *map);

/* The size up to which an index is copied into memory, bytes, so that nobody who writes to its file
 * where it lies can harm the server. */
#define PF_COPY_MOST (UINT64_C(128) << 20)

/* Opens an index: a private copy of at most copy_most bytes, else mapped; checked as a whole now
 * rather than at first use, for which requests would wait, if `whole`. Errors: as
 * pathfan_index_open. */
pathfan_status pf_index_open_served(const char *path, uint64_t copy_most, bool whole,
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
