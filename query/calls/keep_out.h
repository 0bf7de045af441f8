/* keep_out.h - what a request keeps out of: its areas to avoid, and the obstacles that it names.
 *
 *   status = pf_keep_out_take(&keep_out, ...);       of a request
 *   closed = pf_keep_out_closed(&keep_out);
 * and only if a path touches something, one of
 *   status = pf_keep_out_as_obstacles(&keep_out, ...);
 *   status = pf_keep_out_as_areas(&keep_out);
 *
 * Lists of areas often come again with the next request; what was made of one is kept until another
 * comes. */
#ifndef PF_QUERY_CALLS_KEEP_OUT_H
#define PF_QUERY_CALLS_KEEP_OUT_H

#include "query/obstacles/obstacles.h"
#include "query/paths/areas.h"

/* Zero it first. */
typedef struct pf_keep_out {
  pf_areas areas;                     /* those to avoid that meet free space */
  const pathfan_obstacles *obstacles; /* that the request names, for the radius; borrowed */

  /* private */
  pathfan_area *given; /* the list that areas were made of, with corners of its own */
  int32_t given_count, given_capacity;
  pathfan_point *corners;
  int32_t corner_count, corner_capacity;
  bool is_kept;                  /* areas are those of the list */
  bool is_opened;                /* they were taken with openings */
  pathfan_obstacles *own;        /* both together; NULL: not made */
  const pathfan_obstacles *base; /* the obstacles that `own` was made of; retained */
} pf_keep_out;

/* Replaces what is kept out of by that of a request. generation: of the index that answers, or
 * NULL. If something is invalid, *flaw becomes a sentence that says why. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pf_keep_out_take(pf_keep_out *keep_out, const pf_space *space,
                                pf_generation *generation, const pathfan_request *request,
                                const char **flaw, pathfan_error *error);

pf_closed pf_keep_out_closed(const pf_keep_out *keep_out);

/* Makes obstacles of everything. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_keep_out_as_obstacles(pf_keep_out *keep_out, pf_generation *generation,
                                        const pf_trie **places, pathfan_error *error);

/* Makes areas of everything, for methods that don't know obstacles. Errors: NO_MEMORY. */
pathfan_status pf_keep_out_as_areas(pf_keep_out *keep_out);

void pf_keep_out_free(pf_keep_out *keep_out);

#endif
