/* search_state.h - what a search over a terrain has found so far: filled by its parts, read when a
 * way is traced back (trace.h). */
#ifndef PF_TERRAIN_SEARCH_STATE_H
#define PF_TERRAIN_SEARCH_STATE_H

#include <stdbool.h>

#include "base/heap.h"
#include "terrain/terrain.h"

/* A point of the fixed-point grid, and a polygon that contains it. */
typedef struct pf_terrain_place {
  pf_fixed_point at;
  int32_t polygon;
} pf_terrain_place;

/* How a way arrived. */
typedef enum pf_arrival_kind {
  PF_ARRIVAL_NONE = 0, /* not reached yet */
  PF_ARRIVAL_START,
  PF_ARRIVAL_GROUND, /* straight over open ground; number of a source */
  PF_ARRIVAL_ROAD,   /* along a road; number of a travel */
  PF_ARRIVAL_LINK,   /* over a river at a vertex; number of the node before */
  PF_ARRIVAL_NODE    /* at a node, for targets and travels; its number */
} pf_arrival_kind;

typedef struct pf_arrival {
  pf_arrival_kind kind;
  int32_t number;
  int32_t crossing; /* GROUND: the last of the rivers crossed from the source; -1: none. LINK:
                       number of the link */
} pf_arrival;

typedef struct pf_reached {
  double cost; /* INFINITY: not reached */
  pf_arrival by;
} pf_reached;

/* The origin of straight ways: a point, or a stretch of road that parallel ways leave at the
 * critical angle. */
typedef struct pf_wave_source {
  double x, y;         /* lattice units: the point, or where the travel began */
  double cost;         /* cost at x,y */
  double dx, dy;       /* unit vector of parallel ways */
  pf_fixed_point root; /* the point */
  int32_t node;        /* node at the point; -1: the start */
  int32_t travel;      /* travel that the ways leave; -1: a point */
} pf_wave_source;

/* A way along an arc from `start`, a distance from node[0], to its end node[1 - backward]. */
typedef struct pf_travel {
  double start, cost; /* cost at start */
  pf_arrival by;      /* arrival at start: GROUND or START; from the node there: NODE */
  int32_t arc;
  int32_t backward;
  int32_t next; /* next travel that begins inside the same arc; -1 */
} pf_travel;

/* Straight ways from a source that enter a polygon through one of its edges. */
typedef struct pf_wave {
  union {
    struct {
      pf_fixed_point right, left; /* vectors from the root */
    } cone;
    struct {
      double right, left; /* distances to the left of the source's point */
    } strip;
  } bound;
  double toll; /* total cost of the rivers crossed */
  int32_t source, crossing;
  int32_t polygon, corner; /* the edge it came through, as a corner of the polygon */
} pf_wave;

/* A place to be reached. */
typedef struct pf_target {
  pf_terrain_place place;
  double x, y;       /* lattice units */
  bool is_near_edge; /* on an edge, within rounding: it may lie slightly outside the waves that
                        reach it */
  pf_reached reached;
} pf_target;

/* Where a target is: in a polygon, at a node, or on an arc at a distance `at` from node[0]. */
typedef struct pf_target_at {
  int32_t target, number;
  int32_t next; /* next target in the same polygon; -1 */
  double at;
} pf_target_at;

typedef struct pf_terrain_search {
  const pf_terrain *terrain;
  int fraction_bits;
  double fraction;       /* 2^-fraction_bits */
  double slack;          /* difference up to which costs count as equal: frontier.h */
  pf_heap queue;         /* nodes, then events by slot: keys are the bits of a cost */
  pf_reached *reached;   /* [Size: nodes] */
  int32_t *first_travel; /* [Size: arcs] first travel that begins inside an arc; -1 */
  int32_t *first_target; /* [Size: polygons] index into in_polygons; -1 */
  int32_t node_capacity, arc_capacity, polygon_capacity;
  int32_t *touched, *touched_arcs; /* nodes and arcs to reset */
  int32_t touched_count, touched_capacity, touched_arc_count, touched_arc_capacity;
  pf_wave_source *sources;
  pf_travel *travels;
  pf_crossed *crossed;
  pf_wave *waves; /* by slot; polygon -1: a travel, whose number is corner */
  int32_t *free_slots;
  pf_target *targets;
  pf_target_at *in_polygons, *at_nodes, *on_arcs; /* places of targets */
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
  pf_terrain_place start;
  int64_t expanded, generated; /* number of events taken from the queue; number put into it */
  bool stopped;                /* the limit was reached */
  pathfan_status status;       /* error of the first allocation that failed */
} pf_terrain_search;

#endif
