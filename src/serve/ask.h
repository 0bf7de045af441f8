/* ask.h - one query: from JSON to a permitted request, and from its answer to JSON.
 *
 *   pathfan_asked asked;
 *   if (pathfan_asked_read(&asked, object, "id measures", index, limit, &refusal) &&
 *       pathfan_asked_ask(&asked, query, &answer, &refusal))
 *     pathfan_asked_write(&asked, query, answer, spent, &writer, &refusal);
 *   pathfan_asked_free(&asked); */
#ifndef PATHFAN_SERVE_ASK_H
#define PATHFAN_SERVE_ASK_H

#include "request/read.h"
#include "request/write.h"
#include "serve/indexes.h"
#include "serve/metrics.h"
#include "server/exchange.h"

typedef struct pathfan_asked {
  pathfan_request request;
  pathfan_area_list areas; /* of request */
  bool measures;           /* the paths are to be measured */
  bool is_terrain;
} pathfan_asked;

/* Why a request isn't answered. */
typedef struct pathfan_refusal {
  int status;       /* of HTTP */
  const char *code; /* for programs, static */
  pathfan_complaint text;
} pathfan_refusal;

/* Reads a request about an index. others: names of members that aren't fields of a request,
 * "measures" among them; limit: of its work, which the request may lower. False: refusal says why.
 * Free asked in any case. */
bool pathfan_asked_read(pathfan_asked *asked, const json_t *object, const char *others,
                        const pathfan_served_index *index, uint64_t limit,
                        pathfan_refusal *refusal);

void pathfan_asked_free(pathfan_asked *asked);

/* Returns the lane that is to answer: slow unless the index alone answers; quick if the index
 * bounds the work, as it holds a limited number of via nodes for each pair of regions; else
 * batch. */
pathfan_serve_lane pathfan_asked_lane(const pathfan_asked *asked);

/* Sends the request; the query object owns *answer. False: refusal says why. */
bool pathfan_asked_ask(const pathfan_asked *asked, pathfan_query *query,
                       const pathfan_answer **answer, pathfan_refusal *refusal);

/* Writes the members of an answer, measures included; spent: seconds it took. False: refusal says
 * why, and what was written is of no use. */
bool pathfan_asked_write(const pathfan_asked *asked, pathfan_query *query,
                         const pathfan_answer *answer, double spent, pathfan_json_writer *w,
                         pathfan_refusal *refusal);

/* Answers an exchange with a refusal. */
void pathfan_exchange_refuse(pathfan_exchange *x, const pathfan_refusal *refusal);

/* Fills a refusal. Returns false, for the caller to return. */
bool pathfan_refuse(pathfan_refusal *refusal, int status, const char *code, const char *format, ...)
    PATHFAN_PRINTF(4, 5);

#endif
