/* terrain_view.h - the terrain of an index and its ways, as searches see them: pointers into the
 * mapped file. Private to the query library. */
#ifndef PF_QUERY_OPEN_TERRAIN_VIEW_H
#define PF_QUERY_OPEN_TERRAIN_VIEW_H

#include "format/layout.h"
#include "terrain/terrain.h"
#include "terrain/ways.h"

/* Immutable once its parts are good: the part of the terrain for `terrain` and river_edges, that of
 * the ways for `ways` (generation.h). */
typedef struct pf_terrain_view {
  const pf_layout_terrain *head;
  pf_terrain terrain;
  const int32_t *river_edges; /* [Size: river_edge_count] a corner of each edge of a river */
  int32_t river_edge_count;
  int32_t name_bytes;
  pf_ways ways;
} pf_terrain_view;

#endif
