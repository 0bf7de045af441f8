/* separations.h - ways that differ in the plane: the same requests with a separation, with one and
 * filled up, and without, and how far the ways that they get keep apart.
 *
 *   for (int32_t s = 0; s < PATHFAN_SEPARATIONS; s++)
 *     status = pathfan_separation_run(&trial, &pathfan_separations[s], &sums[s]);
 *
 * What is kept of a map are sums, not rows: a few numbers however many queries it has. */
#ifndef PATHFAN_EVALUATE_SEPARATIONS_H
#define PATHFAN_EVALUATE_SEPARATIONS_H

#include "pathfan/build.h"
#include "pathfan/query.h"

/* All sets are measured at this share of the shortest path's length, also those asked for without:
 * what requests have by default. */
#define PATHFAN_SEPARATION_MEASURED 0.02

typedef struct pathfan_separation {
  const char *method, *asked; /* "Fast", "2% and fill" */
  pathfan_algorithm algorithm;
  pathfan_effort effort;
  double share; /* separation_share of its requests */
  bool fill;
} pathfan_separation;

#define PATHFAN_SEPARATIONS 8
extern const pathfan_separation pathfan_separations[PATHFAN_SEPARATIONS];

/* A request as it makes it, with all tables; ends are the caller's. */
pathfan_request pathfan_separation_request(const pathfan_separation *separation);

/* Over the queries that have a path. NAN: not asked. All are numbers of their map's file. */
typedef struct pathfan_separation_sums {
  double queries;
  double one, two, three; /* of them with so many ways */
  double alternatives;    /* ways but the first of each query */
  double apart;           /* of these: share farther than W from every other way, summed */
  double near;            /* how many are not different enough from another way with W */
  double stretch;         /* length by the first way's, summed */
  double backup;          /* of queries, summed; 0 where there is one way */
  double us;              /* best times, summed; NAN: not timed */
} pathfan_separation_sums;

typedef struct pathfan_separation_trial {
  pathfan_query *query;
  const pathfan_scenario *scenario;
  int32_t every;  /* every so manieth line is asked, from the first */
  int32_t passes; /* timed; the best of each query counts. 0: no times */
} pathfan_separation_trial;

/* Asks all queries, then measures them in a pass of its own. sums stay NAN if the library doesn't
 * answer such requests. Errors: NO_MEMORY, and those of the library, of which pathfan_query_error
 * of the query object says more. */
pathfan_status pathfan_separation_run(const pathfan_separation_trial *trial,
                                      const pathfan_separation *separation,
                                      pathfan_separation_sums *sums);

#endif
