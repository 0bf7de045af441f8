/* methods.h - the methods that are compared, and what each of them is asked. All compare paths as
 * the paper does, without separation. */
#ifndef PATHFAN_EVALUATE_METHODS_H
#define PATHFAN_EVALUATE_METHODS_H

#include "evaluate/options.h"
#include "pathfan/query.h"

/* Lines of the charts; also their style there. CVPD is the paper's method: tables alone.
 * FAST is the index as it is used by default, but for the separation: via sets of regions, no
 * tables. */
typedef enum pathfan_family {
  PATHFAN_FAMILY_CVPD_15 = 0,
  PATHFAN_FAMILY_CVPD_30,
  PATHFAN_FAMILY_CVPD_ALL,
  PATHFAN_FAMILY_PLA,
  PATHFAN_FAMILY_DISSIM,
  PATHFAN_FAMILY_PEN,
  PATHFAN_FAMILY_POLY,
  PATHFAN_FAMILY_THOROUGH,
  PATHFAN_FAMILY_ASTAR,
  PATHFAN_FAMILY_FAST,
  PATHFAN_FAMILIES
} pathfan_family;

/* "CVPD(15)", "Pla", ... Static storage. */
const char *pathfan_family_name(pathfan_family family);

typedef struct pathfan_compared_method {
  char name[24]; /* "2-CVPD(15)"; "2-CVPD(15) k=4" if sampled: column names begin with it */
  pathfan_family family;
  int32_t tables;  /* of a CVPD method; else 0 */
  int32_t paths;   /* k */
  int32_t passes;  /* the best of so many counts */
  int32_t every;   /* asked at every so manieth query only */
  bool sampled;    /* one of figure 6, for which a sample of the queries is enough */
  bool on_map;     /* asked of the map, not the index */
  bool is_default; /* what the library does with a request as it was initialised, but for its
                      separation */
} pathfan_compared_method;

/* 3 tables' worth of 3 kinds, 1 of all tables, fast, thorough, 5 others; 4 k for 6 of them, and
 * Polyanya. */
#define PATHFAN_COMPARED_METHODS_MAX 42

/* k of all but the sampled methods. */
#define PATHFAN_EVALUATE_PATHS 3

/* k of figure 6. */
#define PATHFAN_SAMPLED_LEAST 2
#define PATHFAN_SAMPLED_MOST 5

typedef struct pathfan_compared_methods {
  int32_t count;
  pathfan_compared_method list[PATHFAN_COMPARED_METHODS_MAX];
} pathfan_compared_methods;

void pathfan_compared_methods_list(const pathfan_evaluate_options *options,
                                   pathfan_compared_methods *all);

/* Index of the method, -1 when there is none. tables: 0 for families without. */
int32_t pathfan_compared_method_find(const pathfan_compared_methods *all, pathfan_family family,
                                     int32_t tables, int32_t paths);
/* The same among the sampled ones. */
int32_t pathfan_compared_method_find_sampled(const pathfan_compared_methods *all,
                                             pathfan_family family, int32_t paths);

/* The one with is_default. */
int32_t pathfan_compared_method_default(const pathfan_compared_methods *all);

/* A request as this method makes it, without separation; ends are the caller's. */
pathfan_request pathfan_compared_method_request(const pathfan_compared_method *method);

#endif
