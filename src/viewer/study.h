/* study.h - the user study (paper, section 3.2): maps, three queries of each, and what the
 * ratings come to. */
#ifndef PATHFAN_VIEWER_STUDY_H
#define PATHFAN_VIEWER_STUDY_H

#include "viewer/anova.h"
#include "viewer/study_store.h"
#include "viewer/served_maps.h"

#define PATHFAN_STUDY_MAPS 9
#define PATHFAN_STUDY_QUERIES 3 /* pre-defined ones of a map */
#define PATHFAN_STUDY_PATHS 4

/* The methods behind A, B and C, as in the paper. */
extern const char *const pathfan_study_methods[PATHFAN_METHODS];

typedef struct pathfan_study_map {
  char id[PATHFAN_ID_BYTES];
  pathfan_point from[PATHFAN_STUDY_QUERIES], to[PATHFAN_STUDY_QUERIES];
} pathfan_study_map;

typedef struct pathfan_study {
  int32_t map_count;
  pathfan_study_map maps[PATHFAN_STUDY_MAPS];
  pathfan_study_store *store;
} pathfan_study;

/* Before anything is served: makes nine maps in a folder and serves them, unless
 * some are named. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_study_make_maps(pathfan_served_maps *maps, const char *folder,
                                       pathfan_error *error);

/* Takes the first maps served, and defines the queries: the same map has the same
 * ones, always. The store is at `path`. Errors: ARGUMENT (a map has no two points far
 * enough apart), those of the store. */
pathfan_status pathfan_study_open(pathfan_served_maps *maps, const char *path,
                                  pathfan_study **study, pathfan_error *error);
void pathfan_study_close(pathfan_study *study); /* NULL is fine */

/* Length of the shortest path; 0 if there is none. Errors: as pathfan_query_paths. */
pathfan_status pathfan_study_length(pathfan_query *query, pathfan_point from, pathfan_point to,
                                    double *length);

/* A map of the study; NULL: it isn't. */
const pathfan_study_map *pathfan_study_find(const pathfan_study *study, const char *id);

/* Table 1 and its test. */
enum {
  PATHFAN_CATEGORY_PREDEFINED = 0,
  PATHFAN_CATEGORY_USER,
  PATHFAN_CATEGORY_ALL,
  PATHFAN_CATEGORIES
};

typedef struct pathfan_study_results {
  int32_t participants; /* who have rated something */
  int64_t responses[PATHFAN_CATEGORIES];
  double means[PATHFAN_CATEGORIES][PATHFAN_METHODS]; /* NAN without responses */
  bool has_anova;                                    /* there are two participants or more */
  pathfan_anova anova; /* of each participant's mean ratings of the methods */
} pathfan_study_results;

/* Errors: IO, NO_MEMORY. */
pathfan_status pathfan_study_results_of(pathfan_study_store *store, pathfan_study_results *results,
                                        pathfan_error *error);

#endif
