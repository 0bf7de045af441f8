/* measure.h - how good a path is: bounded stretch, local optimality, length by the shortest.
 *
 *   status = pathfan_meter_begin(&meter, &scene, shortest_path);     once a set of paths
 *   status = pathfan_meter_measure(&meter, &scene, track, &measures);
 */
#ifndef PATHFAN_QUERY_MEASURE_H
#define PATHFAN_QUERY_MEASURE_H

#include "distance.h"
#include "tracks.h"

/* Scratch of one thread; zero it first. */
typedef struct pathfan_meter {
  uint64_t ends;       /* number of the pair of ends whose distance is known (ends.h); 0: of none */
  double known;        /* that distance, as the index or a search has it, lattice units */
  double shortest;     /* the same for the set that is measured */
  pathfan_stop *stops; /* points of the path that is measured */
  int32_t stop_capacity;
  pathfan_distances distances;
} pathfan_meter;

/* Finds the distance of the placed ends, which is the shortest path's length (lattice units) if
 * this agrees but for rounding. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pathfan_meter_begin(pathfan_meter *meter, const pathfan_scene *scene,
                                   double shortest_path);

/* All measures of a track between the ends but similarity, which is 0. Errors: NO_MEMORY, DAMAGED,
 * ARGUMENT. */
pathfan_status pathfan_meter_measure(pathfan_meter *meter, const pathfan_scene *scene,
                                     const pathfan_track *track, pathfan_measures *measures);

void pathfan_meter_free(pathfan_meter *meter);

#endif
