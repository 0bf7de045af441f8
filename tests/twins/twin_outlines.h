/* twin_outlines.h - outlines that are no grids: bent, sheared, blown up, drawn
 * round circles. */
#ifndef PATHFAN_TWIN_OUTLINES_H
#define PATHFAN_TWIN_OUTLINES_H

#include "base/random.h"
#include "geometry/outline.h"
#include "geometry/grid.h"

/* Every boundary point of a grid, also where the boundary runs straight on, and
 * every unit piece of it; the points times `step`, each moved by less than a
 * third of `step` in each coordinate with the given chance. */
pathfan_outline twin_outline_bent(const pathfan_grid *grid, int32_t step, double chance,
                                  pathfan_random *random);

/* Vertices and edges numbered at random. */
pathfan_outline twin_outline_shuffled(const pathfan_outline *outline, pathfan_random *random);

/* Each point to (a x + b y, c x + d y), moved so that coordinates begin at 0; the
 * edges turned round if that mirrors. The determinant isn't 0 and the result
 * fits. */
pathfan_outline twin_outline_mapped(const pathfan_outline *outline, int32_t a, int32_t b, int32_t c,
                                    int32_t d);

/* Each coordinate to one of an increasing sequence with random gaps, small ones
 * and huge ones, up to PATHFAN_EXTENT_MAX. For outlines of grids whose side is at
 * most 1000. */
pathfan_outline twin_outline_stretched(const pathfan_outline *outline, pathfan_random *random);

/* `count` triangles that all touch in one vertex; count >= 2. */
pathfan_outline twin_outline_star(int32_t count, int32_t radius);

/* A ring between two polygons of `count` corners near circles; count >= 3. */
pathfan_outline twin_outline_ring(int32_t count, int32_t inner, int32_t outer);

/* A comb of `count` thin teeth, `length` long; their tips lie on a curve. */
pathfan_outline twin_outline_comb(int32_t count, int32_t length, pathfan_random *random);

#endif
