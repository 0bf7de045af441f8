/* twin_sight.h - sight on a grid map, by walking along the segment cell by cell.
 *
 * No mesh, no cones, no rounding: the parameters at which the segment crosses grid lines are
 * compared as fractions, and every cell and lattice point that it meets is tested. */
#ifndef PF_TWIN_SIGHT_H
#define PF_TWIN_SIGHT_H

#include "geometry/predicates.h"
#include "geometry/grid.h"
#include "mesh/mesh.h"

/* Blocked cells around lattice point (x,y): bit 0 (+x,+y), 1 (-x,+y), 2 (-x,-y), 3 (+x,-y). */
unsigned twin_blocked_around(const pf_grid *grid, int64_t x, int64_t y);
/* Whether two blocked cells touch only in this point. */
bool twin_is_pinch(const pf_grid *grid, int64_t x, int64_t y);
/* Whether exactly one of the four cells is blocked; *quadrant says which. */
bool twin_is_convex(const pf_grid *grid, int64_t x, int64_t y, int *quadrant);

/* The free cell that a point belongs to (contract: the one whose min corner or border it is, else
 * the first free one clockwise); x = -1 if the point is blocked. */
pf_lattice_point twin_home(const pf_grid *grid, int bits, pf_fixed_point point);

/* Whether the segment a-b is free. It may not pass a pinch; at an end on a pinch it must touch the
 * end's home. */
bool twin_sees(const pf_grid *grid, int bits, pf_fixed_point a, pf_fixed_point b);

/* For a path that comes to a convex vertex along `in` and leaves along `out`: 1 if it wraps the
 * obstacle there, 0 if it goes straight on, -1 otherwise. Both directions must be free at the
 * vertex. */
int twin_wraps(pf_wedge wedge, pf_fixed_point in, pf_fixed_point out);

/* Whether a path that comes along `in` can go on: some direction wraps. */
bool twin_passable(pf_wedge wedge, pf_fixed_point in);

#endif
