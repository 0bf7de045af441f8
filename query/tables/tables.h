/* tables.h - candidates from the CVPD^i tables of an index.
 *
 * The folder tables/. In: a task whose ends have scattered, and the greatest length of a path. Out:
 * a list of candidates, the via nodes that the tables name for pairs of vertices that the ends see.
 * Most indexes have no tables, and give via sets in their place (methods/via_sets.h). It uses
 * choose/ (gather.h), paths/, ends/ and open/. */
#ifndef PF_QUERY_TABLES_TABLES_H
#define PF_QUERY_TABLES_TABLES_H

#include "base/stamp.h"
#include "query/paths/candidates.h"
#include "kept_rows.h"
#include "query/paths/task.h"

/* A visible vertex that looks up via nodes: one of the paper's V_s or V_t. */
typedef struct pf_access_vertex {
  int32_t vertex;
  uint32_t rank;
  pf_lattice_point at;
  double length;    /* from its end, lattice units */
  int64_t estimate; /* |end u| + |u other end|, length units */
} pf_access_vertex;

typedef struct pf_access {
  pf_access_vertex *list; /* ascending by vertex */
  int32_t count, capacity;
} pf_access;

/* Zero it first. */
typedef struct pf_table_scratch {
  pf_access access[2]; /* of the two ends */
  int32_t *partners;   /* in the row that is being read */
  int32_t partner_capacity;
  pf_kept_rows kept;
} pf_table_scratch;

/* Fills `found` with via nodes from the tables, with the lengths of their via-paths, which must be
 * within `limit` length units. The task's ends must have scattered. tried: room for n + 1; holds
 * the via nodes tried afterwards. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_collect_from_tables(const pf_task *task, int64_t limit, pf_table_scratch *scratch,
                                      pf_stamp *tried, pf_candidate_list *found);

void pf_table_scratch_free(pf_table_scratch *scratch);

#endif
