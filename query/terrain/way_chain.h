/* way_chain.h - a way between the ends of a request, from labels: nodes, and the edges between
 * them.
 *
 *   status = pf_way_chain_over_node(&chain, &ends, node, &at);
 *   if (!status && pf_way_chain_is_sound(&chain, &ends, at)) ...
 *   pf_way_chain_free(&chain); */
#ifndef PF_QUERY_TERRAIN_WAY_CHAIN_H
#define PF_QUERY_TERRAIN_WAY_CHAIN_H

#include "way_ends.h"

/* Nodes in order, the edges between them, and the attachments at both ends. Zero it first. */
typedef struct pf_way_chain {
  int32_t *nodes; /* [Size: count] */
  int32_t *edges; /* [Size: count - 1] */
  int32_t count, node_capacity, edge_capacity;
  int32_t attachment[2];
} pf_way_chain;

/* Finds the way from end 0 to a hub, which both ends must reach, and on to end 1. Errors:
 * NO_MEMORY, DAMAGED (labels that don't lead to their hub). */
pathfan_status pf_way_chain_over_hub(pf_way_chain *chain, const pf_way_ends *ends, int32_t hub);

/* Finds the cheapest way over a node, which both ends must reach; *at: its place among the nodes.
 * Errors: as above. */
pathfan_status pf_way_chain_over_node(pf_way_chain *chain, const pf_way_ends *ends, int32_t node,
                                      int32_t *at);

/* Whether a chain comes by no node twice and can turn at its node `at` (Rowe, section 2). */
bool pf_way_chain_is_sound(const pf_way_chain *chain, const pf_way_ends *ends, int32_t at);

void pf_way_chain_free(pf_way_chain *chain);

#endif
