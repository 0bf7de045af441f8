/* polygons_geos.h - a GEOS context and its last error message. One thread at a time. */
#ifndef PATHFAN_MAP_POLYGONS_GEOS_H
#define PATHFAN_MAP_POLYGONS_GEOS_H

#include <geos_c.h>

#include "map/polygons.h"

typedef struct pathfan_geos {
  GEOSContextHandle_t handle;
  char message[256];
} pathfan_geos;

/* Opens a context. *geos must not move until pathfan_geos_free. Errors: NO_MEMORY. */
pathfan_status pathfan_geos_begin(pathfan_geos *geos);
void pathfan_geos_free(pathfan_geos *geos);

/* Returns the status for a GEOS call that failed: NO_MEMORY if that was the reason, otherwise
 * LIMIT, with GEOS's message. */
pathfan_status pathfan_geos_fail(const pathfan_geos *geos, pathfan_error *error, const char *doing);

/* Adds the polygons of a geometry as one even-odd polygon, with coordinates rounded to 1 / scale as
 * far as they have that many digits. An empty geometry adds nothing. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_geos_add_area(pathfan_geos *geos, const GEOSGeometry *area, double scale,
                                     pathfan_polygon_kind kind, int32_t place,
                                     pathfan_polygons *out);

#endif
