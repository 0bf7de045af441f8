/* loop_legs.h - which legs of a path may make a loop with which (loops.h): mostly few, which shows
 * without a look.
 *
 *   status = pf_loop_legs_find(&legs, &path, most, &places, &any);
 *   if (any) ... leg i with those from legs.safe[i] on, for all i ...
 */
#ifndef PF_MESH_LOOP_LEGS_H
#define PF_MESH_LOOP_LEGS_H

#include "mesh/loop_places.h"

/* Where a path is cut into pieces at most: a splice of two via-paths at both via nodes, and where
 * they meet. */
enum { PF_LOOP_CUTS = 3 };

/* A path that is taut and doesn't go straight on at any corner. */
typedef struct pf_loop_path {
  const pf_fixed_point *points;
  int32_t count;
  double length;             /* fixed-point steps */
  int32_t cut[PF_LOOP_CUTS]; /* numbers of points, ascending, 0 < cut < count - 1: the pieces
                                between them are known to be shortest paths */
  int32_t cuts;              /* 0: nothing is known */
} pf_loop_path;

/* A box in doubles, relative to the path's first point. */
typedef struct pf_loop_box {
  double low[2], high[2];
} pf_loop_box;

/* Unlike fmin and fmax one instruction each: neither is NaN. */
static inline double pf_less(double a, double b) {
  return a < b ? a : b;
}

static inline double pf_more(double a, double b) {
  return a > b ? a : b;
}

/* Returns a box of nothing. */
static inline pf_loop_box pf_no_box(void) {
  return (pf_loop_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
}

static inline void pf_add_to_box(pf_loop_box *box, double x, double y) {
  box->low[0] = pf_less(box->low[0], x);
  box->low[1] = pf_less(box->low[1], y);
  box->high[0] = pf_more(box->high[0], x);
  box->high[1] = pf_more(box->high[1], y);
}

/* A corner or an end of a path, relative to its first point. What follows x and y is of corners. */
typedef struct pf_loop_corner {
  double x, y;
  pf_loop_box box; /* of the obstacle that the path turns round there */
  bool left;       /* turns left */
  int32_t before,
      after; /* the nearest corners where it turns the other way; 0, path's last: none */
} pf_loop_corner;

/* Scratch of one thread; zero it first. */
typedef struct pf_loop_legs {
  int32_t *safe;           /* [Size: legs] the first leg with which a leg may make a loop */
  pf_loop_corner *corners; /* [Size: legs + 1] */
  int32_t safe_capacity, corner_capacity;
} pf_loop_legs;

/* Finds the legs that may make a loop, a part that is longer than `most` times the distance of its
 * ends. *any: whether there are any; the rest is valid only then. Errors: NO_MEMORY. */
pathfan_status pf_loop_legs_find(pf_loop_legs *legs, const pf_loop_path *path, double most,
                                 pf_loop_places *places, bool *any);

void pf_loop_legs_free(pf_loop_legs *legs);

#endif
