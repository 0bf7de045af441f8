/* polygons_geos.c - the GEOS context. GEOS reports errors as messages to a function; the last is
 * kept. */
#include "map/polygons_geos.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

static void remember(const char *message, void *context) {
  pf_geos *geos = context;
  snprintf(geos->message, sizeof geos->message, "%s", message);
}

pathfan_status pf_geos_begin(pf_geos *geos) {
  *geos = (pf_geos){.handle = GEOS_init_r()};
  if (!geos->handle) return PATHFAN_ERR_NO_MEMORY;
  GEOSContext_setErrorMessageHandler_r(geos->handle, remember, geos);
  return PATHFAN_OK;
}

void pf_geos_free(pf_geos *geos) {
  if (geos->handle) GEOS_finish_r(geos->handle);
  *geos = (pf_geos){0};
}

pathfan_status pf_geos_fail(const pf_geos *geos, pathfan_error *error, const char *doing) {
  if (!geos->message[0] || strstr(geos->message, "bad_alloc"))
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %s", doing);
  return pf_fail(error, PATHFAN_ERR_LIMIT, "%s failed in GEOS: %s", doing, geos->message);
}

/* ---- Areas ---- */

static double rounded(double scale, double x) {
  const double steps = x * scale;
  return fabs(steps) < 0x1p52 ? nearbyint(steps) / scale : x; /* else it has fewer decimals */
}

static pathfan_status add_ring(pf_geos *geos, const GEOSGeometry *ring, double scale, int32_t place,
                               pf_polygons *out) {
  unsigned size;
  double x, y;
  const GEOSCoordSequence *points = ring ? GEOSGeom_getCoordSeq_r(geos->handle, ring) : NULL;
  if (!points || !GEOSCoordSeq_getSize_r(geos->handle, points, &size)) return PATHFAN_ERR_LIMIT;
  pathfan_status status = pf_polygons_ring(out, place);
  for (unsigned i = 0; i < size && !status; i++) {
    if (!GEOSCoordSeq_getXY_r(geos->handle, points, i, &x, &y)) return PATHFAN_ERR_LIMIT;
    status = pf_polygons_point(out, rounded(scale, x), rounded(scale, y));
  }
  if (!status) pf_polygons_close_ring(out);
  return status;
}

pathfan_status pf_geos_add_area(pf_geos *geos, const GEOSGeometry *area, double scale,
                                pf_polygon_kind kind, int32_t place, pf_polygons *out) {
  const GEOSContextHandle_t handle = geos->handle;
  if (GEOSisEmpty_r(handle, area)) return PATHFAN_OK;
  pathfan_status status = pf_polygons_begin(out, kind, NULL);
  if (!status) out->polygons[out->polygon_count - 1].even_odd = true;
  for (int i = 0; i < GEOSGetNumGeometries_r(handle, area) && !status; i++) {
    const GEOSGeometry *part = GEOSGetGeometryN_r(handle, area, i);
    if (GEOSGeomTypeId_r(handle, part) != GEOS_POLYGON || GEOSisEmpty_r(handle, part)) continue;
    status = add_ring(geos, GEOSGetExteriorRing_r(handle, part), scale, place, out);
    const int holes = GEOSGetNumInteriorRings_r(handle, part);
    for (int h = 0; h < holes && !status; h++)
      status = add_ring(geos, GEOSGetInteriorRingN_r(handle, part, h), scale, place, out);
  }
  return status;
}
