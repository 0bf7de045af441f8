/* outcome.c - of a blocked end it is found out by what: off the map's extent, in an obstacle, and
 * then the nearest free point is named, or else in an area to avoid. */
#include "cli/outcome.h"

#include <math.h>

#include "base/text.h"
#include "cli/cli.h"

const char *cli_outcome_sentence(pathfan_outcome outcome, const pathfan_query *query) {
  switch (outcome) {
  case PATHFAN_OUTCOME_OK: return "answered";
  case PATHFAN_OUTCOME_NO_PATH:
    return "no path: the two points lie in parts of the map that are not connected, or areas to "
           "avoid part them";
  case PATHFAN_OUTCOME_START_BLOCKED: return "the start is blocked";
  case PATHFAN_OUTCOME_GOAL_BLOCKED: return "the goal is blocked";
  case PATHFAN_OUTCOME_WORK_LIMIT:
    return "the work limit was reached: what is listed is right, more may exist";
  case PATHFAN_OUTCOME_INVALID_REQUEST: return pathfan_query_error(query);
  }
  return "unknown outcome";
}

/* The nearest free point, which at most all of the map's sides are away from a point on it. */
static bool find_free(pathfan_query *query, const pathfan_index_info *map, pathfan_point from,
                      pathfan_point *nearest) {
  bool found;
  return !pathfan_query_nearest_free(query, from, 2 * (map->width + map->height), nearest,
                                     &found) &&
         found;
}

static void tell_blocked(const pathfan_source *source, pathfan_query *query, const char *end,
                         pathfan_point at) {
  pathfan_source_facts facts;
  pathfan_point nearest;
  pathfan_source_look(source, &facts);
  const pathfan_index_info *map = &facts.info;
  const double left = map->origin_x, right = left + map->width;
  const double top = map->origin_y, bottom = top + map->height;
  if (at.x < left || at.x > right || at.y < top || at.y > bottom) {
    cli_message("%s: %.8g,%.8g is off the map, which reaches from %.8g,%.8g to %.8g,%.8g", end,
                at.x, at.y, left, top, right, bottom);
  } else if (!find_free(query, map, at, &nearest)) {
    cli_message("%s: %.8g,%.8g is inside an obstacle, and no free point is near", end, at.x, at.y);
  } else {
    const double away = hypot(nearest.x - at.x, nearest.y - at.y);
    const double step = pow(10, floor(log10(away > 0 ? away : 1)) - 2); /* three digits, upwards */
    char radius[PATHFAN_SHORTEST_BYTES];
    if (away >
        2 * ldexp(map->unit, -map->fraction_bits)) /* else it is free, but for its rounding */
      cli_message("%s: %.8g,%.8g is inside an obstacle; --snap %s moves it to the nearest free "
                  "point, %.8g,%.8g",
                  end, at.x, at.y, pathfan_number_shortest(ceil(away / step) * step, radius),
                  nearest.x, nearest.y);
    else
      cli_message("%s: %.8g,%.8g is in an area to avoid", end, at.x, at.y);
  }
}

void cli_outcome_tell(const pathfan_source *source, pathfan_query *query, pathfan_outcome outcome,
                      pathfan_point from, pathfan_point to) {
  const char *sentence = cli_outcome_sentence(outcome, query);
  if (outcome == PATHFAN_OUTCOME_START_BLOCKED)
    tell_blocked(source, query, sentence, from);
  else if (outcome == PATHFAN_OUTCOME_GOAL_BLOCKED)
    tell_blocked(source, query, sentence, to);
  else
    cli_message("%s", sentence);
}

int cli_outcome_code(pathfan_outcome outcome) {
  switch (outcome) {
  case PATHFAN_OUTCOME_OK:
  case PATHFAN_OUTCOME_WORK_LIMIT: return CLI_OK;
  case PATHFAN_OUTCOME_INVALID_REQUEST: return CLI_USAGE;
  default: return CLI_NO_ANSWER;
  }
}
