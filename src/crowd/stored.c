/* stored.c - requests k paths from the centre of a cell to each place of the flow's goal; of all of
 * these and their lanes it keeps the k * lanes shortest. */
#include "crowd/stored.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/lanes.h"

static double length_of(const pf_courses *courses, int32_t course) {
  return courses->list[course].length;
}

/* Inserts a course into a set by its length; if there are too many, the longest is dropped. */
static void put(pf_stored *s, pf_stored_set *set, int32_t course) {
  int32_t at = set->count;
  while (at > 0 && length_of(s->courses, set->courses[at - 1]) > length_of(s->courses, course))
    at--;
  if (set->count == s->paths * s->lanes) {
    if (at == set->count) {
      pf_course_drop(s->courses, course);
      return;
    }
    pf_course_drop(s->courses, set->courses[--set->count]);
  }
  memmove(set->courses + at + 1, set->courses + at,
          (size_t)(set->count - at) * sizeof *set->courses);
  set->courses[at] = course;
  set->count++;
}

static pathfan_status add(pf_stored *s, pf_stored_set *set, const pathfan_point *points,
                          const int32_t *ways, int32_t count, int32_t place) {
  int32_t course;
  const pathfan_status status = pf_course_make(s->courses, s->cells, points, ways, count, &course);
  if (status) return status;
  s->courses->list[course].place = place;
  put(s, set, course);
  return PATHFAN_OK;
}

/* The way over the link of a leg; -1: it is none that the crowd knows. */
static int32_t way_of(const pf_stored *s, const pathfan_path *path, const pathfan_leg *leg) {
  const pathfan_point from = path->points[leg->first];
  for (int32_t i = 0; s->links && i < s->links->count; i++) {
    const pf_crowd_link *l = &s->links->list[i];
    if (l->number != leg->feature) continue;
    return 2 * i + (hypot(from.x - l->at[0].x, from.y - l->at[0].y) >
                    hypot(from.x - l->at[1].x, from.y - l->at[1].y));
  }
  return -1;
}

/* Adds a path over links; by Weidmann's law it needs no lanes. */
static pathfan_status add_over_links(pf_stored *s, pf_stored_set *set, const pathfan_path *path,
                                     int32_t place) {
  const pathfan_status status = pf_grow(&s->ways, &s->way_capacity, path->point_count);
  if (status) return status;
  for (int32_t i = 0; i < path->point_count; i++) s->ways[i] = -1;
  for (int32_t i = 0; i < path->leg_count; i++)
    if (path->legs[i].kind == PATHFAN_LEG_LINK)
      s->ways[path->legs[i].first] = way_of(s, path, &path->legs[i]);
  return add(s, set, path->points, s->ways, path->point_count, place);
}

/* Adds a path and its lanes. */
static pathfan_status add_lanes(pf_stored *s, pf_stored_set *set, const pathfan_path *path,
                                int32_t place) {
  const pf_lane_ground ground = {s->floor, s->cells, s->avoid, s->avoid_count};
  if (path->leg_count) return add_over_links(s, set, path, place);
  pathfan_status status = add(s, set, path->points, NULL, path->point_count, place);
  if (!status) status = pf_grow(&s->points, &s->point_capacity, 2 * (int64_t)path->point_count + 2);
  for (int32_t lane = 1; lane < s->lanes && path->point_count > 1 && !status; lane++) {
    const int32_t count = pf_lane_of(&ground, path->points, path->point_count, lane, s->points);
    if (count) status = add(s, set, s->points, NULL, count, place);
  }
  return status;
}

static pathfan_status ask(pf_stored *s, pf_stored_set *set, int32_t square, pathfan_point to,
                          int32_t place) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = pf_cell_centre(&s->cells->list[square]);
  request.to = to;
  request.paths = s->paths;
  request.max_loop = 0; /* docs/crowd.md compares strategies by all ways that the index has */
  request.stretch = s->stretch;
  request.obstacles = s->obstacles;
  request.link_flags = s->link_flags;
  s->requests++;
  pathfan_status status = pathfan_query_paths(s->query, &request, &answer);
  for (int32_t i = 0; !status && i < answer->path_count; i++)
    status = add_lanes(s, set, &answer->paths[i], place);
  return status;
}

/* Requests paths to the nearest cell of each place. */
static pathfan_status ask_all(pf_stored *s, pf_stored_set *set, int32_t square,
                              const pf_goal *goal) {
  const pathfan_point from = pf_cell_centre(&s->cells->list[square]);
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < goal->count && !status;) {
    int32_t best = i, end = i;
    double least = INFINITY;
    for (; end < goal->count && goal->place[end] == goal->place[i]; end++) {
      const double far = hypot(goal->at[end].x - from.x, goal->at[end].y - from.y);
      if (far >= least) continue;
      least = far;
      best = end;
    }
    status = ask(s, set, square, goal->at[best], goal->place[best]);
    i = end;
  }
  while (set->count > 1 && length_of(s->courses, set->courses[set->count - 1]) >
                               s->stretch * length_of(s->courses, set->courses[0]))
    pf_course_drop(s->courses, set->courses[--set->count]);
  return status;
}

pathfan_status pf_stored_get(pf_stored *s, int32_t square, int32_t flow,
                             const pf_stored_set **set) {
  const uint64_t all = (uint64_t)s->flow_count * (uint64_t)s->cells->square_count;
  if (!s->of) s->of = pf_alloc_zero(all, sizeof *s->of);
  if (!s->of) return PATHFAN_ERR_NO_MEMORY;
  int32_t *number = &s->of[(int64_t)flow * s->cells->square_count + square];
  pathfan_status status = PATHFAN_OK;
  if (!*number) {
    status = pf_grow(&s->sets, &s->capacity, (int64_t)s->count + 1);
    if (status) return status;
    s->sets[s->count] = (pf_stored_set){.count = 0};
    status = ask_all(s, &s->sets[s->count++], square, &s->goals[flow]);
    *number = s->count;
  }
  *set = &s->sets[*number - 1];
  return status;
}

void pf_stored_forget(pf_stored *s) {
  const size_t all = (size_t)s->flow_count * (size_t)s->cells->square_count;
  for (int32_t i = 0; i < s->count; i++)
    for (int32_t k = 0; k < s->sets[i].count; k++)
      pf_course_drop(s->courses, s->sets[i].courses[k]);
  s->count = 0;
  if (s->of) memset(s->of, 0, all * sizeof *s->of);
}

void pf_stored_free(pf_stored *s) {
  free(s->of);
  free(s->sets);
  free(s->points);
  free(s->ways);
  memset(s, 0, sizeof *s);
}
