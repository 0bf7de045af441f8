/* map.c - which links leave a node, which faces lie round it, and which edges round a face. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "weighted/weighted.h"

static void sum_up(uint32_t *first, int32_t count) {
  for (int32_t i = 0; i < count; i++) first[i + 1] += first[i];
}

/* Shifts starts that were used as places to fill back to their lists. */
static void shift_back(uint32_t *first, int32_t count) {
  for (int32_t i = count; i > 0; i--) first[i] = first[i - 1];
  first[0] = 0;
}

/* Lists the links of a view by the node they leave. */
static void list_links(const pf_weighted_map *m) {
  for (int32_t i = 0; i < m->link_count; i++) m->first_link[pf_link_begin(m, i) + 1]++;
  sum_up(m->first_link, m->node_count);
  for (int32_t i = 0; i < m->link_count; i++)
    m->links_from[m->first_link[pf_link_begin(m, i)]++] = i;
  shift_back(m->first_link, m->node_count);
}

/* Each face has two edges at a node, and is listed by both; then once. */
static void list_faces(pf_weighted_map *m) {
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t e = 0; e < m->edge_count; e++)
      for (int side = 0; side < 2; side++)
        for (int end = 0; end < 2; end++) {
          const pf_weighted_edge *edge = &m->edges[e];
          if (edge->face[side] < 0) continue;
          if (pass)
            m->faces_at[m->first_face[edge->node[end]]++] = edge->face[side];
          else
            m->first_face[edge->node[end] + 1]++;
        }
    if (!pass) sum_up(m->first_face, m->node_count);
  }
  shift_back(m->first_face, m->node_count);
  uint32_t kept = 0;
  for (int32_t n = 0; n < m->node_count; n++) {
    const uint32_t begin = m->first_face[n], end = m->first_face[n + 1], first = kept;
    m->first_face[n] = first;
    for (uint32_t i = begin; i < end; i++) {
      bool is_new = true;
      for (uint32_t k = first; k < kept; k++) is_new = is_new && m->faces_at[k] != m->faces_at[i];
      if (is_new) m->faces_at[kept++] = m->faces_at[i];
    }
  }
  m->first_face[m->node_count] = kept;
}

static void list_edges(pf_weighted_map *m) {
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t e = 0; e < m->edge_count; e++)
      for (int side = 0; side < 2; side++) {
        const int32_t face = m->edges[e].face[side];
        if (face < 0) continue;
        if (pass)
          m->edges_in[m->first_edge[face]++] = e;
        else
          m->first_edge[face + 1]++;
      }
    if (!pass) sum_up(m->first_edge, m->face_count);
  }
  shift_back(m->first_edge, m->face_count);
}

pathfan_status pf_weighted_finish(pf_weighted_map *m) {
  const uint64_t nodes = (uint64_t)m->node_count;
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  m->first_link = pf_alloc_zero(nodes + 1, sizeof *m->first_link);
  m->first_face = pf_alloc_zero(nodes + 1, sizeof *m->first_face);
  m->links_from = pf_alloc((uint64_t)m->link_count, sizeof *m->links_from);
  m->first_link_to = pf_alloc_zero(nodes + 1, sizeof *m->first_link_to);
  m->links_to = pf_alloc((uint64_t)m->link_count, sizeof *m->links_to);
  m->faces_at = pf_alloc(4 * (uint64_t)m->edge_count, sizeof *m->faces_at);
  m->first_edge = pf_alloc_zero((uint64_t)m->face_count + 1, sizeof *m->first_edge);
  m->edges_in = pf_alloc(2 * (uint64_t)m->edge_count, sizeof *m->edges_in);
  if (!m->first_link || !m->first_face || !m->links_from || !m->faces_at || !m->first_link_to ||
      !m->links_to || !m->first_edge || !m->edges_in) {
    pf_weighted_map_free(m);
    return PATHFAN_ERR_NO_MEMORY;
  }
  const pf_weighted_map reversed = pf_weighted_reversed(m);
  list_links(m);
  list_links(&reversed);
  list_faces(m);
  list_edges(m);
  m->least = INFINITY;
  for (int32_t f = 0; f < m->face_count; f++) m->least = fmin(m->least, m->rate[f]);
  for (int32_t e = 0; e < m->edge_count; e++)
    m->least = fmin(m->least, fmin(m->edges[e].rate[0], m->edges[e].rate[1]));
  for (int32_t i = 0; i < m->link_count; i++) {
    const pf_xy a = m->nodes[m->links[i].from], b = m->nodes[m->links[i].to];
    const double apart = hypot(a.x - b.x, a.y - b.y);
    if (apart > 0) m->least = fmin(m->least, m->links[i].cost / apart);
  }
  for (int32_t n = 0; n < m->node_count; n++) {
    low[0] = fmin(low[0], m->nodes[n].x);
    low[1] = fmin(low[1], m->nodes[n].y);
    high[0] = fmax(high[0], m->nodes[n].x);
    high[1] = fmax(high[1], m->nodes[n].y);
  }
  m->extent = m->node_count ? fmax(high[0] - low[0], high[1] - low[1]) : 0;
  return PATHFAN_OK;
}

void pf_weighted_map_free(pf_weighted_map *m) {
  free(m->first_link);
  free(m->links_from);
  free(m->first_link_to);
  free(m->links_to);
  free(m->first_face);
  free(m->faces_at);
  free(m->first_edge);
  free(m->edges_in);
  m->first_link = m->first_link_to = m->first_face = m->first_edge = NULL;
  m->links_from = m->links_to = m->faces_at = m->edges_in = NULL;
}
