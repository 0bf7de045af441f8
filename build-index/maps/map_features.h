/* map_features.h - features as a file draws them become those of a map.
 *
 *   pf_map_features f = {.features = &features, .options = options, .limits = limits, ...};
 *   status = pf_map_features_prepare(&f);
 *   width = pf_map_features_wall_width(&f);       of lines that have become walls */
#ifndef PF_BUILD_INDEX_MAPS_MAP_FEATURES_H
#define PF_BUILD_INDEX_MAPS_MAP_FEATURES_H

#include "base/limits.h"
#include "map/features.h"
#include "pathfan/build.h"
#include "space/ground.h"

typedef struct pf_map_features {
  pf_features *features;
  const pathfan_map_options *options;
  const pathfan_closed_areas *closed; /* NULL: none */
  const pf_limits *limits;
  pf_ground *ground;   /* its floors, projection, and number of features left out */
  pathfan_error *flaw; /* a sentence without the map's path, if a failure has one */
  bool has_walls;      /* lines have become walls */
} pf_map_features;

/* Leaves out what is part of no map, turns degrees to metres, leaves out points, adds closed areas,
 * lays out floors and widens walls: whatever of it the options and the features want. Errors:
 * NO_MEMORY, LIMIT, CANCELLED, MALFORMED. */
pathfan_status pf_map_features_prepare(pf_map_features *f);

/* How wide walls are that are lines, map units; 0: that isn't said. */
double pf_map_features_wall_width(const pf_map_features *f);

#endif
