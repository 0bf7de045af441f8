/* hub_distance.h - shortest lengths from an end to hubs, and from there to any vertex and to the
 * other end, by labels.
 *
 *   pathfan_scatter(view, outlook, &distances);              once per end
 *   length = pathfan_distance_to(view, &distances, v, &hub);
 *   length = pathfan_join_hubs(&from, &to, list, capacity, &count);
 */
#ifndef PATHFAN_QUERY_HUB_DISTANCE_H
#define PATHFAN_QUERY_HUB_DISTANCE_H

#include "base/stamp.h"
#include "visible_vertices.h"

/* Longer than any path, and small enough that two of these and a label add up without overflow. */
#define PATHFAN_FAR (INT64_MAX / 4)

/* The most, in length units, by which the computed length of a path may exceed that of another path
 * of the same or a greater length: each is a sum of four rounded terms. A label's term is rounded
 * from a sum of rounded edges, and can be off by a little more than half a unit. */
#define PATHFAN_SLACK 4

/* The shortest path found so far from an end to a vertex, by way of a visible vertex: tentative
 * until all visible vertices have been offered. */
typedef struct pathfan_hub_distance {
  int64_t length; /* PATHFAN_FAR: none */
  int32_t from;   /* the visible vertex */
  int32_t other;  /* another one that gives the same length but for rounding; -1: none known */
} pathfan_hub_distance;

typedef struct pathfan_hub_distances {
  pathfan_hub_distance *of; /* [Size: n + 1] */
  int32_t *reached;         /* [Size: n + 1] vertices with a distance */
  int32_t reached_count;
} pathfan_hub_distances;

/* Makes room for n vertices, none reached. False: out of memory; what is allocated can be freed. */
bool pathfan_hub_distances_init(pathfan_hub_distances *distances, int32_t n);
void pathfan_hub_distances_free(pathfan_hub_distances *distances);

/* An end, as far as scattering must know it. */
typedef struct pathfan_outlook {
  pathfan_fixed_point at;
  const pathfan_visible_vertices *visible;
} pathfan_outlook;

/* Finds the distances from an end to all hubs of its visible vertices. */
void pathfan_scatter(const pathfan_index_view *view, pathfan_outlook own,
                     pathfan_hub_distances *distances);

/* Adds a dead end to the visible vertices of an end that has scattered. */
void pathfan_scatter_dead_end(const pathfan_index_view *view, const pathfan_visible_vertex *seen,
                              pathfan_hub_distances *distances);

/* Shortest lengths to an end by the exits of vertices, computed when they are first needed. Zero it
 * first; empty `known` whenever the end changes. */
typedef struct pathfan_onward {
  int64_t *of; /* [Size: exits] */
  pathfan_stamp known;
  int32_t capacity;
  int64_t *by; /* scratch: lengths by visible vertices */
  int32_t by_capacity;
} pathfan_onward;

/* Scatters like pathfan_scatter, but skips vertices and exits by which no path to the other end is
 * shortest. Returns an upper bound on the shortest length, or PATHFAN_FAR. */
int64_t pathfan_scatter_within(const pathfan_index_view *view, pathfan_outlook own,
                               pathfan_outlook other, pathfan_hub_distances *distances);

/* Scatters like pathfan_scatter, but only along paths to the other end that aren't longer than
 * `most`: finds the distances of hubs on them; those of other hubs may be too long or missing. */
void pathfan_scatter_near(const pathfan_index_view *view, pathfan_outlook own,
                          pathfan_fixed_point other, int64_t most,
                          pathfan_hub_distances *distances);

/* Extends the result of pathfan_scatter_near for `near` to `most`: the same as scattering for
 * `most` at once, or, with PATHFAN_FAR, as pathfan_scatter, except for which of equal-length paths
 * are known. */
void pathfan_scatter_farther(const pathfan_index_view *view, pathfan_outlook own,
                             pathfan_fixed_point other, int64_t near, int64_t most,
                             pathfan_hub_distances *distances);

/* Scatters like pathfan_scatter, but only along the shortest paths to the other end: finds the
 * distances of the hubs by which the length is within 2 * PATHFAN_SLACK of the least, and none of
 * others. to: the distances of the other end, which has scattered; bound: an upper bound on the
 * shortest length, or PATHFAN_FAR. *meetings: the number of these hubs. Errors: NO_MEMORY. */
pathfan_status pathfan_scatter_towards(const pathfan_index_view *view, pathfan_outlook own,
                                       pathfan_fixed_point other, const pathfan_hub_distances *to,
                                       int64_t bound, pathfan_onward *onward,
                                       pathfan_hub_distances *distances, int32_t *meetings);

void pathfan_onward_free(pathfan_onward *onward);

/* Returns the length of the shortest path from an end to vertex v, and the hub it goes by;
 * PATHFAN_FAR if none is known. Leaves out straight paths that arrive at v head-on, since no path
 * goes on from there. */
int64_t pathfan_distance_to(const pathfan_index_view *view, const pathfan_hub_distances *distances,
                            int32_t v, int32_t *hub);

/* The same for both ends, in one pass. */
void pathfan_distances_to(const pathfan_index_view *view, const pathfan_hub_distances *const d[2],
                          int32_t v, int64_t lengths[2], int32_t hubs[2]);

/* Returns the length of the shortest path from an end to a vertex that it sees, *from, and from
 * there straight to v, arriving head-on; PATHFAN_FAR unless it is below `bound` and clearly below
 * the distance of v as a hub. The end's own straight line to v is left out. end: the point that the
 * distances are from. */
int64_t pathfan_arrival_at(const pathfan_index_view *view, const pathfan_hub_distances *distances,
                           pathfan_fixed_point end, int32_t v, int64_t bound, int32_t *from);

/* A path to a vertex: by a hub, from a visible vertex. */
typedef struct pathfan_hub_choice {
  int32_t hub, from;
} pathfan_hub_choice;

/* Lists the paths of this length from an end to vertex v, at most `capacity`; returns their number.
 * At most two of those by one hub, from different visible vertices, are known. */
int32_t pathfan_hub_choices(const pathfan_index_view *view, const pathfan_hub_distances *distances,
                            int32_t v, int64_t length, pathfan_hub_choice *choices,
                            int32_t capacity);

/* A hub that both ends reach, and the length of the path by way of it. */
typedef struct pathfan_meeting {
  int64_t length;
  int32_t hub;
} pathfan_meeting;

/* Returns the shortest length between the ends by way of a hub; PATHFAN_FAR if there is none. Lists
 * the hubs within PATHFAN_SLACK of it, at most `capacity`. */
int64_t pathfan_join_hubs(const pathfan_hub_distances *a, const pathfan_hub_distances *b,
                          pathfan_meeting *list, int32_t capacity, int32_t *count);

#endif
