/* draws.h - numbers of agents by distribution. */
#ifndef PF_CROWD_DRAWS_H
#define PF_CROWD_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/crowd.h"

/* Whether the numbers make sense: finite, >= 0, bounds in order. */
bool pf_draw_is_valid(const pathfan_crowd_draw *draw);

/* The number of an agent; `purpose` keeps different numbers of one agent apart. */
double pf_draw_of(const pathfan_crowd_draw *draw, uint64_t seed, int32_t id, int purpose);

#endif
