/* way_chain.h - a way between the ends of a request, from labels: nodes, and the edges between
 * them.
 *
 *   status = pathfan_way_chain_over_node(&chain, &ends, node, &at);
 *   if (!status && pathfan_way_chain_is_sound(&chain, &ends, at)) ...
 *   pathfan_way_chain_free(&chain); */
#ifndef PATHFAN_QUERY_METHODS_WAY_CHAIN_H
#define PATHFAN_QUERY_METHODS_WAY_CHAIN_H

#include "methods/way_ends.h"

/* Nodes in order, the edges between them, and the attachments at both ends. Zero it first. */
typedef struct pathfan_way_chain {
  int32_t *nodes; /* [Size: count] */
  int32_t *edges; /* [Size: count - 1] */
  int32_t count, node_capacity, edge_capacity;
  int32_t attachment[2];
} pathfan_way_chain;

/* Finds the way from end 0 to a hub, which both ends must reach, and on to end 1. Errors:
 * NO_MEMORY, DAMAGED (labels that don't lead to their hub). */
pathfan_status pathfan_way_chain_over_hub(pathfan_way_chain *chain, const pathfan_way_ends *ends,
                                          int32_t hub);

/* Finds the cheapest way over a node, which both ends must reach; *at: its place among the nodes.
 * Errors: as above. */
pathfan_status pathfan_way_chain_over_node(pathfan_way_chain *chain, const pathfan_way_ends *ends,
                                           int32_t node, int32_t *at);

/* Whether a chain comes by no node twice and can turn at its node `at` (Rowe, section 2). */
bool pathfan_way_chain_is_sound(const pathfan_way_chain *chain, const pathfan_way_ends *ends,
                                int32_t at);

void pathfan_way_chain_free(pathfan_way_chain *chain);

#endif
