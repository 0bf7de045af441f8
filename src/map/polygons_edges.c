/* polygons_edges.c - makes an outline of the free faces.
 *
 * An edge with a free face on one side only belongs to the outline, turned so that the face is on
 * its left. Vertices are numbered by (y, x), as on grid maps; those at which the boundary goes
 * straight on are dropped, which is decided exactly and moves nothing. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons_overlay.h"

/* Takes the edges of the outline, first between points of the faces, then renumbered to the
 * outline's own vertices: the points that have an edge, in the same order. */
static pathfan_status take(const pf_faces *faces, pf_outline *outline) {
  int32_t *number = pf_alloc_zero((uint64_t)faces->point_count, sizeof *number);
  outline->edges = pf_alloc((uint64_t)faces->edge_count, sizeof *outline->edges);
  if (!number || !outline->edges) {
    free(number);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t i = 0; i < faces->edge_count; i++) {
    const pf_face_edge *e = &faces->edges[i];
    if (faces->free[e->left] == faces->free[e->right]) continue;
    number[e->from] = number[e->to] = 1;
    outline->edges[outline->edge_count++] = faces->free[e->left]
                                                ? (pf_outline_edge){e->from, e->to}
                                                : (pf_outline_edge){e->to, e->from};
  }
  for (int32_t i = 0; i < faces->point_count; i++)
    if (number[i]) number[i] = outline->vertex_count++;
  outline->vertices = pf_alloc((uint64_t)outline->vertex_count, sizeof *outline->vertices);
  for (int32_t i = 0; i < outline->edge_count && outline->vertices; i++) {
    pf_outline_edge *e = &outline->edges[i];
    outline->vertices[number[e->from]] = faces->points[e->from];
    *e = (pf_outline_edge){number[e->from], number[e->to]};
  }
  free(number);
  return outline->vertices ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

enum { NO_EDGE = -1, SEVERAL = -2, DROPPED = -3 };

static void note(int32_t *place, int32_t edge_number) {
  *place = *place == NO_EDGE ? edge_number : SEVERAL;
}

/* Drops vertices with one edge in and one out, straight on: the edge in takes over the end of the
 * edge out. */
static pathfan_status straighten(pf_outline *outline) {
  const uint64_t vertices = (uint64_t)outline->vertex_count;
  int32_t *in = pf_alloc(vertices, sizeof *in), *out = pf_alloc(vertices, sizeof *out);
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
    pf_outline_edge *before = &outline->edges[in[v]], *after = &outline->edges[out[v]];
    const pf_lattice_point here = outline->vertices[v];
    const pf_lattice_point a = pf_from_to(outline->vertices[before->from], here);
    const pf_lattice_point b = pf_from_to(here, outline->vertices[after->to]);
    if (pf_cross(a, b) != 0 || pf_dot(a, b) <= 0) continue;
    if (in[after->to] == out[v]) in[after->to] = in[v];
    before->to = after->to;
    after->from = DROPPED;
    in[v] = out[v] = DROPPED;
  }
  int32_t kept = 0; /* new numbers of the vertices that are kept, stored in out */
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (out[v] == DROPPED) continue;
    outline->vertices[kept] = outline->vertices[v];
    out[v] = kept++;
  }
  outline->vertex_count = kept;
  kept = 0;
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pf_outline_edge old = outline->edges[e];
    if (old.from != DROPPED) outline->edges[kept++] = (pf_outline_edge){out[old.from], out[old.to]};
  }
  outline->edge_count = kept;
  qsort(outline->edges, (size_t)kept, sizeof *outline->edges, pf_outline_by_ends);
  free(in);
  free(out);
  return PATHFAN_OK;
}

pathfan_status pf_faces_outline(const pf_faces *faces, pf_outline *outline, pathfan_error *error) {
  *outline = (pf_outline){0};
  pathfan_status status = take(faces, outline);
  if (!status) status = straighten(outline);
  if (!status) return PATHFAN_OK;
  pf_outline_free(outline);
  return pf_fail(error, status, "no memory for the edges of %d faces", (int)faces->count);
}
