/* tiled_old.h - brings JSON that Tiled wrote before version 1.2 to its present form. */
#ifndef PF_MAP_TILED_OLD_H
#define PF_MAP_TILED_OLD_H

#include <jansson.h>

#include "pathfan/status.h"

/* Changes the tree of a map or tileset: properties become lists of objects with a name and a value,
 * tiles a list, with the properties that tilesets had beside them. Changes nothing in a tree of the
 * present form. Errors: NO_MEMORY. */
pathfan_status pf_tiled_modernize(json_t *tree);

#endif
