#include "twin_mesh_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char text[300];

static const char *__attribute__((format(printf, 1, 2))) say(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return text;
}

/* An edge of a polygon, with a polygon on its left. */
typedef struct edge {
  pf_lattice_point a, b;
  int32_t polygon, neighbour;
  bool used;
} edge;

static pf_lattice_point corner(const pf_mesh *mesh, int32_t polygon, uint32_t i) {
  const uint32_t first = mesh->first_corner[polygon];
  const uint32_t count = mesh->first_corner[polygon + 1] - first;
  return mesh->vertices[mesh->corner_vertex[first + i % count]];
}

static bool same(pf_lattice_point a, pf_lattice_point b) {
  return a.x == b.x && a.y == b.y;
}

static int compare(pf_lattice_point a, pf_lattice_point b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

static int64_t turn(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c) {
  return pf_cross(pf_from_to(a, b), pf_from_to(b, c));
}

/* Every corner must be on the left of every edge, none twice; the border must not turn back. */
static const char *check_polygon(const pf_mesh *mesh, int32_t p) {
  const uint32_t count = mesh->first_corner[p + 1] - mesh->first_corner[p];
  int64_t bent = 0;
  for (uint32_t i = 0; i < count; i++) {
    const pf_lattice_point a = corner(mesh, p, i), b = corner(mesh, p, i + 1),
                           c = corner(mesh, p, i + 2);
    for (uint32_t j = 0; j < count; j++)
      if (turn(a, b, corner(mesh, p, j)) < 0) return say("polygon %d is not convex", p);
    for (uint32_t j = 0; j < i; j++)
      if (same(a, corner(mesh, p, j))) return say("polygon %d has a corner twice", p);
    if (turn(a, b, c) == 0 && pf_dot(pf_from_to(a, b), pf_from_to(b, c)) <= 0)
      return say("polygon %d turns back at %d,%d", p, b.x, b.y);
    bent += turn(a, b, c);
  }
  return bent > 0 ? NULL : say("polygon %d has no area", p);
}

static const char *check_sizes(const pf_mesh *mesh) {
  if (mesh->first_corner[0] != 0) return say("first_corner begins with %u", mesh->first_corner[0]);
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const int64_t count = (int64_t)mesh->first_corner[p + 1] - mesh->first_corner[p];
    if (count < 3) return say("polygon %d has %d corners", p, (int)count);
    for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++) {
      if (mesh->corner_vertex[i] < 0 || mesh->corner_vertex[i] >= mesh->vertex_count)
        return say("polygon %d: vertex %d", p, mesh->corner_vertex[i]);
      if (mesh->corner_neighbour[i] < -1 || mesh->corner_neighbour[i] >= mesh->polygon_count ||
          mesh->corner_neighbour[i] == p)
        return say("polygon %d: neighbour %d", p, mesh->corner_neighbour[i]);
    }
  }
  return NULL;
}

static const char *check_area(const pf_mesh *mesh, const pf_outline *outline) {
  __int128 polygons = 0, whole = 0;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t i = 0; i < mesh->first_corner[p + 1] - mesh->first_corner[p]; i++)
      polygons += pf_cross(corner(mesh, p, i), corner(mesh, p, i + 1));
  for (int32_t i = 0; i < outline->edge_count; i++)
    whole += pf_cross(outline->vertices[outline->edges[i].from],
                      outline->vertices[outline->edges[i].to]);
  return polygons == whole ? NULL
                           : say("area %g instead of %g", (double)polygons / 2, (double)whole / 2);
}

static int by_ends(const void *x, const void *y) {
  const edge *a = x, *b = y;
  const int from = compare(a->a, b->a);
  return from ? from : compare(a->b, b->b);
}

/* The first edge that begins at a. */
static int64_t first_from(const edge *edges, int64_t count, pf_lattice_point a) {
  int64_t low = 0, high = count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (compare(edges[middle].a, a) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static const char *check_neighbours(const edge *edges, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    if (edges[i].neighbour < 0) continue;
    int found = 0;
    for (int64_t j = first_from(edges, count, edges[i].b);
         j < count && same(edges[j].a, edges[i].b); j++)
      found += same(edges[j].b, edges[i].a) && edges[j].polygon == edges[i].neighbour &&
               edges[j].neighbour == edges[i].polygon;
    if (found != 1)
      return say("the edge %d,%d-%d,%d of polygon %d is there %d times in polygon %d", edges[i].a.x,
                 edges[i].a.y, edges[i].b.x, edges[i].b.y, edges[i].polygon, found,
                 edges[i].neighbour);
  }
  return NULL;
}

/* Follows every edge of the outline along walls; each wall must be used once. */
static const char *check_walls(edge *edges, int64_t count, const pf_outline *outline) {
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const pf_lattice_point from = outline->vertices[outline->edges[i].from],
                           to = outline->vertices[outline->edges[i].to];
    pf_lattice_point at = from;
    while (!same(at, to)) {
      int64_t j = first_from(edges, count, at);
      for (; j < count && same(edges[j].a, at); j++) {
        const pf_lattice_point left = pf_from_to(edges[j].b, to), step = pf_from_to(at, edges[j].b),
                               way = pf_from_to(from, to);
        if (edges[j].neighbour < 0 && !edges[j].used && pf_cross(way, step) == 0 &&
            pf_dot(way, step) > 0 && pf_dot(way, left) >= 0)
          break;
      }
      if (j == count || !same(edges[j].a, at))
        return say("no wall from %d,%d to %d,%d at %d,%d", from.x, from.y, to.x, to.y, at.x, at.y);
      edges[j].used = true;
      at = edges[j].b;
    }
  }
  for (int64_t j = 0; j < count; j++)
    if (edges[j].neighbour < 0 && !edges[j].used)
      return say("a wall from %d,%d to %d,%d which isn't in the outline", edges[j].a.x,
                 edges[j].a.y, edges[j].b.x, edges[j].b.y);
  return NULL;
}

/* > 0 if d lies inside the circle through a, b and c, < 0 outside. */
static int in_circle(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c,
                     pf_lattice_point d) {
  const pf_lattice_point row[3] = {pf_from_to(d, a), pf_from_to(d, b), pf_from_to(d, c)};
  __int128 determinant = 0;
  for (int i = 0; i < 3; i++)
    determinant += (__int128)pf_dot(row[i], row[i]) * pf_cross(row[(i + 1) % 3], row[(i + 2) % 3]);
  return (determinant > 0) - (determinant < 0);
}

static const char *check_delaunay(const pf_mesh *mesh, int32_t p) {
  if (mesh->first_corner[p + 1] - mesh->first_corner[p] != 3)
    return say("polygon %d is no triangle", p);
  for (uint32_t i = 0; i < 3; i++) {
    const int32_t neighbour = mesh->corner_neighbour[mesh->first_corner[p] + i];
    if (neighbour < 0) continue;
    const pf_lattice_point a = corner(mesh, p, i), b = corner(mesh, p, i + 1),
                           c = corner(mesh, p, i + 2);
    pf_lattice_point d = a;
    for (uint32_t j = 0; j < 3; j++)
      if (same(corner(mesh, neighbour, j), b) && same(corner(mesh, neighbour, j + 1), a))
        d = corner(mesh, neighbour, j + 2);
    const int inside = in_circle(a, b, c, d);
    if (inside > 0) return say("polygons %d and %d: not Delaunay", p, neighbour);
    const pf_lattice_point first_end = compare(a, b) < 0 ? a : b;
    if (inside == 0 && (compare(c, first_end) < 0 || compare(d, first_end) < 0))
      return say("polygons %d and %d: the other diagonal is the right one", p, neighbour);
  }
  return NULL;
}

const char *twin_mesh_fault(const pf_mesh *mesh, const pf_outline *outline, bool delaunay) {
  const char *fault = check_sizes(mesh);
  if (fault) return fault;
  for (int32_t p = 0; p < mesh->polygon_count && !fault; p++) fault = check_polygon(mesh, p);
  if (!fault) fault = check_area(mesh, outline);
  if (fault) return fault;

  const int64_t count = mesh->first_corner[mesh->polygon_count];
  edge *edges = malloc(((size_t)count + 1) * sizeof *edges);
  if (!edges) return say("no memory");
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++) {
      const uint32_t at = i - mesh->first_corner[p];
      edges[i] =
          (edge){corner(mesh, p, at), corner(mesh, p, at + 1), p, mesh->corner_neighbour[i], false};
    }
  qsort(edges, (size_t)count, sizeof *edges, by_ends);
  fault = check_neighbours(edges, count);
  if (!fault) fault = check_walls(edges, count, outline);
  free(edges);
  for (int32_t p = 0; delaunay && p < mesh->polygon_count && !fault; p++)
    fault = check_delaunay(mesh, p);
  return fault;
}
