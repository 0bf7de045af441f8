/* ask.c - asking the library. */
#include "cli/ask.h"

int cli_ask_paths(const cli_asking *asking, const pathfan_request *request, int64_t number,
                  const pathfan_answer **answer, int32_t *chosen) {
  pathfan_status status = pathfan_query_paths(asking->query, request, answer);
  if (status != PATHFAN_OK) return cli_failure(status, pathfan_query_error(asking->query));
  *chosen = asking->choose ? pathfan_answer_choose(*answer, asking->seed + (uint64_t)number) : -1;
  return CLI_OK;
}

/* Moves *point to the nearest free one within radius, if there is one. */
static pathfan_status snap(const cli_asking *asking, double radius, pathfan_point *point) {
  pathfan_point nearest;
  bool found = false;
  pathfan_status status =
      pathfan_query_nearest_free(asking->query, *point, radius, &nearest, &found);
  if (status == PATHFAN_OK && found) *point = nearest;
  return status;
}

/* An online search finds the length by finding the path; so does a way round areas. */
static int search(const cli_asking *asking, const pathfan_request *request, double *length,
                  pathfan_outcome *outcome) {
  const pathfan_answer *answer;
  pathfan_request one = *request;
  one.paths = 1;
  pathfan_status status = pathfan_query_paths(asking->query, &one, &answer);
  if (status != PATHFAN_OK) return cli_failure(status, pathfan_query_error(asking->query));
  *outcome = answer->outcome;
  if (answer->path_count) *length = answer->paths[0].length;
  return CLI_OK;
}

int cli_ask_distance(const cli_asking *asking, const pathfan_request *request, double *length,
                     pathfan_outcome *outcome) {
  pathfan_query *query = asking->query;
  if (request->algorithm != PATHFAN_ALGORITHM_INDEX || request->avoid_count)
    return search(asking, request, length, outcome);
  pathfan_point from = request->from, to = request->to;
  pathfan_status status = PATHFAN_OK;
  if (request->snap > 0) status = snap(asking, request->snap, &from);
  if (status == PATHFAN_OK && request->snap > 0) status = snap(asking, request->snap, &to);
  if (status == PATHFAN_OK) status = pathfan_query_distance(query, from, to, length, outcome);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, pathfan_query_error(query));
}
