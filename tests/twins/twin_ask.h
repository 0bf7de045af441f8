/* twin_ask.h - requests to the library and to its twin, compared. */
#ifndef PATHFAN_TWIN_ASK_H
#define PATHFAN_TWIN_ASK_H

#include "twin_algorithm.h"

/* What has been asked so far. */
typedef struct twin_asked {
  int64_t asked, compared; /* compared: the twin was certain of the whole answer */
  int64_t paths[16];       /* answers by number of paths, the last: that many or more */
} twin_asked;

/* Random fields for an index with that many tables; from and to are left alone. */
pathfan_request twin_some_request(pathfan_random *random, int32_t tables);

/* Asks both; the shortest length must be the same in any case, every path good, and
 * the answers the same where the twin is certain. m: tables of the index. */
void twin_ask(const twin_map *map, const twin_dense *dense, pathfan_query *query, int bits,
              pathfan_fixed_point s, pathfan_fixed_point t, pathfan_request *request, int32_t m,
              const twin_via_sets *sets, twin_asked *asked);

/* How to build the index of map `number`: tables, with cone lists or without, in turns. */
pathfan_build_options twin_some_options(int number);

/* Random requests to an index with m tables, whose ranks the twin has. */
void twin_ask_some(const twin_map *map, const twin_dense *dense, const pathfan_index *index,
                   int32_t m, twin_asked *asked);

void twin_asked_show(const twin_asked *asked, int maps);

#endif
