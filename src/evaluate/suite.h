/* suite.h - the figures of a suite, summed up from its maps.
 *
 *   status = pf_suite_init(&suite, "dao", &methods);
 *   status = pf_suite_add(&suite, &result);      for each map; takes the result over
 *   status = pf_suite_finish(&suite);            computes the figures
 *
 * Until it is finished, a suite holds the rows of all its maps, 24 bytes for each query and method;
 * afterwards only the figures. */
#ifndef PF_EVALUATE_SUITE_H
#define PF_EVALUATE_SUITE_H

#include "evaluate/map_file.h"

#define PF_PERCENTILE_BINS 20 /* of queries, by expansions of A*: 5% each */
#define PF_DECILES 10         /* of queries, by length of the shortest path */
#define PF_VIA_SHOWN 30       /* larger numbers of via nodes are counted together */

/* Measures over a set of queries; NAN if it is empty. */
typedef struct pf_quality {
  int64_t queries;
  double stretch_mean, stretch_max, similarity_mean, similarity_max, optimality_mean,
      optimality_min, length_mean;
} pf_quality;

void pf_quality_clear(pf_quality *quality);
/* Adds one query; means are sums until pf_quality_finish. */
void pf_quality_add(pf_quality *quality, const pf_measurement *at);
void pf_quality_finish(pf_quality *quality);

/* The methods compared in a table of measures; its queries are those for which each of them found
 * exactly k paths. */
typedef enum pf_comparison {
  PF_COMPARE_PAPER = 0, /* all in the paper's table 7 */
  PF_COMPARE_OWN,       /* the default request, thorough mode, and the competing methods */
  PF_COMPARISONS
} pf_comparison;

bool pf_compared(pf_comparison comparison, const pf_compared_method *method);

/* A method's figures over all queries of the suite that have a path. Times in microseconds; NAN: no
 * times. */
typedef struct pf_method_figures {
  int64_t asked;    /* queries answered; 0: the method is absent */
  int64_t found[4]; /* of these, those with 0, 1, 2, 3 or more paths */
  int64_t fewer;    /* of these, those with fewer paths than Dissimilarity found */
  double mean_us, median_us, p95_us;
  double ratio_median; /* median over queries of the time relative to the default method's */
  double percentile_us[PF_PERCENTILE_BINS]; /* means */
  double decile_us[PF_DECILES];
  pf_quality quality[PF_COMPARISONS];
} pf_method_figures;

typedef struct pf_suite {
  char *name;
  const pf_compared_methods *methods;
  int32_t map_count;
  double pairs; /* unordered pairs of convex vertices, over all maps */
  int64_t queries, with_path;
  pf_map_facts sum;    /* of each fact, over the maps that have it */
  pf_map_facts having; /* the number of these maps */
  pf_method_figures at[PF_COMPARED_METHODS_MAX];
  int64_t common[PF_COMPARISONS];            /* queries compared */
  int64_t ranked;                            /* queries with a path that A* has answered */
  double bin_expansions[PF_PERCENTILE_BINS]; /* the highest in each bin */
  int64_t decile_queries[PF_DECILES];
  double decile_from[PF_DECILES], decile_to[PF_DECILES]; /* lengths */
  int64_t via[PF_VIA_SHOWN + 2]; /* queries by number of via nodes; the last: more */
  double via_mean;

  pf_map_result *maps; /* [Size: map_count] until finished */
  int32_t room;
} pf_suite;

/* Free the suite in any case. Errors: NO_MEMORY. */
pathfan_status pf_suite_init(pf_suite *suite, const char *name, const pf_compared_methods *methods);
pathfan_status pf_suite_add(pf_suite *suite, pf_map_result *result);
pathfan_status pf_suite_finish(pf_suite *suite);
void pf_suite_free(pf_suite *suite);

/* Mean of a fact over the maps that have it: PF_SUITE_MEAN(suite, convex). */
#define PF_SUITE_MEAN(suite, fact) ((suite)->sum.fact / (suite)->having.fact)

/* Returns the smallest value that at least `share` of the count sorted ones don't exceed; NAN if
 * count is 0. */
double pf_percentile(const double *sorted, int64_t count, double share);
void pf_sort_numbers(double *numbers, int64_t count);

#endif
