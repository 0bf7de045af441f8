/* study_results.h - what the ratings of a study come to: Table 1 of the paper, how sure it is, and
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
  double sds[PATHFAN_METHODS];                       /* likewise; NAN of one */
  pathfan_interval of_participants[PATHFAN_METHODS]; /* of each one's mean rating: those don't hang
                                                        on each other, as one's ratings do */
  bool has_anova;                                    /* there are two participants or more */
  pathfan_anova anova;                               /* of the same */
  pathfan_pair pairs[PATHFAN_PAIRS];
} pathfan_study_row;

typedef struct pathfan_study_results {
  int32_t participants; /* who have rated something, and count */
  int32_t complete;     /* of all, who have rated everything */
  pathfan_study_row rows[PATHFAN_CATEGORIES];
  pathfan_study_row maps[PATHFAN_STUDY_MAPS];
} pathfan_study_results;

/* Of the study that is open. only_complete: those who haven't rated all pre-defined queries and one
 * of their own on each map are left out. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_study_results_of(const pathfan_study *study, bool only_complete,
                                        pathfan_study_results *results, pathfan_error *error);

#endif
