/* baseline_cpd.c - a compressed path database (paper, section 4.1, table 2): row u gives the first
 * vertex on the way from u to every other one; the row's own column is a wildcard. A length is
 * summed over the whole path, with a look-up per step. */
#include "evaluate/baseline_cpd.h"

#include "base/memory.h"

pathfan_status pf_cpd_init(pf_cpd *cpd, const pf_baseline_ground *ground) {
  *cpd = (pf_cpd){.ground = ground, .move = pf_alloc((uint64_t)ground->n, sizeof(int32_t))};
  return cpd->move ? pf_plain_rows_init(&cpd->rows, ground->n) : PATHFAN_ERR_NO_MEMORY;
}

pathfan_status pf_cpd_add(pf_cpd *cpd, const pf_tree *tree) {
  for (int32_t v = 0; v < cpd->ground->n; v++) cpd->move[v] = PF_PLAIN_WILDCARD;
  for (int32_t i = 1; i < tree->count; i++) {
    const int32_t v = tree->order[i], parent = tree->parent[v];
    cpd->move[v] = parent == tree->source ? v : cpd->move[parent];
  }
  return pf_plain_rows_add(&cpd->rows, tree->source, cpd->move, cpd->ground->n);
}

double pf_cpd_distance(const pf_cpd *cpd, int32_t u, int32_t v) {
  const pf_lattice_point *at = cpd->ground->at;
  double length = 0;
  while (u != v) {
    const int32_t next = pf_plain_rows_at(&cpd->rows, u, v);
    length += pf_lattice_length(pf_from_to(at[u], at[next]));
    u = next;
  }
  return length;
}

void pf_cpd_free(pf_cpd *cpd) {
  free(cpd->move);
  pf_plain_rows_free(&cpd->rows);
}
