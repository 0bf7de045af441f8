/* ends.h - the two ends of a request: where they lie, what they see, how far it is from them.
 *
 *   pathfan_ends_forget(&ends);
 *   pathfan_ends_place(&ends, 0, space, point, snap, &used, &snapped); and 1
 *   pathfan_ends_order(&ends);                                  PLACED
 *   status = pathfan_ends_scatter(&ends, view);                 SCATTERED
 * or for less
 *   status = pathfan_ends_scatter_onward(&ends, view);          ONWARD
 *
 * Of pairs that have one end in common, that end is looked at once: pathfan_ends_keep in place of
 * pathfan_ends_forget, before each of them.
 */
#ifndef PATHFAN_QUERY_ENDS_H
#define PATHFAN_QUERY_ENDS_H

#include "hub_distance.h"
#include "pathfan/query.h"
#include "space/space.h"

typedef struct pathfan_end {
  pathfan_fixed_point at;
  int32_t polygon;
  pathfan_visible_vertices visible; /* of an index */
  pathfan_hub_distances distances;  /* the same */
} pathfan_end;

/* How much is known of the ends; each state holds what those before it hold. */
typedef enum pathfan_ends_state {
  PATHFAN_ENDS_UNKNOWN = 0,
  PATHFAN_ENDS_PLACED,   /* they are in (x, y) order and a way joins them */
  PATHFAN_ENDS_ONWARD,   /* visible vertices and distances to hubs, but for dead ends; those that
                            both see are among them, others become so when they are asked for */
  PATHFAN_ENDS_NEAR,     /* visible vertices, and of distances to hubs those on the shorter ways */
  PATHFAN_ENDS_SCATTERED /* visible vertices and distances to hubs */
} pathfan_ends_state;

/* Which end of a request the next one has too. */
typedef enum pathfan_keep {
  PATHFAN_KEEP_NONE = 0,
  PATHFAN_KEEP_FROM,
  PATHFAN_KEEP_TO
} pathfan_keep;

/* What outlives a pair of ends. */
typedef struct pathfan_kept_end {
  pathfan_keep which;
  uint64_t number;          /* of this end: what others know of it they know by it; never 0 */
  pathfan_ends_state state; /* how much is known of it */
  bool is_free, snapped;    /* how it was placed */
  pathfan_point used;       /* the same */
  pathfan_onward onward;    /* lengths to it */
} pathfan_kept_end;

/* Scratch of one thread. */
typedef struct pathfan_ends {
  pathfan_end end[2];
  pathfan_kept_end kept;
  pathfan_ends_state state;
  bool turned;           /* end 0 is the request's goal */
  bool looked[2];        /* what an end sees is known, all dead ends too */
  int64_t near;          /* where the state is NEAR: longer ways may be missing */
  uint64_t number;       /* of this pair of ends: what others know of a pair they know by it */
  pathfan_visible sight; /* of both, where the index has no cone lists */
  pathfan_stamp dead;    /* where the state is ONWARD dead ends that one of them may see, and nobody
                            has asked for */
  int32_t *place[2]; /* [Size: n + 1] of these the first place among the ids of each; -1: none */
  int32_t *common;   /* those of them that both ends may see */
  int32_t common_count, common_capacity;
  pathfan_stamp listed; /* vertices that one of them lists: room for who compares */
} pathfan_ends;

/* Room for an index of n vertices. False: no memory; what there is can be freed. */
bool pathfan_ends_init(pathfan_ends *ends, int32_t n);
void pathfan_ends_free(pathfan_ends *ends);

/* They are about to be others, but for one, if it was to be kept before this, too: nothing is known
 * of them. */
void pathfan_ends_keep(pathfan_ends *ends, pathfan_keep which);

/* They are about to be others: nothing is known of them. */
static inline void pathfan_ends_forget(pathfan_ends *ends) {
  pathfan_ends_keep(ends, PATHFAN_KEEP_NONE);
}

/* Places an end; false: it is blocked, and end->polygon is -1. *used and *snapped: what became of
 * the point. */
bool pathfan_end_place(pathfan_end *end, const pathfan_space *space, pathfan_point point,
                       double snap, pathfan_point *used, bool *snapped);

/* The same of end e, unless it is kept and was placed before. */
bool pathfan_ends_place(pathfan_ends *ends, int e, const pathfan_space *space, pathfan_point point,
                        double snap, pathfan_point *used, bool *snapped);

/* What a request between ends comes to that are placed or blocked. */
pathfan_outcome pathfan_ends_outcome(const pathfan_ends *ends, const pathfan_space *space,
                                     bool from_blocked, bool to_blocked);

/* Puts the end that comes first in (x, y) order first, so that a request and its reverse do the
 * same work, add the same numbers in the same order, and give the same path to the last bit; who
 * publishes the path turns it round. Both must be placed and joined; the state is PLACED then. */
void pathfan_ends_order(pathfan_ends *ends);

void pathfan_ends_swap(pathfan_ends *ends);

/* The number of the kept end, in the order that the ends have now; -1: none. */
static inline int pathfan_ends_kept(const pathfan_ends *ends) {
  if (!ends->kept.which) return -1;
  return (ends->kept.which == PATHFAN_KEEP_TO) != ends->turned;
}

static inline bool pathfan_ends_are_one(const pathfan_ends *ends) {
  return ends->end[0].at.x == ends->end[1].at.x && ends->end[0].at.y == ends->end[1].at.y;
}

/* What one end sees, and its distances. Errors: NO_MEMORY. */
pathfan_status pathfan_end_scatter(pathfan_end *end, const pathfan_index_view *view,
                                   pathfan_visible *sight);

/* Both, if that wasn't done: the state is SCATTERED at least. Errors: NO_MEMORY. */
pathfan_status pathfan_ends_scatter(pathfan_ends *ends, const pathfan_index_view *view);

/* For path 1 alone, without what dead ends are good for: one end, the kept one if there is one,
 * scatters, the other one only as far as the shortest paths go (pathfan_scatter_towards); or both
 * scatter, where they see so little that this takes less, and *meetings is 0. The state stays
 * PLACED. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_scatter_shortest(pathfan_ends *ends, const pathfan_index_view *view,
                                             int32_t *meetings);

/* After that: whether a way by a dead end of one of them, which the other may see, may be no longer
 * than `most`. Errors: NO_MEMORY. */
pathfan_status pathfan_ends_ask_dead_ends(pathfan_ends *ends, const pathfan_index_view *view,
                                          int64_t most, bool *any);

/* Both, but for dead ends that nobody asks for: the state is ONWARD, or, where an end sees nothing
 * else, SCATTERED. A kept end scatters once, dead ends and all. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_scatter_onward(pathfan_ends *ends, const pathfan_index_view *view);

/* Lengths of the shortest ways from both ends, which have scattered or done so but for dead ends,
 * to a vertex that was touched, and the hubs they go by. */
void pathfan_ends_distances(pathfan_ends *ends, const pathfan_index_view *view, int32_t v,
                            int64_t lengths[2], int32_t hubs[2]);

/* What arrives at v head-on is asked for next (pathfan_arrival_at): dead ends that are in question
 * are asked for. */
void pathfan_ends_ask_arrivals(pathfan_ends *ends, const pathfan_index_view *view, int32_t v);

/* Finds what end e sees, dead ends too, unless that was done; where the state is ONWARD both
 * scatter. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_look_from(pathfan_ends *ends, int e, const pathfan_index_view *view);

/* What it pays to leave out of what the ends see. */
typedef enum pathfan_prospect {
  PATHFAN_PROSPECT_PLAIN = 0, /* nothing */
  PATHFAN_PROSPECT_DEAD,      /* dead ends, which are many */
  PATHFAN_PROSPECT_OPEN,      /* what is far off the shorter ways, as in fields */
  PATHFAN_PROSPECT_VAST /* at first all but what is on the shortest, as over a town in fields */
} pathfan_prospect;

/* Vertices that may see either of them. Errors: DAMAGED. */
pathfan_status pathfan_ends_count_seers(const pathfan_ends *ends, const pathfan_index_view *view,
                                        pathfan_seers *seers);

/* Whether that many seers of two ends are so many that the map must be open round them: several
 * times as many as a straight line passes across a map of as many vertices, evenly spread. */
bool pathfan_is_open(const pathfan_index_view *view, int64_t seers);

/* Finds which of these holds of two ends, neither of them kept; where it is OPEN or VAST they have
 * looked then. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_ends_look(pathfan_ends *ends, const pathfan_index_view *view,
                                 pathfan_prospect *prospect);

/* Both as far as ways go that aren't longer than `most` length units (pathfan_scatter_near), which
 * have looked, or have done this before for less: the state is NEAR. */
void pathfan_ends_scatter_near(pathfan_ends *ends, const pathfan_index_view *view, int64_t most);

/* The distance from an end that has scattered to a vertex, or has done so but for dead ends and was
 * asked for it (pathfan_ends_distances) and for what arrives there, unless the end sees it head-on:
 * then it may be too long, or PATHFAN_FAR. */
int64_t pathfan_end_distance(const pathfan_end *end, const pathfan_index_view *view, int32_t v);

/* Whether the ends see each other. */
bool pathfan_ends_see(const pathfan_ends *ends, const pathfan_space *space);

/* Whether the obstacle at v faces an end, so that nothing that comes from there straight
 * gets round it. */
bool pathfan_faces_end(const pathfan_index_view *view, const pathfan_end *end, int32_t v);

#endif
