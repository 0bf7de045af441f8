/* legs.h - the segments that tracks are made of, each known once, and what they have of the paths
 * that were chosen: found for a leg when it is first asked for, and summed up for a track.
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

/* Of so many chosen paths, path 1 first, it is noted what legs have of them. */
#define PATHFAN_LEGS_PATHS 2

/* A segment of some track. */
typedef struct pathfan_known_leg {
  int64_t units;
  double steps; /* length in fixed-point steps */
  /* Of each chosen path: */
  double shared[PATHFAN_LEGS_PATHS]; /* length in common; -1: not known yet */
  bool has_print[PATHFAN_LEGS_PATHS];
  pathfan_footprint print[PATHFAN_LEGS_PATHS];
} pathfan_known_leg;

/* Scratch; zero it first. */
typedef struct pathfan_legs {
  pathfan_known_leg *list;
  int32_t *numbers; /* of legs, as they follow each other in tracks */
  int32_t count, capacity, number_count, number_capacity;
} pathfan_legs;

/* A path that was chosen, the number `rank` from 0 on; always the same one until all is cleared. */
typedef struct pathfan_chosen {
  int32_t rank; /* below PATHFAN_LEGS_PATHS */
  pathfan_corridor *path;
  double width; /* of corridors */
} pathfan_chosen;

static inline void pathfan_legs_clear(pathfan_legs *legs) {
  legs->count = legs->number_count = 0;
}

/* Room for so many more, and for a track of them. Errors: NO_MEMORY. */
pathfan_status pathfan_legs_fit(pathfan_legs *legs, int32_t more);

/* A leg that isn't known; there is room. */
int32_t pathfan_legs_make(pathfan_legs *legs, const pathfan_index_view *view,
                          pathfan_fixed_point from, pathfan_fixed_point to);

static inline void pathfan_legs_append(pathfan_legs *legs, int32_t number) {
  legs->numbers[legs->number_count++] = number;
}

/* Length of what is made of legs: in units; in fixed-point steps, as pathfan_polyline_length has it
 * to the last bit. */
int64_t pathfan_legs_units(const pathfan_legs *legs, const pathfan_makings *makings);
double pathfan_legs_steps(const pathfan_legs *legs, const pathfan_makings *makings);

/* What a track that is made of legs has in common with a chosen path, or if that is more some
 * number above `most`: fixed-point steps. */
double pathfan_legs_shared(pathfan_legs *legs, const pathfan_track *track,
                           const pathfan_chosen *chosen, double most);

/* Adds the footprints of its legs begin .. end - 1. */
void pathfan_legs_print(pathfan_legs *legs, const pathfan_track *track,
                        const pathfan_chosen *chosen, int32_t begin, int32_t end,
                        pathfan_footprint *print);

void pathfan_legs_free(pathfan_legs *legs);

#endif
