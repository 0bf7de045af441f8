/* metrics.h - counts of what the server has done so far, and their text for Prometheus. */
#ifndef PF_SERVE_METRICS_H
#define PF_SERVE_METRICS_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "pathfan/query.h"

/* How a request was answered. */
typedef enum pf_serve_lane {
  PF_LANE_QUICK = 0, /* by the thread that talks to the client */
  PF_LANE_BATCH,     /* a batch by index, or one that takes longer than a moment */
  PF_LANE_SLOW,      /* by a search */
  PF_LANE_COSTS,     /* a field or a corridor: seconds */
  PF_LANE_COUNT
} pf_serve_lane;

#define PF_METRICS_BUCKETS 14
#define PF_METRICS_CODES 15
#define PF_METRICS_OUTCOMES 5 /* all but invalid_request */

/* Counters that only grow; any thread. */
typedef struct pf_serve_metrics {
  atomic_ullong requests[PF_METRICS_CODES]; /* by status; the last counts all others */
  struct {
    atomic_ullong buckets[PF_METRICS_BUCKETS + 1]; /* the last: longer than all */
    atomic_ullong microseconds;
  } lanes[PF_LANE_COUNT];                     /* of answered requests for paths or costs */
  atomic_ullong answers[PF_METRICS_OUTCOMES]; /* queries, those of batches one by one */
  atomic_ullong paths;
  double started; /* seconds since 1970 */
} pf_serve_metrics;

void pf_metrics_init(pf_serve_metrics *metrics);

/* Counts a request that was answered with this HTTP status. */
void pf_metrics_request(pf_serve_metrics *metrics, int status);

/* Counts a request for paths or costs that this lane answered, that many seconds after its headers.
 */
void pf_metrics_lane(pf_serve_metrics *metrics, pf_serve_lane lane, double seconds);

/* Queries answered for one request; dropped if a later lane begins the request anew. */
typedef struct pf_tally {
  uint32_t answers[PF_METRICS_OUTCOMES], paths;
} pf_tally;

void pf_tally_answer(pf_tally *tally, const pathfan_answer *answer);
void pf_metrics_tally(pf_serve_metrics *metrics, const pf_tally *tally);

/* Writes these counts, and the process's memory. */
void pf_metrics_write(pf_serve_metrics *metrics, FILE *out);

/* Writes a metric's help and type. */
void pf_metrics_head(FILE *out, const char *name, const char *type, const char *help);

/* Writes the value of a label, escaped. */
void pf_metrics_label(FILE *out, const char *value);

#endif
