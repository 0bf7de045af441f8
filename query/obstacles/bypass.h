/* bypass.h - ways between the ends of a request that touch no area of a set, and may lead through
 * openings: the shortest, or all by one corner within a length.
 *
 *   status = pf_bypass_begin(&way, scene, generation, places, openings);
 *   status = pf_bypass_find(&way, least, most, &work_limit);
 *   if (way.count) ... way.points is the shortest ...
 *   status = pf_bypass_plant(&way, most);                         trees from both ends
 *   status = pf_bypass_grow(&way, near, &work_limit);             once or more
 *   for (node < pf_bypass_nodes(&way))
 *     if (pf_bypass_length(&way, node) <= most) ...
 *   status = pf_bypass_trace(&way, node, &taut);                  the way by a node
 * or
 *   status = pf_bypass_reach(&way, &work_limit);                  all that end 0 reaches
 *   status = pf_bypass_reaches(&way, spot, &work_limit, &does);
 * and
 *   pf_bypass_free(&way);
 *
 * Nodes are the convex vertices, the two ends, the jambs of openings, and the corners of the areas
 * that are in the way. */
#ifndef PF_QUERY_OBSTACLES_BYPASS_H
#define PF_QUERY_OBSTACLES_BYPASS_H

#include "bypass_front.h"

/* Begins with no area in the way. The ends must have scattered; openings: NULL or those that are
 * open. Everything must outlive the search. Errors: ARGUMENT, DAMAGED, NO_MEMORY. */
pathfan_status pf_bypass_begin(pf_bypass *way, const pf_scene *scene,
                               const pf_generation *generation, const pf_trie *places,
                               const pf_openings *openings);

/* Finds the shortest way, which is no shorter than `least` length units, and wanted if it is no
 * longer than `most`. count is 0 if there is none, or the limit came first. Each node expanded and
 * each corner is a unit of work. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_bypass_find(pf_bypass *way, int64_t least, int64_t most,
                              pf_work_limit *work_limit);

/* Begins trees from both ends, of ways by which an end is at most `most` length units from the
 * other. Errors: the same. */
pathfan_status pf_bypass_plant(pf_bypass *way, int64_t most);

/* Goes on with them as far as that is true for `near` units, which don't become fewer. Errors: the
 * same. */
pathfan_status pf_bypass_grow(pf_bypass *way, int64_t near, pf_work_limit *work_limit);

/* Grows the tree of end 0 as far as areas let it; the other end doesn't matter. Errors: the same.
 */
pathfan_status pf_bypass_reach(pf_bypass *way, pf_work_limit *work_limit);

/* Finds whether that tree reaches a spot. Errors: the same. */
pathfan_status pf_bypass_reaches(pf_bypass *way, pf_station spot, pf_work_limit *work_limit,
                                 bool *does);

/* Returns the parent of a node in the tree of an end; -1: it is the end, or not reached. */
static inline int32_t pf_bypass_parent(const pf_bypass *way, int e, int32_t node) {
  const pf_bypass_node *known = &way->front[e].nodes[node];
  return known->known == way->front[e].now ? known->parent : -1;
}

/* Returns the length by way of a node; PF_FAR: not both trees reach it. */
static inline int64_t pf_bypass_length(const pf_bypass *way, int32_t node) {
  const pf_bypass_node *a = &way->front[0].nodes[node], *b = &way->front[1].nodes[node];
  return a->known == way->front[0].now && b->known == way->front[1].now ? a->length + b->length
                                                                        : PF_FAR;
}

/* Lists the points of the way by a node that both trees reach, from end 0 to end 1. *taut: it wraps
 * what is closed at the node. Errors: NO_MEMORY. */
pathfan_status pf_bypass_trace(pf_bypass *way, int32_t node, bool *taut);

void pf_bypass_free(pf_bypass *way);

#endif
