/* way_taut.h - whether a way over a terrain without areas makes a needless detour. */
#ifndef PF_QUERY_TERRAIN_WAY_TAUT_H
#define PF_QUERY_TERRAIN_WAY_TAUT_H

#include "space/space.h"
#include "terrain/route.h"

/* Whether between some two places of a route its part costs more than `loop` times as much as going
 * straight on over open ground. The places are its points and some spread along it. */
bool pf_way_is_detour(const pf_space *space, const pf_route *route, double loop);

#endif
