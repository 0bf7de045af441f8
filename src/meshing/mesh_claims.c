/* mesh_claims.c - compares what polygons and vertices of a file claim about each other.
 *
 * Claims about edges are stored by the mesh's corners and compared one by one; those about vertices
 * are sorted by polygon, so that each polygon is visited once. Claims about a polygon that rounding
 * left without area are accepted. */
#include "meshing/mesh_claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct checker {
  pf_mesh_records *records;
  const pf_mesh_origins *origins;
  const pf_frame *frame;
  const pf_mesh_data *mesh;
} checker;

/* Returns a neighbour's number in the file, or "none" for an obstacle in version 3, where an
 * obstacle has several numbers. */
static const char *name_of(const checker *k, int32_t neighbour, char text[16]) {
  const int32_t least = k->records->least;
  if (least && neighbour == PF_CLAIM_OBSTACLE) return "none";
  snprintf(text, 16, "%d", (int)(neighbour + least));
  return text;
}

/* Checks the neighbours given in the file against those found. */
static pathfan_status check_neighbours(const checker *k, pathfan_error *error) {
  const pf_mesh_data *mesh = k->mesh;
  const pf_mesh_origins *o = k->origins;
  const pf_frame *frame = k->frame;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++) {
    const uint32_t begin = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    for (uint32_t c = begin; c < end; c++) {
      const int32_t claim = o->claim[c], found = mesh->corner_neighbour[c];
      if (claim == PF_CLAIM_NONE || (claim >= 0 && o->dropped[claim])) continue;
      const int32_t is = found < 0 ? PF_CLAIM_OBSTACLE : o->source[found];
      if (claim == is) continue;
      const pf_lattice_point from = mesh->vertices[mesh->corner_vertex[c]];
      const pf_lattice_point to = mesh->vertices[mesh->corner_vertex[c + 1 < end ? c + 1 : begin]];
      char given[16], there[16];
      k->records->text.line = k->records->polygon_line[o->source[p]];
      return pf_text_fail(
          &k->records->text, error,
          "neighbour %s is given across the edge from %.10g,%.10g to %.10g,%.10g, but %s is there",
          name_of(k, claim, given), pf_frame_x(frame, 0, from.x), pf_frame_y(frame, 0, from.y),
          pf_frame_x(frame, 0, to.x), pf_frame_y(frame, 0, to.y), name_of(k, is, there));
    }
  }
  return PATHFAN_OK;
}

/* Checks that every polygon listed by a vertex has it as a corner. */
static pathfan_status check_lists(const checker *k, pathfan_error *error) {
  const pf_mesh_data *mesh = k->mesh;
  const pf_mesh_origins *o = k->origins;
  pf_mesh_records *r = k->records;
  const uint32_t count = r->first_listed[r->vertex_count];
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  uint32_t *first = pf_alloc_zero((uint64_t)r->polygon_count + 2, sizeof *first);
  int32_t *vertex = pf_alloc(count, sizeof *vertex);
  int32_t *seen = pf_alloc((uint64_t)o->point_count, sizeof *seen); /* record + 1 */
  if (!first || !vertex || !seen) goto cleanup;
  memset(seen, 0, (size_t)o->point_count * sizeof *seen);
  for (uint32_t i = 0; i < count; i++)
    if (r->listed[i] >= 0) first[r->listed[i] + 2]++;
  for (int32_t p = 0; p < r->polygon_count; p++) first[p + 2] += first[p + 1];
  for (int32_t v = 0; v < r->vertex_count; v++)
    for (uint32_t i = r->first_listed[v]; i < r->first_listed[v + 1]; i++)
      if (r->listed[i] >= 0) vertex[first[r->listed[i] + 1]++] = v;

  status = PATHFAN_OK;
  int32_t piece = 0;
  for (int32_t p = 0; p < r->polygon_count && !status; p++) {
    for (; piece < mesh->view.polygon_count && o->source[piece] == p; piece++)
      for (uint32_t c = mesh->first_corner[piece]; c < mesh->first_corner[piece + 1]; c++)
        seen[mesh->corner_vertex[c]] = p + 1;
    for (uint32_t i = first[p]; i < first[p + 1] && !o->dropped[p] && !status; i++) {
      if (o->point[vertex[i]] >= 0 && seen[o->point[vertex[i]]] == p + 1) continue;
      r->text.line = r->vertex_line[vertex[i]];
      status = pf_text_fail(&r->text, error,
                            "the vertex lists polygon %d, which has no corner there", (int)p);
    }
  }

cleanup:
  free(first);
  free(vertex);
  free(seen);
  return status;
}

pathfan_status pf_mesh_claims_check(pf_mesh_records *records, const pf_mesh_origins *origins,
                                    const pf_frame *frame, const pf_mesh_data *mesh,
                                    pathfan_error *error) {
  const checker k = {.records = records, .origins = origins, .frame = frame, .mesh = mesh};
  const pathfan_status status = check_neighbours(&k, error);
  return status ? status : check_lists(&k, error);
}
