/* tiled_objects.h - reads the objects of a Tiled layer. */
#ifndef PATHFAN_MAP_TILED_OBJECTS_H
#define PATHFAN_MAP_TILED_OBJECTS_H

#include "map/tiled_reader.h"

/* Adds the objects that block; said: the layer's mark. Errors: NO_MEMORY, LIMIT, CANCELLED,
 * MALFORMED. */
pathfan_status pathfan_tiled_take_objects(pathfan_tiled_reader *r, const json_t *layer,
                                          pathfan_tiled_mark said);

#endif
