/* layers.h - layers of a map that somebody chooses. */
#ifndef PATHFAN_MAP_LAYERS_H
#define PATHFAN_MAP_LAYERS_H

#include "base/permit.h"

/* No more names than that can be wished for. */
#define PATHFAN_LAYERS_MAX 64

typedef struct pathfan_layer_wishes {
  const char *layers; /* names of layers or groups, one a line, in any case: these are the obstacles
                         then, and no others. NULL: what the map says */
  const pathfan_permit *permit; /* to go on, and to hold what packed tiles unfold to; may be NULL */
} pathfan_layer_wishes;

#endif
