/* methods.h - the compared methods, and the requests that they get. All compare paths as in the
 * paper, without separation. */
#ifndef PF_EVALUATE_METHODS_H
#define PF_EVALUATE_METHODS_H

#include "evaluate/options.h"
#include "pathfan/query.h"

/* Lines of the charts; also their style there. CVPD is the paper's method: tables alone. FAST is
 * the index as used by default, except for the separation: via sets of regions, no tables. */
typedef enum pf_family {
  PF_FAMILY_CVPD_15 = 0,
  PF_FAMILY_CVPD_30,
  PF_FAMILY_CVPD_ALL,
  PF_FAMILY_PLA,
  PF_FAMILY_DISSIM,
  PF_FAMILY_PEN,
  PF_FAMILY_POLY,
  PF_FAMILY_THOROUGH,
  PF_FAMILY_ASTAR,
  PF_FAMILY_FAST,
  PF_FAMILIES
} pf_family;

/* Returns "CVPD(15)", "Pla", ..., in static storage. */
const char *pf_family_name(pf_family family);

typedef struct pf_compared_method {
  char name[24]; /* "2-CVPD(15)"; "2-CVPD(15) k=4" if sampled: column names begin with it */
  pf_family family;
  int32_t tables;  /* of a CVPD method; else 0 */
  int32_t paths;   /* k */
  int32_t passes;  /* the best of so many passes counts */
  int32_t every;   /* one query in so many is run */
  bool sampled;    /* one of figure 6, for which a sample of the queries suffices */
  bool on_map;     /* runs on the map, not the index */
  bool is_default; /* the library's default request, except for the separation */
} pf_compared_method;

/* CVPD: 3 kinds with 3 numbers of tables, 1 with all tables; fast, thorough, 5 others; 4 k for 6 of
 * them, and Polyanya. */
#define PF_COMPARED_METHODS_MAX 42

/* k of all methods that aren't sampled. */
#define PF_EVALUATE_PATHS 3

/* k of figure 6. */
#define PF_SAMPLED_LEAST 2
#define PF_SAMPLED_MOST 5

typedef struct pf_compared_methods {
  int32_t count;
  pf_compared_method list[PF_COMPARED_METHODS_MAX];
} pf_compared_methods;

void pf_compared_methods_list(const pf_evaluate_options *options, pf_compared_methods *all);

/* Returns the number of the method, -1: none. tables: 0 for families without tables. */
int32_t pf_compared_method_find(const pf_compared_methods *all, pf_family family, int32_t tables,
                                int32_t paths);
/* Does the same among the sampled ones. */
int32_t pf_compared_method_find_sampled(const pf_compared_methods *all, pf_family family,
                                        int32_t paths);

/* Returns the number of the method with is_default. */
int32_t pf_compared_method_default(const pf_compared_methods *all);

/* Makes the request of this method, without separation; the caller sets the ends. */
pathfan_request pf_compared_method_request(const pf_compared_method *method);

#endif
