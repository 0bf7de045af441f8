/* ends.h - the two ends of a request: where they lie, which vertices they see, how far hubs are
 * from them.
 *
 *   pathfan_ends_forget(&ends);
 *   pathfan_ends_place(&ends, 0, space, point, snap, &used, &snapped); and 1
 *   pathfan_ends_order(&ends);                                  PLACED
 *   status = pathfan_ends_scatter(&ends, view);                 SCATTERED
 * or for less
 *   status = pathfan_ends_scatter_onward(&ends, view);          ONWARD
 *
 * When several requests share an end, its view is computed once: call pathfan_ends_keep instead of
 * pathfan_ends_forget before each of them.
 */
#ifndef PATHFAN_QUERY_ENDS_H
#define PATHFAN_QUERY_ENDS_H

#include "hub_distance.h"
#include "pathfan/query.h"
#include "space/space.h"

typedef struct pathfan_end {
  pathfan_fixed_point at;
  int32_t polygon;
  pathfan_visible_vertices visible; /* with an index */
  pathfan_hub_distances distances;  /* with an index */
} pathfan_end;

/* How much is known of the ends. Each state includes the ones before it, except that NEAR lacks
 * hub distances that ONWARD has. */
typedef enum pathfan_ends_state {
  PATHFAN_ENDS_UNKNOWN = 0,
  PATHFAN_ENDS_PLACED,   /* in (x, y) order */
  PATHFAN_ENDS_ONWARD,   /* visible vertices and hub distances, without most dead ends: those that
                            both ends see are included, others once they are asked for */
  PATHFAN_ENDS_NEAR,     /* visible vertices, and the hub distances on the shorter paths */
  PATHFAN_ENDS_SCATTERED /* visible vertices and hub distances */
} pathfan_ends_state;

/* Which end a request shares with the next one. */
typedef enum pathfan_keep {
  PATHFAN_KEEP_NONE = 0,
  PATHFAN_KEEP_FROM,
  PATHFAN_KEEP_TO
} pathfan_keep;

/* The end that outlives a pair of ends, and what is known of it. */
typedef struct pathfan_kept_end {
  pathfan_keep which;
  uint64_t number;          /* identifies this end to other stages; never 0 */
  pathfan_ends_state state; /* how much is known of it */
  bool is_free, snapped;    /* how it was placed */
  pathfan_point used;       /* where it was placed */
  pathfan_onward onward;    /* lengths to it */
} pathfan_kept_end;

/* Scratch of one thread. */
typedef struct pathfan_ends {
  pathfan_end end[2];
  pathfan_kept_end kept;
  pathfan_ends_state state;
  bool turned;           /* end 0 is the request's goal */
  bool looked[2];        /* all vertices visible from an end are known, dead ends too */
  int64_t near;          /* state NEAR: longer paths may be missing */
  uint64_t number;       /* identifies this pair of ends to other stages */
  pathfan_visible sight; /* scratch of both ends, if the index has no cone lists */
  pathfan_stamp dead;    /* state ONWARD: dead ends that may be visible and weren't asked for */
  int32_t *place[2]; /* [Size: n + 1] first place of these among the ids of each end; -1: none */
  int32_t *common;   /* those of them that both ends may see */
  int32_t common_count, common_capacity;
  pathfan_stamp listed; /* scratch: vertices that one end lists */
} pathfan_ends;

/* Makes room for an index of n vertices. False: out of memory; what was allocated can be freed. */
bool pathfan_ends_init(pathfan_ends *ends, int32_t n);
void pathfan_ends_free(pathfan_ends *ends);

/* Resets the ends before a new request and says which one later requests share. Nothing is known of
 * them afterwards, unless that end was kept before this call, too: then it stays. */
void pathfan_ends_keep(pathfan_ends *ends, pathfan_keep which);

/* Resets both ends before a new request: nothing is known of them afterwards. */
static inline void pathfan_ends_forget(pathfan_ends *ends) {
  pathfan_ends_keep(ends, PATHFAN_KEEP_NONE);
}

/* Places an end. False: it is blocked, and end->polygon is -1. *used: the point as rounded or
 * snapped; unchanged if blocked. *snapped: whether it was moved. */
bool pathfan_end_place(pathfan_end *end, const pathfan_space *space, pathfan_point point,
                       double snap, pathfan_point *used, bool *snapped);

/* Places end e, unless it is kept and was placed before. */
bool pathfan_ends_place(pathfan_ends *ends, int e, const pathfan_space *space, pathfan_point point,
                        double snap, pathfan_point *used, bool *snapped);

/* Returns the outcome for ends that are placed or blocked. */
pathfan_outcome pathfan_ends_outcome(const pathfan_ends *ends, const pathfan_space *space,
                                     bool from_blocked, bool to_blocked);

/* Puts the end that comes first in (x, y) order first. So a request and its reverse do the same
 * work, add the same numbers in the same order, and give the same path to the last bit; publishing
 * turns it round. Both ends must be placed and joined. The state becomes PLACED. */
void pathfan_ends_order(pathfan_ends *ends);

void pathfan_ends_swap(pathfan_ends *ends);

/* Returns the number of the kept end in the ends' present order; -1: none. */
static inline int pathfan_ends_kept(const pathfan_ends *ends) {
  if (!ends->kept.which) return -1;
  return (ends->kept.which == PATHFAN_KEEP_TO) != ends->turned;
}

static inline bool pathfan_ends_are_one(const pathfan_ends *ends) {
  return ends->end[0].at.x == ends->end[1].at.x && ends->end[0].at.y == ends->end[1].at.y;
}

/* Finds the visible vertices of one end and scatters it. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_end_scatter(pathfan_end *end, const pathfan_index_view *view,
                                   pathfan_visible *sight);

/* Scatters both ends, unless that was done. The state becomes SCATTERED. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pathfan_ends_scatter(pathfan_ends *ends, const pathfan_index_view *view);

/* Scatters for path 1 alone, leaving out paths that turn at dead ends (pathfan_ends_ask_dead_ends).
 * One end, the kept one if there is one, scatters; the other only as far as the shortest paths go
 * (pathfan_scatter_towards). If the ends see so few vertices that this is faster, both scatter, and
 * *meetings is 0. The state stays PLACED. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_scatter_shortest(pathfan_ends *ends, const pathfan_index_view *view,
                                             int32_t *meetings);

/* After pathfan_ends_scatter_shortest: sets *any to whether a path by a dead end of one end, which
 * the other may see, may be no longer than `most`. Errors: NO_MEMORY. */
pathfan_status pathfan_ends_ask_dead_ends(pathfan_ends *ends, const pathfan_index_view *view,
                                          int64_t most, bool *any);

/* Scatters both ends without the dead ends, until these are asked for. The state becomes ONWARD, or
 * SCATTERED if an end sees nothing else. A kept end scatters once, dead ends included. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_scatter_onward(pathfan_ends *ends, const pathfan_index_view *view);

/* Finds the lengths of the shortest paths from both ends to vertex v, and the hubs they go by. The
 * ends must be ONWARD, NEAR or SCATTERED, and v touched (pieces.h). */
void pathfan_ends_distances(pathfan_ends *ends, const pathfan_index_view *view, int32_t v,
                            int64_t lengths[2], int32_t hubs[2]);

/* Prepares for pathfan_arrival_at of v: tests the dead ends that may matter for it. */
void pathfan_ends_ask_arrivals(pathfan_ends *ends, const pathfan_index_view *view, int32_t v);

/* Finds all vertices visible from end e, dead ends too, unless that was done. If the state is
 * ONWARD, both ends scatter. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_look_from(pathfan_ends *ends, int e, const pathfan_index_view *view);

/* Which part of the ends' view is worth leaving out. */
typedef enum pathfan_prospect {
  PATHFAN_PROSPECT_PLAIN = 0, /* none */
  PATHFAN_PROSPECT_DEAD,      /* dead ends, of which there are many */
  PATHFAN_PROSPECT_OPEN,      /* vertices far off the shorter paths, as in fields */
  PATHFAN_PROSPECT_VAST /* at first all that are off the shortest path, as over a town in fields */
} pathfan_prospect;

/* Counts the vertices that may see either end. Errors: DAMAGED. */
pathfan_status pathfan_ends_count_seers(const pathfan_ends *ends, const pathfan_index_view *view,
                                        pathfan_seers *seers);

/* Whether this number of seers of two ends means that the map is open round them: several times the
 * vertices along a straight line across a map with as many vertices, evenly spread. */
bool pathfan_is_open(const pathfan_index_view *view, int64_t seers);

/* Finds the prospect of two ends, neither of them kept. If it is OPEN or VAST, both have been
 * looked from (pathfan_ends_look_from). Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_find_prospect(pathfan_ends *ends, const pathfan_index_view *view,
                                          pathfan_prospect *prospect);

/* Scatters both ends along paths no longer than `most` length units (pathfan_scatter_near). Both
 * must have been looked from, or scattered by this before, for less. The state becomes NEAR. */
void pathfan_ends_scatter_near(pathfan_ends *ends, const pathfan_index_view *view, int64_t most);

/* Returns the distance from an end to vertex v. The end must have scattered or, if ONWARD, have
 * been asked for v (pathfan_ends_distances) and for arrivals there. If the end sees v head-on, the
 * result may be too long, or PATHFAN_FAR. */
int64_t pathfan_end_distance(const pathfan_end *end, const pathfan_index_view *view, int32_t v);

/* Whether the ends see each other. */
bool pathfan_ends_see(const pathfan_ends *ends, const pathfan_space *space);

/* Whether the obstacle at v faces an end, so that no path straight from the end gets round it. */
bool pathfan_faces_end(const pathfan_index_view *view, const pathfan_end *end, int32_t v);

#endif
