/* baseline_hubs.c - hub labels (paper, section 4.1.4): the label of u lists every vertex h that is
 * the highest ranked one of sp(u,h), u itself included. Two labels meet in the highest ranked
 * vertex of sp(u,v), which a merge of both lists finds. */
#include "evaluate/baseline_hubs.h"

#include <math.h>

pathfan_status pf_hubs_init(pf_hubs *hubs, const pf_baseline_ground *ground) {
  *hubs = (pf_hubs){.ground = ground};
  return pf_plain_labels_init(&hubs->labels, ground->n);
}

pathfan_status pf_hubs_add(pf_hubs *hubs, const pf_tree *tree, const int32_t *best) {
  const int32_t u = tree->source;
  hubs->labels.begin[u + 1] = hubs->labels.begin[u];
  for (int32_t h = 0; h < hubs->ground->n; h++) {
    if (best[h] != h) continue;
    const double length = ldexp((double)tree->length[h], -hubs->ground->graph.length_bits);
    if (pf_plain_labels_add(&hubs->labels, u, h, h, length)) return PATHFAN_ERR_NO_MEMORY;
  }
  return PATHFAN_OK;
}

double pf_hubs_distance(const pf_hubs *hubs, int32_t u, int32_t v) {
  const pf_plain_labels *all = &hubs->labels;
  uint32_t i = all->begin[u], k = all->begin[v];
  const uint32_t i_end = all->begin[u + 1], k_end = all->begin[v + 1];
  double shortest = INFINITY;
  while (i < i_end && k < k_end) {
    const int32_t left = all->vertex[i], right = all->vertex[k];
    if (left == right) {
      const double length = all->length[i] + all->length[k];
      if (length < shortest) shortest = length;
    }
    i += left <= right;
    k += right <= left;
  }
  return shortest;
}

void pf_hubs_free(pf_hubs *hubs) {
  pf_plain_labels_free(&hubs->labels);
}
