/* suite.h - the figures of a suite, summed up from its maps.
 *
 *   status = pathfan_suite_init(&suite, "dao", &methods);
 *   status = pathfan_suite_add(&suite, &result);      for each map; takes the result over
 *   status = pathfan_suite_finish(&suite);            computes the figures
 *
 * Until it is finished, a suite holds the rows of all its maps, 24 bytes for each query and method;
 * afterwards only the figures. */
#ifndef PATHFAN_EVALUATE_SUITE_H
#define PATHFAN_EVALUATE_SUITE_H

#include "evaluate/map_file.h"

#define PATHFAN_PERCENTILE_BINS 20 /* of queries, by expansions of A*: 5% each */
#define PATHFAN_DECILES 10         /* of queries, by length of the shortest path */
#define PATHFAN_VIA_SHOWN 30       /* larger numbers of via nodes are counted together */

/* Measures over a set of queries; NAN if it is empty. */
typedef struct pathfan_quality {
  int64_t queries;
  double stretch_mean, stretch_max, similarity_mean, similarity_max, optimality_mean,
      optimality_min, length_mean;
} pathfan_quality;

void pathfan_quality_clear(pathfan_quality *quality);
/* Adds one query; means are sums until pathfan_quality_finish. */
void pathfan_quality_add(pathfan_quality *quality, const pathfan_measurement *at);
void pathfan_quality_finish(pathfan_quality *quality);

/* The methods compared in a table of measures; its queries are those for which each of them found
 * exactly k paths. */
typedef enum pathfan_comparison {
  PATHFAN_COMPARE_PAPER = 0, /* all in the paper's table 7 */
  PATHFAN_COMPARE_OWN,       /* the default request, thorough mode, and the competing methods */
  PATHFAN_COMPARISONS
} pathfan_comparison;

bool pathfan_compared(pathfan_comparison comparison, const pathfan_compared_method *method);

/* A method's figures over all queries of the suite that have a path. Times in microseconds; NAN: no
 * times. */
typedef struct pathfan_method_figures {
  int64_t asked;    /* queries answered; 0: the method is absent */
  int64_t found[4]; /* of these, those with 0, 1, 2, 3 or more paths */
  int64_t fewer;    /* of these, those with fewer paths than Dissimilarity found */
  double mean_us, median_us, p95_us;
  double ratio_median; /* median over queries of the time relative to the default method's */
  double percentile_us[PATHFAN_PERCENTILE_BINS]; /* means */
  double decile_us[PATHFAN_DECILES];
  pathfan_quality quality[PATHFAN_COMPARISONS];
} pathfan_method_figures;

typedef struct pathfan_suite {
  char *name;
  const pathfan_compared_methods *methods;
  int32_t map_count;
  double pairs; /* unordered pairs of convex vertices, over all maps */
  int64_t queries, with_path;
  pathfan_map_facts sum;    /* of each fact, over the maps that have it */
  pathfan_map_facts having; /* the number of these maps */
  pathfan_method_figures at[PATHFAN_COMPARED_METHODS_MAX];
  int64_t common[PATHFAN_COMPARISONS];            /* queries compared */
  int64_t ranked;                                 /* queries with a path that A* has answered */
  double bin_expansions[PATHFAN_PERCENTILE_BINS]; /* the highest in each bin */
  int64_t decile_queries[PATHFAN_DECILES];
  double decile_from[PATHFAN_DECILES], decile_to[PATHFAN_DECILES]; /* lengths */
  int64_t via[PATHFAN_VIA_SHOWN + 2]; /* queries by number of via nodes; the last: more */
  double via_mean;

  pathfan_map_result *maps; /* [Size: map_count] until finished */
  int32_t room;
} pathfan_suite;

/* Free the suite in any case. Errors: NO_MEMORY. */
pathfan_status pathfan_suite_init(pathfan_suite *suite, const char *name,
                                  const pathfan_compared_methods *methods);
pathfan_status pathfan_suite_add(pathfan_suite *suite, pathfan_map_result *result);
pathfan_status pathfan_suite_finish(pathfan_suite *suite);
void pathfan_suite_free(pathfan_suite *suite);

/* Mean of a fact over the maps that have it: PATHFAN_SUITE_MEAN(suite, convex). */
#define PATHFAN_SUITE_MEAN(suite, fact) ((suite)->sum.fact / (suite)->having.fact)

/* Returns the smallest value that at least `share` of the count sorted ones don't exceed; NAN if
 * count is 0. */
double pathfan_percentile(const double *sorted, int64_t count, double share);
void pathfan_sort_numbers(double *numbers, int64_t count);

#endif
