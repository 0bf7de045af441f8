/* weighted.h - the cheapest way over a terrain with areas, to a certified gap, and ways that differ
 * from it. */
#ifndef PF_QUERY_TERRAIN_WEIGHTED_H
#define PF_QUERY_TERRAIN_WEIGHTED_H

#include "query/paths/scratch.h"
#include "way_choice.h"
#include "weighted/vias.h"
#include "weighted_ground.h"

/* A way over a place: its cost and side (way.h), and the place's number. */
typedef struct pf_weighted_offer {
  double cost, side;
  int32_t via;
} pf_weighted_offer;

/* Zero it first. */
typedef struct pf_weighted_finder {
  pf_weighted_search search, half;
  pf_faces_near near[2];
  pf_way_choice choice;
  pf_vias vias;
  pf_weighted_offer *offers;
  pf_weighted_offer *seen; /* ways that were taken or found not to be worth it */
  pf_weighted_step *steps;
  int32_t offer_count, offer_capacity, seen_count, seen_capacity, step_capacity;
} pf_weighted_finder;

/* Finds up to as many paths as the task asks for. Errors: NO_MEMORY. */
pathfan_status pf_find_by_weights(pf_weighted_finder *finder, const pf_task *task);

void pf_weighted_finder_free(pf_weighted_finder *finder);

#endif
