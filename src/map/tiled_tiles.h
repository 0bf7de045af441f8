/* tiled_tiles.h - reads the tiles of a Tiled layer. */
#ifndef PATHFAN_MAP_TILED_TILES_H
#define PATHFAN_MAP_TILED_TILES_H

#include "map/tiled_reader.h"

/* Adds rectangles of the tiles that block; said: the layer's mark. In an infinite map all tiles
 * extend r->box. Errors: NO_MEMORY, LIMIT, CANCELLED, MALFORMED. */
pathfan_status pathfan_tiled_take_tiles(pathfan_tiled_reader *r, const json_t *layer,
                                        pathfan_tiled_mark said);

#endif
