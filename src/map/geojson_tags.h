/* geojson_tags.h - reads features of GeoJSON by their tags of OpenStreetMap. */
#ifndef PF_MAP_GEOJSON_TAGS_H
#define PF_MAP_GEOJSON_TAGS_H

#include "map/geojson_reader.h"

/* Sets what a feature without a kind is by its tags, to the profile that the caller wishes. Tags
 * are properties, or among those in other_tags, as ogr2ogr writes them. False: it is nothing, which
 * is counted. */
bool pf_geojson_take_tags(pf_geojson_reader *r, const json_t *properties, const json_t *geometry);

#endif
