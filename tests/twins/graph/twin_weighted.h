/* twin_weighted.h - random ground of triangles with rates, and the least cost over it along a dense
 * graph: an upper bound. */
#ifndef PF_TWIN_WEIGHTED_H
#define PF_TWIN_WEIGHTED_H

#include "base/random.h"
#include "weighted/weighted.h"

#define TWIN_WEIGHTED_SIDE 5 /* most squares a side */

/* Ground of columns x rows squares of two triangles each. */
typedef struct twin_weighted {
  pf_weighted_map map;
  pf_xy nodes[(TWIN_WEIGHTED_SIDE + 1) * (TWIN_WEIGHTED_SIDE + 1)];
  pf_weighted_edge edges[4 * (TWIN_WEIGHTED_SIDE + 1) * (TWIN_WEIGHTED_SIDE + 1)];
  double rate[2 * TWIN_WEIGHTED_SIDE * TWIN_WEIGHTED_SIDE];
  int32_t corner[2 * TWIN_WEIGHTED_SIDE * TWIN_WEIGHTED_SIDE][3]; /* nodes, counter-clockwise */
  pf_weighted_link links[16];
  bool is_one_way; /* ways back may cost otherwise */
} twin_weighted;

/* Makes squares of this size with the rates given by pairs of triangles; all edges cost what their
 * cheaper face does. twin_weighted_finish makes the map. */
void twin_weighted_grid(twin_weighted *t, int32_t columns, int32_t rows, double size);
void twin_weighted_finish(twin_weighted *t);

/* Random ground of a seed: nodes moved about, rates of several kinds, here and
 * there roads along edges and links between nodes, in half of all cases one-way. */
void twin_weighted_random(twin_weighted *t, uint64_t seed);

/* Makes all triangles thin. */
void twin_weighted_flatten(twin_weighted *t);

/* A random point in one of the triangles. faces: [Size: 1] */
pf_weighted_place twin_weighted_point(const twin_weighted *t, pf_random *random, int32_t *face);

/* The cost of the cheapest way through `points` points an edge, and its ends. */
double twin_weighted_cost(const twin_weighted *t, const pf_weighted_place *from,
                          const pf_weighted_place *to, int points);

/* Returns what is wrong with a way, NULL if nothing is: its legs must lie where they say, and cost
 * what it costs. */
const char *twin_weighted_fault(const twin_weighted *t, const pf_weighted_search *search,
                                const pf_weighted_place *from, const pf_weighted_place *to);

#endif
