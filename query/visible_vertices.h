/* visible_vertices.h - the convex vertices that a point sees and that somebody who comes from
 * there can pass. */
#ifndef PATHFAN_QUERY_VISIBLE_VERTICES_H
#define PATHFAN_QUERY_VISIBLE_VERTICES_H

#include "index_view.h"
#include "mesh/visible.h"

/* A vertex that a point sees and can be passed tautly coming from there. */
typedef struct pathfan_visible_vertex {
  int32_t vertex;
  uint8_t side;   /* pathfan_side on which its obstacle is passed */
  uint8_t useful; /* a taut path goes on from it; else it is a dead end */
  int64_t length; /* from the point, length units */
} pathfan_visible_vertex;

/* Zero it first. */
typedef struct pathfan_visible_vertices {
  pathfan_visible_vertex *list; /* ascending by vertex, but for onward ones */
  int32_t count, capacity;
  int32_t *ids;       /* the first dead_count: dead ends that may be seen, and weren't listed */
  int32_t dead_count; /* 0: all are listed; -1: nobody has asked which are not */
  int32_t low, high;  /* between these are the numbers of all that may be seen */
  int32_t id_count, id_capacity; /* private, as the other ids are, and what follows */
  int32_t *places;               /* where in the leaf dead ends are, behind the ids */
  pathfan_cone_leaf leaf;
} pathfan_visible_vertices;

/* Lists what a free point sees, which lies in `polygon`. scratch: used where the index has no cone
 * lists. Errors: NO_MEMORY. */
pathfan_status pathfan_find_visible_vertices(const pathfan_index_view *view,
                                             pathfan_fixed_point from, int32_t polygon,
                                             pathfan_visible *scratch,
                                             pathfan_visible_vertices *seen);

/* The same but for dead ends: nobody has asked for these then, or they are listed, too, and all in
 * order. Else in any order; a vertex may be listed twice. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_find_onward_vertices(const pathfan_index_view *view,
                                            pathfan_fixed_point from, int32_t polygon,
                                            pathfan_visible *scratch,
                                            pathfan_visible_vertices *seen);

/* Asks for them, unless that was done: those that may be seen are in seen->ids then, or they are
 * listed. Errors: NO_MEMORY. */
pathfan_status pathfan_list_dead_ends(const pathfan_index_view *view,
                                      pathfan_visible_vertices *seen);

/* False: no vertex is seen by two points, as their lists alone tell. */
static inline bool pathfan_may_see_one(const pathfan_visible_vertices *a,
                                       const pathfan_visible_vertices *b) {
  return a->low <= b->high && b->low <= a->high;
}

/* What was left out is asked one by one: what vertex seen->ids[i], the first one of that number, is
 * to the point. False: it isn't seen, or nobody who comes from there can pass. */
bool pathfan_find_dead_end(const pathfan_index_view *view, pathfan_fixed_point from,
                           const pathfan_visible_vertices *seen, int32_t i,
                           pathfan_visible_vertex *found);

/* How many vertices may see points, before anybody looks; and how many of some of them are dead
 * ends. */
typedef struct pathfan_seers {
  int64_t count, sampled, dead;
} pathfan_seers;

/* Adds those of a point, as its polygon's list alone tells: a guess if it is at a corner of
 * several. Errors: DAMAGED. */
pathfan_status pathfan_count_seers(const pathfan_index_view *view, pathfan_fixed_point from,
                                   int32_t polygon, pathfan_seers *seers);

void pathfan_visible_vertices_free(pathfan_visible_vertices *seen);

#endif
