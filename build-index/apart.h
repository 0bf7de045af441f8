/* apart.h - how much of a via-path between the roots of two trees is near none of the ways taken
 * so far.
 *
 *   status = pathfan_apart_init(&apart, graph, shift);
 *   status = pathfan_apart_begin(&apart, a, b, to);       the shortest way is taken
 *   status = pathfan_apart_take(&apart, v);               and that by v
 *   share = pathfan_apart_share(&apart, v);               of another one
 *   pathfan_apart_free(&apart);
 *
 * Near is within APART_WIDTH of the distance, in the plane: requests compare paths so. */
#ifndef PATHFAN_BUILD_APART_H
#define PATHFAN_BUILD_APART_H

#include "base/stamp.h"
#include "geometry/corridor.h"
#include "graph/graph.h"

/* A vertex in the tree of a region. */
typedef struct pathfan_tree_entry {
  uint32_t length; /* from the source, cut; PATHFAN_TREE_FAR: not reached */
  int32_t parent;  /* -1: the source */
} pathfan_tree_entry;

#define PATHFAN_TREE_FAR UINT32_MAX

/* A tree, and what is known of the ways from its source to its vertices. */
typedef struct pathfan_apart_side {
  const pathfan_tree_entry *entries; /* [Size: n] */
  pathfan_stamp taken;               /* vertices to which the way was taken */
  pathfan_stamp known;               /* vertices whose `away` counts */
  double *away; /* [Size: n] length of the way that is near none taken, fixed-point steps */
} pathfan_apart_side;

/* Scratch of one thread. */
typedef struct pathfan_apart {
  const pathfan_graph *graph;
  int fraction_bits;
  double steps; /* fixed-point steps in a unit of cut lengths */
  double width;
  pathfan_apart_side side[2];
  pathfan_corridor taken; /* the legs of all ways taken, each but once */
  int32_t *room;          /* [Size: n] */
} pathfan_apart;

/* Lengths of trees are cut by `shift` bits. Errors: NO_MEMORY; free it then, too. */
pathfan_status pathfan_apart_init(pathfan_apart *apart, const pathfan_graph *graph, int shift);

/* Between the sources of trees a and b; `to` is that of b. Errors: NO_MEMORY. */
pathfan_status pathfan_apart_begin(pathfan_apart *apart, const pathfan_tree_entry *a,
                                   const pathfan_tree_entry *b, int32_t to);

/* The way by v, which both trees reach, is one of those taken. Errors: NO_MEMORY. */
pathfan_status pathfan_apart_take(pathfan_apart *apart, int32_t v);

/* The share of the way by v that is near none of those taken: 0..1. */
double pathfan_apart_share(pathfan_apart *apart, int32_t v);

void pathfan_apart_free(pathfan_apart *apart);

#endif
