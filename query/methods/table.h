/* table.h - the methods that answer requests, a row each. A new method needs a value of
 * pathfan_algorithm (pathfan/query.h), a row in table.c, and a file of its own beside it. */
#ifndef PATHFAN_QUERY_METHODS_TABLE_H
#define PATHFAN_QUERY_METHODS_TABLE_H

#include "methods/scratch.h"

/* The scratch that a method uses (scratch.h), and what it needs of a space. */
enum {
  PATHFAN_USES_INDEX_SCRATCH = 1,
  PATHFAN_USES_ONLINE_SCRATCH = 2,
  PATHFAN_USES_GRAPH_SCRATCH = 4,
  PATHFAN_NEEDS_INDEX = 8,
  PATHFAN_NEEDS_CELLS = 16,  /* a map made of cells */
  PATHFAN_NEEDS_TABLES = 32, /* an index with tables */
  PATHFAN_USES_TERRAIN_SCRATCH = 64,
  PATHFAN_NEEDS_TERRAIN = 128 /* a map with roads or rivers */
};

typedef pathfan_status (*pathfan_find)(pathfan_method_scratch *scratch, const pathfan_task *task);

typedef struct pathfan_method {
  pathfan_algorithm algorithm;
  const char *name;         /* as JSON has it */
  uint32_t uses;            /* PATHFAN_USES_*, PATHFAN_NEEDS_* */
  bool chooses;             /* it chooses among candidates, so that an objective applies */
  bool is_unbound;          /* theta doesn't bind it, unless the request says so */
  pathfan_find find;        /* NULL: the library was built without it */
  pathfan_find find_around; /* finds paths round areas to avoid; NULL: not supported */
  pathfan_find find_ways;   /* finds paths over a terrain; NULL: not supported */
} pathfan_method;

/* Returns the row of an algorithm; NULL if there is no such algorithm. */
const pathfan_method *pathfan_method_of(pathfan_algorithm algorithm);

/* Allocates the scratch of a method, unless that was done. Errors: NO_MEMORY. */
pathfan_status pathfan_method_prepare(const pathfan_method *method, bool has_areas,
                                      pathfan_method_scratch *scratch);

void pathfan_method_scratch_free(pathfan_method_scratch *scratch);

#endif
