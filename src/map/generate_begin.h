/* generate_begin.h - the common beginning of all generators. For src/map/generate*.c only. */
#ifndef PF_MAP_GENERATE_BEGIN_H
#define PF_MAP_GENERATE_BEGIN_H

#include "geometry/grid.h"
#include "map/recipe.h"
#include "pathfan/status.h"

/* A kind of map: its defaults, and the scales that it can have. */
typedef struct pf_generate_kind {
  double density;
  int32_t scale, scale_min, scale_max;
  uint8_t fill; /* value of all cells at first, for a grid */
} pf_generate_kind;

/* Checks a recipe and puts the defaults into it. Errors: ARGUMENT. */
pathfan_status pf_generate_check(const pf_generate_kind *kind, pf_recipe *recipe,
                                 pathfan_error *error);

/* The same, and allocates a grid. Errors: ARGUMENT, NO_MEMORY. */
pathfan_status pf_generate_begin(const pf_generate_kind *kind, pf_recipe *recipe, pf_grid *grid,
                                 pathfan_error *error);

#endif
