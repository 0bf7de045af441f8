/* breach_sight.h - whether points see each other where openings are free, too, and what is in the
 * way if not. */
#ifndef PF_QUERY_OBSTACLES_BREACH_SIGHT_H
#define PF_QUERY_OBSTACLES_BREACH_SIGHT_H

#include "breach.h"
#include "geometry/wall.h"

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

/* Whether obstacles meet in a point of a breach, so that nothing passes there. */
bool pf_breach_pinches(const pf_breach *breach, pf_fixed_point at);

/* What is in the way of a line. */
typedef struct pf_breach_stop {
  pf_wall_entry entry; /* where, and the side or new wall */
  int32_t polygon;     /* a side of the map: the edge of this polygon that begins there; -1: new */
  uint32_t corner;
} pf_breach_stop;

/* Follows the line from a point to another one until something is in the way; touching isn't.
 * to_is_free: `to` lies in its polygon or in an opening. False: nothing is in the way, which also
 * holds for lines that touch obstacles on both sides. */
bool pf_breach_cast(const pf_breach *breach, const pf_mesh *mesh, int fraction_bits,
                    pf_station from, pf_station to, bool to_is_free, pf_breach_stop *stop);

#endif
