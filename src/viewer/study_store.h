/* study_store.h - studies, their participants and ratings, in an SQLite file.
 *
 * A study is identified by its plan: the maps, the queries, the methods. Answers to another plan
 * belong to another study, and stay in the file.
 *
 * A response is one transaction, on disk when the call returns: a killed process loses none that
 * was acknowledged. Any thread may call any function here. */
#ifndef PF_VIEWER_STUDY_STORE_H
#define PF_VIEWER_STUDY_STORE_H

#include "pathfan/query.h"

#define PF_METHODS 3 /* A, B, C */

/* Version of the tables in the file. A newer one isn't touched. */
#define PF_STUDY_VERSION 2

/* Limits against filling the disk. */
#define PF_PARTICIPANTS_MAX 10000
#define PF_RESPONSES_MAX 1000000

typedef struct pf_study_store pf_study_store;

#define PF_QUERY_FREE (-1)

/* Most pre-defined queries of a map. */
#define PF_QUERIES_MAX 12

/* Hexadecimal digits of a map's digest, which only equal maps share, and the zero. */
#define PF_MAP_DIGEST_BYTES 17

typedef struct pf_response {
  char participant[40], map[64];
  char digest[PF_MAP_DIGEST_BYTES]; /* of the map; "" in answers to version 1 */
  int32_t query;                    /* a pre-defined one, or PF_QUERY_FREE */
  pathfan_point from, to;
  int32_t ratings[PF_METHODS]; /* 1..5, by method, whatever its letter was */
  int32_t paths[PF_METHODS];   /* number shown; -1: unknown */
  double seconds;              /* that the query was on the screen; NAN: unknown */
  /* Set when read. */
  char time[40];          /* when it was given, UTC */
  const char *background; /* the participant's words; valid until the function returns */
  const char *builder;    /* the version of pathfan that found the paths; likewise */
  int32_t study;          /* 1-based */
  int32_t place;          /* of the participant in the study, 0-based */
} pf_response;

/* Opens the file, or makes it, and the study of this plan, or begins it; a new study records
 * builder. The answers in a file of version 1 become study 1, without a plan. Errors: IO,
 * NO_MEMORY, VERSION, DAMAGED. */
pathfan_status pf_study_store_open(const char *path, const char *plan, const char *builder,
                                   pf_study_store **store, pathfan_error *error);
void pf_study_store_close(pf_study_store *store); /* NULL is fine */

/* Returns the number of the open study, from 1. */
int32_t pf_study_store_number(const pf_study_store *store);

/* Counts the file's responses to other studies; -1: it can't be read. */
int64_t pf_study_store_others(pf_study_store *store);

/* Adds a participant under a new id. Errors: LIMIT, IO. */
pathfan_status pf_study_store_join(pf_study_store *store, const char *background, char id[40],
                                   pathfan_error *error);

/* Whether the study has this participant; *place, which may be NULL: the number of earlier ones. */
bool pf_study_store_knows(pf_study_store *store, const char *participant, int32_t *place);

/* Adds a response, replacing that of the same participant to the same query of the same map (for
 * free queries: with the same ends). Errors: ARGUMENT (no such participant), LIMIT, IO. */
pathfan_status pf_study_store_add(pf_study_store *store, const pf_response *response,
                                  pathfan_error *error);

/* Calls function for every response to this study, or to all in the file, by study, participant and
 * time; participant: only theirs; NULL: all. Errors: IO. */
pathfan_status pf_study_store_each(pf_study_store *store, bool of_all_studies,
                                   const char *participant, void *context,
                                   void function(void *context, const pf_response *response),
                                   pathfan_error *error);

#endif
