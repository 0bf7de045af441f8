/* legs.h - the segments that tracks are made of, each stored once, and what they share with the
 * chosen paths: found for a leg when it is first needed, and summed up for a track.
 *
 *   pathfan_legs_clear(&legs);
 *   status = pathfan_legs_fit(&legs, more);                              then
 *   number = pathfan_legs_make(&legs, view, from, to);                   a new leg
 *   pathfan_legs_append(&legs, number);                                  the next one of a track
 *   length = pathfan_legs_shared(&legs, track, &chosen, most);
 */
#ifndef PATHFAN_QUERY_LEGS_H
#define PATHFAN_QUERY_LEGS_H

#include "geometry/footprint.h"
#include "index_view.h"
#include "tracks.h"

/* The number of chosen paths, path 1 first, that legs are compared with. */
#define PATHFAN_LEGS_PATHS 2

/* A segment of some track. */
typedef struct pathfan_known_leg {
  int64_t units;
  double steps; /* length in fixed-point steps */
  /* For each chosen path: */
  double shared[PATHFAN_LEGS_PATHS]; /* length in common; -1: not known yet */
  bool has_print[PATHFAN_LEGS_PATHS];
  pathfan_footprint print[PATHFAN_LEGS_PATHS];
} pathfan_known_leg;

/* Scratch; zero it first. */
typedef struct pathfan_legs {
  pathfan_known_leg *list;
  int32_t *numbers; /* of legs, in the order in which tracks have them */
  int32_t count, capacity, number_count, number_capacity;
} pathfan_legs;

/* A chosen path, number `rank` from 0 on; each rank is one path until all is cleared. */
typedef struct pathfan_chosen {
  int32_t rank; /* below PATHFAN_LEGS_PATHS */
  pathfan_corridor *path;
  double width; /* of corridors */
} pathfan_chosen;

static inline void pathfan_legs_clear(pathfan_legs *legs) {
  legs->count = legs->number_count = 0;
}

/* Makes room for `more` legs, and for a track of them. Errors: NO_MEMORY. */
pathfan_status pathfan_legs_fit(pathfan_legs *legs, int32_t more);

/* Makes a leg that isn't known; there must be room. Returns its number. */
int32_t pathfan_legs_make(pathfan_legs *legs, const pathfan_index_view *view,
                          pathfan_fixed_point from, pathfan_fixed_point to);

static inline void pathfan_legs_append(pathfan_legs *legs, int32_t number) {
  legs->numbers[legs->number_count++] = number;
}

/* Return the length of the legs together: in units; in fixed-point steps, the same to the last bit
 * as pathfan_polyline_length. */
int64_t pathfan_legs_units(const pathfan_legs *legs, const pathfan_track_legs *of);
double pathfan_legs_steps(const pathfan_legs *legs, const pathfan_track_legs *of);

/* Returns the length that a track made of legs shares with a chosen path, or some number above
 * `most` if it is more: fixed-point steps. */
double pathfan_legs_shared(pathfan_legs *legs, const pathfan_track *track,
                           const pathfan_chosen *chosen, double most);

/* Adds the footprints of a track's legs begin .. end - 1. */
void pathfan_legs_print(pathfan_legs *legs, const pathfan_track *track,
                        const pathfan_chosen *chosen, int32_t begin, int32_t end,
                        pathfan_footprint *print);

void pathfan_legs_free(pathfan_legs *legs);

#endif
