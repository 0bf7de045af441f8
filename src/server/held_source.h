/* held_source.h - what is open of a served map: an index or, until there is one, the map in
 * memory. It is held by whoever works with it and lives until the last has let go.
 *
 * Its index may also move to a new generation by itself (pathfan_index_reload): after a build
 * here, or when somebody else has published one. Any thread may call anything here. */
#ifndef PATHFAN_SERVER_HELD_SOURCE_H
#define PATHFAN_SERVER_HELD_SOURCE_H

#include "request/source.h"

typedef struct pathfan_held_source {
  int holders;         /* atomic */
  int64_t looked;      /* atomic; second in which it was asked last whether the index is stale */
  uint32_t generation; /* of a map, since files of maps have none; set before it is shown */
  pathfan_source source;
} pathfan_held_source;

/* Takes over index or map; NULL if memory is out, and both are closed then. */
pathfan_held_source *pathfan_held_source_make(pathfan_index *index, pathfan_map *map);

/* The index at a path, if it was made of this map as it is now; NULL: it wasn't. */
pathfan_held_source *pathfan_held_source_of_made(const char *index_path, const char *map_path);

/* What there is to know of it, a map's generation too. */
void pathfan_held_source_look(const pathfan_held_source *held, pathfan_source_facts *facts);

pathfan_held_source *pathfan_held_source_retain(pathfan_held_source *held);
void pathfan_held_source_release(pathfan_held_source *held); /* NULL is fine */

/* Moves to the index that lies at the path now, for which it looks once a second at most. One
 * that can't be opened is left there: the old one answers as well as before. */
void pathfan_held_source_freshen(pathfan_held_source *held);

#endif
