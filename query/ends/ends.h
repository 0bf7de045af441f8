/* ends.h - the two ends of a request: where they lie, which vertices they see, how far hubs are
 * from them.
 *
 * The folder ends/. In: two points, and an index view if there is an index. Out: pf_ends, from
 * which the length of the shortest path from either end to any vertex is read off (hub_distance.h),
 * and the vertices that both ends reach. A request learns only as much of its ends as it needs:
 * pf_ends_state says how much. A pf_scene names what a request is about. It uses open/.
 *
 *   pf_ends_forget(&ends);
 *   placed = pf_ends_place(&ends, 0, space, point, snap);  and 1
 *   pf_ends_order(&ends);                                  PLACED
 *   status = pf_ends_scatter(&ends, view);                 SCATTERED
 * or for less
 *   status = pf_ends_scatter_onward(&ends, view);          ONWARD
 *
 * When several requests share an end, its view is computed once: call pf_ends_keep instead of
 * pf_ends_forget before each of them.
 */
#ifndef PF_QUERY_ENDS_ENDS_H
#define PF_QUERY_ENDS_ENDS_H

#include "hub_distance.h"
#include "listed.h"
#include "pathfan/query.h"
#include "space/space.h"

/* How much is known of the ends. Each state includes the ones before it, except that NEAR lacks
 * hub distances that ONWARD has. */
typedef enum pf_ends_state {
  PF_ENDS_UNKNOWN = 0,
  PF_ENDS_PLACED,   /* in (x, y) order */
  PF_ENDS_SHORTEST, /* hub distances on the shortest paths, except those that turn at dead ends */
  PF_ENDS_ONWARD,   /* visible vertices and hub distances, without most dead ends: those that
                            both ends see are included, others once they are asked for */
  PF_ENDS_NEAR,     /* visible vertices, and the hub distances on the shorter paths */
  PF_ENDS_SCATTERED /* visible vertices and hub distances */
} pf_ends_state;

/* Which end a request shares with the next one. */
typedef enum pf_keep { PF_KEEP_NONE = 0, PF_KEEP_FROM, PF_KEEP_TO } pf_keep;

/* How an end was placed. */
typedef struct pf_placed {
  pathfan_point used; /* the point as rounded or snapped; as given, if it is blocked */
  bool is_free;       /* false: it is blocked */
  bool snapped;       /* it was moved */
} pf_placed;

/* The end that outlives a pair of ends, and what is known of it. */
typedef struct pf_kept_end {
  pf_keep which;
  uint64_t number;     /* identifies this end to other stages; never 0 */
  pf_ends_state state; /* how much is known of it */
  pf_placed placed;    /* once it is */
  pf_onward onward;    /* lengths to it */
} pf_kept_end;

/* Scratch of one thread. */
typedef struct pf_ends {
  pf_end end[2];
  pf_kept_end kept;
  pf_ends_state state;
  bool turned;       /* end 0 is the request's goal */
  bool looked[2];    /* all vertices visible from an end are known, dead ends too */
  int64_t near;      /* state NEAR: longer paths may be missing */
  uint64_t number;   /* identifies this pair of ends to other stages */
  uint64_t via_pair; /* of regions with a via set (via_sets.c), of the ends of this number: */
  uint64_t via_pair_of;
  pf_visible sight;  /* scratch of both ends, if the index has no cone lists */
  pf_stamp dead;     /* state ONWARD: dead ends that may be visible and weren't asked for */
  int32_t *place[2]; /* [Size: n + 1] first place of these among the ids of each end; -1: none */
  int32_t *common;   /* those of them that both ends may see */
  int32_t common_count, common_capacity;
  pf_stamp listed; /* scratch: vertices that one end lists */
  pf_listed_scratch lists;
} pf_ends;

/* Makes room for an index of n vertices. False: out of memory; what was allocated can be freed. */
bool pf_ends_init(pf_ends *ends, int32_t n);
void pf_ends_free(pf_ends *ends);

/* Resets the ends before a new request and says which one later requests share. Nothing is known of
 * them afterwards, unless that end was kept before this call, too: then it stays. */
void pf_ends_keep(pf_ends *ends, pf_keep which);

/* Resets both ends before a new request: nothing is known of them afterwards. */
static inline void pf_ends_forget(pf_ends *ends) {
  pf_ends_keep(ends, PF_KEEP_NONE);
}

/* Places end e, unless it is kept and was placed before. If it is blocked, its polygon is -1.
 * where: as of pf_space_place_on. */
pf_placed pf_ends_place_on(pf_ends *ends, int e, const pf_space *space, const pf_scope *where,
                           pathfan_point point, double snap);

static inline pf_placed pf_ends_place(pf_ends *ends, int e, const pf_space *space,
                                      pathfan_point point, double snap) {
  const pf_scope anywhere = {.floor = -1};
  return pf_ends_place_on(ends, e, space, &anywhere, point, snap);
}

/* Places end e anew: at the point of a part nearest to one that isn't in it, at most `most` map
 * units away. A kept end is kept no longer then. False, and nothing is changed, if there is none.
 */
bool pf_ends_place_in(pf_ends *ends, int e, const pf_space *space, pathfan_point point, double most,
                      const pf_scope *scope, pf_placed *placed);

/* Returns the outcome for ends that are placed or blocked. */
pathfan_outcome pf_ends_outcome(const pf_ends *ends, const pf_space *space, bool from_blocked,
                                bool to_blocked);

/* Puts the end that comes first in (x, y) order first. So a request and its reverse do the same
 * work, add the same numbers in the same order, and give the same path to the last bit; publishing
 * turns it round. Both ends must be placed and joined. The state becomes PLACED. */
void pf_ends_order(pf_ends *ends);

/* Instead of that, leaves the ends in the request's order, where a way back may cost otherwise. */
void pf_ends_leave_order(pf_ends *ends);

/* Returns the number of the kept end in the ends' present order; -1: none. */
static inline int pf_ends_kept(const pf_ends *ends) {
  if (!ends->kept.which) return -1;
  return (ends->kept.which == PF_KEEP_TO) != ends->turned;
}

static inline bool pf_ends_are_one(const pf_ends *ends) {
  return ends->end[0].at.x == ends->end[1].at.x && ends->end[0].at.y == ends->end[1].at.y;
}

/* Whether the ends are one also on a layered surface, where they may lie above each other. */
bool pf_ends_are_joined(const pf_ends *ends, const pf_space *space);

/* Scatters both ends, unless that was done. The state becomes SCATTERED. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pf_ends_scatter(pf_ends *ends, const pf_index_view *view);

/* Finds the hubs by which path 1 may go from the lists of the index, if it has some, and their
 * distances from the ends: all that pf_join_hubs needs for ends that don't see each other. The
 * state stays PLACED. *found: false if nothing is listed for these ends. Neither end may be kept;
 * digests of pieces must be checked (PF_PART_LISTED_PIECES). Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_ends_find_listed(pf_ends *ends, const pf_index_view *view, bool *found);

/* Finds whether some vertex may be seen by both ends; true if that would take longer to find out.
 * Errors: DAMAGED. */
pathfan_status pf_ends_may_see_one(pf_ends *ends, const pf_index_view *view, bool *may);

/* Scatters for path 1 alone, leaving out paths that turn at dead ends (pf_ends_ask_dead_ends).
 * One end, the kept one if there is one, scatters; the other only as far as the shortest paths go
 * (pf_scatter_towards). If the ends see so few vertices that this is faster, both scatter, and
 * *meetings is 0. The state, which must be PLACED, becomes SHORTEST. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_ends_scatter_shortest(pf_ends *ends, const pf_index_view *view,
                                        int32_t *meetings);

/* In the state SHORTEST: sets *any to whether a path by a dead end of one end, which
 * the other may see, may be no longer than `most`. Errors: NO_MEMORY. */
pathfan_status pf_ends_ask_dead_ends(pf_ends *ends, const pf_index_view *view, int64_t most,
                                     bool *any);

/* Scatters both ends without the dead ends, until these are asked for. The state becomes ONWARD, or
 * SCATTERED if an end sees nothing else. A kept end scatters once, dead ends included. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pf_ends_scatter_onward(pf_ends *ends, const pf_index_view *view);

/* Finds the lengths of the shortest paths from both ends to vertex v, and the hubs they go by. The
 * ends must be ONWARD, NEAR or SCATTERED, and v touched (pieces.h). */
void pf_ends_distances(pf_ends *ends, const pf_index_view *view, int32_t v, int64_t lengths[2],
                       int32_t hubs[2]);

/* Prepares for pf_arrival_at of v: tests the dead ends that may matter for it. */
void pf_ends_ask_arrivals(pf_ends *ends, const pf_index_view *view, int32_t v);

/* Finds all vertices visible from end e, dead ends too, unless that was done. If the state is
 * ONWARD, both ends scatter. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_ends_look_from(pf_ends *ends, int e, const pf_index_view *view);

/* Which part of the ends' view is worth leaving out. */
typedef enum pf_view_kind {
  PF_VIEW_PLAIN = 0, /* none */
  PF_VIEW_DEAD,      /* dead ends, of which there are many */
  PF_VIEW_OPEN,      /* vertices far off the shorter paths, as in fields */
  PF_VIEW_VAST       /* at first all that are off the shortest path, as over a town in fields */
} pf_view_kind;

/* Counts the vertices that may see either end. Errors: DAMAGED. */
pathfan_status pf_ends_count_seers(const pf_ends *ends, const pf_index_view *view, pf_seers *seers);

/* Whether this number of seers of two ends means that the map is open round them: several times the
 * vertices along a straight line across a map with as many vertices, evenly spread. */
bool pf_is_open(const pf_index_view *view, int64_t seers);

/* Finds the kind of view of two ends, neither of them kept. If it is OPEN or VAST, both have been
 * looked from (pf_ends_look_from). Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_ends_find_view_kind(pf_ends *ends, const pf_index_view *view,
                                      pf_view_kind *view_kind);

/* Scatters both ends along paths no longer than `most` length units (pf_scatter_near). Both
 * must have been looked from, or scattered by this before, for less. The state becomes NEAR. */
void pf_ends_scatter_near(pf_ends *ends, const pf_index_view *view, int64_t most);

/* Returns the distance from an end to vertex v. The end must have scattered or, if ONWARD, have
 * been asked for v (pf_ends_distances) and for arrivals there. If the end sees v head-on, the
 * result may be too long, or PF_FAR. */
int64_t pf_end_distance(const pf_end *end, const pf_index_view *view, int32_t v);

/* Whether the ends see each other. */
bool pf_ends_see(const pf_ends *ends, const pf_space *space);

/* Whether the obstacle at v faces an end, so that no path straight from the end gets round it. */
bool pf_faces_end(const pf_index_view *view, const pf_end *end, int32_t v);

#endif
