/* listed.h - path 1's hubs from lists (format/layout.h, "Listed hubs"), without looking from the
 * ends.
 *
 *   status = pf_find_listed(view, ends, &scratch, &found);
 *   pf_join_hubs(&ends[0].distances, &ends[1].distances, ...);      if found */
#ifndef PF_QUERY_ENDS_LISTED_H
#define PF_QUERY_ENDS_LISTED_H

#include "hub_distance.h"

/* Scratch of one thread. Zero it first. */
typedef struct pf_listed_scratch {
  uint8_t *sight[2];   /* by end, of the first vertices of its region: whether it sees them */
  int64_t *lengths[2]; /* by the entries of a list */
  double *least;       /* by the hubs of a pair: both ends straight to it, fixed-point units */
  uint32_t *records;   /* of a pair */
  int32_t sight_capacity[2], length_capacity[2], least_capacity, record_capacity;
} pf_listed_scratch;

/* Finds the distances from both ends to the hubs by which the shortest path may go, for ends that
 * don't see each other: none that is within 2 * PF_SLACK of the least length is missing. Others may
 * be too long or missing. *found: false if nothing is listed for these ends; distances are
 * undefined then. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_find_listed(const pf_index_view *view, pf_end ends[2], pf_listed_scratch *scratch,
                              bool *found);

void pf_listed_scratch_free(pf_listed_scratch *scratch);

#endif
