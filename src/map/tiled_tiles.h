/* tiled_tiles.h - reads the tiles of a Tiled layer. */
#ifndef PF_MAP_TILED_TILES_H
#define PF_MAP_TILED_TILES_H

#include "map/tiled_reader.h"

/* Adds rectangles of the tiles that block; said: the layer's mark. In an infinite map all tiles
 * extend r->box. Errors: NO_MEMORY, LIMIT, CANCELLED, MALFORMED. */
pathfan_status pf_tiled_take_tiles(pf_tiled_reader *r, const json_t *layer, pf_tiled_mark said);

#endif
