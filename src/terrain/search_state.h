/* search_state.h - what a search over a terrain has found so far: filled by its parts, read when a
 * way is traced back (trace.h). */
#ifndef PATHFAN_TERRAIN_SEARCH_STATE_H
#define PATHFAN_TERRAIN_SEARCH_STATE_H

#include <stdbool.h>

#include "base/heap.h"
#include "terrain/terrain.h"

/* A point of the fixed-point grid, and a polygon that contains it. */
typedef struct pathfan_terrain_place {
  pathfan_fixed_point at;
  int32_t polygon;
} pathfan_terrain_place;

/* How a way arrived. */
typedef enum pathfan_arrival_kind {
  PATHFAN_ARRIVAL_NONE = 0, /* not reached yet */
  PATHFAN_ARRIVAL_START,
  PATHFAN_ARRIVAL_GROUND, /* straight over open ground; number of a source */
  PATHFAN_ARRIVAL_ROAD,   /* along a road; number of a travel */
  PATHFAN_ARRIVAL_LINK,   /* over a river at a vertex; number of the node before */
  PATHFAN_ARRIVAL_NODE    /* at a node, for targets and travels; its number */
} pathfan_arrival_kind;

typedef struct pathfan_arrival {
  pathfan_arrival_kind kind;
  int32_t number;
  int32_t crossing; /* GROUND: the last of the rivers crossed from the source; -1: none. LINK:
                       number of the link */
} pathfan_arrival;

typedef struct pathfan_reached {
  double cost; /* INFINITY: not reached */
  pathfan_arrival by;
} pathfan_reached;

/* The origin of straight ways: a point, or a stretch of road that parallel ways leave at the
 * critical angle. */
typedef struct pathfan_source {
  double x, y;              /* lattice units: the point, or where the travel began */
  double cost;              /* cost at x,y */
  double dx, dy;            /* unit vector of parallel ways */
  pathfan_fixed_point root; /* the point */
  int32_t node;             /* node at the point; -1: the start */
  int32_t travel;           /* travel that the ways leave; -1: a point */
} pathfan_source;

/* A way along an arc from `start`, a distance from node[0], to its end node[1 - backward]. */
typedef struct pathfan_travel {
  double start, cost; /* cost at start */
  pathfan_arrival by; /* arrival at start: GROUND or START; from the node there: NODE */
  int32_t arc;
  int32_t backward;
  int32_t next; /* next travel that begins inside the same arc; -1 */
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
  double toll; /* total cost of the rivers crossed */
  int32_t source, crossing;
  int32_t polygon, corner; /* the edge it came through, as a corner of the polygon */
} pathfan_wave;

/* A place to be reached. */
typedef struct pathfan_target {
  pathfan_terrain_place place;
  double x, y;       /* lattice units */
  bool is_near_edge; /* on an edge, within rounding: it may lie slightly outside the waves that
                        reach it */
  pathfan_reached reached;
} pathfan_target;

/* Where a target is: in a polygon, at a node, or on an arc at a distance `at` from node[0]. */
typedef struct pathfan_target_at {
  int32_t target, number;
  int32_t next; /* next target in the same polygon; -1 */
  double at;
} pathfan_target_at;

typedef struct pathfan_terrain_search {
  const pathfan_terrain *terrain;
  int fraction_bits;
  double fraction;          /* 2^-fraction_bits */
  double slack;             /* difference up to which costs count as equal: frontier.h */
  pathfan_heap queue;       /* nodes, then events by slot: keys are the bits of a cost */
  pathfan_reached *reached; /* [Size: nodes] */
  int32_t *first_travel;    /* [Size: arcs] first travel that begins inside an arc; -1 */
  int32_t *first_target;    /* [Size: polygons] index into in_polygons; -1 */
  int32_t node_capacity, arc_capacity, polygon_capacity;
  int32_t *touched, *touched_arcs; /* nodes and arcs to reset */
  int32_t touched_count, touched_capacity, touched_arc_count, touched_arc_capacity;
  pathfan_source *sources;
  pathfan_travel *travels;
  pathfan_crossed *crossed;
  pathfan_wave *waves; /* by slot; polygon -1: a travel, whose number is corner */
  int32_t *free_slots;
  pathfan_target *targets;
  pathfan_target_at *in_polygons, *at_nodes, *on_arcs; /* places of targets */
  int32_t source_count, travel_count, crossed_count, wave_count, free_count, target_count;
  int32_t source_capacity, travel_capacity, crossed_capacity, wave_capacity, free_capacity,
      target_capacity;
  int32_t in_polygon_count, at_node_count, on_arc_count;
  int32_t in_polygon_capacity, at_node_capacity, on_arc_capacity;
  bool is_goal_directed; /* directed towards the only target */
  bool is_star;    /* ways over ground begin only at the start or root, never on a road (star.c) */
  int32_t root;    /* node; -1: none */
  int64_t waiting; /* waves and travels in the queue */
  bool keeps_all;  /* for tests: prunes by no heuristic of section 2; costs are the same */
  pathfan_terrain_place start;
  int64_t expanded, generated; /* number of events taken from the queue; number put into it */
  bool stopped;                /* the limit was reached */
  pathfan_status status;       /* error of the first allocation that failed */
} pathfan_terrain_search;

#endif
