/* study_results.h - the results of a study: Table 1 of the paper, its confidence intervals, and
 * whether the methods differ. */
#ifndef PF_VIEWER_STUDY_RESULTS_H
#define PF_VIEWER_STUDY_RESULTS_H

#include "viewer/anova.h"
#include "viewer/study.h"

#define PF_PAIRS (PF_METHODS * (PF_METHODS - 1) / 2)

enum { PF_CATEGORY_PREDEFINED = 0, PF_CATEGORY_USER, PF_CATEGORY_ALL, PF_CATEGORIES };

/* Ratings of some queries. */
typedef struct pf_study_row {
  int64_t responses;
  double means[PF_METHODS];                   /* of the responses; NAN without any */
  double sds[PF_METHODS];                     /* likewise; also NAN with one */
  pf_sample_mean of_participants[PF_METHODS]; /* of each one's mean rating: those are
                                                        independent, unlike ratings by one person */
  bool has_anova;                             /* there are at least two participants */
  pf_anova anova;                             /* of the same means */
  pf_pair pairs[PF_PAIRS];
} pf_study_row;

typedef struct pf_study_results {
  int32_t participants; /* counted ones, who have rated something */
  int32_t complete;     /* of all, those who have rated everything */
  pf_study_row rows[PF_CATEGORIES];
  pf_study_row maps[PF_STUDY_MAPS];
} pf_study_results;

/* Computes the results of the open study. only_complete: leaves out participants who haven't rated
 * all pre-defined queries and one of their own on each map. Errors: IO, NO_MEMORY. */
pathfan_status pf_study_results_of(const pf_study *study, bool only_complete,
                                   pf_study_results *results, pathfan_error *error);

#endif
