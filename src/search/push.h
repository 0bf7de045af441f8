/* push.h - the nodes of Polyanya and their successors: the step that polyanya.c repeats. */
#ifndef PF_SEARCH_PUSH_H
#define PF_SEARCH_PUSH_H

#include "search/polyanya_search.h"

/* A point where paths turn: the start (number 0, vertex -1) or a convex vertex. */
typedef struct pf_polyanya_root {
  pf_fixed_point at;
  double x, y;   /* the same in lattice units */
  double length; /* of the path from the start to it, lattice units (g) */
  int32_t vertex;
  int32_t before; /* the root before this one; -1: none */
} pf_polyanya_root;

/* A ray from a root through a mesh vertex. */
typedef struct pf_polyanya_ray {
  int32_t root, vertex;
} pf_polyanya_ray;

/* A search node (I, r): the edge of `polygon` that begins at corner `edge`, to be crossed into that
 * polygon, as far as the root sees it between two rays. Seen from the root, the edge begins on the
 * left and ends on the right. A root that is an end of the edge sees all of the polygon; its rays
 * are unused. */
typedef struct pf_polyanya_node {
  int32_t root, polygon;
  uint32_t edge;
  uint32_t at_root : 1; /* the root is an end of the edge */
  uint32_t steps : 31;  /* polygons entered since the root */
  pf_polyanya_ray right, left;
} pf_polyanya_node;

/* A new node, with the interval's ends, lattice units. */
typedef struct pf_polyanya_successor {
  pf_polyanya_node node;
  double right_x, right_y, left_x, left_y;
} pf_polyanya_successor;

/* Fills search->fresh with the successors of a node, or improves
 * search->final_length if its polygon touches the goal. */
void pf_polyanya_push(pf_polyanya *search, const pf_polyanya_node *node);

/* Adds the successors of the start inside one of the polygons that touch it. */
void pf_polyanya_push_start(pf_polyanya *search, int32_t polygon);

/* Whether a shorter path to a root's vertex has been found. */
bool pf_polyanya_outdated(const pf_polyanya *search, int32_t root);

/* The shortest path so far to a convex vertex. */
typedef struct pf_polyanya_best {
  double length;
  uint32_t stamp;
  int32_t before; /* where it turned last: a vertex, -1 the start; SEVERAL_WAYS: in different places
                     on paths about as long (pf_polyanya_find_only) */
} pf_polyanya_best;

enum { PF_POLYANYA_SEVERAL_WAYS = -2 };

/* Lengths of the same path, summed in different orders, differ by less than this factor. */
#define PF_POLYANYA_ROUNDING (1 + 1e-12)

#endif
