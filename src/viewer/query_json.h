/* query_json.h - a request asked, and what came of it as JSON: what the viewer's server answers,
 * and what its page answers by itself where it has no server.
 *
 *   pathfan_reply reply;
 *   status = pathfan_reply_ask(query, &source, 0, &request, PATHFAN_WANTS_MEASURES, &reply);
 *   if (!status && reply.answer.outcome != PATHFAN_OUTCOME_INVALID_REQUEST)
 *     pathfan_reply_write(&writer, &reply, false);
 *   pathfan_reply_free(&reply);
 *
 * Written while the query object isn't asked again: legs of terrains are still its own. */
#ifndef PATHFAN_VIEWER_QUERY_JSON_H
#define PATHFAN_VIEWER_QUERY_JSON_H

#include "request/source.h"
#include "request/trace_log.h"
#include "viewer/plateau.h"

/* What is wanted besides the paths: how good they are, and what became of candidates. */
enum { PATHFAN_WANTS_MEASURES = 1, PATHFAN_WANTS_TRACE = 2 };

/* What is known of an answer, copied: the query object is asked again for plateaus. */
typedef struct pathfan_reply {
  pathfan_answer answer;
  pathfan_path *paths;            /* [Size: path_count], and their points; of answer */
  double *apart;                  /* [Size: path_count] of answer; NULL if that has none */
  bool *filled;                   /* the same */
  pathfan_measures *each;         /* [Size: path_count]; NULL: not asked for */
  pathfan_path_plateau *plateaus; /* the same */
  pathfan_measures all;
  pathfan_trace_log log; /* its trace.context is NULL: none is wanted */
  double spent;          /* microseconds */
  bool is_terrain;       /* paths have legs, which stay the query object's */
} pathfan_reply;

/* Asks query, of the source; generation: of a map, which has none of its own. wants:
 * PATHFAN_WANTS_*. *reply is to be freed whatever comes back. Errors: those of pathfan_query_paths
 * and pathfan_query_measure, NO_MEMORY. */
pathfan_status pathfan_reply_ask(pathfan_query *query, const pathfan_source *source,
                                 uint32_t generation, const pathfan_request *request,
                                 unsigned wants, pathfan_reply *reply);

/* An object. hide: without what would tell the method. */
void pathfan_reply_write(pathfan_json_writer *w, const pathfan_reply *reply, bool hide);

void pathfan_reply_free(pathfan_reply *reply);

#endif
