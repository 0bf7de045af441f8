/* links.c - paths over links and floors: a line for people; points in the plane for pictures. */
#include "cli/links.h"

#include <math.h>

static bool is_linked(const pathfan_leg *leg) {
  return leg->kind == PATHFAN_LEG_WALK || leg->kind == PATHFAN_LEG_LINK;
}

bool cli_has_links(const pathfan_answer *answer) {
  for (int32_t i = 0; i < answer->path_count; i++)
    if (answer->paths[i].leg_count) return is_linked(answer->paths[i].legs);
  return false;
}

void cli_link_summary(FILE *out, const pathfan_path *path, bool has_floors) {
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    const bool is_link = leg->kind == PATHFAN_LEG_LINK;
    fputs(i ? ", " : "      ", out);
    if (is_link)
      fprintf(out, "%s at %.4g", leg->name && *leg->name ? leg->name : "a link", leg->cost);
    else if (has_floors && leg->floor)
      fprintf(out, "%.4g on level %s", leg->length, leg->floor);
    else
      fprintf(out, "%.4g walked", leg->length);
  }
  if (path->leg_count) putc('\n', out);
}

/* Moves a point from the floor of a level to the plane. */
static pathfan_point to_plane(const pathfan_query *query, double level, pathfan_point at) {
  pathfan_floor floor;
  return pathfan_query_floor(query, pathfan_query_find_floor(query, level), &floor)
             ? pathfan_floor_to_plane(&floor, at)
             : at;
}

bool cli_has_levels(const pathfan_request *request) {
  return !isnan(request->from_level) || !isnan(request->to_level) || request->floors;
}

/* Finds the floor that is given for an end itself; -2: none is given. */
static int32_t given_floor(const pathfan_query *query, const pathfan_request *request, int end) {
  const double level = end ? request->to_level : request->from_level;
  if (request->floors && request->floors[end])
    return pathfan_query_floor_named(query, request->floors[end]);
  return isnan(level) ? -2 : pathfan_query_find_floor(query, level);
}

bool cli_floor_of_end(const pathfan_query *query, const pathfan_request *request, int end,
                      pathfan_floor *floor) {
  const int32_t own = given_floor(query, request, end);
  return pathfan_query_floor(query, own == -2 ? given_floor(query, request, 1 - end) : own, floor);
}

pathfan_point cli_end_in_plane(const pathfan_query *query, const pathfan_request *request, int end,
                               pathfan_point at) {
  pathfan_floor floor;
  return cli_floor_of_end(query, request, end, &floor) ? pathfan_floor_to_plane(&floor, at) : at;
}

void cli_path_in_plane(const pathfan_query *query, const pathfan_request *request,
                       const pathfan_path *path, pathfan_point *room) {
  const bool is_on_floors = cli_has_levels(request);
  for (int32_t i = 0; i < path->point_count; i++)
    room[i] = is_on_floors ? cli_end_in_plane(query, request, 0, path->points[i]) : path->points[i];
  for (int32_t k = 0; k < path->leg_count && is_on_floors; k++) {
    const pathfan_leg *leg = &path->legs[k];
    for (int32_t i = leg->first; i <= leg->last && leg->kind == PATHFAN_LEG_WALK; i++)
      room[i] = to_plane(query, leg->level, path->points[i]);
    if (leg->kind == PATHFAN_LEG_LINK && k + 1 == path->leg_count)
      room[leg->last] = cli_end_in_plane(query, request, 1, path->points[leg->last]);
  }
}
