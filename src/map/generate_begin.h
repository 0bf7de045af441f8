/* generate_begin.h - the common beginning of all generators. For src/map/generate*.c only. */
#ifndef PF_MAP_GENERATE_BEGIN_H
#define PF_MAP_GENERATE_BEGIN_H

#include "geometry/grid.h"

/* Checks the arguments and puts the defaults into *density and *scale. Errors: ARGUMENT. */
pathfan_status pf_generate_check(int32_t width, int32_t height, double *density,
                                 double density_default, int32_t *scale, int32_t scale_default,
                                 int32_t scale_min, int32_t scale_max, pathfan_error *error);

/* Checks the arguments, puts the defaults into *density and *scale, and allocates a grid with all
 * cells set to `fill`. Errors: ARGUMENT, NO_MEMORY. */
pathfan_status pf_generate_begin(int32_t width, int32_t height, double *density,
                                 double density_default, int32_t *scale, int32_t scale_default,
                                 int32_t scale_min, int32_t scale_max, uint8_t fill, pf_grid *grid,
                                 pathfan_error *error);

#endif
