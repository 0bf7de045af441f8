/* geojson_feature.h - reads a feature of GeoJSON. */
#ifndef PF_MAP_GEOJSON_FEATURE_H
#define PF_MAP_GEOJSON_FEATURE_H

#include "map/geojson_reader.h"

/* Adds what feature number r->feature says to the map, unless it is on another level than the
 * wished one; may set it aside. Errors: NO_MEMORY, LIMIT, MALFORMED. */
pathfan_status pf_geojson_take_feature(pf_geojson_reader *r, const json_t *feature);

/* Counts a coordinate system that a document or feature names, which RFC 7946 no longer has. */
void pf_geojson_note_crs(const pf_geojson_reader *r, const json_t *object);

/* Takes the cost of a distance, above 0, that `whose` has: its rate, or minutes a metre from its
 * speed in km/h. A map has either rates or speeds. prefix: "" or "background_". *is_there: it has
 * one of them, not null. Errors: MALFORMED. */
pathfan_status pf_geojson_take_rate(pf_geojson_reader *r, const char *whose, const char *prefix,
                                    const json_t *properties, double *rate, bool *is_there);

#endif
