/* placing.h - where the ends of a request are: on the grid, out of obstacles and areas if they may
 * move, and where one can get from the other.
 *
 *   status = pf_place_ends(q, request);
 *   ... if the method finds no path ...
 *   status = pf_place_reachable(q, request, &is_placed);
 *   if (is_placed) ... the method finds one
 * or over links
 *   status = pf_find_reachable(q, request, links, &places, &is_found); */
#ifndef PF_QUERY_CALLS_PLACING_H
#define PF_QUERY_CALLS_PLACING_H

#include "linking.h"

/* Places both ends, and states in the answer where they are. Its outcome stays OK if a path
 * may exist. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_place_ends(pathfan_query *q, const pathfan_request *request);

/* Where ends that may move are. */
typedef struct pf_places {
  pf_position spot[2];
  bool is_moved[2];
  bool is_partial; /* the goal is as near as can be */
} pf_places;

/* Whether a request without a path so far may have one if areas, openings and links are regarded in
 * placing its ends. */
bool pf_may_place_reachable(const pathfan_query *q, const pathfan_request *request);

/* Finds places for ends that may move: where they can be reached among areas, through openings and
 * over links (NULL: there are none); the goal of a partial request as near as can be. The search
 * counts as work, and its limit may be the outcome. Errors: DAMAGED, NO_MEMORY, LIMIT, ARGUMENT. */
pathfan_status pf_find_reachable(pathfan_query *q, const pathfan_request *request,
                                 const pf_linking *links, pf_places *places, bool *is_found);

/* Places ends there, without links. Errors: the same. */
pathfan_status pf_place_reachable(pathfan_query *q, const pathfan_request *request,
                                  bool *is_placed);

/* Whether the map without openings joins the ends, which are placed. */
bool pf_are_joined_by_map(const pathfan_query *q);

#endif
