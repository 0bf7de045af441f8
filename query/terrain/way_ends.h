/* way_ends.h - the two ends of a request on an index of a terrain: which nodes they reach, at what
 * cost, and from there, by labels, every hub.
 *
 *   status = pf_way_ends_set(&ends, terrain, ways, bits, places);
 *   if (!status) best = pf_way_ends_join(&ends);
 *   pf_way_ends_free(&ends); */
#ifndef PF_QUERY_TERRAIN_WAY_ENDS_H
#define PF_QUERY_TERRAIN_WAY_ENDS_H

#include "query/paths/scratch.h"
#include "terrain/search.h"
#include "terrain/star.h"
#include "terrain/ways.h"

/* A node that an end reaches by a leg of its star, perhaps along the road that it enters. */
typedef struct pf_attachment {
  double cost;
  int32_t node;
  int32_t leg;  /* of the star */
  int32_t exit; /* by which it leaves that road; NONE: it doesn't */
} pf_attachment;

/* The cheapest way known from an end to a hub. */
typedef struct pf_hub_way {
  double cost; /* INFINITY: none */
  int32_t attachment;
  uint32_t label; /* of the attachment's node */
} pf_hub_way;

typedef struct pf_way_end {
  pf_terrain_place place;
  pf_terrain_search search; /* scratch of the star */
  pf_star star;
  pf_attachment *attachments;
  pf_hub_way *hubs; /* [Size: nodes] by rank */
  int32_t *reached; /* hubs, in the order in which they were reached */
  int32_t attachment_count, attachment_capacity, hub_capacity, reached_count, reached_capacity;
} pf_way_end;

/* Scratch of one thread; zero it first. */
typedef struct pf_way_ends {
  const pf_terrain *terrain;
  pf_terrain reversed; /* the same, as ways that lead to end 1 see it */
  const pf_ways *ways;
  int fraction_bits;
  pf_way_end end[2];
} pf_way_ends;

typedef enum pf_join_kind {
  PF_JOIN_NONE = 0, /* no way */
  PF_JOIN_HUB,      /* over hub `number` */
  PF_JOIN_NODE,     /* over node `number` */
  PF_JOIN_STRAIGHT,
  PF_JOIN_ARC /* along an arc that both enter, by legs `number` and `other` of their stars */
} pf_join_kind;

/* A way between the ends, by how they meet. */
typedef struct pf_way_join {
  double cost;
  pf_join_kind kind;
  int32_t number, other;
} pf_way_join;

/* Places the ends, and finds the hubs that they reach. Errors: NO_MEMORY. */
pathfan_status pf_way_ends_set(pf_way_ends *ends, const pf_terrain *terrain, const pf_ways *ways,
                               int fraction_bits, const pf_terrain_place places[2]);

/* Returns the cheapest way between the ends. */
pf_way_join pf_way_ends_join(const pf_way_ends *ends);

/* Returns the way by two legs of the ends' stars that enter one arc towards each other; kind NONE
 * if they don't. */
pf_way_join pf_way_ends_join_on_arc(const pf_way_ends *ends, int32_t leg, int32_t other);

/* Returns the cost from end 0 to a node, or from it to end 1; INFINITY: there is no way. *hub: the
 * hub it goes by; hub may be NULL. */
double pf_way_end_cost(const pf_way_ends *ends, int end, int32_t node, int32_t *hub);

void pf_way_ends_free(pf_way_ends *ends);

#endif
