/* query_json.h - runs a request, and writes its answer as JSON, for the viewer's server, and for
 * its page where it has no server.
 *
 *   pf_reply reply;
 *   status = pf_reply_ask(query, &source, 0, &request, PF_WANTS_MEASURES, &reply);
 *   if (!status && reply.answer.outcome != PATHFAN_OUTCOME_INVALID_REQUEST)
 *     pf_reply_write(&writer, &reply, false);
 *   pf_reply_free(&reply);
 *
 * Write the reply before the query object runs another request: it still owns the legs of
 * terrains. */
#ifndef PF_VIEWER_QUERY_JSON_H
#define PF_VIEWER_QUERY_JSON_H

#include "request/source.h"
#include "request/trace_log.h"
#include "viewer/plateau.h"

/* Wanted besides the paths: their measures, and what happened to candidates. */
enum { PF_WANTS_MEASURES = 1, PF_WANTS_TRACE = 2 };

/* A copy of an answer: the query object runs further requests, for plateaus. */
typedef struct pf_reply {
  pathfan_answer answer;
  pathfan_path *paths;       /* [Size: path_count] answer's paths, with their points */
  double *apart;             /* [Size: path_count] answer's; NULL if it has none */
  bool *filled;              /* likewise */
  pathfan_measures *each;    /* [Size: path_count]; NULL: not wanted */
  pf_path_plateau *plateaus; /* likewise */
  pathfan_measures all;
  pf_trace_log log; /* trace.context is NULL if it isn't wanted */
  double spent;     /* microseconds */
  bool is_terrain;  /* paths have legs, which the query object owns */
} pf_reply;

/* Runs a request on query, which belongs to the source; generation: of a map, which has none of its
 * own. wants: PF_WANTS_*. Free *reply in any case. Errors: those of pathfan_query_paths and
 * pathfan_query_measure, NO_MEMORY. */
pathfan_status pf_reply_ask(pathfan_query *query, const pf_source *source, uint32_t generation,
                            const pathfan_request *request, unsigned wants, pf_reply *reply);

/* Writes an object. hide: leaves out whatever would reveal the method. */
void pf_reply_write(pf_json_writer *w, const pf_reply *reply, bool hide);

void pf_reply_free(pf_reply *reply);

#endif
