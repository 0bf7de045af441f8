/* route.h - a way over a terrain in parts, and its construction segment by segment.
 *
 *   pf_route_builder b;
 *   pf_route_begin(&b, &route, &terrain, bits, start);
 *   pf_route_cross(&b, crossed, last, false);
 *   pf_route_over_ground(&b, to, from_node, to_node);
 *   pf_route_along(&b, arc, backward, at);
 *   status = pf_route_end(&b);
 *   pf_route_free(&route);
 *
 * Errors are kept and returned at the end. */
#ifndef PF_TERRAIN_ROUTE_H
#define PF_TERRAIN_ROUTE_H

#include <stdbool.h>

#include "pathfan/status.h"
#include "terrain/terrain.h"

typedef enum pf_part_kind {
  PF_PART_OFF_ROAD = 0,
  PF_PART_ROAD,
  PF_PART_BANK,     /* along a river, on one side of it */
  PF_PART_AREA = 5, /* over an area's ground; the numbers are those of pathfan_leg_kind */
  PF_PART_BORDER    /* between two grounds, at the lower rate */
} pf_part_kind;

/* Consecutive segments of one kind along one feature. */
typedef struct pf_part {
  pf_part_kind kind;
  int32_t feature;       /* road or river along which it runs, area on whose ground; NONE */
  double rate;           /* cost per distance */
  double length, cost;   /* lattice units; the cost includes crossings */
  int32_t first, last;   /* numbers of points */
  int32_t first_crossed; /* its crossings end where the next part's begin */
} pf_part;

/* A river crossed, and the bridge used; NONE: crossed at its price. */
typedef struct pf_route_crossing {
  int32_t river, bridge; /* features */
} pf_route_crossing;

/* Zero it first. */
typedef struct pf_route {
  pf_fixed_point *points; /* no straight interior points within a part */
  pf_part *parts;
  pf_route_crossing *crossed; /* in order */
  int32_t point_count, part_count, crossed_count;
  int32_t point_capacity, part_capacity, crossed_capacity;
  double length, cost; /* lattice units */
  double gap;          /* the least cost is at least cost - gap */
} pf_route;

typedef struct pf_route_builder {
  pf_route *route;
  const pf_terrain *terrain;
  int fraction_bits;
  double fraction;  /* 2^-fraction_bits */
  double tolerance; /* how far points may be off a straight line to lie on it; 0: exactly */
  double off;       /* how far those left out before the last point may be off their line */
  int32_t pending;  /* rivers noted for the next leg, in route->crossed from crossed_count on */
  int32_t bridged;  /* rivers crossed by bridges where the last leg ended */
  pathfan_status status;
} pf_route_builder;

void pf_route_begin(pf_route_builder *b, pf_route *route, const pf_terrain *terrain,
                    int fraction_bits, pf_fixed_point at);

/* The point that the route has reached. */
pf_fixed_point pf_route_at(const pf_route_builder *b);

/* Notes the rivers that the next leg over ground crosses: a chain up to `last` (NONE: none), in
 * order, or backwards if `against`. Returns their cost. */
double pf_route_cross(pf_route_builder *b, const pf_crossed *chain, int32_t last, bool against);

/* Adds a straight leg over open ground and the rivers noted. from_node, to_node: the nodes at its
 * ends; -1: none. */
void pf_route_over_ground(pf_route_builder *b, pf_fixed_point to, int32_t from_node,
                          int32_t to_node);

/* Adds a straight leg of a kind, over or along a feature. */
void pf_route_over(pf_route_builder *b, pf_part_kind kind, int32_t feature, double rate,
                   pf_fixed_point to);

/* Adds a leg along an arc to a distance from its node[0], or to a point on it. backward: ways go
 * from node[1] to node[0], whichever end the route is built from. */
void pf_route_along(pf_route_builder *b, int32_t arc, int32_t backward, double at);
void pf_route_along_to(pf_route_builder *b, int32_t arc, int32_t backward, pf_fixed_point to);

/* Crosses a river at a vertex. A crossing by a bridge counts only if the way goes on from there. */
void pf_route_over_river(pf_route_builder *b, const pf_link *link);

/* Returns the point at a distance from node[0] of an arc. */
pf_fixed_point pf_point_on_arc(const pf_route_builder *b, int32_t arc, double at);

/* Moves the last point to the way's end, from which it differs only by rounding. */
void pf_route_end_at(pf_route_builder *b, pf_fixed_point at);

/* Sums lengths and costs. Errors: NO_MEMORY. */
pathfan_status pf_route_end(pf_route_builder *b);

/* Reverses the route. */
void pf_route_turn(pf_route *route);

void pf_route_free(pf_route *route);

#endif
