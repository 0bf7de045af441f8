/* obstacles.c - joins the ends of each side of an obstacle (union-find): an obstacle is what hangs
 * together. Where two touch in a point only, the mesh has several vertices, and they stay apart. */
#include "mesh/obstacles.h"

#include <stdlib.h>

#include "base/memory.h"

/* Returns the vertex that stands for those joined with v. */
static int32_t find_root(int32_t *parent, int32_t v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

static void join_sides(const pf_mesh *mesh, int32_t *parent) {
  for (int32_t v = 0; v < mesh->vertex_count; v++) parent[v] = v;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      if (mesh->corner_neighbour[c] != PF_MESH_NONE) continue;
      const uint32_t next = pf_corner_after(mesh->first_corner, p, c);
      const int32_t a = find_root(parent, mesh->corner_vertex[c]);
      const int32_t b = find_root(parent, mesh->corner_vertex[next]);
      parent[a < b ? b : a] = a < b ? a : b; /* so the least number stands for all */
    }
}

static void add(pf_obstacle_box *box, pf_lattice_point at) {
  box->low.x = at.x < box->low.x ? at.x : box->low.x;
  box->low.y = at.y < box->low.y ? at.y : box->low.y;
  box->high.x = at.x > box->high.x ? at.x : box->high.x;
  box->high.y = at.y > box->high.y ? at.y : box->high.y;
}

/* Numbers the obstacles that have a convex vertex. `parent` of each vertex becomes its obstacle;
 * -1: another one. Ascending: the vertex that stands for others comes before them. */
static void number(pf_obstacles *o, const pf_mesh *mesh, int32_t *parent) {
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    const pf_lattice_point at = mesh->vertices[v];
    const int32_t root = parent[v];
    if (root == v) {
      parent[v] = v < mesh->convex_count ? o->count++ : -1;
      if (parent[v] >= 0) o->boxes[parent[v]] = (pf_obstacle_box){at, at};
    } else {
      parent[v] = parent[root];
      if (parent[v] >= 0) add(&o->boxes[parent[v]], at);
    }
  }
}

pathfan_status pf_obstacles_find(pf_obstacles *obstacles, const pf_mesh *mesh) {
  int32_t roots = 0, *parent = pf_alloc((uint64_t)mesh->vertex_count, sizeof *parent);
  *obstacles = (pf_obstacles){.of = parent};
  if (!parent) return PATHFAN_ERR_NO_MEMORY;
  join_sides(mesh, parent);
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    parent[v] = find_root(parent, v);
    roots += parent[v] == v && v < mesh->convex_count;
  }
  obstacles->boxes = pf_alloc((uint64_t)roots, sizeof *obstacles->boxes);
  if (obstacles->boxes) {
    number(obstacles, mesh, parent);
    return PATHFAN_OK;
  }
  pf_obstacles_free(obstacles);
  return PATHFAN_ERR_NO_MEMORY;
}

void pf_obstacles_free(pf_obstacles *obstacles) {
  free(obstacles->of);
  free(obstacles->boxes);
  *obstacles = (pf_obstacles){0};
}
