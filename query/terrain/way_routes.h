/* way_routes.h - the routes of ways, and how two of them compare.
 *
 *   status = pf_way_route_of_chain(&route, &ends, &chain);
 *   if (!status) similarity = pf_way_similarity(&route, &other);
 *   pf_way_route_free(&route); */
#ifndef PF_QUERY_TERRAIN_WAY_ROUTES_H
#define PF_QUERY_TERRAIN_WAY_ROUTES_H

#include "way_chain.h"
#include "terrain/route.h"

/* What a way costs on a piece of road or of an edge, or on a straight leg. */
typedef struct pf_way_piece {
  uint64_t key;     /* of what it is on, the same for both banks of a river; or of a leg's ends */
  double low, high; /* distances from where the road begins; a leg: 0, 1 */
  double cost;
} pf_way_piece;

/* Zero it first. */
typedef struct pf_way_route {
  pf_route route;
  pf_way_piece *pieces; /* sorted by key */
  int32_t piece_count, piece_capacity;
} pf_way_route;

/* Lays out the route of a chain. Errors: NO_MEMORY. */
pathfan_status pf_way_route_of_chain(pf_way_route *route, const pf_way_ends *ends,
                                     const pf_way_chain *chain);

/* Lays out the route of a way that isn't over a node; chain is scratch. Errors: NO_MEMORY, DAMAGED
 * (as pf_way_chain_over_hub). */
pathfan_status pf_way_route_of_join(pf_way_route *route, const pf_way_ends *ends,
                                    const pf_way_join *join, pf_way_chain *chain);

/* Adds a piece, if it costs anything; sorts them. Errors: NO_MEMORY. */
pathfan_status pf_way_route_add(pf_way_route *route, pf_way_piece piece);
void pf_way_route_sort(pf_way_route *route);

/* Returns the key of a straight leg, the same both ways. */
uint64_t pf_way_leg_key(pf_fixed_point a, pf_fixed_point b);

/* Returns the cost that two routes share by all that they cost, 0..1. */
double pf_way_similarity(const pf_way_route *a, const pf_way_route *b);

/* Whether two routes are one way, slid: they have the same points, or use the same roads and areas
 * and cross the same rivers in the same order, and neither an obstacle nor ground over which they
 * don't run lies between them. */
bool pf_way_is_slid(const pf_terrain *terrain, int fraction_bits, const pf_way_route *a,
                    const pf_way_route *b);

void pf_way_route_free(pf_way_route *route);

#endif
