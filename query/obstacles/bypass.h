/* bypass.h - ways between the ends of a request that touch no area of a set, and may lead through
 * openings: the shortest, or all by one corner within a length.
 *
 *   status = pf_bypass_begin(&way, scene, generation, places, openings);
 *   status = pf_bypass_find(&way, least, most, &work_limit);
 *   if (way.count) ... way.points is the shortest ...
 *   status = pf_bypass_grow(&way, most, &work_limit);             trees from both ends
 *   for (node < pf_bypass_nodes(&way))
 *     if (pf_bypass_length(&way, node) <= most) ...
 *   status = pf_bypass_trace(&way, node, &taut);                  the way by a node
 *   pf_bypass_free(&way);
 *
 * Nodes are the convex vertices, the two ends, the jambs of openings, and the corners of the areas
 * that are in the way. */
#ifndef PF_QUERY_OBSTACLES_BYPASS_H
#define PF_QUERY_OBSTACLES_BYPASS_H

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

/* Begins with no area in the way. The ends must have scattered; openings: NULL or those that are
 * open. Everything must outlive the search. Errors: ARGUMENT, DAMAGED, NO_MEMORY. */
pathfan_status pf_bypass_begin(pf_bypass *way, const pf_scene *scene,
                               const pf_generation *generation, const pf_trie *places,
                               const pf_openings *openings);

/* Says that an area is in the way: one that the way without areas touches. Errors: NO_MEMORY. */
pathfan_status pf_bypass_note(pf_bypass *way, const pf_obstacle *obstacle);

/* Finds the shortest way, which is no shorter than `least` length units, and wanted if it is no
 * longer than `most`. count is 0 if there is none, or the limit came first. Each node expanded and
 * each corner is a unit of work. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_bypass_find(pf_bypass *way, int64_t least, int64_t most,
                              pf_work_limit *work_limit);

/* Grows trees from both ends, of ways by which an end is at most `most` length units from the
 * other. Errors: the same. */
pathfan_status pf_bypass_grow(pf_bypass *way, int64_t most, pf_work_limit *work_limit);

static inline int32_t pf_bypass_nodes(const pf_bypass *way) {
  return way->n + 2 + way->corner_count;
}

/* Returns the parent of a node in the tree of an end; -1: it is the end, or not reached. */
static inline int32_t pf_bypass_parent(const pf_bypass *way, int e, int32_t node) {
  const pf_bypass_node *known = &way->front[e].nodes[node];
  return known->known == way->front[e].now ? known->parent : -1;
}

/* Returns the length by way of a node; PF_FAR: not both trees reach it. */
static inline int64_t pf_bypass_length(const pf_bypass *way, int32_t node) {
  const pf_bypass_node *a = &way->front[0].nodes[node], *b = &way->front[1].nodes[node];
  return a->known == way->front[0].now && b->known == way->front[1].now ? a->length + b->length
                                                                        : PF_FAR;
}

pf_fixed_point pf_bypass_at(const pf_bypass *way, int32_t node);

/* Lists the points of the way by a node that both trees reach, from end 0 to end 1. *taut: it wraps
 * what is closed at the node. Errors: NO_MEMORY. */
pathfan_status pf_bypass_trace(pf_bypass *way, int32_t node, bool *taut);

void pf_bypass_free(pf_bypass *way);

#endif
