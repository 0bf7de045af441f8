/* random.h - random points of free space, evenly by surface.
 *
 *   status = pf_surfaces_need(space, &surfaces, &error);
 *   pf_draw_anywhere(surfaces, space, component, &state, &spot), or pf_draw_near(...)
 *
 * `state` is any number; it goes on with each point. A draw may fail, by chance; then another one
 * is tried. */
#ifndef PF_QUERY_PLACES_RANDOM_H
#define PF_QUERY_PLACES_RANDOM_H

#include "walkable.h"

/* How large the polygons of each component are. Made once for each space. */
typedef struct pf_surfaces {
  int32_t *polygon; /* [Size: polygons] by component */
  uint64_t *sum;    /* [Size: polygons + 1] twice the surface of those before, lattice units */
  int32_t *begin;   /* [Size: components + 1] */
} pf_surfaces;

/* Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_surfaces_need(const pf_space *space, const pf_surfaces **surfaces,
                                pathfan_error *error);

/* Returns the surface of a component, lattice units squared. */
double pf_surface_of(const pf_surfaces *surfaces, int32_t component);

/* Draws a point of a component. */
bool pf_draw_anywhere(const pf_surfaces *surfaces, const pf_space *space, int32_t component,
                      uint64_t *state, pf_position *spot);

/* Draws a point of a circle. False: it isn't in the component, or not free. */
bool pf_draw_near(const pf_space *space, int32_t component, pf_fixed_point centre, double radius,
                  uint64_t *state, pf_position *spot);

#endif
