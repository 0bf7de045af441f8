/* twin_ask.h - puts requests to the library and to its twin, and compares the answers. */
#ifndef PF_TWIN_ASK_H
#define PF_TWIN_ASK_H

#include "pathfan/build.h"
#include "twin_algorithm.h"

/* Counts of the requests so far. */
typedef struct twin_asked {
  int64_t asked, compared; /* compared: the twin was certain of the whole answer */
  int64_t paths[16];       /* answers by number of paths; the last counts 15 and more */
} twin_asked;

/* A request with random settings for an index with that many tables; from and to aren't chosen. */
pathfan_request twin_some_request(pf_random *random, int32_t tables);

/* Asks the library and the twin. Fails the test unless the shortest lengths agree, every path is
 * good, and, where the twin is certain, the answers are equal. Sets the request's ends. m: tables
 * of the index. */
void twin_ask(const twin_map *map, const twin_dense *dense, pathfan_query *query, int bits,
              pf_fixed_point s, pf_fixed_point t, pathfan_request *request, int32_t m,
              const twin_via_sets *sets, twin_asked *asked);

/* Options to build the index of map `number`: tables, regions and cone lists vary in turns. */
pathfan_build_options twin_some_options(int number);

/* Puts random requests to an index with m tables; the twin must have taken its ranks. */
void twin_ask_some(const twin_map *map, const twin_dense *dense, const pathfan_index *index,
                   int32_t m, twin_asked *asked);

void twin_asked_show(const twin_asked *asked, int maps);

#endif
