/* polygons_geos.c - its errors come as messages to a function; the last one is kept. */
#include "map/polygons_geos.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"

static void remember(const char *message, void *context) {
  pathfan_geos *geos = context;
  snprintf(geos->message, sizeof geos->message, "%s", message);
}

pathfan_status pathfan_geos_begin(pathfan_geos *geos) {
  *geos = (pathfan_geos){.handle = GEOS_init_r()};
  if (!geos->handle) return PATHFAN_ERR_NO_MEMORY;
  GEOSContext_setErrorMessageHandler_r(geos->handle, remember, geos);
  return PATHFAN_OK;
}

void pathfan_geos_free(pathfan_geos *geos) {
  if (geos->handle) GEOS_finish_r(geos->handle);
  *geos = (pathfan_geos){0};
}

pathfan_status pathfan_geos_fail(const pathfan_geos *geos, pathfan_error *error,
                                 const char *doing) {
  if (!geos->message[0] || strstr(geos->message, "bad_alloc"))
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %s", doing);
  return pathfan_fail(error, PATHFAN_ERR_LIMIT, "%s failed in GEOS: %s", doing, geos->message);
}
