/* bypass_front.h - a search among areas from one end of a request: nodes, their bounds, and ways to
 * them whose last edges haven't been tested. The other parts of bypass.h begin it and go on with
 * it.
 *
 *   status = pf_front_offer(way, e, from, to, length);      a way to a node, for the front of end e
 *   status = pf_front_take(way, e, top, &work_limit);       the node whose turn it is
 *   if (way.pending_count) ... areas that edges have met ...
 */
#ifndef PF_QUERY_OBSTACLES_BYPASS_FRONT_H
#define PF_QUERY_OBSTACLES_BYPASS_FRONT_H

#include <assert.h>

#include "base/heap.h"
#include "base/work_limit.h"
#include "mouth_bounds.h"
#include "obstacles.h"
#include "query/ends/scene.h"
#include "taut_edges.h"

/* A node as one front knows it. */
typedef struct pf_bypass_node {
  int64_t length; /* of the shortest way to it so far */
  int64_t left;   /* a lower bound on the rest */
  uint64_t hash;  /* of the way: decides between ways of equal length */
  int32_t parent;
  int32_t offers;   /* the newest one; -1: none */
  uint32_t known;   /* length, hash and parent are set */
  uint32_t bounded; /* left is set */
  uint32_t offered; /* offers is set */
} pf_bypass_node;

/* A way to a node whose last edge hasn't been tested. */
typedef struct pf_bypass_offer {
  int64_t length;
  int32_t from;
  int32_t next; /* an older one of the same node; -1: none */
} pf_bypass_offer;

/* A search from one end. */
typedef struct pf_bypass_front {
  pf_bypass_node *nodes; /* [Size: nodes] */
  int32_t node_capacity;
  uint32_t now; /* what `known`, `bounded` and `offered` of a node must be to count */
  pf_heap heap; /* of nodes, by their best offer and bound */
  pf_bypass_offer *offers;
  int32_t offer_count, offer_capacity;
  int64_t most; /* longer ways to the other end don't matter */
  bool is_begun;
  bool is_guided; /* by labels to the other end, which is its goal; else it grows a tree */
} pf_bypass_front;

/* An area that is in the way, or the jambs of all openings. */
typedef struct pf_bypass_area {
  const pf_obstacle *obstacle; /* NULL: openings */
  int32_t begin, end;          /* its corners, also those that another area holds */
  pf_fixed_point middle;       /* of their box */
  double reach;                /* how far its corners are from there */
} pf_bypass_area;

/* An edge from a vertex to a corner. */
typedef struct pf_bypass_edge {
  int64_t length;
  int32_t corner; /* node */
  int32_t next;   /* of the same vertex; -1: none */
} pf_bypass_edge;

/* A part of what is seen through openings. */
typedef struct pf_bypass_span {
  int32_t begin, end;
} pf_bypass_span;

/* Scratch of one thread; zero it first. */
typedef struct pf_bypass {
  const pf_scene *scene;
  const pf_trie *places;
  const pf_openings *openings; /* NULL: none; then the next is unset */
  const pf_passages *passages;
  const pf_taut_edges *edges;
  int32_t n;
  pf_bypass_front front[2]; /* from end 0 and end 1 */
  pf_stamp seen[2];         /* the vertices that each end sees */

  pf_bypass_area *areas; /* those in the way so far */
  int32_t area_count, area_capacity;
  const pf_obstacle **pending; /* those found to be, but not added yet */
  int32_t pending_count, pending_capacity;
  const pf_view_corner **corners; /* [Size: corner_count] of node n + 2 + i */
  int32_t corner_count, corner_capacity;
  pf_bypass_span *through; /* [Size: corner_count] what each corner sees through openings */
  int32_t through_capacity;
  pf_bypass_span end_through[2]; /* and each end */
  pf_seen_through seen_through;
  pf_stamp gone; /* vertices that lie in an opening */
  pf_mouth_bounds bounds;
  int32_t
      *head; /* [Size: n] the newest edge from a vertex to a corner, if the vertex is in `led` */
  int32_t head_capacity;
  pf_stamp led;
  pf_bypass_edge *corner_edges;
  int32_t edge_count, edge_capacity;
  pf_look look;

  pf_fixed_point *points; /* the way found or traced */
  int32_t count, capacity;
} pf_bypass;

static inline int32_t pf_bypass_nodes(const pf_bypass *way) {
  return way->n + 2 + way->corner_count;
}

static inline const pf_index_view *pf_bypass_view(const pf_bypass *way) {
  return way->scene->view;
}

static inline const pf_end *pf_bypass_end(const pf_bypass *way, int e) {
  return &way->scene->ends->end[e];
}

static inline const pf_view_corner *pf_bypass_corner(const pf_bypass *way, int32_t node) {
  assert(node >= way->n + 2 && node < pf_bypass_nodes(way));
  return way->corners[node - way->n - 2];
}

static inline bool pf_bypass_is_vertex(const pf_bypass *way, int32_t node) {
  return node < way->n;
}

/* Whether a front has a way to a node. */
static inline bool pf_front_knows(const pf_bypass_front *f, int32_t node) {
  return f->nodes[node].known == f->now;
}

pf_fixed_point pf_bypass_at(const pf_bypass *way, int32_t node);

/* Whether nothing but areas hides a node from a spot. */
bool pf_bypass_sees(const pf_bypass *way, int32_t node, pf_station spot);

/* Says that an area is in the way: one that the way without areas touches. Errors: NO_MEMORY. */
pathfan_status pf_bypass_note(pf_bypass *way, const pf_obstacle *obstacle);

/* A way that has come to a node and goes on. */
typedef struct pf_bypass_arrival {
  int32_t node;
  pf_fixed_point at, in; /* the direction in which it arrives */
  pf_side side;          /* on which it has what is closed there */
} pf_bypass_arrival;

static inline bool pf_bypass_lies_aside(const pf_view_corner *corner, const pf_bypass_area *area) {
  return !pf_corner_may_pass(corner, (double)(area->middle.x - corner->at.x),
                             (double)(area->middle.y - corner->at.y), area->reach);
}

/* How the best way to a node arrives there. */
pf_bypass_arrival pf_front_arrive(const pf_bypass *way, int e, int32_t node);

/* The side on which a way along d has what is closed at a node. */
pf_side pf_front_side(const pf_bypass *way, int32_t node, pf_fixed_point d);

/* Whether it goes on tautly to a point. */
bool pf_front_goes_on(const pf_bypass *way, const pf_bypass_arrival *from, pf_fixed_point to);

/* Offers a way to a node, `weight` length units on from another one that is known. Errors:
 * NO_MEMORY. */
pathfan_status pf_front_offer(pf_bypass *way, int e, int32_t from, int32_t to, int64_t weight);

/* Offers a way from one corner to another, if it is taut and they see each other. */
pathfan_status pf_front_offer_corner(pf_bypass *way, int e, const pf_bypass_arrival *from,
                                     int32_t to);

/* Takes a node whose turn has come: if its bound shows that it hasn't, puts it back; else tests its
 * best offer and, if that is free, goes on from the node. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_front_take(pf_bypass *way, int e, pf_heap_entry top, pf_work_limit *work_limit);

#endif
