/* baseline_ground.h - the graph that all three baselines are made from, numbered as in the
 * index. */
#ifndef PF_EVALUATE_BASELINE_GROUND_H
#define PF_EVALUATE_BASELINE_GROUND_H

#include "graph/trees.h"
#include "pathfan/map.h"

/* The visibility graph, numbered as in the index, and the data needed to read trees. */
typedef struct pf_baseline_ground {
  pf_graph graph;
  pf_lattice_point *at; /* [Size: n] */
  pf_wedge *wedge;      /* [Size: n] */
  int32_t *rank;        /* [Size: n] 0 is highest */
  int32_t n;
} pf_baseline_ground;

/* Makes the ground; free it in any case. Errors: NO_MEMORY, DAMAGED (the index is of another
 * map). */
pathfan_status pf_baseline_ground_make(const pathfan_index *index, const pathfan_map *map,
                                       pf_baseline_ground *ground);
void pf_baseline_ground_free(pf_baseline_ground *ground);

/* Finds the highest ranked vertex of the path from the tree's source to each vertex; -1: no path.
 * best: [Size: n] */
void pf_baseline_best(const pf_baseline_ground *ground, const pf_tree *tree, int32_t *best);

#endif
