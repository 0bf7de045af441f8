/* tables.h - candidates from the CVPD^i tables of an index. */
#ifndef PATHFAN_QUERY_METHODS_TABLES_H
#define PATHFAN_QUERY_METHODS_TABLES_H

#include "base/stamp.h"
#include "candidates.h"
#include "methods/kept_rows.h"
#include "task.h"

/* A visible vertex that looks up via nodes: one of the paper's V_s or V_t. */
typedef struct pathfan_access_vertex {
  int32_t vertex;
  uint32_t rank;
  pathfan_lattice_point at;
  double length;    /* from its end, lattice units */
  int64_t estimate; /* |end u| + |u other end|, length units */
} pathfan_access_vertex;

typedef struct pathfan_access {
  pathfan_access_vertex *list; /* ascending by vertex */
  int32_t count, capacity;
} pathfan_access;

/* Zero it first. */
typedef struct pathfan_table_scratch {
  pathfan_access access[2]; /* of the two ends */
  int32_t *partners;        /* in the row that is being read */
  int32_t partner_capacity;
  pathfan_kept_rows kept;
} pathfan_table_scratch;

/* Fills `found` with via nodes from the tables, with the lengths of their via-paths, which must be
 * within `limit` length units. The task's ends must have scattered. tried: room for n + 1; holds
 * the via nodes tried afterwards. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_collect_from_tables(const pathfan_task *task, int64_t limit,
                                           pathfan_table_scratch *scratch, pathfan_stamp *tried,
                                           pathfan_candidate_list *found);

void pathfan_table_scratch_free(pathfan_table_scratch *scratch);

#endif
