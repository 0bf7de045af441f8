/* search_state.h - what a search over a terrain has found so far: filled by its parts, read by
 * those who follow a way back (trace.h). */
#ifndef PATHFAN_TERRAIN_SEARCH_STATE_H
#define PATHFAN_TERRAIN_SEARCH_STATE_H

#include <stdbool.h>

#include "base/heap.h"
#include "terrain/terrain.h"

/* A point of the fixed-point grid, and a polygon that holds it. */
typedef struct pathfan_terrain_place {
  pathfan_fixed_point at;
  int32_t polygon;
} pathfan_terrain_place;

/* How somebody got somewhere. */
typedef enum pathfan_arrival_kind {
  PATHFAN_ARRIVAL_NONE = 0, /* not yet */
  PATHFAN_ARRIVAL_START,
  PATHFAN_ARRIVAL_GROUND, /* straight over open ground: number of a source */
  PATHFAN_ARRIVAL_ROAD,   /* along a road: number of a travel */
  PATHFAN_ARRIVAL_LINK,   /* over a river at a vertex: number of the node before */
  PATHFAN_ARRIVAL_NODE    /* a target at a node: its number */
} pathfan_arrival_kind;

typedef struct pathfan_arrival {
  pathfan_arrival_kind kind;
  int32_t number;
  int32_t crossing; /* rivers crossed on the way from there: the last one; -1: none. LINK: number of
                       the link */
} pathfan_arrival;

typedef struct pathfan_reached {
  double cost; /* INFINITY: not reached */
  pathfan_arrival by;
} pathfan_reached;

/* Where straight ways begin: at a point, or side by side along a road, which they leave at the
 * critical angle. */
typedef struct pathfan_source {
  double x, y;   /* the point, lattice; or where the travel began, and cost is that there */
  double cost;   /* there */
  double dx, dy; /* unit vector of ways side by side */
  pathfan_fixed_point root; /* the point */
  int32_t node;             /* at it; -1: the start */
  int32_t travel;           /* that they leave; -1: a point */
} pathfan_source;

/* Along an arc from `start`, a distance from node[0], to its end node[1 - backward]. */
typedef struct pathfan_travel {
  double start, cost; /* cost at start */
  pathfan_arrival by; /* to start: GROUND or START; of the node there: NODE */
  int32_t arc;
  int32_t backward;
  int32_t next; /* travel of the same arc that begins inside it; -1 */
} pathfan_travel;

/* Straight ways from a source that enter a polygon through one of its edges. */
typedef struct pathfan_wave {
  union {
    struct {
      pathfan_fixed_point right, left; /* vectors from the root */
    } cone;
    struct {
      double right, left; /* distances to the left of the source's point */
    } strip;
  } bound;
  double toll; /* of rivers crossed */
  int32_t source, crossing;
  int32_t polygon, corner; /* the edge, as the polygon has it */
} pathfan_wave;

/* Something to be reached. */
typedef struct pathfan_target {
  pathfan_terrain_place place;
  double x, y;       /* lattice */
  bool is_near_edge; /* on it but for rounding: it may lie a little outside of what sees it */
  pathfan_reached reached;
} pathfan_target;

/* Where a target is found: a polygon that holds it, a node, or, at a distance from its node[0], an
 * arc. */
typedef struct pathfan_target_at {
  int32_t target, number;
  int32_t next; /* in the same polygon; -1 */
  double at;
} pathfan_target_at;

typedef struct pathfan_terrain_search {
  const pathfan_terrain *terrain;
  int fraction_bits;
  double fraction;          /* 2^-fraction_bits */
  double slack;             /* costs that differ by less count as equal: frontier.h */
  pathfan_heap queue;       /* nodes, then events by slot: keys are the bits of a cost */
  pathfan_reached *reached; /* [Size: nodes] */
  int32_t *first_travel;    /* [Size: arcs] that begin inside an arc; -1 */
  int32_t *first_target;    /* [Size: polygons] in in_polygons; -1 */
  int32_t node_capacity, arc_capacity, polygon_capacity;
  int32_t *touched, *touched_arcs; /* nodes and arcs to be reset */
  int32_t touched_count, touched_capacity, touched_arc_count, touched_arc_capacity;
  pathfan_source *sources;
  pathfan_travel *travels;
  pathfan_crossed *crossed;
  pathfan_wave *waves; /* by slot; travel: polygon is -1, corner its number */
  int32_t *free_slots;
  pathfan_target *targets;
  pathfan_target_at *in_polygons, *at_nodes, *on_arcs; /* where targets are */
  int32_t source_count, travel_count, crossed_count, wave_count, free_count, target_count;
  int32_t source_capacity, travel_capacity, crossed_capacity, wave_capacity, free_capacity,
      target_capacity;
  int32_t in_polygon_count, at_node_count, on_arc_count;
  int32_t in_polygon_capacity, at_node_capacity, on_arc_capacity;
  bool is_led;  /* towards the only target */
  bool is_star; /* ways leave over ground from the start, or the root, only, and no road (star.c) */
  int32_t root; /* a node; -1 */
  int64_t waiting; /* waves and travels in the queue */
  bool keeps_all;  /* prunes by no heuristic of section 2: for tests, costs are the same */
  pathfan_terrain_place start;
  int64_t expanded, generated; /* events taken from the queue; put into it */
  bool stopped;                /* by the limit */
  pathfan_status status;       /* of the first allocation that failed */
} pathfan_terrain_search;

#endif
