/* twin_algorithm.h - the index's algorithms written plainly. cvpd is Algorithm 1 of the paper: all
 * pairs of vertices seen from the two ends, via nodes read off plateaus. index takes the via set of
 * the regions that the ends lie in, or does the same as cvpd if there are none. Both add the
 * vertices that both ends see, and find distances by trying every path. If that gives too few
 * paths, further vertices become via nodes: with effort THOROUGH all of them, else index takes the
 * rest of the via set, and on a small map vertices of round corners. */
#ifndef PF_TWIN_ALGORITHM_H
#define PF_TWIN_ALGORITHM_H

#include "pathfan/query.h"
#include "twin_check.h"
#include "twin_dense.h"
#include "twin_via_sets.h"

typedef struct twin_answer {
  double shortest; /* INFINITY: no path */
  int32_t count;
  twin_track *tracks;
  /* Some decision depended on a difference below twin_close: a tie, or a limit met exactly. Another
   * answer may then be right as well; `shortest` is certain. */
  bool ambiguous;
} twin_answer;

/* Answers a request. tables: m; sets: of the regions, may be NULL; s and t must be free. Sight and
 * bits are as in twin_sight.h. */
twin_answer twin_alternatives(const twin_map *map, const twin_dense *dense, int bits,
                              pf_fixed_point s, pf_fixed_point t, const pathfan_request *request,
                              int32_t tables, const twin_via_sets *sets);
/* Differences below this decide nothing: lengths of labels are rounded, the more so the larger a
 * map is. 1e-8, or 1e-10 of the extent. */
double twin_close(const twin_dense *dense);

void twin_answer_free(twin_answer *answer);

#endif
