/* polygons_faces.c - how rings cut the plane.
 *
 * All rings go to GEOS as lines. Overlaying them with nothing, on a grid of size 1,
 * nodes them: it puts a vertex wherever two of them meet and rounds it to the
 * lattice such that nothing crosses afterwards (snap-rounding). Polygonizing gives
 * the faces between them. Which of these are free is asked of the rings as they
 * were (polygons_label.c).
 *
 * So whatever the rings do - cross, overlap, run back over themselves - the faces
 * are sound; which side of a ring a point nearer to it than the rounding was on only
 * decides whether some sliver is free. No polygon is ever repaired, and none needs
 * to be valid. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons_overlay.h"

/* A growing list of lines. */
typedef struct line_list {
  GEOSGeometry **list;
  unsigned count;
} line_list;

/* Room for the line is there. */
static bool add_line(pathfan_geos *geos, line_list *to, const double *points, unsigned count) {
  GEOSCoordSequence *sequence = GEOSCoordSeq_copyFromBuffer_r(geos->handle, points, count, 0, 0);
  GEOSGeometry *line = sequence ? GEOSGeom_createLineString_r(geos->handle, sequence) : NULL;
  if (line) to->list[to->count++] = line;
  return line != NULL;
}

/* All lines as one geometry, or NULL if not all are there or that fails. Frees the list. */
static GEOSGeometry *tie(pathfan_geos *geos, line_list *of, bool all) {
  GEOSGeometry *tied = NULL;
  if (all) {
    tied = GEOSGeom_createCollection_r(geos->handle, GEOS_MULTILINESTRING, of->list, of->count);
  } else {
    while (of->count > 0) GEOSGeom_destroy_r(geos->handle, of->list[--of->count]);
  }
  free(of->list);
  return tied;
}

static GEOSGeometry *lines_of_rings(pathfan_geos *geos, const pathfan_polygons *placed) {
  line_list all = {.list = pathfan_alloc((uint64_t)placed->ring_count, sizeof *all.list)};
  double *closed = pathfan_alloc((uint64_t)placed->point_count + 1, 2 * sizeof *closed);
  bool ok = all.list && closed;
  for (int32_t r = 0; r < placed->ring_count && ok; r++) {
    const int32_t first = placed->rings[r].first_point;
    const int32_t count = pathfan_ring_end(placed, r) - first;
    if (count < 3) continue; /* has no area, maybe since it was rounded */
    memcpy(closed, placed->points + 2 * first, (size_t)count * 2 * sizeof *closed);
    memcpy(closed + 2 * count, closed, 2 * sizeof *closed);
    ok = add_line(geos, &all, closed, (unsigned)count + 1);
  }
  free(closed);
  return tie(geos, &all, ok);
}

/* One line for each run of edges between vertices that several edges leave, which
 * is much faster to polygonize than a line for each edge. */
static GEOSGeometry *lines_of_outline(pathfan_geos *geos, const pathfan_outline *outline) {
  const int32_t vertices = outline->vertex_count, edges = outline->edge_count;
  line_list all = {.list = pathfan_alloc((uint64_t)edges, sizeof *all.list)};
  double *points = pathfan_alloc((uint64_t)edges + 1, 2 * sizeof *points);
  int32_t *leaving = pathfan_alloc_zero((uint64_t)vertices, sizeof *leaving); /* how many */
  int32_t *next = pathfan_alloc((uint64_t)vertices, sizeof *next); /* vertex; -1: gone over */
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

/* GEOS nodes what it overlays, also with nothing. */
static GEOSGeometry *node(pathfan_geos *geos, const GEOSGeometry *lines) {
  GEOSGeometry *nothing = GEOSGeom_createEmptyLineString_r(geos->handle);
  GEOSGeometry *noded = nothing ? GEOSUnionPrec_r(geos->handle, lines, nothing, 1) : NULL;
  GEOSGeom_destroy_r(geos->handle, nothing);
  return noded;
}

/* The faces between lines, which meet in their ends only; NULL stands for lines that
 * couldn't be made. */
static pathfan_status cut(pathfan_geos *geos, const GEOSGeometry *lines, pathfan_faces *faces,
                          pathfan_error *error) {
  static const char doing[] = "finding where polygons meet";
  *faces = (pathfan_faces){0};
  if (lines) faces->collection = GEOSPolygonize_r(geos->handle, &lines, 1);
  if (faces->collection) faces->count = GEOSGetNumGeometries_r(geos->handle, faces->collection);
  bool ok = faces->collection && faces->count >= 0;
  if (ok) faces->free = pathfan_alloc_zero((uint64_t)faces->count, 1);
  ok = ok && faces->free;
  return ok ? PATHFAN_OK : pathfan_geos_fail(geos, error, doing);
}

pathfan_status pathfan_faces_find(pathfan_geos *geos, const pathfan_polygons *drawn,
                                  const pathfan_polygons *placed, pathfan_faces *faces,
                                  pathfan_error *error) {
  geos->message[0] = 0;
  GEOSGeometry *lines = lines_of_rings(geos, placed);
  GEOSGeometry *noded = lines ? node(geos, lines) : NULL;
  pathfan_status status = cut(geos, noded, faces, error);
  if (!status) status = pathfan_faces_label(geos, drawn, placed, faces, error);
  GEOSGeom_destroy_r(geos->handle, noded);
  GEOSGeom_destroy_r(geos->handle, lines);
  if (status) pathfan_faces_free(geos, faces);
  return status;
}

pathfan_status pathfan_faces_of_outline(pathfan_geos *geos, const pathfan_outline *outline,
                                        pathfan_faces *faces, pathfan_error *error) {
  pathfan_polygons rings = {0};
  geos->message[0] = 0;
  GEOSGeometry *lines = lines_of_outline(geos, outline);
  pathfan_status status = cut(geos, lines, faces, error);
  if (!status) {
    status = pathfan_polygons_add_outline(&rings, outline, PATHFAN_POLYGON_FREE, PATHFAN_NOT_DRAWN);
    if (status) pathfan_fail(error, status, "no memory for %d edges", (int)outline->edge_count);
  }
  if (!status) status = pathfan_faces_label(geos, &rings, &rings, faces, error);
  GEOSGeom_destroy_r(geos->handle, lines);
  pathfan_polygons_free(&rings);
  if (status) pathfan_faces_free(geos, faces);
  return status;
}

GEOSGeometry *pathfan_faces_area(pathfan_geos *geos, const pathfan_faces *faces) {
  const GEOSContextHandle_t handle = geos->handle;
  GEOSGeometry **chosen = pathfan_alloc((uint64_t)faces->count, sizeof *chosen), *area = NULL;
  unsigned count = 0;
  bool ok = chosen != NULL;
  for (int32_t i = 0; i < faces->count && ok; i++) {
    if (!faces->free[i]) continue;
    chosen[count] = GEOSGeom_clone_r(handle, GEOSGetGeometryN_r(handle, faces->collection, i));
    ok = chosen[count] != NULL;
    count += ok;
  }
  if (ok) {
    area = GEOSGeom_createCollection_r(handle, GEOS_MULTIPOLYGON, chosen, count);
  } else {
    while (count > 0) GEOSGeom_destroy_r(handle, chosen[--count]);
  }
  free(chosen);
  return area;
}

void pathfan_faces_free(pathfan_geos *geos, pathfan_faces *faces) {
  GEOSGeom_destroy_r(geos->handle, faces->collection);
  free(faces->free);
  memset(faces, 0, sizeof *faces);
}
