/* loops.h - whether a path turns back in plain sight: two of its points see each other, and its
 * part between them is longer than `most` times their distance.
 *
 *   pf_loops_begin(&loops, &scene, areas, most, shortest);     once for a set of paths
 *   status = pf_loops_find(&loops, track, via, &found);        loops.chord has the two points
 *   status = pf_loops_measure(&loops, track, &ratio);
 */
#ifndef PF_QUERY_CHOOSE_LOOPS_H
#define PF_QUERY_CHOOSE_LOOPS_H

#include "query/ends/scene.h"
#include "query/paths/areas.h"
#include "query/paths/tracks.h"

/* Obstacles' sides and known loops that are kept while one pair of ends is asked about. */
enum { PF_LOOP_SIDES = 32, PF_LOOPS_KNOWN = 16, PF_LOOP_CORNERS = 24 };

/* A point of a path at which sight is tested. */
typedef struct pf_loop_point {
  pf_fixed_point at;
  double along;    /* length of the path up to it, fixed-point steps */
  int32_t polygon; /* that contains it; -1: it is in none; -2: not looked up yet */
  int32_t leg;     /* that it lies on, or begins */
} pf_loop_point;

/* Two points whose part is too long, if they see each other. */
typedef struct pf_loop_pair {
  int32_t a, b;
  double ratio; /* of the part's length to their distance, squared */
} pf_loop_pair;

/* Scratch of one thread; zero it first. */
typedef struct pf_loops {
  const pf_scene *scene;
  const pf_areas *areas;
  double most;             /* X: 0: none; else >= 1 */
  double spacing;          /* the greatest distance of points along a leg, fixed-point steps */
  pf_fixed_point chord[2]; /* of the loop found last, in the path's direction */
  pf_loop_point *points;
  int32_t *first; /* [Size: legs + 1] point at the beginning of each leg */
  int32_t *safe;  /* [Size: legs] the first leg with which a leg may make a loop */
  pf_loop_pair *pairs;
  int32_t point_count, point_capacity, first_capacity, safe_capacity, pair_count, pair_capacity;
  pf_fixed_point sides[PF_LOOP_SIDES][2];                    /* that ended a look */
  double side_x[2][PF_LOOP_SIDES], side_y[2][PF_LOOP_SIDES]; /* the same, by end */
  int32_t side_count;
  int32_t side_last, side_next; /* the one that hid two points last; the next one to be replaced */
  struct {
    pf_fixed_point corners[PF_LOOP_CORNERS], chord[2];
    int32_t count;
  } known[PF_LOOPS_KNOWN]; /* parts of paths that have a loop */
  int32_t known_count;
} pf_loops;

/* Begins a set of paths between the scene's ends. Scene and areas, which hide what is behind them,
 * are borrowed; areas may be NULL. most: 0 (no path has a loop), else >= 1. shortest: length of the
 * shortest path, lattice units: sight is tested at every corner and every 24th of it. */
void pf_loops_begin(pf_loops *loops, const pf_scene *scene, const pf_areas *areas, double most,
                    double shortest);

/* Sets *found to whether the track has a loop, and if so loops->chord to its ends. via: the track's
 * point up to which, and from which on, it is known to be shortest; 0: none. Errors: NO_MEMORY. */
pathfan_status pf_loops_find(pf_loops *loops, const pf_track *track, int32_t via, bool *found);

/* Finds the greatest ratio of a part's length to the distance of its ends, which see each other: at
 * least 1. Errors: NO_MEMORY. */
pathfan_status pf_loops_measure(pf_loops *loops, const pf_track *track, double *ratio);

void pf_loops_free(pf_loops *loops);

#endif
