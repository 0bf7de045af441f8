/* degrees.c - see degrees.h. */
#include "cli/degrees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#define METRES_PER_DEGREE 110000
#define BEYOND 0.5 /* degrees: ends a little off the map are told to be off it */
#define STEPS_PER_DEGREE 1e9

cli_degrees cli_degrees_of(const pf_source *source) {
  cli_degrees d = {false};
  pf_source_facts facts;
  if (!pf_source_centre(source, &d.centre.longitude, &d.centre.latitude)) return d;
  pf_source_look(source, &facts);
  const double cosine = cos(d.centre.latitude * (3.14159265358979323846 / 180));
  d.is_projected = true;
  d.reach[0] = facts.info.width / (METRES_PER_DEGREE * cosine) + BEYOND;
  d.reach[1] = facts.info.height / METRES_PER_DEGREE + BEYOND;
  return d;
}

bool cli_degrees_fit(const cli_degrees *d, pathfan_point point) {
  const double east = remainder(point.x - d->centre.longitude, 360);
  return d->is_projected && fabs(point.x) <= 360 && fabs(east) <= d->reach[0] &&
         fabs(point.y - d->centre.latitude) <= d->reach[1];
}

int cli_degrees_decide(const cli_degrees *d, pathfan_point from, pathfan_point to,
                       bool *are_given) {
  const bool is_from = cli_degrees_fit(d, from), is_to = cli_degrees_fit(d, to);
  *are_given = is_from && is_to;
  if (is_from == is_to) return CLI_OK;
  cli_message("the %s looks like longitude and latitude, the %s doesn't: give both so, or both as "
              "metres east and north of longitude %.7g, latitude %.7g",
              is_from ? "start" : "goal", is_from ? "goal" : "start", d->centre.longitude,
              d->centre.latitude);
  return CLI_USAGE;
}

pathfan_point cli_degrees_to_map(const cli_degrees *d, pathfan_point point) {
  double metres[2];
  const double east = remainder(point.x - d->centre.longitude, 360);
  pf_project_exactly(&d->centre, d->centre.longitude + east, point.y, metres);
  return (pathfan_point){metres[0], metres[1]};
}

static double rounded(double degrees) {
  return nearbyint(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE + 0.0; /* -0 is 0 */
}

pathfan_point cli_degrees_from_map(const cli_degrees *d, pathfan_point point) {
  double longitude, latitude;
  pf_unproject(&d->centre, (const double[2]){point.x, point.y}, &longitude, &latitude);
  return (pathfan_point){rounded(longitude), rounded(latitude)};
}

/* ---- Requests ---- */

/* Copies the areas to avoid; radii stay metres. False: out of memory. */
static bool take_areas(const cli_degrees *d, cli_degrees_asked *asked) {
  const pathfan_request *r = &asked->request;
  size_t corners = 0, used = 0;
  for (int32_t i = 0; i < r->avoid_count; i++) corners += (size_t)r->avoid[i].corner_count;
  asked->avoid = malloc(((size_t)r->avoid_count + 1) * sizeof *asked->avoid);
  asked->corners = malloc((corners + 1) * sizeof *asked->corners);
  if (!asked->avoid || !asked->corners) return false;
  for (int32_t i = 0; i < r->avoid_count; i++) {
    pathfan_area *area = &asked->avoid[i];
    *area = r->avoid[i];
    area->centre = cli_degrees_to_map(d, area->centre);
    area->corners = area->corner_count ? asked->corners + used : NULL;
    for (int32_t k = 0; k < area->corner_count; k++)
      asked->corners[used++] = cli_degrees_to_map(d, r->avoid[i].corners[k]);
  }
  asked->request.avoid = asked->avoid;
  return true;
}

int cli_degrees_ask(const cli_degrees *d, const pathfan_request *request,
                    cli_degrees_asked *asked) {
  *asked = (cli_degrees_asked){.request = *request};
  const int code = cli_degrees_decide(d, request->from, request->to, &asked->is_given);
  if (code != CLI_OK || !asked->is_given) return code;
  asked->request.from = cli_degrees_to_map(d, request->from);
  asked->request.to = cli_degrees_to_map(d, request->to);
  return take_areas(d, asked) ? CLI_OK : cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
}

void cli_degrees_asked_free(cli_degrees_asked *asked) {
  free(asked->avoid);
  free(asked->corners);
  memset(asked, 0, sizeof *asked);
}

/* ---- Answers ---- */

pathfan_status cli_degrees_show(const cli_degrees *d, const pathfan_answer *answer,
                                cli_degrees_shown *shown) {
  size_t points = 0, used = 0;
  *shown = (cli_degrees_shown){.answer = *answer};
  for (int32_t i = 0; i < answer->path_count; i++) points += (size_t)answer->paths[i].point_count;
  shown->paths = malloc(((size_t)answer->path_count + 1) * sizeof *shown->paths);
  shown->points = malloc((points + 1) * sizeof *shown->points);
  if (!shown->paths || !shown->points) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < answer->path_count; i++) {
    shown->paths[i] = answer->paths[i];
    shown->paths[i].points = shown->points + used;
    for (int32_t k = 0; k < answer->paths[i].point_count; k++)
      shown->points[used++] = cli_degrees_from_map(d, answer->paths[i].points[k]);
  }
  shown->answer.paths = shown->paths;
  shown->answer.from = cli_degrees_from_map(d, answer->from);
  shown->answer.to = cli_degrees_from_map(d, answer->to);
  if (answer->has_nearest) shown->answer.nearest = cli_degrees_from_map(d, answer->nearest);
  return PATHFAN_OK;
}

void cli_degrees_shown_free(cli_degrees_shown *shown) {
  free(shown->paths);
  free(shown->points);
  memset(shown, 0, sizeof *shown);
}
