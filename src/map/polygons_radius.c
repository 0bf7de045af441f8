/* polygons_radius.c - an outline less an agent's radius.
 *
 * GEOS cuts the plane along the outline (GEOSPolygonize). The faces to the left of the outline's
 * edges are free, and each of these is buffered inwards (GEOSBuffer). The result has real
 * coordinates, which are rounded to the lattice; the overlay takes it from there. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons_geos.h"
#include "map/polygons_overlay.h"

/* A mitred corner lies at most this many radii from the obstacle's corner and is cut off square
 * there; 2 keeps all corners of 60 degrees and more. More would leave spikes at sharp corners,
 * which close doors that the agent could pass. At least 1, or the agent could touch; well above
 * sqrt(2), for right angles. */
#define MITRE_LIMIT 2.0

/* Memory that GEOS takes for a vertex of the outline, with its lines and faces and their shrunken
 * remains: measured. */
#define BYTES_OF_VERTEX 500

/* ---- To GEOS ---- */

/* A growing list of lines. */
typedef struct line_list {
  GEOSGeometry **list;
  unsigned count;
} line_list;

/* Adds a line. The list must have room for it. */
static bool add_line(pf_geos *geos, line_list *to, const double *points, unsigned count) {
  GEOSCoordSequence *sequence = GEOSCoordSeq_copyFromBuffer_r(geos->handle, points, count, 0, 0);
  GEOSGeometry *line = sequence ? GEOSGeom_createLineString_r(geos->handle, sequence) : NULL;
  if (line) to->list[to->count++] = line;
  return line != NULL;
}

/* Makes one geometry of all lines; NULL if they are incomplete or that fails. Frees the list. */
static GEOSGeometry *tie(pf_geos *geos, line_list *of, bool all) {
  GEOSGeometry *tied = NULL;
  if (all) {
    tied = GEOSGeom_createCollection_r(geos->handle, GEOS_MULTILINESTRING, of->list, of->count);
  } else {
    while (of->count > 0) GEOSGeom_destroy_r(geos->handle, of->list[--of->count]);
  }
  free(of->list);
  return tied;
}

/* Makes one line of each run of edges between vertices that several edges leave, which is much
 * faster to polygonize than a line for each edge. */
static GEOSGeometry *lines_of_outline(pf_geos *geos, const pf_outline *outline) {
  const int32_t vertices = outline->vertex_count, edges = outline->edge_count;
  line_list all = {.list = pf_alloc((uint64_t)edges, sizeof *all.list)};
  double *points = pf_alloc((uint64_t)edges + 1, 2 * sizeof *points);
  int32_t *leaving = pf_alloc_zero((uint64_t)vertices, sizeof *leaving); /* how many */
  int32_t *next = pf_alloc((uint64_t)vertices, sizeof *next);            /* vertex; -1: done */
  bool ok = all.list && points && leaving && next;
  for (int32_t e = 0; e < edges && ok; e++) {
    leaving[outline->edges[e].from]++;
    next[outline->edges[e].from] = outline->edges[e].to;
  }
  for (int pass = 0; pass < 2; pass++) { /* runs from such vertices; then whole rings */
    for (int32_t e = 0; e < edges && ok; e++) {
      const int32_t start = outline->edges[e].from;
      if (pass == 0 ? leaving[start] == 1 : leaving[start] > 1 || next[start] < 0) continue;
      unsigned count = 0;
      for (int32_t v = start, to = outline->edges[e].to;; v = to, to = next[v]) {
        points[2 * count] = outline->vertices[v].x;
        points[2 * count++ + 1] = outline->vertices[v].y;
        if (leaving[v] == 1) next[v] = -1;
        if (leaving[to] == 1 && next[to] >= 0) continue;
        points[2 * count] = outline->vertices[to].x;
        points[2 * count++ + 1] = outline->vertices[to].y;
        break;
      }
      ok = add_line(geos, &all, points, count);
    }
  }
  free(points);
  free(leaving);
  free(next);
  return tie(geos, &all, ok);
}

/* ---- Free space ---- */

static int32_t vertex_at(const pf_outline *outline, const double *at) {
  const pf_lattice_point point = {(int32_t)at[0], (int32_t)at[1]};
  const pf_lattice_point *found =
      bsearch(&point, outline->vertices, (size_t)outline->vertex_count, sizeof point, pf_by_row);
  return found ? (int32_t)(found - outline->vertices) : -1;
}

/* Whether a face bounded by the outline's edges is free, that is, the edges of its shell have it on
 * their left. Returns false after a failure too. */
static bool is_free(pf_geos *geos, const pf_outline *outline, const GEOSGeometry *face,
                    bool *failed) {
  const GEOSContextHandle_t handle = geos->handle;
  const GEOSGeometry *shell = GEOSGetExteriorRing_r(handle, face);
  const GEOSCoordSequence *sequence = shell ? GEOSGeom_getCoordSeq_r(handle, shell) : NULL;
  unsigned size = 0;
  *failed = !sequence || !GEOSCoordSeq_getSize_r(handle, sequence, &size) || size < 4;
  double *points = *failed ? NULL : pf_alloc(size, 2 * sizeof *points);
  *failed = !points || !GEOSCoordSeq_copyToBuffer_r(handle, sequence, points, 0, 0);
  bool is_edge = false;
  if (!*failed) {
    __int128 area = 0; /* doubled */
    for (unsigned i = 0; i + 1 < size; i++)
      area += (__int128)points[2 * i] * (int64_t)points[2 * i + 3] -
              (__int128)points[2 * i + 1] * (int64_t)points[2 * i + 2];
    const int32_t a = vertex_at(outline, points), b = vertex_at(outline, points + 2);
    const pf_outline_edge e = area > 0 ? (pf_outline_edge){a, b} : (pf_outline_edge){b, a};
    is_edge = bsearch(&e, outline->edges, (size_t)outline->edge_count, sizeof e,
                      pf_outline_by_ends) != NULL;
  }
  free(points);
  return is_edge;
}

/* ---- Shrinking ---- */

/* Shrinks a face by a margin. NULL after a failure. */
static GEOSGeometry *shrink(pf_geos *geos, const GEOSGeometry *face, double radius) {
  const GEOSContextHandle_t handle = geos->handle;
  GEOSGeometry *shrunk = NULL;
  GEOSBufferParams *params = GEOSBufferParams_create_r(handle);
  if (params && GEOSBufferParams_setJoinStyle_r(handle, params, GEOSBUF_JOIN_MITRE) &&
      GEOSBufferParams_setMitreLimit_r(handle, params, MITRE_LIMIT))
    shrunk = GEOSBufferWithParams_r(handle, face, params, -radius);
  if (params) GEOSBufferParams_destroy_r(handle, params);
  return shrunk;
}

/* Shrinks face by face, as the remains of each lie within it: GEOS sometimes fails on several at
 * once that touch in points. */
static pathfan_status shrink_faces(pf_geos *geos, const pf_outline *outline,
                                   const GEOSGeometry *faces, double radius,
                                   const pf_limits *limits, pf_polygons *shrunk) {
  const int count = GEOSGetNumGeometries_r(geos->handle, faces);
  pathfan_status status = count < 0 ? PATHFAN_ERR_LIMIT : PATHFAN_OK;
  for (int i = 0; i < count && !status; i++) {
    const GEOSGeometry *face = GEOSGetGeometryN_r(geos->handle, faces, i);
    bool failed;
    if (!is_free(geos, outline, face, &failed) && !failed) continue;
    GEOSGeometry *less = failed ? NULL : shrink(geos, face, radius);
    status = less ? pf_geos_add_area(geos, less, 1, PF_POLYGON_FREE, PF_NOT_DRAWN, shrunk)
                  : PATHFAN_ERR_LIMIT;
    GEOSGeom_destroy_r(geos->handle, less);
    if (!status) status = pf_limits_go_on(limits);
  }
  return status;
}

pathfan_status pf_outline_shrink(const pf_outline *outline, double radius, const pf_limits *limits,
                                 pf_polygons *shrunk, pathfan_error *error) {
  pf_geos geos;
  *shrunk = (pf_polygons){0};
  pathfan_status status = pf_limits_take(limits, (uint64_t)outline->vertex_count * BYTES_OF_VERTEX);
  if (status) return status;
  status = pf_geos_begin(&geos);
  if (status) return pf_fail(error, status, "no memory for the agent's radius");
  GEOSGeometry *lines = lines_of_outline(&geos, outline);
  GEOSGeometry *faces = NULL;
  if (lines) faces = GEOSPolygonize_r(geos.handle, (const GEOSGeometry *const *)&lines, 1);
  status = faces ? shrink_faces(&geos, outline, faces, radius, limits, shrunk) : PATHFAN_ERR_LIMIT;
  if (status && status != PATHFAN_ERR_CANCELLED)
    status = pf_geos_fail(&geos, error, "applying the agent's radius");
  GEOSGeom_destroy_r(geos.handle, faces);
  GEOSGeom_destroy_r(geos.handle, lines);
  pf_geos_free(&geos);
  return status;
}
