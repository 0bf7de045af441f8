/* scratch.h - the query object: everything one thread needs to answer. Private
 * to the query library. */
#ifndef PATHFAN_QUERY_SCRATCH_H
#define PATHFAN_QUERY_SCRATCH_H

#include "base/memory.h"
#include "generation.h"
#include "geometry/area.h"
#include "geometry/polyline.h"
#include "mesh/visible.h"
#include "graph/astar.h"
#include "graph/dijkstra.h"
#include "graph/overlay.h"
#include "graph/penalty.h"
#include "search/grid_astar.h"
#include "space/map.h"
#include "search/polyanya.h"

/* A vertex that an end sees and can be passed tautly coming from there. */
typedef struct pathfan_sighted {
  int32_t vertex;
  uint8_t side;   /* pathfan_side on which its obstacle is passed */
  uint8_t useful; /* a taut path goes on from it */
  int64_t length; /* from the end, length units */
} pathfan_sighted;

/* The shortest way found from an end to a vertex, by way of a seen vertex. */
typedef struct pathfan_way {
  int64_t length; /* PATHFAN_FAR: none */
  int32_t from;   /* the seen vertex */
  int32_t other;  /* another one from which it is as long but for rounding; -1: none known */
} pathfan_way;

/* Lengths of the ways from both ends to a vertex, as thorough.c wants them. */
typedef struct pathfan_both_ways {
  double placed[2];
} pathfan_both_ways;

/* How a vertex is reached from the two ends. */
typedef struct pathfan_reach {
  int64_t length[2]; /* PATHFAN_FAR: it isn't */
  int32_t hub[2];
  int32_t before[2]; /* the vertex before it; -1: the end itself, -2: not known */
} pathfan_reach;

/* Longer than any way, and short enough that two and a label can be added up. */
#define PATHFAN_FAR (INT64_MAX / 4)

/* One end of a request. */
typedef struct pathfan_end {
  pathfan_fixed_point at;
  int32_t polygon;
  pathfan_sighted *seen, *merge; /* ascending by vertex; merge: room to sort */
  int32_t seen_count, seen_capacity, merge_capacity;
  pathfan_way *ways; /* [Size: n] */
  int32_t *reached;  /* [Size: n + 1] vertices with a way */
  int32_t reached_count;
} pathfan_end;

/* A via node. */
typedef struct pathfan_candidate {
  int64_t order; /* candidates are judged ascending by it: the length of the via-path, unless
                    a method has another order */
  int32_t via;
  int32_t hubs[2]; /* of the ways from the two ends */
  int32_t from[2]; /* the seen vertices of these; -1: those of the hubs' ways */
  const struct pathfan_candidate *same; /* another one whose path has the same points */
} pathfan_candidate;

/* A path under construction or accepted: points of the fixed grid. */
typedef struct pathfan_track {
  pathfan_fixed_point *points;
  int32_t count, capacity;
  int64_t units;                      /* length in integers, segment by segment */
  double length;                      /* length as reported, lattice units */
  const pathfan_candidate *candidate; /* while it is judged */
  pathfan_measures measures;          /* while it is, by those whose request needs them */
} pathfan_track;

/* A seen vertex that looks up via nodes. */
typedef struct pathfan_gate {
  int32_t vertex;
  uint32_t rank;
  pathfan_lattice_point at;
  double length;    /* from its end, lattice units */
  int64_t estimate; /* |end u| + |u other end|, length units */
} pathfan_gate;

/* Scratch of measure.c. */
typedef struct pathfan_measuring {
  double known;    /* distance of the ends, once ends_measured: as the index or a search has it */
  double shortest; /* the same for the set that is measured */
  struct pathfan_stop *stops; /* points of the path that is measured */
  int32_t stop_capacity;
  int64_t *row;     /* [Size: n + 1] distances of row_of to its hubs; PATHFAN_FAR: of others */
  int32_t *reached; /* [Size: n + 1] hubs of row_of */
  int32_t reached_count, row_of;
} pathfan_measuring;

struct pathfan_query {
  const pathfan_index *owner;      /* what it was created for, whose reloads it follows */
  const pathfan_generation *index; /* held; NULL: `map` alone */
  const pathfan_map *map;
  pathfan_site site; /* of either */
  pathfan_polyanya polyanya;
  pathfan_grid_astar astar;
  pathfan_overlay overlay; /* the graph of the competing methods, and of detours */
  pathfan_dijkstra dijkstra;
  pathfan_spt trees[2]; /* their trees, of both ends */
  pathfan_astar detour;
  pathfan_penalty penalty;
  double units_per_fixed; /* length units in one fixed-point unit */
  pathfan_end ends[2];
  bool ends_placed;   /* they are in order and a way joins them */
  bool ends_turned;   /* end 0 is the request's goal */
  bool ends_looked;   /* and have looked and spread over the whole map */
  bool ends_measured; /* and their distance is known to measure.c */
  pathfan_measuring measuring;
  pathfan_areas areas;               /* to keep out of, of this request */
  pathfan_fixed_point *area_corners; /* of one that is taken */
  int32_t area_corner_capacity;
  pathfan_visible visible; /* used where the index has no cone lists */
  int32_t *starts;         /* the polygons that touch an end */
  int32_t start_capacity;

  int32_t *walk; /* vertices of a path, and room to reverse */
  int32_t walk_count, walk_capacity;
  uint32_t *via_stamp; /* [Size: n + 1] via_now: tried; the last one stands for "-" */
  uint32_t via_now;
  pathfan_both_ways *both_ways; /* [Size: n + 1] of the effort THOROUGH, once it was asked for */
  pathfan_reach *reach;         /* [Size: n + 1] the same; of vertices that via_stamp names */
  pathfan_candidate *candidates;
  int32_t candidate_count, candidate_capacity;
  bool ends_spread;  /* pathfan_spread_ends has run for this request */
  int32_t *partners; /* of the row that is being read */
  int32_t partner_capacity;
  pathfan_gate *gates[2];
  int32_t gate_count[2], gate_capacity[2];

  pathfan_track *tracks; /* accepted; tracks[track_count] is under construction */
  int32_t track_count, track_capacity;
  pathfan_path *paths;
  pathfan_point *points;
  int32_t path_capacity, point_capacity;
  pathfan_answer answer;
  pathfan_error error;
};

/* ---- access.c: what an end sees ---- */

/* Fills end->seen. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_look(pathfan_query *query, pathfan_end *end);

/* Whether the ends see each other. */
bool pathfan_ends_see(const pathfan_query *query);

/* ---- ways.c: lengths by labels ---- */

static inline int64_t pathfan_units(const pathfan_query *query, pathfan_fixed_point a,
                                    pathfan_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  return llrint(sqrt(dx * dx + dy * dy) * query->units_per_fixed);
}

/* PATHFAN_ERR_ARGUMENT and its sentence; q may be what is NULL. */
pathfan_status pathfan_refuse_null(pathfan_query *q);

/* What every request begins with: forgets the last error, and moves to the current
 * generation of the index, with new scratch, when that isn't the one q holds.
 * Errors: NO_MEMORY; q stays as it was. */
pathfan_status pathfan_query_begin(pathfan_query *q);

/* The longest that a path may be, in the units of `shortest`. */
static inline int64_t pathfan_longest(const pathfan_request *request, int64_t shortest) {
  const double bound = request->stretch * (double)shortest;
  return bound < 0x1p61 ? (int64_t)bound : (int64_t)1 << 61;
}

/* Finds the ways from an end to all hubs of what it sees. */
void pathfan_spread(const pathfan_query *query, pathfan_end *end);

/* Adds, once a request and from both ends, the ways that end where they arrive: at vertices that
 * the seen ones see head-on. No path goes on from there, so spreading leaves them out; with them,
 * pathfan_way_to is the true distance. Ways found before may change: afterwards
 * recover only candidates whose length pathfan_way_to still gives. */
void pathfan_spread_ends(pathfan_query *query);

/* Length of the shortest way from an end to vertex v and the hub it goes by;
 * PATHFAN_FAR if none is known. pathfan_spread must have run; without
 * pathfan_spread_ends ways that arrive at v head-on may be missing. */
int64_t pathfan_way_to(const pathfan_query *query, const pathfan_end *end, int32_t v, int32_t *hub);

/* A way to a vertex: by a hub, from a seen vertex. */
typedef struct pathfan_route {
  int32_t hub, from;
} pathfan_route;

/* The ways from an end to vertex v that have this length, at most capacity. Of those
 * from different seen vertices by one hub two are known. */
int32_t pathfan_routes_to(const pathfan_query *query, const pathfan_end *end, int32_t v,
                          int64_t length, pathfan_route *routes, int32_t capacity);

/* Length units by which the computed length of a path may differ from another
 * one's of the same or a shorter path: four rounded terms each. */
#define PATHFAN_SLACK 4

/* A hub that both ends reach, and the length of the path by way of it. */
typedef struct pathfan_meeting {
  int64_t length;
  int32_t hub;
} pathfan_meeting;

/* Shortest length between the ends by way of some hub; PATHFAN_FAR if none. The
 * hubs within PATHFAN_SLACK of it are listed, at most capacity. */
int64_t pathfan_meet(const pathfan_query *query, pathfan_meeting *list, int32_t capacity,
                     int32_t *count);

/* ---- recover.c: paths from labels ---- */

/* Appends a vertex or node to query->walk. Errors: NO_MEMORY. */
pathfan_status pathfan_walk_append(pathfan_query *query, int32_t vertex);

/* Turns round query->walk from place `first` on. */
void pathfan_walk_reverse(pathfan_query *query, int32_t first);

/* Builds the path end 0, way to hub, way back to end 1 in a track. Errors: NO_MEMORY. */
pathfan_status pathfan_recover_by_hub(pathfan_query *query, int32_t hub, pathfan_track *track);

/* Builds a candidate's via-path in a track; *taut says whether it wraps the
 * obstacle at the via node. Errors: NO_MEMORY. */
pathfan_status pathfan_recover_via(pathfan_query *query, const pathfan_candidate *candidate,
                                   pathfan_track *track, bool *taut);

/* The vertex before hub on the shortest path to it from a vertex of which it is a hub;
 * that vertex itself if it sees the hub. */
int32_t pathfan_before_hub(const pathfan_index_view *view, int32_t from, int32_t hub);

/* Whether a path wraps the obstacle at a vertex. */
bool pathfan_taut_at(const pathfan_index_view *view, int32_t vertex, pathfan_fixed_point before,
                     pathfan_fixed_point after);

/* The path of the two end points alone. Errors: NO_MEMORY. */
pathfan_status pathfan_recover_straight(pathfan_query *query, pathfan_track *track);

/* Order of paths: by reported length, compared length, points. */
int pathfan_track_compare(const pathfan_track *a, const pathfan_track *b);

/* ---- shortest.c: path 1 ---- */

/* Puts the end that comes first in (x, y) order first; true if they were swapped. */
bool pathfan_order_ends(pathfan_query *query);

/* The ends are about to be others: nothing is known of them. */
static inline void pathfan_forget_ends(pathfan_query *query) {
  query->ends_placed = query->ends_looked = query->ends_measured = false;
}

/* Both ends look and spread. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_look_both(pathfan_query *query);

/* What a request between placed ends comes to, blocked or in two components. */
pathfan_outcome pathfan_ends_outcome(const pathfan_query *query, bool from_blocked,
                                     bool to_blocked);

/* Finds the shortest path between ordered ends that have looked and spread, and
 * makes it tracks[0]; of equally long ones the first by points. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pathfan_find_shortest(pathfan_query *query);

/* The track under construction, after the accepted ones. Errors: NO_MEMORY. */
pathfan_status pathfan_next_track(pathfan_query *query, pathfan_track **track);

void pathfan_swap_tracks(pathfan_track *a, pathfan_track *b);

/* Tracks from number `first` on into their order. */
void pathfan_sort_tracks(pathfan_query *query, int32_t first);

/* ---- candidates.c: via nodes from the tables ---- */

/* Fills query->candidates with the via nodes of a request, by the lengths of their
 * via-paths, those within `limit` length units. Counts into answer.
 * *stopped: the work limit came first. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_collect(pathfan_query *query, const pathfan_request *request, int64_t limit,
                               bool *stopped);

/* Begins a new set of via_stamp. */
void pathfan_next_stamp(pathfan_query *query);

/* ---- thorough.c: via nodes from all vertices ---- */

/* As pathfan_collect, but of all vertices; pathfan_spread_ends must have run. */
pathfan_status pathfan_collect_all(pathfan_query *query, const pathfan_request *request,
                                   int64_t limit, bool *stopped);

/* ---- avoid.c: areas to keep out of ---- */

/* Takes a request's areas into query->areas. If they aren't as they must be, *flaw
 * becomes a sentence that says why. Errors: NO_MEMORY. */
pathfan_status pathfan_take_areas(pathfan_query *query, const pathfan_request *request,
                                  const char **flaw);

/* Whether a track touches an area. */
bool pathfan_track_enters(const pathfan_query *query, const pathfan_track *track);

/* Ties the corners of the areas from `first` on into query->overlay, between begin and
 * search, and takes away the edges that meet any area. Errors: NO_MEMORY. */
pathfan_status pathfan_tie_areas(pathfan_query *query, int32_t first);

/* If tracks[0], the shortest path between ordered ends, touches an area, puts the
 * shortest that touches none in its place, or sets the answer's outcome if there is
 * none. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_go_round(pathfan_query *query, const pathfan_request *request);

/* Finds all paths of a request to an index that has areas; tracks[0] is the shortest
 * without them. Errors: as above. */
pathfan_status pathfan_find_among_areas(pathfan_query *query, const pathfan_request *request);

/* ---- choose.c: k paths out of candidates ---- */

/* How a method makes paths of its candidates, and what holds for them. */
typedef struct pathfan_method {
  /* Builds a candidate's path in a track; *taut: it wraps the obstacle at the via node.
     Errors: NO_MEMORY. */
  pathfan_status (*recover)(pathfan_query *query, const pathfan_candidate *candidate,
                            pathfan_track *track, bool *taut);
  /* Asked last, of those that passed everything else; NULL: they all are. */
  bool (*is_proper)(pathfan_query *query, const pathfan_candidate *candidate);
  double dissimilarity; /* theta; 0: none */
} pathfan_method;

/* Adds to tracks[0] as many of query->candidates as the request asks for, and states
 * the reason. stopped: there might have been more candidates, but for the work limit.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_choose(pathfan_query *query, const pathfan_method *method,
                              const pathfan_request *request, bool stopped);

/* ---- measure.c: how good paths are ---- */

/* Before pathfan_measure_track, for paths between the placed ends: finds their
 * distance, which is that path's length if this agrees but for rounding. Errors:
 * NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_measure_begin(pathfan_query *query, double shortest_path);

/* All measures of a track but similarity, which is 0. Spreads the ends as
 * pathfan_spread_ends does. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_measure_track(pathfan_query *query, const pathfan_track *track,
                                     pathfan_measures *measures);

/* Shared length of two tracks by all length, 0..1. */
double pathfan_similarity(const pathfan_query *query, const pathfan_track *a,
                          const pathfan_track *b);

void pathfan_measuring_free(pathfan_measuring *measuring);

/* ---- objective.c: paths by what they cost ---- */

bool pathfan_objective_is_set(const pathfan_objective *objective);

/* Whether it asks for more than similarity. */
bool pathfan_objective_measures(const pathfan_objective *objective);

/* Out of tracks[1 .. track_count), which have passed all tests but those among
 * themselves and have their measures, keeps those that the request's objective asks
 * for. Errors: NO_MEMORY. */
pathfan_status pathfan_choose_by_objective(pathfan_query *query, const pathfan_request *request,
                                           double dissimilarity);

/* ---- answer.c ---- */

/* A track's points in map units, in the request's direction, into points[0 .. count). */
void pathfan_track_points(const pathfan_query *query, const pathfan_track *track,
                          pathfan_point *points);

/* ---- alternatives.c: the paths after the first ---- */

/* Whether the obstacle at v faces an end, so that nothing that comes from there straight
 * gets round it. */
bool pathfan_faces_end(const pathfan_query *query, int e, int32_t v);

/* Adds to tracks[0] the paths that Algorithm 1 takes. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pathfan_find_alternatives(pathfan_query *query, const pathfan_request *request);

/* ---- online.c: path 1 by search ---- */

/* Finds one path between ordered ends and makes it tracks[0], or sets the answer's
 * outcome. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_find_online(pathfan_query *query, const pathfan_request *request);

/* ---- rivals.c: the competing methods ---- */

/* The visibility graph of the index or map, built by whoever needs it first: searches
 * tie their points into it (graph/overlay.h) by query->overlay. Errors: NO_MEMORY, DAMAGED,
 * LIMIT. */
pathfan_status pathfan_need_net(pathfan_query *query, const pathfan_search_graph **net);

/* Finds the paths between ordered ends by Plateaus, Dissimilarity or Penalty, or sets
 * the answer's outcome. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_find_by_rival(pathfan_query *query, const pathfan_request *request);

/* Points as a track: copied, straightened, measured. Errors: NO_MEMORY. */
pathfan_status pathfan_track_set(pathfan_track *track, const pathfan_fixed_point *points,
                                 int32_t count, int fraction_bits);

#endif
