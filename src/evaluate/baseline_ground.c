/* baseline_ground.c - builds the map's visibility graph again, numbered as in the index: vertices
 * are matched by their positions. */
#include "evaluate/baseline_ground.h"

#include <stdlib.h>

#include "base/memory.h"
#include "pathfan/inspect.h"
#include "space/map.h"

typedef struct sited_vertex {
  pathfan_point at;
  int32_t vertex;
} sited_vertex;

static int by_row(const void *a, const void *b) {
  const sited_vertex *p = a, *q = b;
  if (p->at.y != q->at.y) return p->at.y < q->at.y ? -1 : 1;
  return (p->at.x > q->at.x) - (p->at.x < q->at.x);
}

/* Numbers the vertices. The mesh has its convex vertices in reading order, at most one per point.
 * column_of[v]: the index's number of the mesh's vertex v. */
static pathfan_status number(const pathfan_index *index, pf_baseline_ground *ground,
                             int32_t *column_of) {
  sited_vertex *sited = pf_alloc((uint64_t)ground->n, sizeof *sited);
  pathfan_status status = sited ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < ground->n && !status; v++) {
    pathfan_vertex_info info;
    status = pathfan_index_vertex(index, v, &info);
    sited[v] = (sited_vertex){info.at, v};
    ground->rank[v] = info.rank;
  }
  if (!status) {
    qsort(sited, (size_t)ground->n, sizeof *sited, by_row);
    for (int32_t i = 0; i < ground->n; i++) column_of[i] = sited[i].vertex;
  }
  free(sited);
  return status;
}

pathfan_status pf_baseline_ground_make(const pathfan_index *index, const pathfan_map *map,
                                       pf_baseline_ground *ground) {
  const pf_mesh_data *mesh = &map->ground.mesh;
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  *ground = (pf_baseline_ground){.n = info.vertex_count};
  if (mesh->view.convex_count != ground->n) return PATHFAN_ERR_DAMAGED;
  const uint64_t n = (uint64_t)ground->n;
  int32_t *column_of = pf_alloc(n, sizeof *column_of);
  ground->at = pf_alloc(n, sizeof *ground->at);
  ground->wedge = pf_alloc(n, sizeof *ground->wedge);
  ground->rank = pf_alloc(n, sizeof *ground->rank);
  pathfan_status status = column_of && ground->at && ground->wedge && ground->rank
                              ? number(index, ground, column_of)
                              : PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pf_graph_build(pf_graph_mesh_of(mesh), 1, 0, &ground->graph, NULL, NULL);
  if (!status) {
    for (int32_t v = 0; v < ground->n; v++) {
      ground->at[column_of[v]] = ground->graph.at[v];
      ground->wedge[column_of[v]] = ground->graph.wedge[v];
    }
    status = pf_graph_renumber(&ground->graph, column_of, ground->at, ground->wedge);
  }
  int32_t bits = 0;
  /* As in the builder: with the same units, ties are decided alike. The index may keep fewer bits.
   */
  if (!status) status = pf_trees_length_bits(&ground->graph, PF_LENGTH_BITS_WANTED, &bits);
  if (!status) pf_graph_weigh(&ground->graph, bits);
  free(column_of);
  return status;
}

void pf_baseline_ground_free(pf_baseline_ground *ground) {
  pf_graph_free(&ground->graph);
  free(ground->at);
  free(ground->wedge);
  free(ground->rank);
  *ground = (pf_baseline_ground){0};
}

void pf_baseline_best(const pf_baseline_ground *ground, const pf_tree *tree, int32_t *best) {
  for (int32_t v = 0; v < ground->n; v++) best[v] = -1;
  best[tree->source] = tree->source;
  for (int32_t i = 1; i < tree->count; i++) {
    const int32_t v = tree->order[i], so_far = best[tree->parent[v]];
    best[v] = ground->rank[v] < ground->rank[so_far] ? v : so_far;
  }
}
