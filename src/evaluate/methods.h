/* methods.h - the compared methods, and the requests that they get. All compare paths as in the
 * paper, without separation. */
#ifndef PATHFAN_EVALUATE_METHODS_H
#define PATHFAN_EVALUATE_METHODS_H

#include "evaluate/options.h"
#include "pathfan/query.h"

/* Lines of the charts; also their style there. CVPD is the paper's method: tables alone. FAST is
 * the index as used by default, except for the separation: via sets of regions, no tables. */
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

/* Returns "CVPD(15)", "Pla", ..., in static storage. */
const char *pathfan_family_name(pathfan_family family);

typedef struct pathfan_compared_method {
  char name[24]; /* "2-CVPD(15)"; "2-CVPD(15) k=4" if sampled: column names begin with it */
  pathfan_family family;
  int32_t tables;  /* of a CVPD method; else 0 */
  int32_t paths;   /* k */
  int32_t passes;  /* the best of so many passes counts */
  int32_t every;   /* one query in so many is run */
  bool sampled;    /* one of figure 6, for which a sample of the queries suffices */
  bool on_map;     /* runs on the map, not the index */
  bool is_default; /* the library's default request, except for the separation */
} pathfan_compared_method;

/* CVPD: 3 kinds with 3 numbers of tables, 1 with all tables; fast, thorough, 5 others; 4 k for 6 of
 * them, and Polyanya. */
#define PATHFAN_COMPARED_METHODS_MAX 42

/* k of all methods that aren't sampled. */
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

/* Returns the number of the method, -1: none. tables: 0 for families without tables. */
int32_t pathfan_compared_method_find(const pathfan_compared_methods *all, pathfan_family family,
                                     int32_t tables, int32_t paths);
/* Does the same among the sampled ones. */
int32_t pathfan_compared_method_find_sampled(const pathfan_compared_methods *all,
                                             pathfan_family family, int32_t paths);

/* Returns the number of the method with is_default. */
int32_t pathfan_compared_method_default(const pathfan_compared_methods *all);

/* Makes the request of this method, without separation; the caller sets the ends. */
pathfan_request pathfan_compared_method_request(const pathfan_compared_method *method);

#endif
