/* table.h - the methods that answer requests, a row each. A new one takes a value of
 * pathfan_algorithm (pathfan/query.h), a row in table.c, and a file of its own beside it. */
#ifndef PATHFAN_QUERY_METHODS_TABLE_H
#define PATHFAN_QUERY_METHODS_TABLE_H

#include "methods/scratch.h"

/* What a method keeps (scratch.h), and what it needs of a space. */
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
  const char *name;         /* the contract's */
  uint32_t uses;            /* PATHFAN_USES_*, PATHFAN_NEEDS_* */
  bool chooses;             /* among candidates, so that an objective can say which */
  bool is_unbound;          /* by theta, unless the request binds it */
  pathfan_find find;        /* NULL: the library was built without */
  pathfan_find find_around; /* the same for requests with areas to avoid; NULL: it can't */
  pathfan_find find_ways;   /* the same over a terrain; NULL: it knows no roads and rivers */
} pathfan_method;

/* The row of an algorithm; NULL if there is no such algorithm. */
const pathfan_method *pathfan_method_of(pathfan_algorithm algorithm);

/* Makes what a method keeps, if that wasn't done. Errors: NO_MEMORY. */
pathfan_status pathfan_method_prepare(const pathfan_method *method, bool has_areas,
                                      pathfan_method_scratch *scratch);

void pathfan_method_scratch_free(pathfan_method_scratch *scratch);

#endif
