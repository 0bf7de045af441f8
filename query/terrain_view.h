/* terrain_view.h - the terrain of an index and its ways, as searches see them: pointers into the
 * mapped file. Private to the query library. */
#ifndef PATHFAN_QUERY_TERRAIN_VIEW_H
#define PATHFAN_QUERY_TERRAIN_VIEW_H

#include "format/layout.h"
#include "terrain/terrain.h"
#include "terrain/ways.h"

/* Immutable once its parts are good: the part of the terrain for `terrain` and river_edges, that of
 * the ways for `ways` (generation.h). */
typedef struct pathfan_terrain_view {
  const pathfan_layout_terrain *head;
  pathfan_terrain terrain;
  const int32_t *river_edges; /* [Size: river_edge_count] a corner of each edge of a river */
  int32_t river_edge_count;
  int32_t name_bytes;
  pathfan_ways ways;
} pathfan_terrain_view;

#endif
