/* study.h - the user study (paper, section 3.2): maps, queries of each, and which letter stands for
 * which method for each participant. study_results.h has the results. */
#ifndef PF_VIEWER_STUDY_H
#define PF_VIEWER_STUDY_H

#include "viewer/study_store.h"
#include "viewer/served_maps.h"

#define PF_STUDY_MAPS 9
#define PF_STUDY_QUERIES 3 /* pre-defined queries of a map, unless given */
#define PF_STUDY_PATHS 4
#define PF_STUDY_KEY_BYTES 33

/* The methods, in the paper's order. */
extern const char *const pf_study_methods[PF_METHODS];

/* Returns the method that a letter, 0 for A, stands for, to a participant who came after `place`
 * others: by a Latin square, so that six consecutive participants have every order once. */
int pf_study_method(int32_t place, int letter);

typedef struct pf_study_map {
  char id[PF_ID_BYTES];
  char digest[PF_MAP_DIGEST_BYTES]; /* of its free space, as it is cut into cells */
  int32_t query_count;
  pathfan_point from[PF_QUERIES_MAX], to[PF_QUERIES_MAX];
} pf_study_map;

typedef struct pf_study {
  int32_t map_count;
  pf_study_map maps[PF_STUDY_MAPS];
  bool has_practice; /* a query of the first map to try things with, whose ratings aren't kept */
  pathfan_point practice_from, practice_to;
  pf_study_store *store;
  char key[PF_STUDY_KEY_BYTES]; /* gives access to the results: random, of this run */
} pf_study;

/* Makes nine maps in a folder and serves them, unless some are named; call it before serving.
 * Errors: IO, NO_MEMORY. */
pathfan_status pf_study_make_maps(pf_served_maps *maps, const char *folder, pathfan_error *error);

/* Takes the first served maps and defines their queries, always the same for the same map. queries:
 * a folder that has those of each map, ID.scen or ID.map.scen, with at most PF_QUERIES_MAX
 * lines; NULL: three random ones. The store is at `path`; other maps, queries or another version of
 * pathfan begin another study in it. Errors: ARGUMENT (a map has no two points far enough apart, a
 * query no path), MALFORMED (a scenario), those of the store. */
pathfan_status pf_study_open(pf_served_maps *maps, const char *path, const char *queries,
                             pf_study **study, pathfan_error *error);
void pf_study_close(pf_study *study); /* NULL is fine */

/* Finds the length of the shortest path; 0 if there is none. Errors: those of
 * pathfan_query_paths. */
pathfan_status pf_study_length(pathfan_query *query, pathfan_point from, pathfan_point to,
                               double *length);

/* Finds a map of the study; NULL: it isn't in it. */
const pf_study_map *pf_study_find(const pf_study *study, const char *id);

#endif
