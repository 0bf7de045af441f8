/* portals.h - where the links of a map begin and end, and what is known of the ways between these
 * points.
 *
 *   status = pf_portals_need(space, &portals, &error);      made once for each space
 *   length = pf_portals_walk(portals, a, b);                   NAN: not known yet
 *
 * Portal 2 i is the first end of link i, portal 2 i + 1 the second. Any number of threads may use
 * them at once. */
#ifndef PF_QUERY_LINKS_PORTALS_H
#define PF_QUERY_LINKS_PORTALS_H

#include <stdatomic.h>

#include "space/space.h"

typedef struct pf_portal {
  pf_fixed_point at;
  int32_t component;
} pf_portal;

typedef struct pf_portals {
  int32_t count;            /* two for each link */
  pf_portal *list;          /* [Size: count] */
  _Atomic(uint64_t) *walks; /* [Size: count * count] the bits of lengths, map units; 0: not known */
} pf_portals;

/* Finds the portals of a space that has links. Errors: NO_MEMORY, DAMAGED (a portal that isn't on
 * free ground). */
pathfan_status pf_portals_need(const pf_space *space, const pf_portals **portals,
                               pathfan_error *error);

/* Returns the length of the shortest way from portal a to portal b, nothing closed, or INFINITY;
 * NAN: not known yet. */
double pf_portals_walk(const pf_portals *portals, int32_t a, int32_t b);

/* Keeps that length, for all threads. */
void pf_portals_keep_walk(const pf_portals *portals, int32_t a, int32_t b, double length);

#endif
