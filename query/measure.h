/* measure.h - how good a path is: bounded stretch, local optimality, length ratio.
 *
 *   status = pathfan_meter_begin(&meter, &scene, shortest_path);     once per set of paths
 *   status = pathfan_meter_measure(&meter, &scene, track, &measures);
 */
#ifndef PATHFAN_QUERY_MEASURE_H
#define PATHFAN_QUERY_MEASURE_H

#include "distance.h"
#include "tracks.h"

/* Scratch of one thread; zero it first. */
typedef struct pathfan_meter {
  uint64_t ends;       /* number of the pair of ends whose distance is known (ends.h); 0: none */
  double known;        /* that distance, from the index or a search, lattice units */
  double shortest;     /* the same, for the set that is measured */
  pathfan_stop *stops; /* points of the path that is measured */
  int32_t stop_capacity;
  pathfan_distances distances;
} pathfan_meter;

/* Finds the distance of the placed ends. It is taken to be the shortest path's length (lattice
 * units) if the two agree but for rounding. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_meter_begin(pathfan_meter *meter, const pathfan_scene *scene,
                                   double shortest_path);

/* Finds all measures of a track between the ends except similarity and nearness, which are 0.
 * Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_meter_measure(pathfan_meter *meter, const pathfan_scene *scene,
                                     const pathfan_track *track, pathfan_measures *measures);

void pathfan_meter_free(pathfan_meter *meter);

#endif
