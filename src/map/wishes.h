/* wishes.h - how the caller wants a map of polygons to be read. */
#ifndef PF_MAP_WISHES_H
#define PF_MAP_WISHES_H

#include "base/limits.h"

/* At most this many names of layers can be chosen. */
#define PF_LAYERS_MAX 64

typedef struct pf_wishes {
  const char *layers; /* of Tiled: names of layers or groups, one a line, in any case: only these
                         are obstacles then. NULL: as the map says */
  const char *level;  /* of GeoJSON: read the features of this level, and those without one. NULL:
                         there must be one level only */
  bool all_levels;    /* of GeoJSON, without a level: read all, and say what is on which */
  bool walkable;      /* polygons without a kind are free */
  const struct pf_profile *profile; /* of GeoJSON: features without a kind are what their tags of
                                       OpenStreetMap say to it (profile.h); NULL: without */
  const pf_limits *limits; /* to go on, and for the memory of unpacked tiles; may be NULL */
} pf_wishes;

#endif
