/* layers.h - the layers of a map that the caller chooses. */
#ifndef PATHFAN_MAP_LAYERS_H
#define PATHFAN_MAP_LAYERS_H

#include "base/permit.h"

/* At most this many names can be chosen. */
#define PATHFAN_LAYERS_MAX 64

typedef struct pathfan_layer_choice {
  const char *layers; /* names of layers or groups, one a line, in any case: only these are
                         obstacles then. NULL: as the map says */
  const pathfan_permit *permit; /* to go on, and for the memory of unpacked tiles; may be NULL */
} pathfan_layer_choice;

#endif
