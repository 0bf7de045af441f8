/* loops.h - whether a path turns back in plain sight: two of its points see each other, and its
 * part between them is longer than `most` times their distance.
 *
 *   pf_loops_begin(&loops, ground, most, shortest);       once for paths between the same ends
 *   pf_loop_path path = {.points = points, .count = count, .length = length};
 *   status = pf_loops_find(&loops, &path, &found);        loops.chord has the two points
 *   status = pf_loops_measure(&loops, &path, &ratio);
 */
#ifndef PF_MESH_LOOPS_H
#define PF_MESH_LOOPS_H

#include "mesh/loop_legs.h"

/* Obstacles' sides and chords of loops that are kept while one pair of ends is asked about. */
enum { PF_LOOP_SIDES = 32, PF_LOOP_CHORDS = 16 };

/* A point of a path at which sight is tested. Coordinates in doubles are relative to the path's
 * first point. */
typedef struct pf_loop_point {
  pf_fixed_point at;
  double x, y;
  double along;   /* length of the path up to it, fixed-point steps */
  double turn[3]; /* cross products with the ends of the side that is tried; with the side itself */
  int32_t leg;    /* that it lies on, or begins */
  int32_t polygon; /* that contains it; -1: it is in none; -2: not looked up yet */
} pf_loop_point;

/* Two points whose part is too long, if they see each other. */
typedef struct pf_loop_pair {
  int32_t a, b;
  double key;  /* pairs are tried in ascending order of it */
  double turn; /* cross product of the two */
} pf_loop_pair;

/* Neighbouring points. */
typedef struct pf_loop_block {
  int32_t begin, end;
  pf_loop_box box;
} pf_loop_block;

/* A chord that is known to be free, and the legs that its ends lie on. */
typedef struct pf_loop_chord {
  pf_fixed_point leg[2][2], end[2];
  double squares; /* its length, squared */
} pf_loop_chord;

/* Scratch of one thread; zero it first. */
typedef struct pf_loops {
  double most;             /* X: 0: none; else >= 1 */
  double spacing;          /* the greatest distance of points along a leg, fixed-point steps */
  pf_fixed_point chord[2]; /* of the loop found last, in the path's direction */
  pf_loop_point *points;
  int32_t *first; /* [Size: legs + 1] point at the beginning of each leg */
  pf_loop_block *blocks;
  pf_loop_pair *pairs;
  int32_t point_count, block_count, pair_count;
  int32_t point_capacity, first_capacity, block_capacity, pair_capacity;
  double reach; /* the greatest coordinate of a point */
  double side_x[2][PF_LOOP_SIDES], side_y[2][PF_LOOP_SIDES]; /* that ended a look; by end */
  int32_t side_count, side_next;                             /* the next one to be replaced */
  pf_loop_chord chords[PF_LOOP_CHORDS];
  int32_t chord_count;
  pf_loop_places places;
  pf_loop_legs legs;
} pf_loops;

/* Begins a set of paths between the same ends. most: 0 (no path has a loop), else >= 1. shortest:
 * length of the shortest path, fixed-point steps: sight is tested at every corner and every 24th of
 * it. */
void pf_loops_begin(pf_loops *loops, pf_loop_ground ground, double most, double shortest);

/* Sets *found to whether the path has a loop, and if so loops->chord to its ends.
 * Errors: NO_MEMORY. */
pathfan_status pf_loops_find(pf_loops *loops, const pf_loop_path *path, bool *found);

/* Finds the greatest ratio of a part's length to the distance of its ends, which see each other: at
 * least 1. Errors: NO_MEMORY. */
pathfan_status pf_loops_measure(pf_loops *loops, const pf_loop_path *path, double *ratio);

void pf_loops_free(pf_loops *loops);

#endif
