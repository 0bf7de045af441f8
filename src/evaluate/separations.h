/* separations.h - paths that differ in the plane: the same requests with a separation, with one and
 * filled up, and without one, and how far their paths keep apart; then with a separation and a
 * bound on loops, and how many of their paths turn back in plain sight.
 *
 *   for (int32_t s = 0; s < PF_SEPARATIONS; s++)
 *     status = pf_separation_run(&trial, &pf_separations[s], &sums[s]);
 *
 * A map keeps sums, not rows: a few numbers, however many queries it has. */
#ifndef PF_EVALUATE_SEPARATIONS_H
#define PF_EVALUATE_SEPARATIONS_H

#include "pathfan/build.h"
#include "pathfan/query.h"

/* All sets of paths are measured with this share of the shortest path's length as separation, even
 * those requested without one: it is the default of requests. */
#define PF_SEPARATION_MEASURED 0.02

typedef struct pf_separation {
  const char *method, *asked; /* "Fast", "2% and fill" */
  pathfan_algorithm algorithm;
  pathfan_effort effort;
  double share; /* separation_share of its requests */
  bool fill;
  double max_loop; /* 0: loops are allowed */
} pf_separation;

/* Loops above these are counted, whatever the bound: the default one, and twice the straight way.
 */
#define PF_LOOP_COUNTED 1.5
#define PF_LONG_LOOP_COUNTED 2

/* Those with a bound on loops come last. */
#define PF_SEPARATIONS 13
extern const pf_separation pf_separations[PF_SEPARATIONS];

/* Makes its request, with all tables; the caller sets the ends. */
pathfan_request pf_separation_request(const pf_separation *separation);

/* Sums over the queries that have a path. NAN: not run. All are stored in the map's file. */
typedef struct pf_separation_sums {
  double queries;
  double one, two, three; /* queries with that many paths */
  double alternatives;    /* paths other than the first of each query */
  double apart;           /* of alternatives: share farther than W from every other path, summed */
  double near;            /* alternatives that are not different enough from another path with W */
  double stretch;         /* length over that of path 1, summed */
  double backup;          /* of queries, summed; 0 for a query with one path */
  double loop;            /* of alternatives: the measure `loop`, summed */
  double loops;           /* alternatives with a loop of more than PF_LOOP_COUNTED */
  double long_loops;      /* alternatives with a loop of more than PF_LONG_LOOP_COUNTED */
  double us;              /* best times, summed; NAN: not timed */
} pf_separation_sums;

typedef struct pf_separation_trial {
  pathfan_query *query;
  const pathfan_scenario *scenario;
  int32_t every;  /* one line in so many is run, from the first */
  int32_t passes; /* timed ones; the best of each query counts. 0: no times */
} pf_separation_trial;

/* Runs all queries, then measures them in a separate pass. sums stay NAN if the library refuses
 * such requests. Errors: NO_MEMORY, and those of the library, which pathfan_query_error of the
 * query object explains. */
pathfan_status pf_separation_run(const pf_separation_trial *trial, const pf_separation *separation,
                                 pf_separation_sums *sums);

#endif
