/* polyanya_search.h - the state of a Polyanya search: its result, and the scratch of polyanya.c and
 * push.c. */
#ifndef PF_SEARCH_POLYANYA_SEARCH_H
#define PF_SEARCH_POLYANYA_SEARCH_H

#include "base/stamp.h"
#include "search/search_mesh.h"

/* An end of a search: a point and a polygon that contains it. At a pinch the polygon tells the
 * sector. */
typedef struct pf_polyanya_end {
  pf_fixed_point at;
  int32_t polygon;
} pf_polyanya_end;

/* Prunings to switch off, for measurement (section 3.4). Without root history a search between
 * unconnected parts may never end: set a limit then. */
enum {
  PF_POLYANYA_NO_ROOT_HISTORY = 1,
  PF_POLYANYA_NO_DEAD_ENDS = 2,
  PF_POLYANYA_NO_CUL_DE_SACS = 4,
  PF_POLYANYA_NO_INTERMEDIATE = 8,
  PF_POLYANYA_NO_COMPONENTS = 16
};

typedef enum pf_polyanya_outcome {
  PF_POLYANYA_FOUND = 0,
  PF_POLYANYA_NO_PATH,
  PF_POLYANYA_LIMIT,
  PF_POLYANYA_SEVERAL /* another path is about as long (pf_polyanya_find_only) */
} pf_polyanya_outcome;

typedef struct pf_polyanya {
  pf_polyanya_outcome outcome;
  pf_fixed_point *points; /* from, convex vertices, to; inner points may lie on a straight line */
  int32_t point_count;
  int64_t expanded;
  int64_t generated;
  int64_t pruned; /* nodes not generated, or dropped from the queue, by one of the prunings */

  /* private */
  const pf_search_mesh *mesh;
  pf_polyanya_end goal;
  double goal_x, goal_y;
  uint32_t without;
  struct pf_polyanya_root *roots;
  int32_t root_count, root_capacity;
  struct pf_polyanya_node *nodes;
  int32_t node_count, node_capacity, free_node;
  struct pf_polyanya_entry *queue;
  int32_t queue_count;
  struct pf_polyanya_successor *fresh; /* successors of the node being expanded */
  int32_t fresh_count, fresh_capacity;
  int32_t pushed_root; /* the root of the node being expanded */
  uint32_t pushed_steps;
  struct pf_polyanya_best *best; /* [Size: best_capacity] least length to a root */
  uint32_t now;                  /* stamp of this search in best (base/stamp.h) */
  pf_stamp at_goal;              /* polygons that touch the goal */
  int32_t point_capacity, best_capacity;
  double within; /* largest difference of paths that are about as long, lattice units */
  double final_length, final_bound; /* of the shortest arrival; longer paths are pruned */
  int32_t final_root;
  bool final_several; /* paths about as long arrive from different vertices */
  bool starved;       /* an allocation failed */
} pf_polyanya;

#endif
