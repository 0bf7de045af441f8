/* search_mesh.c - a copy of a mesh in the order in which a search reads it. */
#include "search/search_mesh.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/twins.h"

static bool is_dead_end(const pf_mesh *mesh, int32_t polygon) {
  int32_t only = PF_MESH_NONE;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const int32_t neighbour = mesh->corner_neighbour[c];
    if (neighbour < 0 || neighbour == only) continue;
    if (only >= 0) return false;
    only = neighbour;
  }
  return true;
}

pathfan_status pf_search_mesh_build(const pf_mesh *mesh, const pf_wedge *wedge,
                                    const int32_t *component, size_t stride, int fraction_bits,
                                    pf_search_mesh *search) {
  const uint64_t polygons = (uint64_t)mesh->polygon_count;
  const uint32_t corners = mesh->first_corner[polygons];
  *search = (pf_search_mesh){.view = *mesh, .fraction_bits = fraction_bits};
  search->corners = pf_alloc(corners, sizeof *search->corners);
  search->wedge = pf_alloc((uint64_t)mesh->convex_count, sizeof *search->wedge);
  search->component = pf_alloc(polygons, sizeof *search->component);
  int32_t *twin = pf_alloc(corners, sizeof *twin);
  pathfan_status status = twin ? pf_mesh_twins(mesh, twin) : PATHFAN_ERR_NO_MEMORY;
  if (status || !search->corners || !search->wedge || !search->component) {
    free(twin);
    pf_search_mesh_free(search);
    return PATHFAN_ERR_NO_MEMORY;
  }
  if (mesh->convex_count) memcpy(search->wedge, wedge, (size_t)mesh->convex_count * sizeof *wedge);
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const uint32_t begin = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    search->component[p] = component[(size_t)p * stride];
    for (uint32_t c = begin; c < end; c++) {
      const int32_t neighbour = mesh->corner_neighbour[c];
      int32_t back = twin[c];
      const bool passable = back >= 0;
      if (passable && is_dead_end(mesh, neighbour)) back = ~back;
      search->corners[c] = (pf_search_corner){.at = mesh->vertices[mesh->corner_vertex[c]],
                                              .vertex = mesh->corner_vertex[c],
                                              .neighbour = passable ? neighbour : PF_MESH_NONE,
                                              .back = back};
    }
  }
  free(twin);
  return PATHFAN_OK;
}

void pf_search_mesh_free(pf_search_mesh *search) {
  free(search->corners);
  free(search->wedge);
  free(search->component);
  memset(search, 0, sizeof *search);
}
