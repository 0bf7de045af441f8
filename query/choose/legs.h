/* legs.h - the segments that tracks are made of, each stored once, and what they share with the
 * chosen paths: found for a leg when it is first needed, and summed up for a track.
 *
 *   pf_legs_clear(&legs);
 *   status = pf_legs_fit(&legs, more);                              then
 *   number = pf_legs_make(&legs, view, from, to);                   a new leg
 *   pf_legs_append(&legs, number);                                  the next one of a track
 *   length = pf_legs_shared(&legs, track, &chosen, most);
 */
#ifndef PF_QUERY_CHOOSE_LEGS_H
#define PF_QUERY_CHOOSE_LEGS_H

#include <assert.h>

#include "geometry/footprint.h"
#include "query/open/index_view.h"
#include "query/paths/tracks.h"

/* The number of chosen paths, path 1 first, that legs are compared with. */
#define PF_LEGS_PATHS 2

/* A segment of some track. */
typedef struct pf_known_leg {
  int64_t units;
  double steps; /* length in fixed-point steps */
  /* For each chosen path: */
  double shared[PF_LEGS_PATHS]; /* length in common; -1: not known yet */
  bool has_print[PF_LEGS_PATHS];
  pf_footprint print[PF_LEGS_PATHS];
} pf_known_leg;

/* Scratch; zero it first. */
typedef struct pf_legs {
  pf_known_leg *list;
  int32_t *numbers; /* of legs, in the order in which tracks have them */
  int64_t *before;  /* [Size: number_count + 1] length of all legs before this number, in units */
  int32_t count, capacity, number_count, number_capacity, before_capacity;
} pf_legs;

/* A chosen path, number `rank` from 0 on; each rank is one path until all is cleared. */
typedef struct pf_chosen {
  int32_t rank; /* below PF_LEGS_PATHS */
  pf_corridor *path;
  double width; /* of corridors */
} pf_chosen;

static inline void pf_legs_clear(pf_legs *legs) {
  legs->count = legs->number_count = 0;
}

/* Makes room for `more` legs, and for a track of them. Errors: NO_MEMORY. */
pathfan_status pf_legs_fit(pf_legs *legs, int32_t more);

/* Makes a leg that isn't known; there must be room. Returns its number. */
int32_t pf_legs_make(pf_legs *legs, const pf_index_view *view, pf_fixed_point from,
                     pf_fixed_point to);

static inline void pf_legs_append(pf_legs *legs, int32_t number) {
  assert(number >= 0 && number < legs->count);
  assert(legs->number_count < legs->number_capacity); /* pf_legs_fit */
  const int32_t at = legs->number_count++;
  legs->numbers[at] = number;
  legs->before[at + 1] = legs->before[at] + legs->list[number].units;
}

/* Return the length of the legs together: in units; in fixed-point steps, the same to the last bit
 * as pf_polyline_length. */
static inline int64_t pf_legs_units(const pf_legs *legs, const pf_track_legs *of) {
  const int64_t *before = legs->before;
  return before[of->first[0] + of->count[0]] - before[of->first[0]] +
         before[of->first[1] + of->count[1]] - before[of->first[1]];
}

double pf_legs_steps(const pf_legs *legs, const pf_track_legs *of);

/* Returns the length that a track made of legs shares with a chosen path, or some number above
 * `most` if it is more: fixed-point steps. */
double pf_legs_shared(pf_legs *legs, const pf_track *track, const pf_chosen *chosen, double most);

/* Adds the footprints of a track's legs begin .. end - 1. */
void pf_legs_print(pf_legs *legs, const pf_track *track, const pf_chosen *chosen, int32_t begin,
                   int32_t end, pf_footprint *print);

void pf_legs_free(pf_legs *legs);

#endif
