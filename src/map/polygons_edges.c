/* polygons_edges.c - from free faces to an outline.
 *
 * Every face gives the edges of its rings, turned so that the face is on their
 * left. Edges that two free faces share are there once in either direction and
 * cancel. Vertices are numbered by (y, x), as on grid maps; those at which the
 * boundary goes straight on are dropped, which is decided exactly and moves
 * nothing. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons_overlay.h"

typedef struct edge {
  pathfan_lattice_point from, to;
} edge;

typedef struct edges {
  edge *edges;
  int32_t count, capacity;
} edges;

#define EDGES_MAX (INT32_C(1) << 28)

static int compare(pathfan_lattice_point a, pathfan_lattice_point b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

/* Twins of either direction side by side. */
static int by_ends(const void *a, const void *b) {
  const edge *s = a, *t = b;
  const bool s_up = compare(s->from, s->to) < 0, t_up = compare(t->from, t->to) < 0;
  int order = compare(s_up ? s->from : s->to, t_up ? t->from : t->to);
  if (!order) order = compare(s_up ? s->to : s->from, t_up ? t->to : t->from);
  return order ? order : s_up - t_up;
}

static pathfan_status make_room(edges *list, int32_t more) {
  if (more <= list->capacity - list->count) return PATHFAN_OK;
  if (more > EDGES_MAX - list->count) return PATHFAN_ERR_LIMIT;
  const int32_t wanted = list->count + more;
  const int32_t capacity = wanted < EDGES_MAX / 2 ? 2 * wanted : EDGES_MAX;
  edge *new = pathfan_resize(list->edges, (uint64_t)capacity, sizeof *new);
  if (!new) return PATHFAN_ERR_NO_MEMORY;
  list->edges = new;
  list->capacity = capacity;
  return PATHFAN_OK;
}

/* A ring of whole numbers, closed; its inside is on the left afterwards if `left`. */
static pathfan_status add_ring(pathfan_geos *geos, const GEOSGeometry *ring, bool left,
                               edges *list) {
  const GEOSContextHandle_t handle = geos->handle;
  const GEOSCoordSequence *sequence = ring ? GEOSGeom_getCoordSeq_r(handle, ring) : NULL;
  unsigned size = 0;
  if (!sequence || !GEOSCoordSeq_getSize_r(handle, sequence, &size) || size < 1 || size > EDGES_MAX)
    return PATHFAN_ERR_LIMIT;
  pathfan_status status = make_room(list, (int32_t)size);
  double *points = pathfan_alloc(size, 2 * sizeof *points);
  if (!status && !points) status = PATHFAN_ERR_NO_MEMORY;
  if (!status && !GEOSCoordSeq_copyToBuffer_r(handle, sequence, points, 0, 0))
    status = PATHFAN_ERR_LIMIT;
  if (status) goto cleanup;

  __int128 area = 0; /* doubled */
  const int32_t first = list->count;
  for (unsigned i = 0; i + 1 < size; i++) {
    const double *a = points + 2 * i;
    const edge e = {{(int32_t)a[0], (int32_t)a[1]}, {(int32_t)a[2], (int32_t)a[3]}};
    if (!compare(e.from, e.to)) continue;
    area += pathfan_cross(e.from, e.to);
    list->edges[list->count++] = e;
  }
  if ((area > 0) != left) {
    for (int32_t i = first; i < list->count; i++)
      list->edges[i] = (edge){list->edges[i].to, list->edges[i].from};
  }
cleanup:
  free(points);
  return status;
}

static pathfan_status add_face(pathfan_geos *geos, const GEOSGeometry *face, edges *list) {
  const GEOSContextHandle_t handle = geos->handle;
  pathfan_status status = add_ring(geos, GEOSGetExteriorRing_r(handle, face), true, list);
  const int holes = GEOSGetNumInteriorRings_r(handle, face);
  for (int i = 0; i < holes && !status; i++)
    status = add_ring(geos, GEOSGetInteriorRingN_r(handle, face, i), false, list);
  return status;
}

/* Of edges between the same two points, keeps the excess of one direction. */
static void cancel(edges *list) {
  if (!list->count) return; /* and there is no array */
  qsort(list->edges, (size_t)list->count, sizeof *list->edges, by_ends);
  int32_t kept = 0;
  for (int32_t i = 0; i < list->count;) {
    const edge e = list->edges[i];
    int32_t balance = 0;
    for (; i < list->count; i++) {
      const edge f = list->edges[i];
      const bool same = !compare(e.from, f.from) && !compare(e.to, f.to);
      if (!same && (compare(e.from, f.to) || compare(e.to, f.from))) break;
      balance += same ? 1 : -1;
    }
    if (balance) list->edges[kept++] = balance > 0 ? e : (edge){e.to, e.from};
  }
  list->count = kept;
}

static int by_place(const void *a, const void *b) {
  return compare(*(const pathfan_lattice_point *)a, *(const pathfan_lattice_point *)b);
}

static int32_t find(const pathfan_outline *outline, pathfan_lattice_point point) {
  int32_t low = 0, high = outline->vertex_count - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (compare(outline->vertices[middle], point) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static pathfan_status number(const edges *list, pathfan_outline *outline) {
  outline->vertices = pathfan_alloc(2 * (uint64_t)list->count, sizeof *outline->vertices);
  outline->edges = pathfan_alloc((uint64_t)list->count, sizeof *outline->edges);
  if (!outline->vertices || !outline->edges) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < list->count; i++) {
    outline->vertices[2 * i] = list->edges[i].from;
    outline->vertices[2 * i + 1] = list->edges[i].to;
  }
  qsort(outline->vertices, 2 * (size_t)list->count, sizeof *outline->vertices, by_place);
  for (int32_t i = 0; i < 2 * list->count; i++)
    if (!i || compare(outline->vertices[i], outline->vertices[i - 1]))
      outline->vertices[outline->vertex_count++] = outline->vertices[i];
  for (int32_t i = 0; i < list->count; i++)
    outline->edges[i] = (pathfan_outline_edge){find(outline, list->edges[i].from),
                                               find(outline, list->edges[i].to)};
  outline->edge_count = list->count;
  return PATHFAN_OK;
}

static int by_numbers(const void *a, const void *b) {
  const pathfan_outline_edge *s = a, *t = b;
  if (s->from != t->from) return s->from < t->from ? -1 : 1;
  return (s->to > t->to) - (s->to < t->to);
}

enum { NO_EDGE = -1, SEVERAL = -2, DROPPED = -3 };

static void note(int32_t *place, int32_t edge_number) {
  *place = *place == NO_EDGE ? edge_number : SEVERAL;
}

/* Drops vertices with one edge in and one out, straight on, by letting the edge in
 * take over the end of the edge out. */
static pathfan_status straighten(pathfan_outline *outline) {
  const uint64_t vertices = (uint64_t)outline->vertex_count;
  int32_t *in = pathfan_alloc(vertices, sizeof *in), *out = pathfan_alloc(vertices, sizeof *out);
  if (!in || !out) {
    free(in);
    free(out);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t v = 0; v < outline->vertex_count; v++) in[v] = out[v] = NO_EDGE;
  for (int32_t e = 0; e < outline->edge_count; e++) {
    note(&out[outline->edges[e].from], e);
    note(&in[outline->edges[e].to], e);
  }
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (in[v] < 0 || out[v] < 0) continue;
    pathfan_outline_edge *before = &outline->edges[in[v]], *after = &outline->edges[out[v]];
    const pathfan_lattice_point here = outline->vertices[v];
    const pathfan_lattice_point a = pathfan_from_to(outline->vertices[before->from], here);
    const pathfan_lattice_point b = pathfan_from_to(here, outline->vertices[after->to]);
    if (pathfan_cross(a, b) != 0 || pathfan_dot(a, b) <= 0) continue;
    if (in[after->to] == out[v]) in[after->to] = in[v];
    before->to = after->to;
    after->from = DROPPED;
    in[v] = out[v] = DROPPED;
  }
  int32_t kept = 0; /* numbers that vertices keep, in place of out */
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (out[v] == DROPPED) continue;
    outline->vertices[kept] = outline->vertices[v];
    out[v] = kept++;
  }
  outline->vertex_count = kept;
  kept = 0;
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pathfan_outline_edge old = outline->edges[e];
    if (old.from != DROPPED)
      outline->edges[kept++] = (pathfan_outline_edge){out[old.from], out[old.to]};
  }
  outline->edge_count = kept;
  qsort(outline->edges, (size_t)kept, sizeof *outline->edges, by_numbers);
  free(in);
  free(out);
  return PATHFAN_OK;
}

pathfan_status pathfan_faces_outline(pathfan_geos *geos, const pathfan_faces *faces,
                                     pathfan_outline *outline, pathfan_error *error) {
  edges list = {0};
  pathfan_status status = PATHFAN_OK;
  *outline = (pathfan_outline){0};
  geos->message[0] = 0;
  for (int32_t i = 0; i < faces->count && !status; i++)
    if (faces->free[i])
      status = add_face(geos, GEOSGetGeometryN_r(geos->handle, faces->collection, i), &list);
  if (!status) {
    cancel(&list);
    status = number(&list, outline);
  }
  if (!status) status = straighten(outline);
  free(list.edges);
  if (status) {
    pathfan_outline_free(outline);
    if (status == PATHFAN_ERR_LIMIT && geos->message[0])
      status = pathfan_geos_fail(geos, error, "reading faces");
    else
      pathfan_fail(error, status, "%s for the edges of %d faces",
                   status == PATHFAN_ERR_LIMIT ? "no numbers" : "no memory", (int)faces->count);
  }
  return status;
}
