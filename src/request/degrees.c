/* degrees.c - see degrees.h. */
#include "request/degrees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define METRES_PER_DEGREE 110000
#define BEYOND 0.5 /* degrees: ends a little off the map are told to be off it */
#define STEPS_PER_DEGREE 1e9

pf_degrees pf_degrees_of(const pf_source *source) {
  pf_degrees d = {false};
  pf_source_facts facts;
  if (!pf_source_centre(source, &d.centre.longitude, &d.centre.latitude)) return d;
  pf_source_look(source, &facts);
  const double cosine = cos(d.centre.latitude * (3.14159265358979323846 / 180));
  d.is_projected = true;
  d.reach[0] = facts.info.width / (METRES_PER_DEGREE * cosine) + BEYOND;
  d.reach[1] = facts.info.height / METRES_PER_DEGREE + BEYOND;
  return d;
}

bool pf_degrees_fit(const pf_degrees *d, pathfan_point point) {
  const double east = remainder(point.x - d->centre.longitude, 360);
  return d->is_projected && fabs(point.x) <= 360 && fabs(east) <= d->reach[0] &&
         fabs(point.y - d->centre.latitude) <= d->reach[1];
}

bool pf_degrees_decide(const pf_degrees *d, pathfan_point from, pathfan_point to, bool *are_given,
                       pf_complaint *wrong) {
  const bool is_from = pf_degrees_fit(d, from), is_to = pf_degrees_fit(d, to);
  *are_given = is_from && is_to;
  if (is_from == is_to) return true;
  return pf_complain(wrong,
                     "the %s looks like longitude and latitude, the %s doesn't: give both so, or "
                     "both as metres east and north of longitude %.7g, latitude %.7g",
                     is_from ? "start" : "goal", is_from ? "goal" : "start", d->centre.longitude,
                     d->centre.latitude);
}

pathfan_point pf_degrees_to_map(const pf_degrees *d, pathfan_point point) {
  double metres[2];
  const double east = remainder(point.x - d->centre.longitude, 360);
  pf_project(&d->centre, d->centre.longitude + east, point.y, metres);
  return (pathfan_point){metres[0], metres[1]};
}

static double rounded(double degrees) {
  return nearbyint(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE + 0.0; /* -0 is 0 */
}

pathfan_point pf_degrees_from_map(const pf_degrees *d, pathfan_point point) {
  double longitude, latitude;
  pf_unproject(&d->centre, (const double[2]){point.x, point.y}, &longitude, &latitude);
  return (pathfan_point){rounded(longitude), rounded(latitude)};
}

bool pf_degrees_take(const pf_degrees *d, pathfan_point *points, int32_t count, bool *are_given,
                     pf_complaint *wrong) {
  int32_t fitting = 0;
  for (int32_t i = 0; i < count; i++) fitting += pf_degrees_fit(d, points[i]);
  *are_given = fitting == count && count;
  if (fitting && fitting < count)
    return pf_complain(wrong,
                       "%d of %d points look like longitude and latitude: give all so, or all as "
                       "metres east and north of longitude %.7g, latitude %.7g",
                       fitting, count, d->centre.longitude, d->centre.latitude);
  for (int32_t i = 0; i < fitting; i++) points[i] = pf_degrees_to_map(d, points[i]);
  return true;
}

/* ---- Requests ---- */

/* Copies the areas to avoid; radii stay metres. False: out of memory. */
static bool take_areas(const pf_degrees *d, pf_degrees_asked *asked) {
  const pathfan_request *r = &asked->request;
  size_t corners = 0, used = 0;
  for (int32_t i = 0; i < r->avoid_count; i++) corners += (size_t)r->avoid[i].corner_count;
  asked->avoid = malloc(((size_t)r->avoid_count + 1) * sizeof *asked->avoid);
  asked->corners = malloc((corners + 1) * sizeof *asked->corners);
  if (!asked->avoid || !asked->corners) return false;
  for (int32_t i = 0; i < r->avoid_count; i++) {
    pathfan_area *area = &asked->avoid[i];
    *area = r->avoid[i];
    area->centre = pf_degrees_to_map(d, area->centre);
    area->corners = area->corner_count ? asked->corners + used : NULL;
    for (int32_t k = 0; k < area->corner_count; k++)
      asked->corners[used++] = pf_degrees_to_map(d, r->avoid[i].corners[k]);
  }
  asked->request.avoid = asked->avoid;
  return true;
}

pathfan_status pf_degrees_ask(const pf_degrees *d, const pathfan_request *request,
                              pf_degrees_asked *asked, pf_complaint *wrong) {
  *asked = (pf_degrees_asked){.request = *request, .ends = {request->from, request->to}};
  if (!pf_degrees_decide(d, request->from, request->to, &asked->is_given, wrong))
    return PATHFAN_ERR_ARGUMENT;
  if (!asked->is_given) return PATHFAN_OK;
  asked->request.from = pf_degrees_to_map(d, request->from);
  asked->request.to = pf_degrees_to_map(d, request->to);
  return take_areas(d, asked) ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

void pf_degrees_asked_free(pf_degrees_asked *asked) {
  free(asked->avoid);
  free(asked->corners);
  memset(asked, 0, sizeof *asked);
}

/* ---- Answers ---- */

/* Shows ends that didn't move as they were given. */
static void show_ends(const pathfan_point ends[2], pf_degrees_shown *shown) {
  const bool is_from = !shown->answer.from_snapped;
  const bool is_to = !shown->answer.to_snapped && !shown->answer.partial;
  if (is_from) shown->answer.from = ends[0];
  if (is_to) shown->answer.to = ends[1];
  for (int32_t i = 0; i < shown->answer.path_count; i++) {
    const pathfan_path *path = &shown->paths[i];
    pathfan_point *points = (pathfan_point *)path->points;
    if (is_from) points[0] = ends[0];
    if (is_to) points[path->point_count - 1] = ends[1];
  }
}

pathfan_status pf_degrees_show(const pf_degrees *d, const pf_degrees_asked *asked,
                               const pathfan_answer *answer, pf_degrees_shown *shown) {
  size_t points = 0, used = 0;
  *shown = (pf_degrees_shown){.answer = *answer};
  for (int32_t i = 0; i < answer->path_count; i++) points += (size_t)answer->paths[i].point_count;
  shown->paths = malloc(((size_t)answer->path_count + 1) * sizeof *shown->paths);
  shown->points = malloc((points + 1) * sizeof *shown->points);
  if (!shown->paths || !shown->points) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < answer->path_count; i++) {
    shown->paths[i] = answer->paths[i];
    shown->paths[i].points = shown->points + used;
    for (int32_t k = 0; k < answer->paths[i].point_count; k++)
      shown->points[used++] = pf_degrees_from_map(d, answer->paths[i].points[k]);
  }
  shown->answer.paths = shown->paths;
  shown->answer.from = pf_degrees_from_map(d, answer->from);
  shown->answer.to = pf_degrees_from_map(d, answer->to);
  if (answer->has_nearest) shown->answer.nearest = pf_degrees_from_map(d, answer->nearest);
  if (asked) show_ends(asked->ends, shown);
  return PATHFAN_OK;
}

void pf_degrees_shown_free(pf_degrees_shown *shown) {
  free(shown->paths);
  free(shown->points);
  memset(shown, 0, sizeof *shown);
}
