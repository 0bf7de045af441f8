/* ask.h - asking the library: a request with what the command line adds to it. */
#ifndef PATHFAN_CLI_ASK_H
#define PATHFAN_CLI_ASK_H

#include "cli/source.h"

/* What `query` asks and how it shows what comes back. */
typedef struct cli_asking {
  pathfan_source source;
  pathfan_query *query;
  pathfan_request request; /* the single one, or the defaults of every line */
  bool distance;           /* only the length is wanted */
  bool measures;           /* the paths are to be measured */
  bool choose;             /* one of the paths is to be chosen, by seed */
  uint64_t seed;
  pathfan_weights weights; /* of the paths of a group, of which one is chosen */
  bool json;
  bool all_points; /* the table for people has all points of a path */
  bool is_terrain; /* paths have costs and legs */
} cli_asking;

/* What comes back: the answer, which the query object owns, and what was asked on top.
 * Zero first; free with cli_reply_free. */
typedef struct cli_reply {
  const pathfan_query *query; /* that was asked */
  const pathfan_answer *answer;
  bool is_terrain;        /* paths have costs and legs */
  int32_t chosen;         /* the 0-based path that was chosen; -1: none was asked for, or there
                             is none */
  pathfan_measures *each; /* of the answer's paths; NULL: not asked for, or there are none */
  pathfan_measures all;
} cli_reply;

void cli_reply_free(cli_reply *reply);

/* Measures the answer's paths if that is asked for. Errors: as of pathfan_query_measure. */
pathfan_status cli_ask_measures(const cli_asking *asking, cli_reply *reply);

/* All report failures and return an exit code. */

/* Whether requests that differ from this one in their ends alone can be answered at all: before
 * many are begun. CLI_USAGE: a field isn't of this source, or of the algorithm. */
int cli_check_request(pathfan_query *query, const pathfan_request *request);

/* The answer to request, line `number` of many (0-based; 0 for a single one). */
int cli_ask_paths(const cli_asking *asking, const pathfan_request *request, int64_t number,
                  cli_reply *reply);

/* The length of the shortest path between request's ends, of a terrain the cost of the cheapest.
 * They move to free points as request->snap allows. */
int cli_ask_distance(const cli_asking *asking, const pathfan_request *request, double *length,
                     pathfan_outcome *outcome);

#endif
