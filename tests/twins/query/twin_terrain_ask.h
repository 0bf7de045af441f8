/* twin_terrain_ask.h - asks the library, by its public headers, for paths over a terrain, and
 * checks its answers in detail.
 *
 *   twin_guide guide = twin_guide_make(&terrain, NULL);
 *   const double cost = twin_guide_ask(&guide, from, to, &answer);
 *   const char *fault = twin_guide_fault(&guide, answer, true);
 *   twin_guide_free(&guide);
 */
#ifndef PF_TWIN_TERRAIN_ASK_H
#define PF_TWIN_TERRAIN_ASK_H

#include "pathfan/build.h"
#include "pathfan/terrain.h"
#include "twin_terrain.h"

typedef struct twin_guide {
  const twin_terrain *terrain; /* must outlive the guide */
  pathfan_map *map;
  pathfan_query *query;
} twin_guide;

/* Has the library read the terrain as text. options may be NULL. Fails the test if it is
 * refused. */
twin_guide twin_guide_make(const twin_terrain *terrain, const pathfan_map_options *options);
void twin_guide_free(twin_guide *guide);

/* A request for one path over a terrain. */
pathfan_request twin_guide_request(pathfan_point from, pathfan_point to);

/* The cost of the cheapest path; INFINITY if there is none or an end is blocked. `answer` may be
 * NULL; *answer lives until the guide is asked again. */
double twin_guide_ask(const twin_guide *guide, pathfan_point from, pathfan_point to,
                      const pathfan_answer **answer);

/* Returns what is wrong with an answer, NULL if nothing is; static storage. Legs must cover the
 * path exactly, agree with the terrain about their features, and, if `priced`, the path must cost
 * what the twin says. */
const char *twin_guide_fault(const twin_guide *guide, const pathfan_answer *answer, bool priced);

/* Prints an answer's path, leg by leg. */
void twin_guide_show(const pathfan_answer *answer);

/* The difference of two costs relative to the second, or to a unit of ground if that costs more. */
double twin_guide_difference(const twin_guide *guide, double cost, double expected);

#endif
