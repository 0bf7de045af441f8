/* twin_terrain_ask.h - the library, asked for ways over a terrain by its public headers, and its
 * answers taken apart.
 *
 *   twin_guide guide = twin_guide_make(&terrain, NULL);
 *   const double cost = twin_guide_ask(&guide, from, to, &answer);
 *   const char *fault = twin_guide_fault(&guide, answer, true);
 *   twin_guide_free(&guide);
 */
#ifndef PATHFAN_TWIN_TERRAIN_ASK_H
#define PATHFAN_TWIN_TERRAIN_ASK_H

#include "pathfan/build.h"
#include "pathfan/terrain.h"
#include "twin_terrain.h"

typedef struct twin_guide {
  const twin_terrain *terrain; /* must outlive it */
  pathfan_map *map;
  pathfan_query *query;
} twin_guide;

/* Has the terrain read, as text. options may be NULL. Fails the test if it is refused. */
twin_guide twin_guide_make(const twin_terrain *terrain, const pathfan_map_options *options);
void twin_guide_free(twin_guide *guide);

/* A request for a way over a terrain. */
pathfan_request twin_guide_request(pathfan_point from, pathfan_point to);

/* The cost of the cheapest way, INFINITY without one, or if an end is blocked. *answer, if it isn't
 * NULL, lives until the guide is asked again. */
double twin_guide_ask(const twin_guide *guide, pathfan_point from, pathfan_point to,
                      const pathfan_answer **answer);

/* What is wrong with an answer: legs that leave out or add something, that are not what the
 * terrain says of their features, or not what the twin says that such a way costs (`priced`). NULL:
 * nothing. Static storage. */
const char *twin_guide_fault(const twin_guide *guide, const pathfan_answer *answer, bool priced);

/* Prints an answer's path, leg by leg. */
void twin_guide_show(const pathfan_answer *answer);

/* How much two costs differ, of the second or of the terrain's unit, whichever is more. */
double twin_guide_difference(const twin_guide *guide, double cost, double expected);

#endif
