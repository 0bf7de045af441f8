/* closed.c - see closed.h. Circles are closed as areas to avoid are: the polygon of 32 corners
 * round them. */
#include "cli/closed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"

#define CIRCLE_CORNERS 32

static void put(double *xy, double x, double y) {
  xy[0] = x;
  xy[1] = y;
}

/* Writes an area's corners. Returns their number. */
static int32_t corners_of(const pathfan_area *area, double *xy) {
  const double turn = 3.14159265358979323846 / CIRCLE_CORNERS, radius = area->radius / cos(turn);
  for (int32_t i = 0; i < area->corner_count; i++)
    put(xy + 2 * i, area->corners[i].x, area->corners[i].y);
  for (int32_t i = 0; i < CIRCLE_CORNERS && !area->corner_count; i++)
    put(xy + 2 * i, area->centre.x + radius * cos((2 * i + 1) * turn),
        area->centre.y + radius * sin((2 * i + 1) * turn));
  return area->corner_count ? area->corner_count : CIRCLE_CORNERS;
}

static const pathfan_area *area_at(const pf_area_list *named, const pathfan_request *request,
                                   int32_t i) {
  return i < named->count ? &named->areas[i] : &request->avoid[i - named->count];
}

const char *cli_closed_flaw(const pathfan_request *request) {
  for (int32_t i = 0; i < request->avoid_count; i++) {
    const pathfan_area *area = &request->avoid[i];
    double level;
    if (!area->corner_count && !(area->radius > 0))
      return "avoid: a circle needs a finite centre, and a radius above 0";
    const pf_span floor = {area->floor, area->floor ? strlen(area->floor) : 0};
    if (area->floor && (!pf_span_number(floor, &level) || level != 0))
      return "avoid: an area is on a level that the map doesn't have";
  }
  return NULL;
}

pathfan_status cli_close(const char *path, const pathfan_map_options *options,
                         const pf_area_list *named, pathfan_request *request, cli_closed *closed) {
  const int32_t count = request->avoid_count + named->count;
  size_t corners = 0, used = 0;
  *closed = (cli_closed){.map = NULL};
  for (int32_t i = 0; i < count; i++)
    corners += (size_t)area_at(named, request, i)->corner_count + CIRCLE_CORNERS;
  double *xy = malloc(2 * corners * sizeof *xy);
  int32_t *counts = malloc((size_t)count * sizeof *counts);
  pathfan_status status = xy && counts ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++) {
    counts[i] = corners_of(area_at(named, request, i), xy + 2 * used);
    used += (size_t)counts[i];
  }
  const pathfan_closed_areas areas = {xy, counts, count};
  if (!status)
    status = pathfan_map_open_closed(path, options, &areas, &closed->map, &closed->error);
  if (!status) status = pathfan_query_create_online(closed->map, &closed->query);
  request->avoid = NULL;
  request->avoid_count = 0;
  request->algorithm = PATHFAN_ALGORITHM_TERRAIN;
  free(xy);
  free(counts);
  return status;
}

const pathfan_answer *cli_closed_answer(cli_closed *closed, const pathfan_answer *answer,
                                        const pathfan_request *request, pathfan_query *query) {
  const pathfan_answer *open;
  pathfan_request end = *request;
  if (answer->blocked_by != PATHFAN_BLOCKED_BY_OBSTACLE) return answer;
  if (answer->outcome == PATHFAN_OUTCOME_START_BLOCKED)
    end.to = end.from;
  else
    end.from = end.to;
  if (pathfan_query_paths(query, &end, &open) || open->outcome != PATHFAN_OUTCOME_OK) return answer;
  closed->answer = *answer;
  closed->answer.blocked_by = PATHFAN_BLOCKED_BY_AREA;
  return &closed->answer;
}

void cli_closed_free(cli_closed *closed) {
  pathfan_query_free(closed->query);
  pathfan_map_free(closed->map);
  memset(closed, 0, sizeof *closed);
}
