/* study_store.h - participants of the study and their ratings, in an SQLite file.
 *
 * A response is one transaction, on the disk when the call returns: a process that is
 * killed loses none that was acknowledged. Any thread may call anything here. */
#ifndef PATHFAN_VIEWER_STUDY_STORE_H
#define PATHFAN_VIEWER_STUDY_STORE_H

#include "pathfan/query.h"

#define PATHFAN_METHODS 3 /* A, B, C */

/* Of the tables in the file. A newer one isn't touched. */
#define PATHFAN_STUDY_VERSION 1

/* Limits against filling the disk. */
#define PATHFAN_PARTICIPANTS_MAX 10000
#define PATHFAN_RESPONSES_MAX 1000000

typedef struct pathfan_study_store pathfan_study_store;

#define PATHFAN_QUERY_FREE (-1)

typedef struct pathfan_response {
  char participant[40], map[64];
  int32_t query; /* a pre-defined one, or PATHFAN_QUERY_FREE */
  pathfan_point from, to;
  int32_t ratings[PATHFAN_METHODS]; /* 1..5 */
  /* Of those that are read. */
  char time[40];          /* when it was given, UTC */
  const char *background; /* what the participant said of themselves; until the function returns */
} pathfan_response;

/* Opens the file, or makes it. Errors: IO, NO_MEMORY, VERSION, DAMAGED. */
pathfan_status pathfan_study_store_open(const char *path, pathfan_study_store **store,
                                        pathfan_error *error);
void pathfan_study_store_close(pathfan_study_store *store); /* NULL is fine */

/* Adds a participant under a new id. Errors: LIMIT, IO. */
pathfan_status pathfan_study_store_join(pathfan_study_store *store, const char *background,
                                        char id[40], pathfan_error *error);

/* Whether there is such a participant. */
bool pathfan_study_store_knows(pathfan_study_store *store, const char *participant);

/* Adds a response, in place of one of the same participant to the same query of the same
 * map; of free ones, with the same ends. Errors: ARGUMENT (no such participant), LIMIT, IO. */
pathfan_status pathfan_study_store_add(pathfan_study_store *store, const pathfan_response *response,
                                       pathfan_error *error);

/* Calls function for every response, by participant and time; participant may be NULL: of
 * all. Errors: IO. */
pathfan_status
pathfan_study_store_each(pathfan_study_store *store, const char *participant, void *context,
                         void function(void *context, const pathfan_response *response),
                         pathfan_error *error);

#endif
