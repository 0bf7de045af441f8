/* twin_outlines.h - outlines that aren't grids: bent, sheared, stretched, drawn round circles. */
#ifndef PF_TWIN_OUTLINES_H
#define PF_TWIN_OUTLINES_H

#include "base/random.h"
#include "geometry/outline.h"
#include "geometry/grid.h"

/* Every boundary point of a grid, also where the boundary runs straight on, and every unit piece of
 * the boundary. The points are multiplied by `step`, and each is moved, with the given chance, by
 * less than a third of `step` in each coordinate. */
pf_outline twin_outline_bent(const pf_grid *grid, int32_t step, double chance, pf_random *random);

/* The outline with vertices and edges numbered at random. */
pf_outline twin_outline_shuffled(const pf_outline *outline, pf_random *random);

/* Maps each point to (a x + b y, c x + d y), moved so that coordinates begin at 0; turns the edges
 * round if that mirrors. The determinant must not be 0, and the result must fit. */
pf_outline twin_outline_mapped(const pf_outline *outline, int32_t a, int32_t b, int32_t c,
                               int32_t d);

/* Maps each coordinate to one of an increasing sequence with random gaps, small ones and huge ones,
 * up to PF_EXTENT_MAX. For outlines of grids with sides of at most 1000. */
pf_outline twin_outline_stretched(const pf_outline *outline, pf_random *random);

/* `count` triangles that all touch in one vertex; count >= 2. */
pf_outline twin_outline_star(int32_t count, int32_t radius);

/* A ring between two polygons of `count` corners near circles; count >= 3. */
pf_outline twin_outline_ring(int32_t count, int32_t inner, int32_t outer);

/* A comb of `count` thin teeth, `length` long; their tips lie on a curve. */
pf_outline twin_outline_comb(int32_t count, int32_t length, pf_random *random);

#endif
