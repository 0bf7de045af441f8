/* hub_distance.h - shortest lengths from an end to hubs, and from there to any vertex and to the
 * other end, by labels.
 *
 *   pathfan_scatter(view, outlook, &distances);              once an end
 *   length = pathfan_distance_to(view, &distances, v, &hub);
 *   length = pathfan_join_hubs(&from, &to, list, capacity, &count);
 */
#ifndef PATHFAN_QUERY_HUB_DISTANCE_H
#define PATHFAN_QUERY_HUB_DISTANCE_H

#include "base/stamp.h"
#include "visible_vertices.h"

/* Longer than any way, and short enough that two and a label can be added up. */
#define PATHFAN_FAR (INT64_MAX / 4)

/* Length units by which the computed length of a path may differ from another
 * one's of the same or a shorter path: four rounded terms each. */
#define PATHFAN_SLACK 4

/* The shortest way found from an end to a vertex, by way of a visible vertex: a tentative distance
 * until all visible ones were offered. */
typedef struct pathfan_hub_distance {
  int64_t length; /* PATHFAN_FAR: none */
  int32_t from;   /* the visible vertex */
  int32_t other;  /* another one from which it is as long but for rounding; -1: none known */
} pathfan_hub_distance;

typedef struct pathfan_hub_distances {
  pathfan_hub_distance *of; /* [Size: n + 1] */
  int32_t *reached;         /* [Size: n + 1] vertices with a distance */
  int32_t reached_count;
} pathfan_hub_distances;

/* Room for n vertices, none reached. False: no memory; what there is can be freed. */
bool pathfan_hub_distances_init(pathfan_hub_distances *distances, int32_t n);
void pathfan_hub_distances_free(pathfan_hub_distances *distances);

/* What is known of an end when it scatters. */
typedef struct pathfan_outlook {
  pathfan_fixed_point at;
  const pathfan_visible_vertices *visible;
} pathfan_outlook;

/* Finds the distances from an end to all hubs of what it sees. */
void pathfan_scatter(const pathfan_index_view *view, pathfan_outlook own,
                     pathfan_hub_distances *distances);

/* After that: the end sees one more vertex, a dead end. */
void pathfan_scatter_dead_end(const pathfan_index_view *view, const pathfan_visible_vertex *seen,
                              pathfan_hub_distances *distances);

/* Shortest lengths to an end by the exits of vertices, as they are asked for. Zero it first, and
 * whenever the end is another one empty `known`. */
typedef struct pathfan_onward {
  int64_t *of; /* [Size: exits] */
  pathfan_stamp known;
  int32_t capacity;
  int64_t *by; /* room for lengths by visible vertices */
  int32_t by_capacity;
} pathfan_onward;

/* The same as pathfan_scatter, but for vertices and exits by which no way to the other end is
 * shortest. Returns a length that is none of the shortest paths' but at least theirs, or
 * PATHFAN_FAR. */
int64_t pathfan_scatter_within(const pathfan_index_view *view, pathfan_outlook own,
                               pathfan_outlook other, pathfan_hub_distances *distances);

/* The same as pathfan_scatter as far as ways to the other end go that aren't longer than `most`, by
 * whatever vertex: distances of hubs on them are found, and of others perhaps too long ones, or
 * none.
 */
void pathfan_scatter_near(const pathfan_index_view *view, pathfan_outlook own,
                          pathfan_fixed_point other, int64_t most,
                          pathfan_hub_distances *distances);

/* After that up to `near`, what is farther, up to `most`: the same as pathfan_scatter_near, and
 * with PATHFAN_FAR the same as pathfan_scatter, but for which of equally long ways are known. */
void pathfan_scatter_farther(const pathfan_index_view *view, pathfan_outlook own,
                             pathfan_fixed_point other, int64_t near, int64_t most,
                             pathfan_hub_distances *distances);

/* The same as pathfan_scatter as far as the shortest paths to the other end go: of hubs by which
 * the length is within 2 * PATHFAN_SLACK of the least the distances are found, and nothing of
 * others. to: the other end's, which has scattered; bound: a length that the shortest paths don't
 * exceed, or PATHFAN_FAR. *meetings: how many these hubs are. Errors: NO_MEMORY. */
pathfan_status pathfan_scatter_towards(const pathfan_index_view *view, pathfan_outlook own,
                                       pathfan_fixed_point other, const pathfan_hub_distances *to,
                                       int64_t bound, pathfan_onward *onward,
                                       pathfan_hub_distances *distances, int32_t *meetings);

void pathfan_onward_free(pathfan_onward *onward);

/* Length of the shortest way from an end to vertex v and the hub it goes by; PATHFAN_FAR if none is
 * known. Straight ways that arrive at v head-on are left out, for no path goes on from there. */
int64_t pathfan_distance_to(const pathfan_index_view *view, const pathfan_hub_distances *distances,
                            int32_t v, int32_t *hub);

/* The same of both ends in one pass. */
void pathfan_distances_to(const pathfan_index_view *view, const pathfan_hub_distances *const d[2],
                          int32_t v, int64_t lengths[2], int32_t hubs[2]);

/* Ways that arrive head-on, but the one of the end itself: from a vertex that it sees, *from,
 * straight to v. The length of the shortest, if it is below `bound` and clearly below the way to v
 * as a hub, else PATHFAN_FAR. end: where the distances are from. */
int64_t pathfan_arrival_at(const pathfan_index_view *view, const pathfan_hub_distances *distances,
                           pathfan_fixed_point end, int32_t v, int64_t bound, int32_t *from);

/* A way to a vertex: by a hub, from a visible vertex. */
typedef struct pathfan_hub_choice {
  int32_t hub, from;
} pathfan_hub_choice;

/* The ways from an end to vertex v that have this length, at most capacity. Of those
 * from different visible vertices by one hub two are known. */
int32_t pathfan_hub_choices(const pathfan_index_view *view, const pathfan_hub_distances *distances,
                            int32_t v, int64_t length, pathfan_hub_choice *choices,
                            int32_t capacity);

/* A hub that both ends reach, and the length of the path by way of it. */
typedef struct pathfan_meeting {
  int64_t length;
  int32_t hub;
} pathfan_meeting;

/* Shortest length between the ends by way of some hub; PATHFAN_FAR if none. The
 * hubs within PATHFAN_SLACK of it are listed, at most capacity. */
int64_t pathfan_join_hubs(const pathfan_hub_distances *a, const pathfan_hub_distances *b,
                          pathfan_meeting *list, int32_t capacity, int32_t *count);

#endif
