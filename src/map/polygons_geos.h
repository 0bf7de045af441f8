/* polygons_geos.h - GEOS, and what it complained about last. One thread at a time. */
#ifndef PATHFAN_MAP_POLYGONS_GEOS_H
#define PATHFAN_MAP_POLYGONS_GEOS_H

#include <geos_c.h>

#include "pathfan/status.h"

typedef struct pathfan_geos {
  GEOSContextHandle_t handle;
  char message[256];
} pathfan_geos;

/* *geos must stay where it is until pathfan_geos_free. Errors: NO_MEMORY. */
pathfan_status pathfan_geos_begin(pathfan_geos *geos);
void pathfan_geos_free(pathfan_geos *geos);

/* The status for a GEOS call that failed: NO_MEMORY if that was why, or else
 * LIMIT, with what it said. */
pathfan_status pathfan_geos_fail(const pathfan_geos *geos, pathfan_error *error, const char *doing);

#endif
