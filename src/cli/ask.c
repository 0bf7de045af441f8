/* ask.c - asking the library. */
#include "cli/ask.h"

#include <math.h>
#include <stdlib.h>

#include "cli/links.h"

pathfan_status cli_ask_measures(const cli_asking *asking, cli_reply *reply) {
  const pathfan_answer *answer = reply->answer;
  if (!asking->measures || !answer->path_count) return PATHFAN_OK;
  if (cli_has_levels(&asking->request) && !cli_has_links(answer) && !answer->paths[0].heights) {
    cli_message("--measures: on floors only where a request may use links");
    return PATHFAN_OK;
  }
  reply->each = malloc((size_t)answer->path_count * sizeof *reply->each);
  if (!reply->each) return PATHFAN_ERR_NO_MEMORY;
  pathfan_query *of;
  const pathfan_status status = pathfan_query_at_radius(asking->query, answer->radius, &of);
  return status ? status
                : pathfan_query_measure_at(of, answer->paths, answer->path_count,
                                           answer->separation, reply->each, &reply->all);
}

int cli_check_request(pathfan_query *query, const pathfan_request *request) {
  const pathfan_answer *answer;
  pathfan_request one = *request;
  one.to = one.from; /* nothing to search for */
  const bool is_named = one.floors && one.floors[0];
  const char *const floors[2] = {is_named ? one.floors[0] : NULL, is_named ? one.floors[0] : NULL};
  if (is_named) one.floors = floors;
  if (!is_named && !isnan(one.from_level)) {
    one.to_level = one.from_level;
    one.floors = NULL;
  }
  const pathfan_status status = pathfan_query_paths(query, &one, &answer);
  if (status) return cli_failure(status, pathfan_query_error(query));
  if (answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST) return CLI_OK;
  cli_message("%s", pathfan_query_error(query));
  return CLI_USAGE;
}

int cli_ask_paths(const cli_asking *asking, const pathfan_request *request, int64_t number,
                  cli_reply *reply) {
  *reply = (cli_reply){.query = asking->query,
                       .is_terrain = asking->is_terrain,
                       .chosen = -1,
                       .uncertainty = asking->uncertainty};
  pf_degrees_asked asked;
  const int code = cli_degrees_ask(&asking->degrees, request, &asked);
  if (code != CLI_OK) {
    pf_degrees_asked_free(&asked);
    return code;
  }
  pathfan_query *query = asking->query;
  pathfan_status status = PATHFAN_OK;
  if (cli_closes(asking, &asked.request)) {
    status = cli_close(asking->path, asking->map, &asking->named, &asked.request, &reply->closed);
    if (status) {
      pf_degrees_asked_free(&asked);
      return cli_failure(status, reply->closed.error.text);
    }
    reply->query = query = reply->closed.query;
  }
  status = pathfan_query_paths(query, &asked.request, &reply->on_map);
  if (!status && reply->closed.query)
    reply->on_map = cli_closed_answer(&reply->closed, reply->on_map, &asked.request, asking->query);
  reply->answer = reply->on_map;
  if (!status) status = cli_ask_measures(asking, reply);
  if (!status && asked.is_given) {
    status = pf_degrees_show(&asking->degrees, &asked, reply->on_map, &reply->shown);
    reply->answer = &reply->shown.answer;
  }
  pf_degrees_asked_free(&asked);
  if (status) return cli_failure(status, pathfan_query_error(query));
  if (asking->choose)
    reply->chosen = pathfan_answer_choose(reply->answer, asking->seed + (uint64_t)number);
  return CLI_OK;
}

void cli_reply_free(cli_reply *reply) {
  free(reply->each);
  reply->each = NULL;
  pf_degrees_shown_free(&reply->shown);
  cli_closed_free(&reply->closed);
}

/* Finds the length by finding the path, for online searches, ways round areas and obstacles, and
 * ends that may move. It is the path's cost, which is its length except on terrains. */
static int search(const cli_asking *asking, const pathfan_request *request,
                  cli_distance *distance) {
  const pathfan_answer *answer;
  pathfan_request one = *request;
  cli_closed closed = {0};
  pathfan_query *query = asking->query;
  pathfan_status status = PATHFAN_OK;
  one.paths = 1;
  if (cli_closes(asking, &one)) {
    status = cli_close(asking->path, asking->map, &asking->named, &one, &closed);
    query = closed.query;
  }
  if (status) {
    cli_failure(status, closed.error.text);
  } else {
    status = pathfan_query_paths(query, &one, &answer);
    if (status) cli_failure(status, pathfan_query_error(query));
  }
  if (!status) {
    distance->of = *answer;
    distance->of.path_count = 0;
    distance->outcome = answer->outcome;
    distance->is_known = answer->path_count;
    distance->is_gap_missed = answer->path_count && !answer->gap_reached;
    if (answer->path_count) {
      distance->length = answer->paths[0].cost;
      distance->gap = answer->paths[0].gap;
    }
  }
  cli_closed_free(&closed);
  return cli_exit_code(status);
}

/* The same as cli_ask_distance, in map units. */
static int ask_on_map(const cli_asking *asking, const pathfan_request *request,
                      cli_distance *distance) {
  pathfan_query *query = asking->query;
  if (!pathfan_algorithm_is_indexed(request->algorithm) || request->avoid_count ||
      request->obstacles || request->snap > 0 || request->partial || request->radius > 0 ||
      asking->named.count || cli_has_levels(request) || request->link_flags)
    return search(asking, request, distance);
  const pathfan_status status = pathfan_query_distance(query, request->from, request->to,
                                                       &distance->length, &distance->outcome);
  distance->of.outcome = distance->outcome;
  distance->is_known = distance->outcome == PATHFAN_OUTCOME_OK;
  return status ? cli_failure(status, pathfan_query_error(query)) : CLI_OK;
}

int cli_ask_distance(const cli_asking *asking, const pathfan_request *request,
                     cli_distance *distance) {
  *distance = (cli_distance){0};
  pf_degrees_asked asked;
  int code = cli_degrees_ask(&asking->degrees, request, &asked);
  if (code == CLI_OK) code = ask_on_map(asking, &asked.request, distance);
  if (code == CLI_OK && asked.is_given) {
    pf_degrees_shown shown;
    const pathfan_status status = pf_degrees_show(&asking->degrees, &asked, &distance->of, &shown);
    if (!status) distance->of = shown.answer;
    pf_degrees_shown_free(&shown);
    code = status ? cli_failure(status, NULL) : CLI_OK;
  }
  pf_degrees_asked_free(&asked);
  return code;
}
