/* study_results.h - the results of a study: Table 1 of the paper, its confidence intervals, and
 * whether the methods differ. */
#ifndef PATHFAN_VIEWER_STUDY_RESULTS_H
#define PATHFAN_VIEWER_STUDY_RESULTS_H

#include "viewer/anova.h"
#include "viewer/study.h"

#define PATHFAN_PAIRS (PATHFAN_METHODS * (PATHFAN_METHODS - 1) / 2)

enum {
  PATHFAN_CATEGORY_PREDEFINED = 0,
  PATHFAN_CATEGORY_USER,
  PATHFAN_CATEGORY_ALL,
  PATHFAN_CATEGORIES
};

/* Ratings of some queries. */
typedef struct pathfan_study_row {
  int64_t responses;
  double means[PATHFAN_METHODS];                     /* of the responses; NAN without any */
  double sds[PATHFAN_METHODS];                       /* likewise; also NAN with one */
  pathfan_interval of_participants[PATHFAN_METHODS]; /* of each one's mean rating: those are
                                                        independent, unlike ratings by one person */
  bool has_anova;                                    /* there are at least two participants */
  pathfan_anova anova;                               /* of the same means */
  pathfan_pair pairs[PATHFAN_PAIRS];
} pathfan_study_row;

typedef struct pathfan_study_results {
  int32_t participants; /* counted ones, who have rated something */
  int32_t complete;     /* of all, those who have rated everything */
  pathfan_study_row rows[PATHFAN_CATEGORIES];
  pathfan_study_row maps[PATHFAN_STUDY_MAPS];
} pathfan_study_results;

/* Computes the results of the open study. only_complete: leaves out participants who haven't rated
 * all pre-defined queries and one of their own on each map. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_study_results_of(const pathfan_study *study, bool only_complete,
                                        pathfan_study_results *results, pathfan_error *error);

#endif
