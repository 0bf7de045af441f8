/* outcome.c - asks the query object what blocks an end, also after a request for a distance or a
 * field alone: the end is off the map's extent, in an obstacle (the message then names the nearest
 * free point), or in an area to avoid. */
#include "cli/outcome.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/links.h"

const char *cli_outcome_sentence(pathfan_outcome outcome, const pathfan_query *query,
                                 const pathfan_request *request) {
  switch (outcome) {
  case PATHFAN_OUTCOME_OK: return "answered";
  case PATHFAN_OUTCOME_NO_PATH:
    return request->obstacles
               ? "no path: the two points lie in parts of the map that are not connected, or what "
                 "is closed or to avoid parts them"
           : request->avoid_count
               ? "no path: the two points lie in parts of the map that are not connected, or areas "
                 "to avoid part them"
               : "no path: the two points lie in parts of the map that are not connected";
  case PATHFAN_OUTCOME_START_BLOCKED: return "the start is blocked";
  case PATHFAN_OUTCOME_GOAL_BLOCKED: return "the goal is blocked";
  case PATHFAN_OUTCOME_WORK_LIMIT: return "the work limit was reached before a path was found";
  case PATHFAN_OUTCOME_INVALID_REQUEST: return pathfan_query_error(query);
  }
  return "unknown outcome";
}

/* An end that is blocked. */
typedef struct blocked {
  const char *sentence;
  pathfan_point at;    /* as given */
  bool has_floor;      /* it is given on a floor */
  pathfan_floor floor; /* that one; else the plane */
} blocked;

/* Names the extent of the map or of the floor. */
static void report_border(const pathfan_index_info *map, const blocked *b) {
  pathfan_point low = {map->origin_x, map->origin_y};
  pathfan_point high = {map->origin_x + map->width, map->origin_y + map->height};
  if (b->has_floor) {
    low = pathfan_floor_from_plane(&b->floor, b->floor.low);
    high = pathfan_floor_from_plane(&b->floor, b->floor.high);
    cli_message("%s: %.8g,%.8g is off level %s, which reaches from %.8g,%.8g to %.8g,%.8g",
                b->sentence, b->at.x, b->at.y, b->floor.name, low.x, low.y, high.x, high.y);
    return;
  }
  cli_message("%s: %.8g,%.8g is off the map, which reaches from %.8g,%.8g to %.8g,%.8g",
              b->sentence, b->at.x, b->at.y, low.x, low.y, high.x, high.y);
}

/* Returns the least number of three digits that is not below x, >= 0. */
static double round_up(double x) {
  const double decimals = 2 - floor(log10(x > 0 ? x : 1));
  const double power = pow(10, fabs(decimals)); /* dividing by it leaves just three digits */
  return decimals > 0 ? ceil(x * power) / power : ceil(x / power) * power;
}

/* Names the nearest free point, which is at most the map's perimeter away from a point on the map,
 * and a radius that reaches it: the distance, rounded up, and more if the point, which is rounded
 * to a grid before it moves, lies farther off. what: the point is in. */
static void report_place(const pathfan_index_info *map, pathfan_query *query, const blocked *b,
                         const char *what) {
  const pathfan_point at = b->has_floor ? pathfan_floor_to_plane(&b->floor, b->at) : b->at;
  char snap[PF_SHORTEST_BYTES];
  pathfan_point nearest;
  bool found;
  if (pathfan_query_nearest_free(query, at, 2 * (map->width + map->height), &nearest, &found) ||
      !found) {
    cli_message("%s: %.8g,%.8g is %s, and the map has no free point", b->sentence, b->at.x, b->at.y,
                what);
    return;
  }
  const double away = hypot(nearest.x - at.x, nearest.y - at.y);
  double reach = round_up(away);
  pathfan_point same;
  if (pathfan_query_nearest_free(query, at, reach, &same, &found) || !found)
    reach = round_up(away + ldexp(map->unit, -map->fraction_bits));
  if (b->has_floor) nearest = pathfan_floor_from_plane(&b->floor, nearest);
  cli_message("%s: %.8g,%.8g is %s; --snap %s moves it to the nearest free point%s%s, %.8g,%.8g",
              b->sentence, b->at.x, b->at.y, what, pf_number_shortest(reach, snap),
              b->has_floor ? " of level " : "", b->has_floor ? b->floor.name : "", nearest.x,
              nearest.y);
}

static void report_obstacle(const pf_source *source, const pathfan_index_info *map,
                            pathfan_query *query, const blocked *b) {
  const double radius = pf_source_radius(source);
  char what[96] = "inside an obstacle";
  if (radius > 0)
    snprintf(what, sizeof what,
             "inside an obstacle, or nearer to one than the agent's radius, %.8g", radius);
  report_place(map, query, b, what);
}

/* Names the point to which the end of a request from it to itself moves, if it may move far. */
static void report_area(const pathfan_index_info *map, pathfan_query *query,
                        const pathfan_request *request, const blocked *b) {
  const char *what = request->obstacles ? "that is closed or to avoid" : "to avoid";
  const pathfan_answer *answer;
  pathfan_request moved = *request;
  char snap[PF_SHORTEST_BYTES];
  moved.snap = 2 * (map->width + map->height);
  if (pathfan_query_paths(query, &moved, &answer) || answer->outcome != PATHFAN_OUTCOME_OK ||
      !answer->from_snapped)
    cli_message("%s: %.8g,%.8g is in an area %s", b->sentence, b->at.x, b->at.y, what);
  else
    cli_message("%s: %.8g,%.8g is in an area %s; --snap %s moves it to the nearest free point, "
                "%.8g,%.8g",
                b->sentence, b->at.x, b->at.y, what,
                pf_number_shortest(
                    round_up(hypot(answer->from.x - b->at.x, answer->from.y - b->at.y)), snap),
                answer->from.x, answer->from.y);
}

/* Returns what blocks the start of a request; nothing if the request fails. */
static pathfan_blocked_by find_out(pathfan_query *query, const pathfan_request *request) {
  const pathfan_answer *answer;
  return pathfan_query_paths(query, request, &answer) ? PATHFAN_BLOCKED_BY_NOTHING
                                                      : answer->blocked_by;
}

/* Sends a request from the blocked end to itself: the answer tells what blocks it. */
static void report_blocked(const pf_source *source, pathfan_query *query, pathfan_query *closed,
                           const char *sentence, const pathfan_request *asked, int end) {
  pf_source_facts facts;
  pathfan_request request = *asked;
  blocked b = {.sentence = sentence, .at = end ? asked->to : asked->from};
  b.has_floor = cli_floor_of_end(query, asked, end, &b.floor);
  request.from = request.to = b.at;
  if (b.has_floor) request.from_level = request.to_level = b.floor.level;
  request.floors = NULL;
  if (closed) request.avoid_count = 0;
  if (pathfan_query_at_radius(query, asked->radius, &query)) return; /* which was asked */
  pf_source_look(source, &facts);
  const pathfan_blocked_by what = find_out(query, &request);
  if (closed && !what) {
    report_place(&facts.info, closed, &b, "in an area to avoid");
    return;
  }
  switch (what) {
  case PATHFAN_BLOCKED_BY_BORDER: report_border(&facts.info, &b); break;
  case PATHFAN_BLOCKED_BY_OBSTACLE: report_obstacle(source, &facts.info, query, &b); break;
  case PATHFAN_BLOCKED_BY_AREA: report_area(&facts.info, query, &request, &b); break;
  case PATHFAN_BLOCKED_BY_NOTHING: cli_message("%s", sentence); break; /* the request failed */
  }
}

/* Sends the request again: the answer tells which point can be reached. */
static void report_no_path(pathfan_query *query, const char *sentence,
                           const pathfan_request *request) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(query, request, &answer) || !answer->has_nearest)
    cli_message("%s", sentence);
  else
    cli_message("%s; --partial goes to the reachable point nearest to the goal, %.8g,%.8g",
                sentence, answer->nearest.x, answer->nearest.y);
}

void cli_outcome_report(const pf_source *source, pathfan_query *query, pathfan_query *closed,
                        pathfan_outcome outcome, const pathfan_request *request) {
  const char *sentence = cli_outcome_sentence(outcome, query, request);
  if (outcome == PATHFAN_OUTCOME_START_BLOCKED)
    report_blocked(source, query, closed, sentence, request, 0);
  else if (outcome == PATHFAN_OUTCOME_GOAL_BLOCKED)
    report_blocked(source, query, closed, sentence, request, 1);
  else if (outcome == PATHFAN_OUTCOME_NO_PATH && !closed)
    report_no_path(query, sentence, request);
  else
    cli_message("%s", sentence);
}

int cli_outcome_code(pathfan_outcome outcome) {
  switch (outcome) {
  case PATHFAN_OUTCOME_OK: return CLI_OK;
  case PATHFAN_OUTCOME_INVALID_REQUEST: return CLI_USAGE;
  default: return CLI_NO_ANSWER;
  }
}
