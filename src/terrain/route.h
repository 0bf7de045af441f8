/* route.h - a way over a terrain in parts, and its construction segment by segment.
 *
 *   pathfan_route_builder b;
 *   pathfan_route_begin(&b, &route, &terrain, bits, start);
 *   pathfan_route_cross(&b, crossed, last, false);
 *   pathfan_route_over_ground(&b, to, from_node, to_node);
 *   pathfan_route_along(&b, arc, at);
 *   status = pathfan_route_end(&b);
 *   pathfan_route_free(&route);
 *
 * Errors are kept and returned at the end. */
#ifndef PATHFAN_TERRAIN_ROUTE_H
#define PATHFAN_TERRAIN_ROUTE_H

#include <stdbool.h>

#include "pathfan/status.h"
#include "terrain/terrain.h"

typedef enum pathfan_part_kind {
  PATHFAN_PART_OFF_ROAD = 0,
  PATHFAN_PART_ROAD,
  PATHFAN_PART_BANK /* along a river, on one side of it */
} pathfan_part_kind;

/* Consecutive segments of one kind along one feature. */
typedef struct pathfan_part {
  pathfan_part_kind kind;
  int32_t feature;       /* road or river along which it runs; NONE */
  double rate;           /* cost per distance */
  double length, cost;   /* lattice units; the cost includes crossings */
  int32_t first, last;   /* numbers of points */
  int32_t first_crossed; /* its crossings end where the next part's begin */
} pathfan_part;

/* A river crossed, and the bridge used; NONE: crossed at its price. */
typedef struct pathfan_route_crossing {
  int32_t river, bridge; /* features */
} pathfan_route_crossing;

/* Zero it first. */
typedef struct pathfan_route {
  pathfan_fixed_point *points; /* no straight interior points within a part */
  pathfan_part *parts;
  pathfan_route_crossing *crossed; /* in order */
  int32_t point_count, part_count, crossed_count;
  int32_t point_capacity, part_capacity, crossed_capacity;
  double length, cost; /* lattice units */
} pathfan_route;

typedef struct pathfan_route_builder {
  pathfan_route *route;
  const pathfan_terrain *terrain;
  int fraction_bits;
  double fraction; /* 2^-fraction_bits */
  int32_t pending; /* rivers noted for the next leg, in route->crossed from crossed_count on */
  int32_t bridged; /* rivers crossed by bridges where the last leg ended */
  pathfan_status status;
} pathfan_route_builder;

void pathfan_route_begin(pathfan_route_builder *b, pathfan_route *route,
                         const pathfan_terrain *terrain, int fraction_bits, pathfan_fixed_point at);

/* The point that the route has reached. */
pathfan_fixed_point pathfan_route_at(const pathfan_route_builder *b);

/* Notes the rivers that the next leg over ground crosses: a chain up to `last` (NONE: none), in
 * order, or backwards if `against`. Returns their cost. */
double pathfan_route_cross(pathfan_route_builder *b, const pathfan_crossed *chain, int32_t last,
                           bool against);

/* Adds a straight leg over open ground and the rivers noted. from_node, to_node: the nodes at its
 * ends; -1: none. */
void pathfan_route_over_ground(pathfan_route_builder *b, pathfan_fixed_point to, int32_t from_node,
                               int32_t to_node);

/* Adds a leg along an arc to a distance from its node[0], or to a point on it. */
void pathfan_route_along(pathfan_route_builder *b, int32_t arc, double at);
void pathfan_route_along_to(pathfan_route_builder *b, int32_t arc, pathfan_fixed_point to);

/* Crosses a river at a vertex. A crossing by a bridge counts only if the way goes on from there. */
void pathfan_route_over_river(pathfan_route_builder *b, const pathfan_link *link);

/* Returns the point at a distance from node[0] of an arc. */
pathfan_fixed_point pathfan_point_on_arc(const pathfan_route_builder *b, int32_t arc, double at);

/* Moves the last point to the way's end, from which it differs only by rounding. */
void pathfan_route_end_at(pathfan_route_builder *b, pathfan_fixed_point at);

/* Sums lengths and costs. Errors: NO_MEMORY. */
pathfan_status pathfan_route_end(pathfan_route_builder *b);

/* Reverses the route. */
void pathfan_route_turn(pathfan_route *route);

void pathfan_route_free(pathfan_route *route);

#endif
