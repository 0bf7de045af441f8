/* hub_distance.h - shortest lengths from an end to hubs, and from there to any vertex and to the
 * other end, by labels.
 *
 *   pf_scatter(view, &end);                         once per end, whose view is known
 *   length = pf_distance_to(view, &end.distances, v, &hub);
 *   length = pf_join_hubs(&end.distances, &other.distances, list, capacity, &count);
 */
#ifndef PF_QUERY_ENDS_HUB_DISTANCE_H
#define PF_QUERY_ENDS_HUB_DISTANCE_H

#include "base/stamp.h"
#include "visible_vertices.h"

/* Longer than any path, and small enough that two of these and a label add up without overflow. */
#define PF_FAR (INT64_MAX / 4)

/* The shortest path found so far from an end to a vertex, by way of a visible vertex: tentative
 * until all visible vertices have been offered. */
typedef struct pf_hub_distance {
  int64_t length; /* PF_FAR: none */
  int32_t from;   /* the visible vertex */
  int32_t other;  /* another one that gives the same length except for rounding; -1: none known */
} pf_hub_distance;

typedef struct pf_hub_distances {
  pf_hub_distance *of; /* [Size: n + 1] */
  int32_t *reached;    /* [Size: n + 1] vertices with a distance */
  int32_t reached_count;
} pf_hub_distances;

/* Makes room for n vertices, none reached. False: out of memory; what is allocated can be freed. */
bool pf_hub_distances_init(pf_hub_distances *distances, int32_t n);
void pf_hub_distances_free(pf_hub_distances *distances);

/* Forgets all distances; then one after the other may be given, of different hubs. */
void pf_hub_distances_forget(pf_hub_distances *distances);

static inline void pf_hub_distances_put(pf_hub_distances *distances, int32_t hub,
                                        pf_hub_distance of) {
  distances->of[hub] = of;
  distances->reached[distances->reached_count++] = hub;
}

/* Adds to what is known of a hub a path of about the same length, from another visible vertex: the
 * shorter one comes first or, of equal ones, the one by the first vertex in (x, y) order. */
void pf_hub_distance_tie(const pf_index_view *view, pf_hub_distance *known, int64_t length,
                         int32_t from);

/* An end of a request; with an index, what it sees, and what is known of distances from it. */
typedef struct pf_end {
  pf_fixed_point at;
  int32_t polygon;
  pf_visible_vertices visible;
  pf_hub_distances distances;
} pf_end;

/* Finds the distances from an end to all hubs of its visible vertices. */
void pf_scatter(const pf_index_view *view, pf_end *own);

/* Adds a dead end to the visible vertices of an end that has scattered. */
void pf_scatter_dead_end(const pf_index_view *view, pf_end *own, const pf_visible_vertex *seen);

/* Shortest lengths to an end by the exits of vertices, computed when they are first needed. Zero it
 * first; empty `known` whenever the end changes. */
typedef struct pf_onward {
  int64_t *of; /* [Size: exits] */
  pf_stamp known;
  int32_t capacity;
  int64_t *by; /* scratch: lengths by visible vertices */
  int32_t by_capacity;
} pf_onward;

/* Scatters like pf_scatter, but skips vertices and exits by which no path to the other end is
 * shortest. Returns an upper bound on the shortest length, or PF_FAR. */
int64_t pf_scatter_within(const pf_index_view *view, pf_end *own, const pf_end *other);

/* Scatters like pf_scatter, but only along paths to the other end that aren't longer than
 * `most`: finds the distances of hubs on them; those of other hubs may be too long or missing. */
void pf_scatter_near(const pf_index_view *view, pf_end *own, pf_fixed_point other, int64_t most);

/* Extends the result of pf_scatter_near for `near` to `most`: the same as scattering for
 * `most` at once, or, with PF_FAR, as pf_scatter, except for which of equal-length paths
 * are known. */
void pf_scatter_farther(const pf_index_view *view, pf_end *own, pf_fixed_point other, int64_t near,
                        int64_t most);

/* Scatters like pf_scatter, but only along the shortest paths to the other end, which has
 * scattered: finds the distances of the hubs by which the length is within 2 * PF_SLACK of the
 * least, and none of others. bound: an upper bound on the shortest length, or PF_FAR; onward:
 * lengths to the other end. *meetings: the number of these hubs. Errors: NO_MEMORY. */
pathfan_status pf_scatter_towards(const pf_index_view *view, pf_end *own, const pf_end *other,
                                  int64_t bound, pf_onward *onward, int32_t *meetings);

void pf_onward_free(pf_onward *onward);

/* Returns the length of the shortest path from an end to vertex v, and the hub it goes by;
 * PF_FAR if none is known. Leaves out straight paths that arrive at v head-on, since no path
 * goes on from there. */
int64_t pf_distance_to(const pf_index_view *view, const pf_hub_distances *distances, int32_t v,
                       int32_t *hub);

/* The same for both ends, in one pass. */
void pf_distances_to(const pf_index_view *view, const pf_hub_distances *const d[2], int32_t v,
                     int64_t lengths[2], int32_t hubs[2]);

/* Returns the length of the shortest path from an end to a vertex that it sees, *from, and from
 * there straight to v, arriving head-on; PF_FAR unless it is below `bound` and clearly below
 * the distance of v as a hub. The end's own straight line to v is left out. end: the point that the
 * distances are from. */
int64_t pf_arrival_at(const pf_index_view *view, const pf_hub_distances *distances,
                      pf_fixed_point end, int32_t v, int64_t bound, int32_t *from);

/* A path to a vertex: by a hub, from a visible vertex. */
typedef struct pf_hub_choice {
  int32_t hub, from;
} pf_hub_choice;

/* Lists the paths of this length from an end to vertex v, at most `capacity`; returns their number.
 * At most two of those by one hub, from different visible vertices, are known. */
int32_t pf_hub_choices(const pf_index_view *view, const pf_hub_distances *distances, int32_t v,
                       int64_t length, pf_hub_choice *choices, int32_t capacity);

/* A hub that both ends reach, and the length of the path by way of it. */
typedef struct pf_meeting {
  int64_t length;
  int32_t hub;
} pf_meeting;

/* Returns the shortest length between the ends by way of a hub; PF_FAR if there is none. Lists
 * the hubs within PF_SLACK of it, at most `capacity`. */
int64_t pf_join_hubs(const pf_hub_distances *a, const pf_hub_distances *b, pf_meeting *list,
                     int32_t capacity, int32_t *count);

#endif
