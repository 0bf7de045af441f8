/* openings.h - the openings of a snapshot that are open, and what they add to the free space of the
 * map: walls are removed where an opening lies.
 *
 *   status = pf_openings_make(generation, list, count, &openings);
 *   if (pf_openings_may_serve(openings, a, b, most)) ...  ways through them may matter
 *   status = pf_openings_need_passages(openings, look, &passages);
 *   pf_openings_release(openings);
 *
 * A shortest path in the map's free space and openings together consists of edges of the map's
 * visibility graph and of edges that run through openings: between vertices that see a mouth,
 * jambs, corners of areas, and ends.
 *
 * Immutable and counted; all snapshots with the same openings share it. */
#ifndef PF_QUERY_OBSTACLES_OPENINGS_H
#define PF_QUERY_OBSTACLES_OPENINGS_H

#include "passages.h"
#include "query/open/generation.h"

typedef struct pf_openings {
  atomic_int holders;
  const pf_generation *generation; /* borrowed from the snapshots */
  pf_breach breach;
  _Atomic(pf_passages *) passages;
  int32_t count;
  pf_obstacle *list[]; /* retained, in the order of pf_obstacle_compare */
} pf_openings;

/* Makes the set of some openings. Errors: NO_MEMORY. */
pathfan_status pf_openings_make(const pf_generation *generation, pf_obstacle *const *list,
                                int32_t count, pf_openings **openings);
pf_openings *pf_openings_retain(pf_openings *openings); /* NULL is fine, here and below */
void pf_openings_release(pf_openings *openings);

/* False: no way between two points through openings is at most `most` steps of the fixed-point grid
 * long. */
bool pf_openings_may_serve(const pf_openings *openings, pf_fixed_point a, pf_fixed_point b,
                           double most);

/* Finds what is seen through the openings; kept with them. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_openings_need_passages(const pf_openings *openings, pf_look *look,
                                         const pf_passages **passages);

#endif
