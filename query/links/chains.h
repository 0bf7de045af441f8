/* chains.h - chains of links from a start to a goal, cheapest first.
 *
 *   status = pf_chains_begin(&chains, nodes, count, &walks);
 *   while (!(status = pf_chains_next(&chains, most, &chain)) && chain) use(chain);
 *
 * The folder links/. In: the links of an index, placed on its mesh, and lengths of walks between
 * them. Out: in which order links may be used (chains.h), from which calls/ makes paths. It uses
 * open/. */
#ifndef PF_QUERY_LINKS_CHAINS_H
#define PF_QUERY_LINKS_CHAINS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* A stop of a chain: the start, the goal, or a link used in one direction. */
typedef struct pf_chain_node {
  int32_t link; /* its number; the start and the goal have none: -1 */
  bool back;    /* from the link's second end to its first */
  double cost;  /* >= 0, finite */
} pf_chain_node;

enum { PF_CHAIN_START = 0, PF_CHAIN_GOAL = 1 };

/* The walks from where one node is left to where another is entered. */
typedef struct pf_walks {
  /* Returns a lower bound of the length, or INFINITY: there is no way. */
  double (*least)(void *context, int32_t from, int32_t to);
  /* Finds the length, which is no less than the bound except for rounding, or INFINITY. Called once
     for each walk that matters. Errors: its own. */
  pathfan_status (*measure)(void *context, int32_t from, int32_t to, double *length);
  void *context;
} pf_walks;

typedef struct pf_chain {
  const int32_t *nodes; /* [Size: count] from PF_CHAIN_START to PF_CHAIN_GOAL */
  int32_t count;        /* >= 3: a chain has a link */
  double cost;          /* of walks, all measured, and links */
} pf_chain;

/* The best chain among those that begin with `kept` nodes of it and don't go on with any of the
 * banned ones. Private. */
typedef struct pf_branch {
  double bound;         /* no chain of the branch costs less */
  int32_t first, count; /* its nodes in the pool */
  int32_t kept;
  int32_t banned_first, banned_count; /* in the pool */
} pf_branch;

/* Scratch of one thread; zero it first. */
typedef struct pf_chains {
  const pf_chain_node *nodes; /* borrowed */
  int32_t count;
  pf_walks walks;
  double *length;    /* [Size: count * count] of each walk: measured, or the bound */
  bool *is_measured; /* [Size: count * count] */
  pf_branch *branches;
  int32_t branch_count, branch_capacity;
  int32_t *pool;
  int32_t pool_count, pool_capacity;
  double *rest;    /* [Size: count] a lower bound of the cost from each node to the goal */
  pf_branch given; /* if has_given: that of the last chain, which isn't divided yet */
  bool has_given;
  double *reach; /* [Size: count] scratch of the search: least cost to leave each node */
  int32_t *before, *stops;
  bool *is_settled;
  int32_t capacity; /* of nodes */
  pf_chain chain;
} pf_chains;

/* Begins with all chains; nodes[0] and [1] are the start and the goal. Errors: NO_MEMORY. */
pathfan_status pf_chains_begin(pf_chains *chains, const pf_chain_node *nodes, int32_t count,
                               const pf_walks *walks);

/* Finds the next chain in order of cost, of equal ones that with fewer links; *chain lives until
 * the next call. NULL: none is left that costs at most `most`. No link is used twice in a chain.
 * Errors: NO_MEMORY, those of measure. */
pathfan_status pf_chains_next(pf_chains *chains, double most, const pf_chain **chain);

void pf_chains_free(pf_chains *chains);

#endif
