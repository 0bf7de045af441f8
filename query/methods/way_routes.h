/* way_routes.h - the routes of ways, and how two of them compare.
 *
 *   status = pathfan_way_route_of_chain(&route, &ends, &chain);
 *   if (!status) similarity = pathfan_way_similarity(&route, &other);
 *   pathfan_way_route_free(&route); */
#ifndef PATHFAN_QUERY_METHODS_WAY_ROUTES_H
#define PATHFAN_QUERY_METHODS_WAY_ROUTES_H

#include "methods/way_chain.h"
#include "terrain/route.h"

/* What a way costs on a piece of road, or on a straight leg. */
typedef struct pathfan_way_piece {
  uint64_t key;     /* of an arc, the same for both banks of a river; or of a leg's two ends */
  double low, high; /* distances from the arc's node[0]; a leg: 0, 1 */
  double cost;
} pathfan_way_piece;

/* Zero it first. */
typedef struct pathfan_way_route {
  pathfan_route route;
  pathfan_way_piece *pieces; /* sorted by key */
  int32_t piece_count, piece_capacity;
} pathfan_way_route;

/* Lays out the route of a chain. Errors: NO_MEMORY. */
pathfan_status pathfan_way_route_of_chain(pathfan_way_route *route, const pathfan_way_ends *ends,
                                          const pathfan_way_chain *chain);

/* Lays out the route of a way that isn't over a node; chain is scratch. Errors: NO_MEMORY, DAMAGED
 * (as pathfan_way_chain_over_hub). */
pathfan_status pathfan_way_route_of_join(pathfan_way_route *route, const pathfan_way_ends *ends,
                                         const pathfan_way_join *join, pathfan_way_chain *chain);

/* Returns the cost that two routes share by all that they cost, 0..1. */
double pathfan_way_similarity(const pathfan_way_route *a, const pathfan_way_route *b);

/* Whether two routes are one way, slid: they have the same points, or use the same roads and cross
 * the same rivers in the same order, and no obstacle lies between them. */
bool pathfan_way_is_slid(const pathfan_terrain *terrain, int fraction_bits,
                         const pathfan_way_route *a, const pathfan_way_route *b);

void pathfan_way_route_free(pathfan_way_route *route);

#endif
