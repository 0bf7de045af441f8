/* ask.h - asking the library: a request, and the options that the command line adds to it. */
#ifndef PF_CLI_ASK_H
#define PF_CLI_ASK_H

#include "cli/closed.h"
#include "cli/degrees.h"
#include "cli/source.h"

/* A request of `query`, and how its answer is shown. */
typedef struct cli_asking {
  pf_source source;
  pathfan_query *query;
  pathfan_request request; /* the single request, or the defaults of every line */
  bool distance;           /* only the length is wanted */
  bool measures;           /* the paths are to be measured */
  bool choose;             /* one path is to be chosen, by seed */
  uint64_t seed;
  pathfan_weights weights; /* of a group's paths, by which one is chosen */
  bool json;
  bool all_points;                /* the table for people lists all points of a path */
  bool is_terrain;                /* paths have costs and legs */
  pf_area_list named;             /* grounds of the terrain that are closed, in map units */
  pf_degrees degrees;             /* of the source */
  const char *path;               /* of the source */
  const pathfan_map_options *map; /* how it is read if it is a map */
  double uncertainty; /* by which points left out may change a path's cost for each of its points
                         (--simplify); 0 */
} cli_asking;

/* Whether a request closes areas of a terrain. */
static inline bool cli_closes(const cli_asking *asking, const pathfan_request *request) {
  return asking->is_terrain && (request->avoid_count || asking->named.count);
}

/* An answer, which the query object owns, and the extras requested with it. Set it to zero first;
 * free it with cli_reply_free. */
typedef struct cli_reply {
  const pathfan_query *query;   /* the one that gave the answer */
  const pathfan_answer *answer; /* in degrees if the request was */
  const pathfan_answer *on_map; /* in map units */
  pf_degrees_shown shown;
  cli_closed closed;  /* the map that it is of, if areas of a terrain were closed */
  bool is_terrain;    /* paths have costs and legs */
  int32_t chosen;     /* the chosen path, 0-based; -1: no choice was requested, or no path exists */
  double uncertainty; /* as in cli_asking */
  pathfan_measures *each; /* of the answer's paths; NULL: not requested, or no path exists */
  pathfan_measures all;
} cli_reply;

void cli_reply_free(cli_reply *reply);

/* Measures the answer's paths if requested. Errors: those of pathfan_query_measure. */
pathfan_status cli_ask_measures(const cli_asking *asking, cli_reply *reply);

/* The functions below report failures and return an exit code. */

/* Checks, before many requests are begun, whether requests that differ from this one only in their
 * ends can be answered at all. CLI_USAGE: a field doesn't suit the source or the algorithm. */
int cli_check_request(pathfan_query *query, const pathfan_request *request);

/* Answers request, line `number` of many (0-based; 0 for a single one). */
int cli_ask_paths(const cli_asking *asking, const pathfan_request *request, int64_t number,
                  cli_reply *reply);

/* The length of the shortest path, on a terrain the cost of the cheapest. */
typedef struct cli_distance {
  pathfan_outcome outcome;
  bool is_known;      /* there is a path, of this length */
  double length, gap; /* a cost is at most so much above the least */
  bool is_gap_missed; /* a work limit left a larger gap than wished */
  pathfan_answer of;  /* the answer that it is the length of, without paths: where its ends are */
} cli_distance;

/* Finds the distance between request's ends. Blocked ends move to free points as request->snap
 * allows. */
int cli_ask_distance(const cli_asking *asking, const pathfan_request *request,
                     cli_distance *distance);

#endif
