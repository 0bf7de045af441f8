/* tiled_objects.h - reads the objects of a Tiled layer. */
#ifndef PF_MAP_TILED_OBJECTS_H
#define PF_MAP_TILED_OBJECTS_H

#include "map/tiled_reader.h"

/* Adds the objects that block; said: the layer's mark. Errors: NO_MEMORY, LIMIT, CANCELLED,
 * MALFORMED. */
pathfan_status pf_tiled_take_objects(pf_tiled_reader *r, const json_t *layer, pf_tiled_mark said);

/* Adds the shapes of a tile that is marked PF_TILED_SHAPED. Errors: NO_MEMORY, LIMIT, MALFORMED. */
pathfan_status pf_tiled_take_shapes(pf_tiled_reader *r, const pf_tiled_stand *stand);

#endif
