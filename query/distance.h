/* distance.h - shortest distances between points of paths. */
#ifndef PATHFAN_QUERY_DISTANCE_H
#define PATHFAN_QUERY_DISTANCE_H

#include "scene.h"

enum {
  PATHFAN_STOP_END = -1, /* end 0 as the first of two stops, end 1 as the second */
  PATHFAN_STOP_FREE = -2 /* neither an end nor a convex vertex */
};

/* A point of a path. */
typedef struct pathfan_stop {
  pathfan_fixed_point at;
  int32_t vertex;  /* or PATHFAN_STOP_* */
  int32_t polygon; /* touches the point in its sector */
  double sum;      /* length of the path up to here, lattice units */
  double bound;    /* lower bound on its distance from the point that is measured from */
} pathfan_stop;

/* Scratch of one thread; zero it first. */
typedef struct pathfan_distances {
  int64_t *row;     /* [Size: n + 1] distances from row_of to its hubs; else PATHFAN_FAR */
  int32_t *reached; /* [Size: n + 1] hubs of row_of */
  int32_t reached_count, row_of;
  struct pathfan_polyanya *search; /* made when it is first needed */
} pathfan_distances;

/* The error text for paths that join points which no path joins. */
extern const char pathfan_not_joined[];

/* Finds the distance of two stops of one path, x before y, in lattice units. With an index, an end
 * among them must have scattered. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_distance_between(pathfan_distances *scratch, const pathfan_scene *scene,
                                        const pathfan_stop *x, const pathfan_stop *y,
                                        double *distance);

/* Finds the distance of the placed ends, lattice units; with an index they scatter. Errors: as
 * above. */
pathfan_status pathfan_distance_of_ends(pathfan_distances *scratch, const pathfan_scene *scene,
                                        double *distance);

/* Returns the length of a segment, in lattice units. */
double pathfan_straight(const pathfan_space *space, pathfan_fixed_point a, pathfan_fixed_point b);

/* Whether a path of this length is as short as the distance of its ends: allows for the rounding of
 * an index's lengths and of sums of doubles. */
bool pathfan_is_shortest(const pathfan_scene *scene, double length, double distance);

void pathfan_distances_free(pathfan_distances *scratch);

#endif
