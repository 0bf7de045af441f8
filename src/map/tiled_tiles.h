/* tiled_tiles.h - the tiles of a layer of Tiled's. */
#ifndef PATHFAN_MAP_TILED_TILES_H
#define PATHFAN_MAP_TILED_TILES_H

#include "map/tiled_reader.h"

/* Adds rectangles of those that block; said: what the layer says. Of an infinite map r->box grows
 * by all that are there. Errors: NO_MEMORY, LIMIT, CANCELLED, MALFORMED. */
pathfan_status pathfan_tiled_take_tiles(pathfan_tiled_reader *r, const json_t *layer,
                                        pathfan_tiled_mark said);

#endif
