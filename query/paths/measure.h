/* measure.h - how good a path is: bounded stretch, local optimality, length ratio.
 *
 *   status = pf_meter_begin(&meter, &scene, shortest_path);     once per set of paths
 *   status = pf_meter_measure(&meter, &scene, track, &measures);
 */
#ifndef PF_QUERY_PATHS_MEASURE_H
#define PF_QUERY_PATHS_MEASURE_H

#include "point_distance.h"
#include "tracks.h"

/* Scratch of one thread; zero it first. */
typedef struct pf_meter {
  uint64_t ends;   /* number of the pair of ends whose distance is known (ends.h); 0: none */
  double known;    /* that distance, from the index or a search, lattice units */
  double shortest; /* the same, for the set that is measured */
  pf_stop *stops;  /* points of the path that is measured */
  int32_t stop_capacity;
  pf_distances distances;
} pf_meter;

/* Finds the distance of the placed ends. It is taken to be the shortest path's length (lattice
 * units) if the two agree except for rounding. Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pf_meter_begin(pf_meter *meter, const pf_scene *scene, double shortest_path);

/* Finds all measures of a track between the ends except similarity and nearness, which are 0.
 * Errors: NO_MEMORY, DAMAGED, ARGUMENT. */
pathfan_status pf_meter_measure(pf_meter *meter, const pf_scene *scene, const pf_track *track,
                                pathfan_measures *measures);

void pf_meter_free(pf_meter *meter);

#endif
