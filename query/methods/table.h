/* table.h - the methods that answer requests, a row each. A new method needs a value of
 * pathfan_algorithm (pathfan/query.h), a row in table.c, and a file of its own beside it.
 *
 * The folder methods/. In: a pf_task. Out: its tracks, in order of length, and its finding. A
 * method finds path 1, lists candidates for the others, and has choose/ choose: by labels and via
 * sets or tables (index_paths.h), from all vertices (thorough.h), by searches of the mesh, of cells
 * or of the visibility graph (online.h, trees.h, penalty.h), or round areas (detour.h). It uses
 * choose/, tables/, terrain/, paths/, ends/ and open/. */
#ifndef PF_QUERY_METHODS_TABLE_H
#define PF_QUERY_METHODS_TABLE_H

#include "query/paths/scratch.h"

/* The scratch that a method uses (scratch.h), and what it needs of a space. */
enum {
  PF_USES_INDEX_SCRATCH = 1,
  PF_USES_ONLINE_SCRATCH = 2,
  PF_USES_GRAPH_SCRATCH = 4,
  PF_NEEDS_INDEX = 8,
  PF_NEEDS_CELLS = 16,  /* a map made of cells */
  PF_NEEDS_TABLES = 32, /* an index with tables */
  PF_USES_TERRAIN_SCRATCH = 64,
  PF_NEEDS_TERRAIN = 128 /* a map with roads, rivers or rates */
};

typedef pathfan_status (*pf_find)(pf_method_scratch *scratch, const pf_task *task);

typedef struct pf_method {
  pathfan_algorithm algorithm;
  const char *name;    /* as JSON has it */
  uint32_t uses;       /* PF_USES_*, PF_NEEDS_* */
  bool chooses;        /* it chooses among candidates, so that an objective applies */
  bool is_unbound;     /* theta doesn't bind it, unless the request says so */
  pf_find find;        /* NULL: the library was built without it */
  pf_find find_around; /* finds paths round areas to avoid; NULL: not supported */
  pf_find find_ways;   /* finds paths over a terrain; NULL: not supported */
} pf_method;

/* Returns the row of an algorithm; NULL if there is no such algorithm. */
const pf_method *pf_method_of(pathfan_algorithm algorithm);

/* Allocates the scratch of a method, unless that was done. Errors: NO_MEMORY. */
pathfan_status pf_method_prepare(const pf_method *method, bool has_areas,
                                 pf_method_scratch *scratch);

void pf_method_scratch_free(pf_method_scratch *scratch);

#endif
