/* baselines.h - other ways to keep d(u,v) for all pairs of convex vertices, beside
 * CVPD+DL: first moves (paper, table 2 and 4.1.3) and hub labels (4.1.4).
 *
 * All three are made from the same canonical trees, with the index's own ranks and
 * column order, and coded as plainly as the paper has it: a run is the column it
 * begins at and a vertex, 2 bytes each; lengths are doubles. So what is compared are
 * the methods; what the index makes of CVPD+DL by its own coding is told beside. */
#ifndef PATHFAN_EVALUATE_BASELINES_H
#define PATHFAN_EVALUATE_BASELINES_H

#include "evaluate/map_file.h"
#include "graph/trees.h"

/* More vertices don't fit into 2 bytes. */
#define PATHFAN_BASELINE_VERTICES_MAX 65534

/* Builds all three for a map and its index, looks up random pairs, and sets the facts
 * from cpd_runs on; they stay NAN when n is above the limit. times: look-ups are
 * timed. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_baselines_run(const pathfan_index *index, const pathfan_map *map, bool times,
                                     pathfan_map_facts *facts);

/* ---- What they are made of ---- */

/* The visibility graph, numbered as the index is, and what the trees are read with. */
typedef struct pathfan_baseline_ground {
  pathfan_graph graph;
  pathfan_lattice_point *at; /* [Size: n] */
  pathfan_wedge *wedge;      /* [Size: n] */
  int32_t *rank;             /* [Size: n] 0 is highest */
  int32_t n;
} pathfan_baseline_ground;

/* Free it in any case. Errors: NO_MEMORY, DAMAGED (the index is of another map). */
pathfan_status pathfan_baseline_ground_make(const pathfan_index *index, const pathfan_map *map,
                                            pathfan_baseline_ground *ground);
void pathfan_baseline_ground_free(pathfan_baseline_ground *ground);

/* The highest ranked vertex of the path from the tree's source to each vertex; -1 where
 * there is none. best: [Size: n] */
void pathfan_baseline_best(const pathfan_baseline_ground *ground, const pathfan_tree *tree,
                           int32_t *best);

/* Rows of runs, one row after the other. */
typedef struct pathfan_plain_rows {
  uint32_t *begin;         /* [Size: n + 1] first run of a row */
  uint16_t *first, *value; /* [Size: begin[n]] */
  uint32_t room;
} pathfan_plain_rows;

/* A cell that may hold anything. */
#define PATHFAN_PLAIN_WILDCARD (-1)

/* Errors: NO_MEMORY. */
pathfan_status pathfan_plain_rows_init(pathfan_plain_rows *rows, int32_t n);
/* Rows come in order; cells: [Size: n]. Errors: NO_MEMORY. */
pathfan_status pathfan_plain_rows_add(pathfan_plain_rows *rows, int32_t row, const int32_t *cells,
                                      int32_t n);
void pathfan_plain_rows_free(pathfan_plain_rows *rows);

/* By binary search; the row must have a run. */
static inline int32_t pathfan_plain_rows_at(const pathfan_plain_rows *rows, int32_t row,
                                            int32_t column) {
  uint32_t low = rows->begin[row], high = rows->begin[row + 1];
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (rows->first[middle] <= column)
      low = middle;
    else
      high = middle;
  }
  return rows->value[low];
}

/* Each is filled by adding the tree of every vertex, in order, with its best
 * (pathfan_baseline_best). Both ends of a distance must be connected. Errors:
 * NO_MEMORY. */

typedef struct pathfan_cpd { /* first moves */
  const pathfan_baseline_ground *ground;
  pathfan_plain_rows rows;
  int32_t *move; /* [Size: n] scratch */
} pathfan_cpd;

pathfan_status pathfan_cpd_init(pathfan_cpd *cpd, const pathfan_baseline_ground *ground);
pathfan_status pathfan_cpd_add(pathfan_cpd *cpd, const pathfan_tree *tree);
double pathfan_cpd_distance(const pathfan_cpd *cpd, int32_t u, int32_t v); /* lattice units */
void pathfan_cpd_free(pathfan_cpd *cpd);

/* Lists of (vertex, length), one after the other, ascending by vertex. */
typedef struct pathfan_plain_labels {
  uint32_t *begin;         /* [Size: n + 1] */
  uint16_t *vertex, *next; /* next: the vertex after, on the way to the list's owner */
  double *length;          /* lattice units */
  uint32_t room;
} pathfan_plain_labels;

typedef struct pathfan_hubs { /* hub labels of every vertex */
  const pathfan_baseline_ground *ground;
  pathfan_plain_labels labels;
} pathfan_hubs;

pathfan_status pathfan_hubs_init(pathfan_hubs *hubs, const pathfan_baseline_ground *ground);
pathfan_status pathfan_hubs_add(pathfan_hubs *hubs, const pathfan_tree *tree, const int32_t *best);
double pathfan_hubs_distance(const pathfan_hubs *hubs, int32_t u, int32_t v);
void pathfan_hubs_free(pathfan_hubs *hubs);

typedef struct pathfan_plain_cvpd { /* CVPD^1 and DL */
  const pathfan_baseline_ground *ground;
  pathfan_plain_rows rows;
  pathfan_plain_labels labels; /* DL(h) is the list of h */
  int32_t *cells;              /* [Size: n] scratch */
  uint8_t *straight;           /* [Size: n] scratch */
} pathfan_plain_cvpd;

pathfan_status pathfan_plain_cvpd_init(pathfan_plain_cvpd *cvpd,
                                       const pathfan_baseline_ground *ground);
pathfan_status pathfan_plain_cvpd_add(pathfan_plain_cvpd *cvpd, const pathfan_tree *tree,
                                      const int32_t *best);
double pathfan_plain_cvpd_distance(const pathfan_plain_cvpd *cvpd, int32_t u, int32_t v);
void pathfan_plain_cvpd_free(pathfan_plain_cvpd *cvpd);

/* Errors: NO_MEMORY. */
pathfan_status pathfan_plain_labels_init(pathfan_plain_labels *lists, int32_t n);
/* Appends to the list of `owner`, the last one begun; lists come in order. */
pathfan_status pathfan_plain_labels_add(pathfan_plain_labels *lists, int32_t owner, int32_t vertex,
                                        int32_t next, double length);
void pathfan_plain_labels_free(pathfan_plain_labels *lists);

#endif
