/* visible_vertices.h - the convex vertices that a point sees and a path from there can pass. */
#ifndef PF_QUERY_ENDS_VISIBLE_VERTICES_H
#define PF_QUERY_ENDS_VISIBLE_VERTICES_H

#include "query/open/index_view.h"
#include "mesh/visible.h"

/* A vertex that a point sees and that a path from there can pass tautly. */
typedef struct pf_visible_vertex {
  int32_t vertex;
  uint8_t side;   /* pf_side on which its obstacle is passed */
  uint8_t useful; /* a taut path goes on from it; else it is a dead end */
  int64_t length; /* from the point, length units */
} pf_visible_vertex;

/* Zero it first. */
typedef struct pf_visible_vertices {
  pf_visible_vertex *list; /* ascending by vertex, unless it lacks dead ends */
  int32_t count, capacity;
  int32_t *ids;       /* the first dead_count: dead ends that may be visible and aren't listed */
  int32_t dead_count; /* 0: all are listed; -1: not determined yet */
  int32_t low, high;  /* the numbers of all that may be visible lie between these */
  int32_t id_count, id_capacity; /* private, as are the other ids and the fields below */
  int32_t *places;               /* positions of the dead ends in the leaf; stored behind the ids */
  pf_cone_leaf leaf;
} pf_visible_vertices;

/* Lists the vertices that a free point sees. The point must lie in `polygon`. scratch: used if the
 * index has no cone lists. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_find_visible_vertices(const pf_index_view *view, pf_fixed_point from,
                                        int32_t polygon, pf_visible *scratch,
                                        pf_visible_vertices *seen);

/* Lists the same vertices without dead ends, which are undetermined then; the list may be in any
 * order, and hold a vertex twice. Or lists all of them, dead ends too, in ascending order. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pf_find_onward_vertices(const pf_index_view *view, pf_fixed_point from,
                                       int32_t polygon, pf_visible *scratch,
                                       pf_visible_vertices *seen);

/* Determines the dead ends, unless that was done: those that may be visible and aren't listed are
 * in seen->ids afterwards. Errors: NO_MEMORY. */
pathfan_status pf_list_dead_ends(const pf_index_view *view, pf_visible_vertices *seen);

/* False: no vertex is visible from both points, as the ranges of their lists alone show. */
static inline bool pf_may_see_one(const pf_visible_vertices *a, const pf_visible_vertices *b) {
  return a->low <= b->high && b->low <= a->high;
}

/* Tests one dead end that was left out: vertex seen->ids[i], where i is its first place there.
 * False: it isn't visible, or no path from the point can pass it. */
bool pf_find_dead_end(const pf_index_view *view, pf_fixed_point from,
                      const pf_visible_vertices *seen, int32_t i, pf_visible_vertex *found);

/* The number of vertices that may see points, found without testing them; and of a sample, the
 * number of dead ends. */
typedef struct pf_seers {
  int64_t count, sampled, dead;
} pf_seers;

/* Adds the seers of a point, by its polygon's list alone: an estimate if the point is a corner of
 * several polygons. Errors: DAMAGED. */
pathfan_status pf_count_seers(const pf_index_view *view, pf_fixed_point from, int32_t polygon,
                              pf_seers *seers);

void pf_visible_vertices_free(pf_visible_vertices *seen);

#endif
