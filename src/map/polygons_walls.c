/* polygons_walls.c - turns lines of a drawing into walls with a width.
 *
 * Drawings have corners in which two independent lines end. GEOS joins such lines first
 * (GEOSLineMerge), so that the corner is mitred like one within a line; then it grows each by half
 * the width, with flat ends. Square ends would close gaps of less than a width between lines that
 * ought to meet, but would make each door that much narrower, and doors should be as wide as they
 * are drawn.
 *
 * GEOS returns coordinates that aren't decimal any more, as 0.1 + 0.05 isn't, or the corners of
 * slanted walls. They are rounded, so that a drawing in decimals keeps a lattice of decimals. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons.h"
#include "map/polygons_geos.h"

/* A mitred corner lies at most this many half widths from the line's corner and is cut off square
 * there; 2 keeps all corners of 60 degrees and more. More would leave spikes at sharp corners. At
 * least 1, or the wall could be thinner there; well above sqrt(2), for right angles. */
#define MITRE_LIMIT 2.0

/* Corners are rounded to the power of ten below this share of the width: too little to be seen,
 * while plans in centimetres stay plans in micrometres. */
#define ROUNDING 1e-4

/* Walls between checks whether to go on. */
#define BREATH 256

/* Memory that GEOS takes for a point of a line, including its wall: measured on 200,000 lines of
 * two points. */
#define BYTES_OF_POINT 1000

static const char doing[] = "making walls of lines";

int32_t pf_polygons_find_wall(const pf_polygons *polygons) {
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_WALL) return p;
  return -1;
}

/* Copies all polygons but the walls. */
static pathfan_status copy_areas(const pf_polygons *polygons, pf_polygons *areas) {
  pathfan_status status = PATHFAN_OK;
  *areas = (pf_polygons){.place_is = polygons->place_is, .ignored = polygons->ignored};
  for (int32_t p = 0; p < polygons->polygon_count && !status; p++)
    if (polygons->polygons[p].kind != PF_POLYGON_WALL)
      status = pf_polygons_copy(polygons, p, areas);
  return status;
}

/* Replaces one list by another if all went well; otherwise frees the other. */
static void replace(pf_polygons *polygons, pf_polygons *by, pathfan_status status) {
  if (!status) {
    const pf_polygons old = *polygons;
    *polygons = *by;
    *by = old;
  }
  pf_polygons_free(by);
}

pathfan_status pf_polygons_drop_walls(pf_polygons *polygons) {
  pf_polygons areas;
  const pathfan_status status = copy_areas(polygons, &areas);
  replace(polygons, &areas, status);
  return status;
}

typedef struct lines {
  GEOSGeometry **list;
  unsigned count;
} lines;

static bool add_line(pf_geos *geos, const pf_polygons *polygons, int32_t ring, lines *to) {
  const int32_t first = polygons->rings[ring].first_point;
  const unsigned count = (unsigned)(pf_ring_end(polygons, ring) - first);
  GEOSCoordSequence *points =
      GEOSCoordSeq_copyFromBuffer_r(geos->handle, polygons->points + 2 * first, count, 0, 0);
  GEOSGeometry *line = points ? GEOSGeom_createLineString_r(geos->handle, points) : NULL;
  if (line) to->list[to->count++] = line;
  return line != NULL;
}

/* Collects all lines of walls, joined where two end. NULL after a failure. */
static GEOSGeometry *join_lines(pf_geos *geos, const pf_polygons *polygons) {
  lines all = {.list = pf_alloc((uint64_t)polygons->ring_count, sizeof *all.list)};
  bool ok = all.list != NULL;
  for (int32_t p = 0; p < polygons->polygon_count && ok; p++) {
    if (polygons->polygons[p].kind != PF_POLYGON_WALL) continue;
    for (int32_t r = polygons->polygons[p].first_ring; r < pf_polygon_end(polygons, p) && ok; r++)
      ok = add_line(geos, polygons, r, &all);
  }
  GEOSGeometry *apart =
      ok ? GEOSGeom_createCollection_r(geos->handle, GEOS_MULTILINESTRING, all.list, all.count)
         : NULL;
  while (!ok && all.count) GEOSGeom_destroy_r(geos->handle, all.list[--all.count]);
  free(all.list);
  GEOSGeometry *joined = apart ? GEOSLineMerge_r(geos->handle, apart) : NULL;
  GEOSGeom_destroy_r(geos->handle, apart);
  return joined;
}

/* ---- Areas of walls ---- */

/* The number of rounding steps in a map unit: a power of ten, 1 or more. */
static double rounding_of(double width) {
  double scale = 1;
  while (scale * width * ROUNDING < 1 && scale < 1e18) scale *= 10;
  return scale;
}

typedef struct builder {
  pf_geos geos;
  GEOSBufferParams *how;
  GEOSGeometry *lines;
  double width;
  int32_t place; /* for messages: the first wall's, as joined lines have none */
} builder;

static pathfan_status build_walls(builder *b, const pf_limits *limits, pf_polygons *out,
                                  pathfan_error *error) {
  const double scale = rounding_of(b->width);
  const int count = GEOSGetNumGeometries_r(b->geos.handle, b->lines);
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < count && !status; i++) {
    status = i % BREATH ? PATHFAN_OK : pf_limits_go_on(limits);
    if (status) return status;
    const GEOSGeometry *line = GEOSGetGeometryN_r(b->geos.handle, b->lines, i);
    GEOSGeometry *area = GEOSBufferWithParams_r(b->geos.handle, line, b->how, b->width / 2);
    if (!area) return pf_geos_fail(&b->geos, error, doing);
    status = pf_geos_add_area(&b->geos, area, scale, PF_POLYGON_OBSTACLE, b->place, out);
    GEOSGeom_destroy_r(b->geos.handle, area);
    if (status) pf_fail(error, status, "%s: %s", doing, pathfan_status_text(status));
  }
  return status;
}

static bool begin(builder *b, const pf_polygons *polygons) {
  const GEOSContextHandle_t handle = b->geos.handle;
  b->how = GEOSBufferParams_create_r(handle);
  return b->how && GEOSBufferParams_setEndCapStyle_r(handle, b->how, GEOSBUF_CAP_FLAT) &&
         GEOSBufferParams_setJoinStyle_r(handle, b->how, GEOSBUF_JOIN_MITRE) &&
         GEOSBufferParams_setMitreLimit_r(handle, b->how, MITRE_LIMIT) &&
         (b->lines = join_lines(&b->geos, polygons));
}

pathfan_status pf_polygons_widen(pf_polygons *polygons, double width, const pf_limits *limits,
                                 pathfan_error *error) {
  const int32_t first = pf_polygons_find_wall(polygons);
  pf_polygons wide = {0};
  builder b = {.width = width};
  if (first < 0) return PATHFAN_OK;
  b.place = polygons->rings[polygons->polygons[first].first_ring].place;
  const uint64_t held = pf_limits_held(limits);
  pathfan_status status = pf_limits_take(limits, (uint64_t)polygons->point_count * BYTES_OF_POINT);
  if (!status) status = copy_areas(polygons, &wide);
  if (!status) status = pf_geos_begin(&b.geos);
  if (status)
    pf_fail(error, status, "%s: %s", doing, pathfan_status_text(status));
  else if (begin(&b, polygons))
    status = build_walls(&b, limits, &wide, error);
  else
    status = pf_geos_fail(&b.geos, error, doing);
  if (b.lines) GEOSGeom_destroy_r(b.geos.handle, b.lines);
  if (b.how) GEOSBufferParams_destroy_r(b.geos.handle, b.how);
  pf_geos_free(&b.geos);
  pf_limits_return(limits, held);
  replace(polygons, &wide, status);
  return status;
}
