/* way_ends.h - the two ends of a request on an index of a terrain: which nodes they reach, and at
 * what cost, and from there by labels every hub. */
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
  int32_t exit; /* by which it leaves that road; NONE */
} pathfan_attachment;

/* The cheapest way known from an end to a hub. */
typedef struct pathfan_hub_way {
  double cost; /* INFINITY: none */
  int32_t attachment;
  uint32_t label; /* of its node */
} pathfan_hub_way;

typedef struct pathfan_way_end {
  pathfan_terrain_place place;
  pathfan_terrain_search search; /* scratch of the star */
  pathfan_star star;
  pathfan_attachment *attachments;
  pathfan_hub_way *hubs; /* [Size: nodes] by rank */
  int32_t *reached;      /* hubs, in the order in which they were */
  int32_t attachment_count, attachment_capacity, hub_capacity, reached_count, reached_capacity;
} pathfan_way_end;

/* Scratch of one thread; zero it first. */
typedef struct pathfan_way_ends {
  const pathfan_terrain *terrain;
  const pathfan_ways *ways;
  int fraction_bits;
  pathfan_way_end end[2];
} pathfan_way_ends;

/* How path 1 goes. */
typedef enum pathfan_way_join {
  PATHFAN_JOIN_NONE = 0, /* there is none */
  PATHFAN_JOIN_HUB,      /* number: hub */
  PATHFAN_JOIN_STRAIGHT,
  PATHFAN_JOIN_ARC /* along an arc that both enter: leg and other are numbers of theirs */
} pathfan_way_join;

typedef struct pathfan_best_way {
  pathfan_way_join join;
  double cost;
  int32_t number, other;
} pathfan_best_way;

/* Places the ends and lets them reach the hubs. Errors: NO_MEMORY. */
pathfan_status pathfan_way_ends_set(pathfan_way_ends *ends, const pathfan_terrain *terrain,
                                    const pathfan_ways *ways, int fraction_bits,
                                    const pathfan_terrain_place places[2]);

/* The cheapest way between the ends. */
pathfan_best_way pathfan_way_ends_join(const pathfan_way_ends *ends);

/* The cost from an end to a node, and, unless hub is NULL, by which hub; INFINITY: none. */
double pathfan_way_end_cost(const pathfan_way_ends *ends, int end, int32_t node, int32_t *hub);

void pathfan_way_ends_free(pathfan_way_ends *ends);

#endif
