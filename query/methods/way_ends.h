/* way_ends.h - the two ends of a request on an index of a terrain: which nodes they reach, at what
 * cost, and from there, by labels, every hub.
 *
 *   status = pathfan_way_ends_set(&ends, terrain, ways, bits, places);
 *   if (!status) best = pathfan_way_ends_join(&ends);
 *   pathfan_way_ends_free(&ends); */
#ifndef PATHFAN_QUERY_METHODS_WAY_ENDS_H
#define PATHFAN_QUERY_METHODS_WAY_ENDS_H

#include "methods/scratch.h"
#include "terrain/search.h"
#include "terrain/star.h"
#include "terrain/ways.h"

/* A node that an end reaches by a leg of its star, perhaps along the road that it enters. */
typedef struct pathfan_attachment {
  double cost;
  int32_t node;
  int32_t leg;  /* of the star */
  int32_t exit; /* by which it leaves that road; NONE: it doesn't */
} pathfan_attachment;

/* The cheapest way known from an end to a hub. */
typedef struct pathfan_hub_way {
  double cost; /* INFINITY: none */
  int32_t attachment;
  uint32_t label; /* of the attachment's node */
} pathfan_hub_way;

typedef struct pathfan_way_end {
  pathfan_terrain_place place;
  pathfan_terrain_search search; /* scratch of the star */
  pathfan_star star;
  pathfan_attachment *attachments;
  pathfan_hub_way *hubs; /* [Size: nodes] by rank */
  int32_t *reached;      /* hubs, in the order in which they were reached */
  int32_t attachment_count, attachment_capacity, hub_capacity, reached_count, reached_capacity;
} pathfan_way_end;

/* Scratch of one thread; zero it first. */
typedef struct pathfan_way_ends {
  const pathfan_terrain *terrain;
  const pathfan_ways *ways;
  int fraction_bits;
  pathfan_way_end end[2];
} pathfan_way_ends;

typedef enum pathfan_join_kind {
  PATHFAN_JOIN_NONE = 0, /* no way */
  PATHFAN_JOIN_HUB,      /* over hub `number` */
  PATHFAN_JOIN_NODE,     /* over node `number` */
  PATHFAN_JOIN_STRAIGHT,
  PATHFAN_JOIN_ARC /* along an arc that both enter, by legs `number` and `other` of their stars */
} pathfan_join_kind;

/* A way between the ends, by how they meet. */
typedef struct pathfan_way_join {
  double cost;
  pathfan_join_kind kind;
  int32_t number, other;
} pathfan_way_join;

/* Places the ends, and finds the hubs that they reach. Errors: NO_MEMORY. */
pathfan_status pathfan_way_ends_set(pathfan_way_ends *ends, const pathfan_terrain *terrain,
                                    const pathfan_ways *ways, int fraction_bits,
                                    const pathfan_terrain_place places[2]);

/* Returns the cheapest way between the ends. */
pathfan_way_join pathfan_way_ends_join(const pathfan_way_ends *ends);

/* Returns the way by two legs of the ends' stars that enter one arc towards each other; kind NONE
 * if they don't. */
pathfan_way_join pathfan_way_ends_join_on_arc(const pathfan_way_ends *ends, int32_t leg,
                                              int32_t other);

/* Returns the cost from an end to a node; INFINITY: there is no way. *hub: the hub it goes by; hub
 * may be NULL. */
double pathfan_way_end_cost(const pathfan_way_ends *ends, int end, int32_t node, int32_t *hub);

void pathfan_way_ends_free(pathfan_way_ends *ends);

#endif
