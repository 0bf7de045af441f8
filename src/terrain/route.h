/* route.h - the way that a search has found, part by part.
 *
 *   status = pathfan_route_trace(&route, &search, 0);
 *   pathfan_route_free(&route); */
#ifndef PATHFAN_TERRAIN_ROUTE_H
#define PATHFAN_TERRAIN_ROUTE_H

#include "terrain/search_state.h"

typedef enum pathfan_part_kind {
  PATHFAN_PART_OFF_ROAD = 0,
  PATHFAN_PART_ROAD,
  PATHFAN_PART_BANK /* along a river, on one side of it */
} pathfan_part_kind;

/* Consecutive segments of one kind along one feature. */
typedef struct pathfan_part {
  pathfan_part_kind kind;
  int32_t feature;       /* road or river that it runs along; NONE */
  double rate;           /* cost per distance */
  double length, cost;   /* lattice units; the cost with crossings */
  int32_t first, last;   /* numbers of points */
  int32_t first_crossed; /* up to the next part's */
} pathfan_part;

/* Zero it first. */
typedef struct pathfan_route {
  pathfan_fixed_point *points; /* no straight interior points within a part */
  pathfan_part *parts;
  int32_t *crossed; /* rivers crossed, in order */
  int32_t point_count, part_count, crossed_count;
  int32_t point_capacity, part_capacity, crossed_capacity;
  double length, cost; /* lattice units */
} pathfan_route;

/* The way from a search's start to target number `target`, which was reached. Errors: NO_MEMORY. */
pathfan_status pathfan_route_trace(pathfan_route *route, const pathfan_terrain_search *search,
                                   int32_t target);

/* Turns it round. */
void pathfan_route_turn(pathfan_route *route);

void pathfan_route_free(pathfan_route *route);

#endif
