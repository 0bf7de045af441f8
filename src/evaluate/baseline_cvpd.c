/* baseline_cvpd.c - CVPD^1 and distance labels as in the paper (section 4.1.1): row u holds the
 * highest ranked vertex of sp(u,v) for each v of lower rank; DL(h) holds the vertices whose paths
 * to h have h as their highest ranked vertex, except those that see it. A distance takes one
 * look-up in a row, two in labels. */
#include "evaluate/baseline_cvpd.h"

#include <math.h>

#include "base/memory.h"

pathfan_status pf_plain_cvpd_init(pf_plain_cvpd *cvpd, const pf_baseline_ground *ground) {
  *cvpd = (pf_plain_cvpd){
      .ground = ground,
      .cells = pf_alloc((uint64_t)ground->n, sizeof(int32_t)),
      .straight = pf_alloc((uint64_t)ground->n, 1),
  };
  if (!cvpd->cells || !cvpd->straight) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status = pf_plain_rows_init(&cvpd->rows, ground->n);
  return status ? status : pf_plain_labels_init(&cvpd->labels, ground->n);
}

/* Finds the vertices that the tree reaches from its source along a straight line. */
static void find_straight(const pf_plain_cvpd *cvpd, const pf_tree *tree) {
  const pf_lattice_point *at = cvpd->ground->at;
  const pf_lattice_point from = at[tree->source];
  cvpd->straight[tree->source] = 1;
  for (int32_t i = 1; i < tree->count; i++) {
    const int32_t v = tree->order[i], p = tree->parent[v];
    const bool on_line =
        p == tree->source || pf_cross(pf_from_to(from, at[p]), pf_from_to(from, at[v])) == 0;
    cvpd->straight[v] = cvpd->straight[p] && on_line;
  }
}

pathfan_status pf_plain_cvpd_add(pf_plain_cvpd *cvpd, const pf_tree *tree, const int32_t *best) {
  const pf_baseline_ground *ground = cvpd->ground;
  const int32_t u = tree->source;
  find_straight(cvpd, tree);
  cvpd->labels.begin[u + 1] = cvpd->labels.begin[u];
  for (int32_t v = 0; v < ground->n; v++) {
    const bool lower = ground->rank[v] > ground->rank[u] && best[v] >= 0;
    cvpd->cells[v] = lower ? best[v] : PF_PLAIN_WILDCARD;
    if (!lower || best[v] != u || cvpd->straight[v]) continue;
    const double length = ldexp((double)tree->length[v], -ground->graph.length_bits);
    if (pf_plain_labels_add(&cvpd->labels, u, v, tree->parent[v], length))
      return PATHFAN_ERR_NO_MEMORY;
  }
  return pf_plain_rows_add(&cvpd->rows, u, cvpd->cells, ground->n);
}

/* Returns d(v,h) for a hub h of v: from DL(h), or in a straight line if v is not in it. */
static double to_hub(const pf_plain_cvpd *cvpd, int32_t v, int32_t h) {
  const pf_plain_labels *all = &cvpd->labels;
  uint32_t low = all->begin[h], high = all->begin[h + 1];
  const uint32_t end = high;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (all->vertex[middle] < v)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < end && all->vertex[low] == v) return all->length[low];
  return pf_lattice_length(pf_from_to(cvpd->ground->at[v], cvpd->ground->at[h]));
}

double pf_plain_cvpd_distance(const pf_plain_cvpd *cvpd, int32_t u, int32_t v) {
  if (u == v) return 0;
  const bool u_first = cvpd->ground->rank[u] < cvpd->ground->rank[v];
  const int32_t h = pf_plain_rows_at(&cvpd->rows, u_first ? u : v, u_first ? v : u);
  return to_hub(cvpd, u, h) + to_hub(cvpd, v, h);
}

void pf_plain_cvpd_free(pf_plain_cvpd *cvpd) {
  free(cvpd->cells);
  free(cvpd->straight);
  pf_plain_rows_free(&cvpd->rows);
  pf_plain_labels_free(&cvpd->labels);
}
