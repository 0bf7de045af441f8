/* twins.c - finds the other corner of an edge: by a search of the neighbour's corners, or, if there
 * are many, by a hash of directed edges. */
#include "mesh/twins.h"

#include <stdlib.h>

#include "base/memory.h"
#include "mesh/edge_table.h"

/* Polygons with more corners than this are looked up in the hash. */
#define FEW_CORNERS 32

static uint32_t corner_count(const pf_mesh *mesh, int32_t polygon) {
  return mesh->first_corner[polygon + 1] - mesh->first_corner[polygon];
}

static int32_t vertex_after(const pf_mesh *mesh, int32_t polygon, uint32_t corner) {
  return mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, corner)];
}

/* Fills the table with the edges of all large polygons. */
static pathfan_status list_large(const pf_mesh *mesh, pf_edge_table *table) {
  uint64_t count = 0;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    if (corner_count(mesh, p) > FEW_CORNERS) count += corner_count(mesh, p);
  while (table->mask < 2 * count) table->mask = table->mask * 2 + 1;
  table->corner = pf_alloc_zero(table->mask + 1, sizeof *table->corner);
  table->key = pf_alloc(table->mask + 1, sizeof *table->key);
  if (!table->corner || !table->key) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count && count; p++)
    for (uint32_t c = mesh->first_corner[p];
         corner_count(mesh, p) > FEW_CORNERS && c < mesh->first_corner[p + 1]; c++) {
      const uint64_t key = pf_edge_key(mesh->corner_vertex[c], vertex_after(mesh, p, c));
      const uint64_t at = pf_edge_find(table, key);
      table->corner[at] = c + 1;
      table->key[at] = key;
    }
  return PATHFAN_OK;
}

pathfan_status pf_mesh_twins(const pf_mesh *mesh, int32_t *twin) {
  pf_edge_table table = {.mask = 15};
  const pathfan_status status = list_large(mesh, &table);
  for (int32_t p = 0; p < mesh->polygon_count && !status; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const int32_t q = mesh->corner_neighbour[c], from = vertex_after(mesh, p, c);
      twin[c] = -1;
      if (q < 0) continue;
      if (corner_count(mesh, q) > FEW_CORNERS) {
        const uint64_t at = pf_edge_find(&table, pf_edge_key(from, mesh->corner_vertex[c]));
        const int64_t found = (int64_t)table.corner[at] - 1;
        if (found >= mesh->first_corner[q] && found < mesh->first_corner[q + 1])
          twin[c] = (int32_t)found;
        continue;
      }
      for (uint32_t d = mesh->first_corner[q]; d < mesh->first_corner[q + 1]; d++)
        if (mesh->corner_vertex[d] == from && vertex_after(mesh, q, d) == mesh->corner_vertex[c])
          twin[c] = (int32_t)d;
    }
  free(table.corner);
  free(table.key);
  return status;
}
