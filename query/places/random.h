/* random.h - random points of the ground, evenly by surface. Areas don't count: who draws tests
 * them.
 *
 *   status = pf_surfaces_need(space, &surfaces, &error);
 *   pf_draw_anywhere(surfaces, ground, from, &state, &spot), or pf_draw_near(ground, ...)
 *
 * `state` is any number; it goes on with each point. A draw may fail, by chance; then another one
 * is tried. */
#ifndef PF_QUERY_PLACES_RANDOM_H
#define PF_QUERY_PLACES_RANDOM_H

#include "walkable.h"

/* How large the polygons of each component are. Made once for each space. */
typedef struct pf_surfaces {
  int32_t component_count;
  int32_t *polygon; /* [Size: polygons] by component */
  uint64_t *sum;    /* [Size: polygons + 1] twice the surface of those before, lattice units */
  int32_t *begin;   /* [Size: components + 1] */
} pf_surfaces;

/* Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_surfaces_need(const pf_space *space, const pf_surfaces **surfaces,
                                pathfan_error *error);

/* Returns the surface, in lattice units squared, of what a spot's component and openings join; with
 * openings roughly. */
double pf_surface_of(const pf_surfaces *surfaces, const pf_walkable *ground, pf_position from);

/* Draws a point of that. */
bool pf_draw_anywhere(const pf_surfaces *surfaces, const pf_walkable *ground, pf_position from,
                      uint64_t *state, pf_position *spot);

/* Draws a point of a circle round a spot. False: it isn't in what is joined to it, or not free. */
bool pf_draw_near(const pf_walkable *ground, pf_position from, double radius, uint64_t *state,
                  pf_position *spot);

#endif
