/* metrics.c - measures of a mesh.
 *
 * The area is summed exactly and rounded once. Two polygons may share several edges: collinear
 * ones, which are consecutive round a convex polygon. A neighbour is counted at the first of them,
 * where the edge before isn't shared with it. */
#include "meshing/metrics.h"

#include "base/portable.h"

pf_mesh_measure pf_mesh_measure_of(const pf_mesh_data *mesh, const pf_frame *frame) {
  const pf_mesh *m = &mesh->view;
  pf_mesh_measure measure = {.vertices = m->vertex_count,
                             .polygons = m->polygon_count,
                             .components = mesh->component_count};
  pf_int128 doubled = pf_int128_of(0);
  int64_t links = 0;
  for (int32_t p = 0; p < m->polygon_count; p++) {
    const uint32_t begin = m->first_corner[p], end = m->first_corner[p + 1];
    const pf_lattice_point from = m->vertices[m->corner_vertex[begin]];
    int32_t before = m->corner_neighbour[end - 1];
    int64_t neighbours = 0;
    for (uint32_t c = begin; c < end; c++) {
      const int32_t after = m->corner_neighbour[c];
      neighbours += after >= 0 && after != before;
      before = after;
      if (c + 1 == end) continue;
      const int64_t triangle = pf_cross(pf_from_to(from, m->vertices[m->corner_vertex[c]]),
                                        pf_from_to(from, m->vertices[m->corner_vertex[c + 1]]));
      doubled = pf_int128_plus(doubled, pf_int128_of(triangle));
    }
    measure.dead_ends += neighbours == 1;
    links += neighbours;
  }
  if (m->polygon_count) {
    measure.degree = (double)links / m->polygon_count;
    measure.corners = (double)m->first_corner[m->polygon_count] / m->polygon_count;
  }
  measure.area = pf_int128_double(doubled) / 2 / frame->scale / frame->scale;
  return measure;
}
