/* given_paths.h - paths that a caller gives to be measured.
 *
 *   status = pf_given_place(q, path, &given);           the ends of all paths
 *   status = pf_given_track(q, path, &given, track);    each path
 */
#ifndef PF_QUERY_CALLS_GIVEN_PATHS_H
#define PF_QUERY_CALLS_GIVEN_PATHS_H

#include "query_object.h"

/* The two ends of a set of paths, from its first path. */
typedef struct pf_given_ends {
  pf_fixed_point from, to;
  bool turned; /* from and to are ends 1 and 0 of the query object */
} pf_given_ends;

/* Makes the ends of a path those of the query object, unless they are already. Errors: ARGUMENT
 * (one is blocked, or no walk joins them), DAMAGED. */
pathfan_status pf_given_place(pathfan_query *q, const pathfan_path *path, pf_given_ends *given);

/* Makes a path a track from end 0 to end 1. Errors: ARGUMENT (it has other ends, or leaves the
 * map), NO_MEMORY. */
pathfan_status pf_given_track(pathfan_query *q, const pathfan_path *path,
                              const pf_given_ends *given, pf_track *track);

/* Says what is wrong with the legs of a path that has some: walks and links; NULL: nothing. */
const char *pf_flaw_of_legs(const pathfan_path *path);

#endif
