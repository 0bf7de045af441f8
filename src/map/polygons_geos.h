/* polygons_geos.h - a GEOS context and its last error message. One thread at a time. */
#ifndef PF_MAP_POLYGONS_GEOS_H
#define PF_MAP_POLYGONS_GEOS_H

#include <geos_c.h>

#include "map/polygons.h"

typedef struct pf_geos {
  GEOSContextHandle_t handle;
  char message[256];
} pf_geos;

/* Opens a context. *geos must not move until pf_geos_free. Errors: NO_MEMORY. */
pathfan_status pf_geos_begin(pf_geos *geos);
void pf_geos_free(pf_geos *geos);

/* Returns the status for a GEOS call that failed: NO_MEMORY if that was the reason, otherwise
 * LIMIT, with GEOS's message. */
pathfan_status pf_geos_fail(const pf_geos *geos, pathfan_error *error, const char *doing);

/* Adds the polygons of a geometry as one even-odd polygon, with coordinates rounded to 1 / scale as
 * far as they have that many digits. An empty geometry adds nothing. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_geos_add_area(pf_geos *geos, const GEOSGeometry *area, double scale,
                                pf_polygon_kind kind, int32_t place, pf_polygons *out);

#endif
