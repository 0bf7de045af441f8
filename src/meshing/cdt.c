/* cdt.c - from an outline to the triangles of its free side.
 *
 * Four steps: the points are put in an order that keeps walks short (cdt_order.c) and inserted one
 * by one into a box round them all (cdt_insert.c); the outline's edges are carved into that
 * triangulation (cdt_edges.c); free space is filled from the left sides of the edges; its triangles
 * are copied to the mesh. The box need not be far away: triangles outside the outline don't change
 * those inside. */
#include "meshing/cdt.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "geometry/frame.h"
#include "meshing/cdt_triangles.h"

/* Keeps 4 * triangle + side within 32 bits. */
#define VERTEX_LIMIT (INT32_C(1) << 28)

typedef struct builder {
  const pf_outline *outline;
  const pf_outline_edge *lines; /* by the outline's vertex numbers */
  int32_t line_count;
  bool takes_bare;        /* accepts vertices without edges */
  pf_outline_edge *inner; /* the lines by the numbers of insertion */
  pf_cdt cdt;
  int32_t *order;      /* [Size: vertex_count] the outline's number of the i-th vertex inserted */
  int32_t *place;      /* [Size: vertex_count] the inverse of order */
  int32_t *first_edge; /* [Size: vertex_count + 1] edges by the vertex they leave, numbered by
                          insertion */
  int32_t *to;         /* [Size: edge_count] */
  int32_t *number;     /* [Size: triangle_count] numbers of free triangles; -1: not free */
} builder;

static bool edges_are_sound(const pf_outline *outline, const pf_outline_edge *edges,
                            int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const pf_outline_edge edge = edges[i];
    if (edge.from < 0 || edge.to < 0 || edge.from >= outline->vertex_count ||
        edge.to >= outline->vertex_count || edge.from == edge.to)
      return false;
  }
  return true;
}

static bool outline_is_sound(const pf_outline *outline) {
  if (outline->vertex_count < 0 || outline->edge_count < 0) return false;
  for (int32_t i = 0; i < outline->vertex_count; i++) {
    const pf_lattice_point at = outline->vertices[i];
    if (at.x < 0 || at.y < 0 || at.x > PF_EXTENT_MAX || at.y > PF_EXTENT_MAX) return false;
  }
  return edges_are_sound(outline, outline->edges, outline->edge_count);
}

/* Copies the points in the order of insertion, shifted so that the box, which extends half the
 * larger side beyond the points on each side, begins at 0. */
static void place_points(builder *b) {
  const pf_outline *outline = b->outline;
  const int32_t count = outline->vertex_count;
  pf_lattice_point low = {INT32_MAX, INT32_MAX}, high = {0, 0};
  for (int32_t i = 0; i < count; i++) {
    const pf_lattice_point at = outline->vertices[i];
    if (at.x < low.x) low.x = at.x;
    if (at.y < low.y) low.y = at.y;
    if (at.x > high.x) high.x = at.x;
    if (at.y > high.y) high.y = at.y;
  }
  if (!count) low = high;
  const int32_t width = high.x - low.x, height = high.y - low.y;
  const int32_t margin = (width > height ? width : height) / 2 + 1;
  const int32_t right = width + 2 * margin, bottom = height + 2 * margin;
  for (int32_t i = 0; i < count; i++) {
    const pf_lattice_point at = outline->vertices[b->order[i]];
    b->place[b->order[i]] = i;
    b->cdt.points[i] = (pf_lattice_point){at.x - low.x + margin, at.y - low.y + margin};
  }
  b->cdt.points[count] = (pf_lattice_point){0, 0};
  b->cdt.points[count + 1] = (pf_lattice_point){right, 0};
  b->cdt.points[count + 2] = (pf_lattice_point){right, bottom};
  b->cdt.points[count + 3] = (pf_lattice_point){0, bottom};
}

/* Groups the edges by the vertex they leave. False if a vertex that must have an edge has none. */
static bool group_edges(builder *b) {
  const pf_outline *outline = b->outline;
  for (int32_t i = 0; i < outline->edge_count; i++)
    b->first_edge[b->place[outline->edges[i].from] + 1]++;
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (!b->first_edge[v + 1] && !b->takes_bare) return false;
    b->first_edge[v + 1] += b->first_edge[v];
  }
  /* Filling backwards turns the end of group v, at index v + 1, into its beginning; the memmove
   * shifts these to index v. */
  for (int32_t i = outline->edge_count - 1; i >= 0; i--) {
    const pf_outline_edge edge = outline->edges[i];
    b->to[--b->first_edge[b->place[edge.from] + 1]] = b->place[edge.to];
  }
  memmove(b->first_edge, b->first_edge + 1, (size_t)outline->vertex_count * sizeof *b->first_edge);
  b->first_edge[outline->vertex_count] = outline->edge_count;
  for (int32_t i = 0; i < b->line_count; i++)
    b->inner[i] = (pf_outline_edge){b->place[b->lines[i].from], b->place[b->lines[i].to]};
  return true;
}

/* Numbers the triangles reachable from the free sides of edges without crossing an edge, in their
 * order. False if that reaches a blocked side or the box: then the outline isn't closed, or has
 * free space on both sides. */
static bool number_free(builder *b, int32_t *count) {
  const uint32_t edges = 7 * PF_CDT_EDGE;
  pf_cdt_triangle *triangles = b->cdt.triangles;
  int32_t *stack = b->number; /* unused until triangles are numbered */
  for (uint32_t seed = 0; seed < b->cdt.triangle_count; seed++) {
    if (!(triangles[seed].marks & 7 * PF_CDT_FREE) || triangles[seed].marks & PF_CDT_SEEN) continue;
    uint32_t depth = 0;
    triangles[seed].marks |= PF_CDT_SEEN;
    stack[depth++] = (int32_t)seed;
    while (depth) {
      const pf_cdt_triangle *triangle = &triangles[stack[--depth]];
      const uint32_t free_edges = triangle->marks / PF_CDT_FREE & edges;
      if (free_edges != (triangle->marks & edges)) return false;
      for (int i = 0; i < 3; i++) {
        if (free_edges >> i & 1) continue;
        if (triangle->across[i] == PF_CDT_NONE) return false;
        const uint32_t next = triangle->across[i] >> 2;
        if (triangles[next].marks & PF_CDT_SEEN) continue;
        triangles[next].marks |= PF_CDT_SEEN;
        stack[depth++] = (int32_t)next;
      }
    }
  }
  *count = 0;
  for (uint32_t t = 0; t < b->cdt.triangle_count; t++)
    b->number[t] = triangles[t].marks & PF_CDT_SEEN ? (*count)++ : -1;
  return true;
}

static pathfan_status hand_over(const builder *b, int32_t count, pf_mesh_data *mesh) {
  const int32_t vertex_count = b->outline->vertex_count;
  mesh->vertices = pf_alloc((uint64_t)vertex_count, sizeof *mesh->vertices);
  mesh->first_corner = pf_alloc((uint64_t)count + 1, sizeof *mesh->first_corner);
  mesh->corner_vertex = pf_alloc((uint64_t)count * 3, sizeof *mesh->corner_vertex);
  mesh->corner_neighbour = pf_alloc((uint64_t)count * 3, sizeof *mesh->corner_neighbour);
  if (!mesh->vertices || !mesh->first_corner || !mesh->corner_vertex || !mesh->corner_neighbour)
    return PATHFAN_ERR_NO_MEMORY;
  if (vertex_count)
    memcpy(mesh->vertices, b->outline->vertices, (size_t)vertex_count * sizeof *mesh->vertices);
  uint32_t corner = 0;
  for (uint32_t t = 0; t < b->cdt.triangle_count; t++) {
    const pf_cdt_triangle *triangle = &b->cdt.triangles[t];
    if (b->number[t] < 0) continue;
    mesh->first_corner[b->number[t]] = corner;
    for (int i = 0; i < 3; i++) {
      /* Side i - 1, opposite the previous corner, leads from corner i to the next. */
      const uint32_t across = triangle->across[pf_cdt_previous(i)] >> 2;
      mesh->corner_vertex[corner] = b->order[triangle->v[i]];
      mesh->corner_neighbour[corner++] = b->number[across];
    }
  }
  mesh->first_corner[count] = corner;
  mesh->view = (pf_mesh){.vertex_count = vertex_count,
                         .polygon_count = count,
                         .vertices = mesh->vertices,
                         .first_corner = mesh->first_corner,
                         .corner_vertex = mesh->corner_vertex,
                         .corner_neighbour = mesh->corner_neighbour};
  return PATHFAN_OK;
}

/* Allocates an array of triangles aligned to a cache line. */
static pf_cdt_triangle *new_triangles(uint64_t count) {
  return pf_alloc_aligned((count + 1) / 2 * 64, 64);
}

/* Triangulates. The caller fills outline, lines, line_count and takes_bare. */
static pathfan_status build(builder b, pf_mesh_data *mesh) {
  const pf_outline *outline = b.outline;
  const int32_t line_count = b.line_count;
  int32_t free_count = 0;
  memset(mesh, 0, sizeof *mesh);
  if (outline->vertex_count > VERTEX_LIMIT) return PATHFAN_ERR_LIMIT;
  if (!outline_is_sound(outline) || !edges_are_sound(outline, b.lines, line_count))
    return PATHFAN_ERR_MALFORMED;

  const uint64_t n = (uint64_t)outline->vertex_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  b.cdt.vertex_count = outline->vertex_count;
  b.cdt.points = pf_alloc(n + 4, sizeof *b.cdt.points);
  b.cdt.triangles = new_triangles(2 * n + 2);
  b.order = pf_alloc(n, sizeof *b.order);
  b.place = pf_alloc(n, sizeof *b.place);
  b.first_edge = pf_alloc_zero(n + 1, sizeof *b.first_edge);
  b.to = pf_alloc((uint64_t)outline->edge_count, sizeof *b.to);
  b.number = pf_alloc(2 * n + 2, sizeof *b.number);
  b.inner = pf_alloc((uint64_t)line_count, sizeof *b.inner);
  if (!b.cdt.points || !b.cdt.triangles || !b.order || !b.place || !b.first_edge || !b.to ||
      !b.number || !b.inner)
    goto cleanup;

  status = pf_cdt_order(outline->vertices, outline->vertex_count, b.order);
  if (status) goto cleanup;
  place_points(&b);
  status = PATHFAN_ERR_MALFORMED;
  if (!group_edges(&b)) goto cleanup;
  status = pf_cdt_insert_points(&b.cdt);
  if (!status) status = pf_cdt_insert_edges(&b.cdt, b.first_edge, b.to, b.inner, line_count);
  if (!status && !number_free(&b, &free_count)) status = PATHFAN_ERR_MALFORMED;
  if (!status) status = hand_over(&b, free_count, mesh);

cleanup:
  free(b.cdt.points);
  pf_free_aligned(b.cdt.triangles);
  free(b.order);
  free(b.place);
  free(b.first_edge);
  free(b.to);
  free(b.number);
  free(b.inner);
  if (status) pf_mesh_data_free(mesh);
  return status;
}

pathfan_status pf_cdt_build(const pf_outline *outline, pf_mesh_data *mesh) {
  return build((builder){.outline = outline}, mesh);
}

pathfan_status pf_cdt_build_with(const pf_outline *outline, const pf_outline_edge *lines,
                                 int32_t line_count, pf_mesh_data *mesh) {
  return build(
      (builder){.outline = outline, .lines = lines, .line_count = line_count, .takes_bare = true},
      mesh);
}
