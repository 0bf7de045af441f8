/* way_routes.h - from hubs to routes: the edges of a way, and how two ways compare. */
#ifndef PATHFAN_QUERY_METHODS_WAY_ROUTES_H
#define PATHFAN_QUERY_METHODS_WAY_ROUTES_H

#include "methods/way_ends.h"
#include "terrain/route.h"

/* A way between the ends: nodes in order, and the edges between them; its attachments at both ends.
 */
typedef struct pathfan_way_chain {
  int32_t *nodes; /* [Size: count] */
  int32_t *edges; /* [Size: count - 1] */
  int32_t count, node_capacity, edge_capacity;
  int32_t attachment[2];
} pathfan_way_chain;

/* What a way costs on a piece of road, or on a straight leg. */
typedef struct pathfan_way_piece {
  uint64_t key;     /* of an arc, or of a leg's two ends */
  double low, high; /* distances from the arc's node[0]; a leg: 0, 1 */
  double cost;
} pathfan_way_piece;

/* Zero it first. */
typedef struct pathfan_way_route {
  pathfan_route route;
  pathfan_way_piece *pieces; /* by key */
  int32_t piece_count, piece_capacity;
} pathfan_way_route;

/* The way from end 0 to a hub and on to end 1. Errors: NO_MEMORY. */
pathfan_status pathfan_way_chain_over_hub(pathfan_way_chain *chain, const pathfan_way_ends *ends,
                                          int32_t hub);

/* The cheapest way over a node; *at: its place among the nodes. Errors: NO_MEMORY. */
pathfan_status pathfan_way_chain_over_node(pathfan_way_chain *chain, const pathfan_way_ends *ends,
                                           int32_t node, int32_t *at);

/* Whether it comes by no node twice, and can turn at its node number `at`. */
bool pathfan_way_chain_is_sound(const pathfan_way_chain *chain, const pathfan_way_ends *ends,
                                int32_t at);

/* The route of a chain. Errors: NO_MEMORY. */
pathfan_status pathfan_way_route_of_chain(pathfan_way_route *route, const pathfan_way_ends *ends,
                                          const pathfan_way_chain *chain);

/* The route of a best way. Errors: NO_MEMORY. */
pathfan_status pathfan_way_route_of_best(pathfan_way_route *route, const pathfan_way_ends *ends,
                                         const pathfan_best_way *best, pathfan_way_chain *chain);

/* What two routes share of all that they cost, 0..1. */
double pathfan_way_similarity(const pathfan_way_route *a, const pathfan_way_route *b);

/* Whether two routes use the same roads and cross the same rivers in the same order, and no
 * obstacle lies between them: then they are one way, slid. */
bool pathfan_way_is_slid(const pathfan_terrain *terrain, int fraction_bits,
                         const pathfan_way_route *a, const pathfan_way_route *b);

void pathfan_way_chain_free(pathfan_way_chain *chain);
void pathfan_way_route_free(pathfan_way_route *route);

#endif
