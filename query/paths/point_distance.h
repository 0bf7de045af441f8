/* point_distance.h - shortest distances between points of paths. */
#ifndef PF_QUERY_PATHS_POINT_DISTANCE_H
#define PF_QUERY_PATHS_POINT_DISTANCE_H

#include "query/ends/scene.h"

enum {
  PF_STOP_END = -1, /* end 0 as the first of two stops, end 1 as the second */
  PF_STOP_FREE = -2 /* neither an end nor a convex vertex */
};

/* A point of a path. */
typedef struct pf_stop {
  pf_fixed_point at;
  int32_t vertex;  /* or PF_STOP_* */
  int32_t polygon; /* touches the point in its sector */
  double sum;      /* length of the path up to here, lattice units */
  double bound;    /* lower bound on its distance from the point that is measured from */
} pf_stop;

/* Scratch of one thread; zero it first. */
typedef struct pf_distances {
  int64_t *row;     /* [Size: n + 1] distances from row_of to its hubs; else PF_FAR */
  int32_t *reached; /* [Size: n + 1] hubs of row_of */
  int32_t reached_count, row_of;
  struct pf_polyanya *search; /* made when it is first needed */
} pf_distances;

/* The error text for paths that join points which no path joins. */
extern const char pf_not_joined[];

/* Finds the distance of two stops of one path, x before y, in lattice units. With an index, an end
 * among them must have scattered. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pf_distance_between(pf_distances *scratch, const pf_scene *scene, const pf_stop *x,
                                   const pf_stop *y, double *distance);

/* Finds the distance of the placed ends, lattice units; with an index they scatter. Errors: as
 * above. */
pathfan_status pf_distance_of_ends(pf_distances *scratch, const pf_scene *scene, double *distance);

/* Returns the length of a segment, in lattice units. */
double pf_straight(const pf_space *space, pf_fixed_point a, pf_fixed_point b);

/* Whether a path of this length is as short as the distance of its ends: allows for the rounding of
 * an index's lengths and of sums of doubles. */
bool pf_is_shortest(const pf_scene *scene, double length, double distance);

void pf_distances_free(pf_distances *scratch);

#endif
