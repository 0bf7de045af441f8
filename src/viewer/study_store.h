/* study_store.h - studies, their participants and ratings, in an SQLite file.
 *
 * A study is what its plan says: the maps, the queries, the methods. Answers to another plan belong
 * to another study, and stay in the file.
 *
 * A response is one transaction, on the disk when the call returns: a process that is
 * killed loses none that was acknowledged. Any thread may call anything here. */
#ifndef PATHFAN_VIEWER_STUDY_STORE_H
#define PATHFAN_VIEWER_STUDY_STORE_H

#include "pathfan/query.h"

#define PATHFAN_METHODS 3 /* A, B, C */

/* Of the tables in the file. A newer one isn't touched. */
#define PATHFAN_STUDY_VERSION 2

/* Limits against filling the disk. */
#define PATHFAN_PARTICIPANTS_MAX 10000
#define PATHFAN_RESPONSES_MAX 1000000

typedef struct pathfan_study_store pathfan_study_store;

#define PATHFAN_QUERY_FREE (-1)

/* Pre-defined queries of a map, at most. */
#define PATHFAN_QUERIES_MAX 12

/* Hexadecimal digits of what is the same for the same map only, and the zero. */
#define PATHFAN_MAP_DIGEST_BYTES 17

typedef struct pathfan_response {
  char participant[40], map[64];
  char digest[PATHFAN_MAP_DIGEST_BYTES]; /* of the map; "" of answers to version 1 */
  int32_t query;                         /* a pre-defined one, or PATHFAN_QUERY_FREE */
  pathfan_point from, to;
  int32_t ratings[PATHFAN_METHODS]; /* 1..5, of the methods, whatever they were called */
  int32_t paths[PATHFAN_METHODS];   /* that were shown; -1: not told */
  double seconds;                   /* that the query was on the screen; NAN: not told */
  /* Of those that are read. */
  char time[40];          /* when it was given, UTC */
  const char *background; /* what the participant said of themselves; until the function returns */
  const char *builder;    /* the version of pathfan that showed the paths; likewise */
  int32_t study;          /* 1-based */
  int32_t place;          /* of the participant in the study, 0-based */
} pathfan_response;

/* Opens the file, or makes it, and the study of this plan, or begins it; builder is kept with a new
 * one. Answers that a file of version 1 has become study 1, of no plan. Errors: IO, NO_MEMORY,
 * VERSION, DAMAGED. */
pathfan_status pathfan_study_store_open(const char *path, const char *plan, const char *builder,
                                        pathfan_study_store **store, pathfan_error *error);
void pathfan_study_store_close(pathfan_study_store *store); /* NULL is fine */

/* The number of the study that is open, from 1. */
int32_t pathfan_study_store_number(const pathfan_study_store *store);

/* How many responses to other studies the file has; -1: it can't be read. */
int64_t pathfan_study_store_others(pathfan_study_store *store);

/* Adds a participant under a new id. Errors: LIMIT, IO. */
pathfan_status pathfan_study_store_join(pathfan_study_store *store, const char *background,
                                        char id[40], pathfan_error *error);

/* Whether the study has such a participant; *place, which may be NULL: who came before, so many. */
bool pathfan_study_store_knows(pathfan_study_store *store, const char *participant, int32_t *place);

/* Adds a response, in place of one of the same participant to the same query of the same
 * map; of free ones, with the same ends. Errors: ARGUMENT (no such participant), LIMIT, IO. */
pathfan_status pathfan_study_store_add(pathfan_study_store *store, const pathfan_response *response,
                                       pathfan_error *error);

/* Calls function for every response to this study, or of all in the file, by study, participant and
 * time; participant may be NULL: of all. Errors: IO. */
pathfan_status pathfan_study_store_each(
    pathfan_study_store *store, bool of_all_studies, const char *participant, void *context,
    void function(void *context, const pathfan_response *response), pathfan_error *error);

#endif
