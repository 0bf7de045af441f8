/* ask.h - one query: from JSON to a permitted request, and from its answer to JSON.
 *
 *   pf_asked asked;
 *   if (pf_asked_read(&asked, object, "id measures", index, limit, &refusal) &&
 *       pf_asked_ask(&asked, query, &answer, &refusal))
 *     pf_asked_write(&asked, query, answer, spent, &writer, &refusal);
 *   pf_asked_free(&asked); */
#ifndef PF_SERVE_ASK_H
#define PF_SERVE_ASK_H

#include "request/changes.h"
#include "request/degrees.h"
#include "request/places.h"
#include "request/read.h"
#include "request/write.h"
#include "serve/indexes.h"
#include "serve/metrics.h"
#include "server/exchange.h"

typedef struct pf_asked {
  pathfan_request request;
  pf_area_list areas; /* of request */
  pf_served_index *index;
  pf_change_list changes;       /* of obstacles, for this request */
  pathfan_obstacles *obstacles; /* the index's, with these */
  uint32_t generation;          /* to which they belong */
  pf_place_question place;      /* asked about instead of a path; or none is */
  pathfan_request given;        /* as it was read, perhaps in degrees */
  pf_degrees degrees;           /* of the index, and the request in metres */
  pf_degrees_asked in_degrees;
  bool measures; /* the paths are to be measured */
  bool is_terrain;
} pf_asked;

/* Why a request isn't answered. */
typedef struct pf_refusal {
  int status;       /* of HTTP */
  const char *code; /* for programs, static */
  pf_complaint text;
} pf_refusal;

/* Reads a request about an index, or a question about a place in it. others: names of members that
 * aren't fields of a request, "measures" and "obstacles" among them; limit: of its work, which the
 * request may lower. False: refusal says why. Free asked in any case. */
bool pf_asked_read(pf_asked *asked, const json_t *object, const char *others,
                   pf_served_index *index, uint64_t limit, pf_refusal *refusal);

void pf_asked_free(pf_asked *asked);

/* Gives a request that was read other ends, perhaps in degrees. False: refusal says why. */
bool pf_asked_between(pf_asked *asked, pathfan_point from, pathfan_point to, pf_refusal *refusal);

/* Returns the lane that is to answer: slow unless the index alone answers; quick if the index
 * bounds the work, as it holds a limited number of via nodes for each pair of regions; else
 * batch. */
pf_serve_lane pf_asked_lane(const pf_asked *asked);

/* Sends the request; the query object owns *answer, which is NULL for a place. False: refusal says
 * why. */
bool pf_asked_ask(pf_asked *asked, pathfan_query *query, const pathfan_answer **answer,
                  pf_refusal *refusal);

/* Writes the members of an answer, measures included; spent: seconds it took. False: refusal says
 * why, and what was written is of no use. */
bool pf_asked_write(const pf_asked *asked, pathfan_query *query, const pathfan_answer *answer,
                    double spent, pf_json_writer *w, pf_refusal *refusal);

/* Answers an exchange with a refusal. */
void pf_exchange_refuse(pf_exchange *x, const pf_refusal *refusal);

/* Fills a refusal. Returns false, for the caller to return. */
bool pf_refuse(pf_refusal *refusal, int status, const char *code, const char *format, ...)
    PF_PRINTF(4, 5);

#endif
