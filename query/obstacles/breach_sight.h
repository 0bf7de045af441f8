/* breach_sight.h - whether points see each other where openings are free, too. */
#ifndef PF_QUERY_OBSTACLES_BREACH_SIGHT_H
#define PF_QUERY_OBSTACLES_BREACH_SIGHT_H

#include "breach.h"

/* A point, and a polygon that it lies in, in its sector; -1: none. */
typedef struct pf_station {
  pf_fixed_point at;
  int32_t polygon;
} pf_station;

/* Whether the segment between two points, which differ, leads through a mouth or a part of one. */
bool pf_breach_meets(const pf_breach *breach, pf_fixed_point a, pf_fixed_point b);

/* Whether two points see each other, where openings are free, too. If the segment touches obstacles
 * on both sides, it may say no: it then passes corners, and consists of segments between these. */
bool pf_breach_sees(const pf_breach *breach, const pf_mesh *mesh, int fraction_bits, pf_station a,
                    pf_station b);

#endif
