/* twin_algorithm.h - the index's algorithms written plainly. cvpd, Algorithm 1 of the paper: all
 * pairs of vertices seen from the two ends, via nodes read off plateaus. index: the via set of the
 * regions that the ends lie in; where there are none, the same as cvpd. Both: what both ends see,
 * distances by trying every way; with the effort THOROUGH, where these give too few, all vertices
 * as via nodes. */
#ifndef PATHFAN_TWIN_ALGORITHM_H
#define PATHFAN_TWIN_ALGORITHM_H

#include "twin_check.h"
#include "twin_dense.h"
#include "twin_via_sets.h"

typedef struct twin_answer {
  double shortest; /* INFINITY: no way */
  int32_t count;
  twin_track *tracks;
  /* Some decision hung on a difference below twin_close: equally long ways, a limit
   * met exactly. Another answer may be right as well; `shortest` is certain. */
  bool ambiguous;
} twin_answer;

/* tables: m; sets: of regions, may be NULL; s and t: free. Sight and bits as in
 * twin_sight.h. */
twin_answer twin_alternatives(const twin_map *map, const twin_dense *dense, int bits,
                              pathfan_fixed_point s, pathfan_fixed_point t,
                              const pathfan_request *request, int32_t tables,
                              const twin_via_sets *sets);
/* Lengths of labels are rounded, the more so the larger a map is: 1e-8, or 1e-10 of
 * the extent. */
double twin_close(const twin_dense *dense);

void twin_answer_free(twin_answer *answer);

#endif
