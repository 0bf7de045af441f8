/* polygons_faces.c - how rings cut the plane.
 *
 * All rings go to GEOS as lines. Overlaying them with nothing, on a grid of size 1,
 * nodes them: it puts a vertex wherever two of them meet and rounds it to the
 * lattice such that nothing crosses afterwards (snap-rounding). Polygonizing gives
 * the faces between them. Which of these are free is asked of the rings as they
 * were, one point for each face (polygons_label.c).
 *
 * So whatever the rings do - cross, overlap, run back over themselves - the faces
 * are sound, and doubt about a sliver thinner than a unit only decides whether
 * that sliver is free. No polygon is ever repaired, and none needs to be valid. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "map/polygons_overlay.h"

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

/* Points and back to the first; NULL after a failure. */
static GEOSGeometry *line_of_ring(pathfan_geos *geos, const double *points, int32_t count) {
  const GEOSContextHandle_t handle = geos->handle;
  double *closed = pathfan_alloc((uint64_t)count + 1, 2 * sizeof *closed);
  if (!closed) return NULL;
  memcpy(closed, points, (size_t)count * 2 * sizeof *closed);
  memcpy(closed + 2 * count, points, 2 * sizeof *closed);
  GEOSCoordSequence *sequence =
      GEOSCoordSeq_copyFromBuffer_r(handle, closed, (unsigned)count + 1, 0, 0);
  free(closed);
  return sequence ? GEOSGeom_createLineString_r(handle, sequence) : NULL;
}

/* All rings as one geometry; NULL after a failure. */
static GEOSGeometry *lines_of(pathfan_geos *geos, const pathfan_polygons *placed) {
  const GEOSContextHandle_t handle = geos->handle;
  GEOSGeometry **lines = pathfan_alloc((uint64_t)placed->ring_count, sizeof *lines);
  unsigned count = 0;
  if (!lines) return NULL;
  for (int32_t r = 0; r < placed->ring_count; r++) {
    const int32_t first = placed->rings[r].first_point;
    const int32_t points = pathfan_ring_end(placed, r) - first;
    if (points < 3) continue; /* has no area, maybe since it was rounded */
    lines[count] = line_of_ring(geos, placed->points + 2 * first, points);
    if (!lines[count]) {
      while (count-- > 0) GEOSGeom_destroy_r(handle, lines[count]);
      free(lines);
      return NULL;
    }
    count++;
  }
  GEOSGeometry *all = GEOSGeom_createCollection_r(handle, GEOS_MULTILINESTRING, lines, count);
  free(lines);
  return all;
}

/* GEOS nodes what it overlays, also with nothing. */
static GEOSGeometry *node(pathfan_geos *geos, const GEOSGeometry *lines) {
  GEOSGeometry *nothing = GEOSGeom_createEmptyLineString_r(geos->handle);
  if (!nothing) return NULL;
  GEOSGeometry *noded = GEOSUnionPrec_r(geos->handle, lines, nothing, 1);
  GEOSGeom_destroy_r(geos->handle, nothing);
  return noded;
}

/* A point in face i. */
static bool find_point(pathfan_geos *geos, pathfan_faces *faces, int32_t i) {
  const GEOSContextHandle_t handle = geos->handle;
  const GEOSGeometry *face = GEOSGetGeometryN_r(handle, faces->collection, i);
  GEOSGeometry *point = face ? GEOSPointOnSurface_r(handle, face) : NULL;
  const bool ok = point && GEOSGeomGetX_r(handle, point, &faces->points[2 * i]) == 1 &&
                  GEOSGeomGetY_r(handle, point, &faces->points[2 * i + 1]) == 1;
  GEOSGeom_destroy_r(handle, point);
  return ok;
}

pathfan_status pathfan_faces_find(pathfan_geos *geos, const pathfan_polygons *drawn,
                                  const pathfan_polygons *placed, pathfan_faces *faces,
                                  pathfan_error *error) {
  static const char doing[] = "finding where polygons meet";
  GEOSGeometry *noded = NULL;
  *faces = (pathfan_faces){0};
  geos->message[0] = 0;
  pathfan_status status = PATHFAN_OK;

  GEOSGeometry *lines = lines_of(geos, placed);
  if (lines) noded = node(geos, lines);
  if (noded)
    faces->collection = GEOSPolygonize_r(geos->handle, (const GEOSGeometry *const *)&noded, 1);
  if (faces->collection) faces->count = GEOSGetNumGeometries_r(geos->handle, faces->collection);
  if (!faces->collection || faces->count < 0) {
    status = pathfan_geos_fail(geos, error, doing);
    goto cleanup;
  }
  faces->points = pathfan_alloc((uint64_t)faces->count, 2 * sizeof *faces->points);
  faces->free = pathfan_alloc_zero((uint64_t)faces->count, 1);
  if (!faces->points || !faces->free) {
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %s", doing);
    goto cleanup;
  }
  for (int32_t i = 0; i < faces->count && !status; i++)
    if (!find_point(geos, faces, i)) status = pathfan_geos_fail(geos, error, doing);
  if (!status) status = pathfan_faces_label(drawn, placed, faces, error);
cleanup:
  GEOSGeom_destroy_r(geos->handle, noded);
  GEOSGeom_destroy_r(geos->handle, lines);
  if (status) pathfan_faces_free(geos, faces);
  return status;
}

GEOSGeometry *pathfan_faces_united(pathfan_geos *geos, const pathfan_faces *faces) {
  const GEOSContextHandle_t handle = geos->handle;
  GEOSGeometry **chosen = pathfan_alloc((uint64_t)faces->count, sizeof *chosen);
  unsigned count = 0;
  bool ok = chosen != NULL;
  for (int32_t i = 0; i < faces->count && ok; i++) {
    if (!faces->free[i]) continue;
    chosen[count] = GEOSGeom_clone_r(handle, GEOSGetGeometryN_r(handle, faces->collection, i));
    ok = chosen[count] != NULL;
    count += ok;
  }
  GEOSGeometry *coverage = NULL, *united = NULL;
  if (ok) {
    coverage = GEOSGeom_createCollection_r(handle, GEOS_MULTIPOLYGON, chosen, count);
  } else {
    while (count-- > 0) GEOSGeom_destroy_r(handle, chosen[count]);
  }
  if (coverage) united = GEOSCoverageUnion_r(handle, coverage);
  GEOSGeom_destroy_r(handle, coverage);
  free(chosen);
  return united;
}

void pathfan_faces_free(pathfan_geos *geos, pathfan_faces *faces) {
  GEOSGeom_destroy_r(geos->handle, faces->collection);
  free(faces->points);
  free(faces->free);
  memset(faces, 0, sizeof *faces);
}
