/* crs.h - names of coordinate reference systems, as files give them. */
#ifndef PF_MAP_CRS_H
#define PF_MAP_CRS_H

#include <stdbool.h>

/* Whether coordinates of a system are longitudes and latitudes, as far as its name tells:
 * "urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", or the number alone. */
bool pf_crs_is_geographic(const char *name);

#endif
