/* recipe.h - what a made-up map is made from (generate.h). */
#ifndef PF_MAP_RECIPE_H
#define PF_MAP_RECIPE_H

#include <stdint.h>

typedef struct pf_recipe {
  int32_t width, height; /* 1..PF_GRID_MAX */
  uint64_t seed;
  double density; /* 0..1; < 0: the default of its kind */
  int32_t scale;  /* 0: the default of its kind */
} pf_recipe;

#endif
