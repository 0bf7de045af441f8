/* layers.h - the layers of a map that the caller chooses. */
#ifndef PF_MAP_LAYERS_H
#define PF_MAP_LAYERS_H

#include "base/limits.h"

/* At most this many names can be chosen. */
#define PF_LAYERS_MAX 64

typedef struct pf_layer_choice {
  const char *layers;      /* names of layers or groups, one a line, in any case: only these are
                              obstacles then. NULL: as the map says */
  const pf_limits *limits; /* to go on, and for the memory of unpacked tiles; may be NULL */
} pf_layer_choice;

#endif
