/* geojson_geometry.h - reads a geometry of GeoJSON. */
#ifndef PF_MAP_GEOJSON_GEOMETRY_H
#define PF_MAP_GEOJSON_GEOMETRY_H

#include "map/geojson_reader.h"

/* Adds what the geometry of the feature being read bounds or draws, by the feature's kind; sets the
 * feature aside if such a geometry doesn't go with it. Errors: NO_MEMORY, LIMIT, MALFORMED. */
pathfan_status pf_geojson_take_geometry(pf_geojson_reader *r, const json_t *geometry);

#endif
