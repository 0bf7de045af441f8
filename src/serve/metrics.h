/* metrics.h - counts of what the server has done so far, and their text for Prometheus. */
#ifndef PATHFAN_SERVE_METRICS_H
#define PATHFAN_SERVE_METRICS_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "pathfan/query.h"

/* How a request was answered. */
typedef enum pathfan_serve_lane {
  PATHFAN_LANE_QUICK = 0, /* by the thread that talks to the client */
  PATHFAN_LANE_BATCH,     /* a batch by index, or one that takes longer than a moment */
  PATHFAN_LANE_SLOW,      /* by a search */
  PATHFAN_LANE_COUNT
} pathfan_serve_lane;

#define PATHFAN_METRICS_BUCKETS 14
#define PATHFAN_METRICS_CODES 15
#define PATHFAN_METRICS_OUTCOMES 5 /* all but invalid_request */

/* Counters that only grow; any thread. */
typedef struct pathfan_serve_metrics {
  atomic_ullong requests[PATHFAN_METRICS_CODES]; /* by status; the last counts all others */
  struct {
    atomic_ullong buckets[PATHFAN_METRICS_BUCKETS + 1]; /* the last: longer than all */
    atomic_ullong microseconds;
  } lanes[PATHFAN_LANE_COUNT];                     /* of answered requests for paths */
  atomic_ullong answers[PATHFAN_METRICS_OUTCOMES]; /* queries, those of batches one by one */
  atomic_ullong paths;
  double started; /* seconds since 1970 */
} pathfan_serve_metrics;

void pathfan_metrics_init(pathfan_serve_metrics *metrics);

/* Counts a request that was answered with this HTTP status. */
void pathfan_metrics_request(pathfan_serve_metrics *metrics, int status);

/* Counts a request for paths that this lane answered, that many seconds after its headers. */
void pathfan_metrics_lane(pathfan_serve_metrics *metrics, pathfan_serve_lane lane, double seconds);

/* Queries answered for one request; dropped if a later lane begins the request anew. */
typedef struct pathfan_tally {
  uint32_t answers[PATHFAN_METRICS_OUTCOMES], paths;
} pathfan_tally;

void pathfan_tally_answer(pathfan_tally *tally, const pathfan_answer *answer);
void pathfan_metrics_tally(pathfan_serve_metrics *metrics, const pathfan_tally *tally);

/* Writes these counts, and the process's memory. */
void pathfan_metrics_write(pathfan_serve_metrics *metrics, FILE *out);

/* Writes a metric's help and type. */
void pathfan_metrics_head(FILE *out, const char *name, const char *type, const char *help);

/* Writes the value of a label, escaped. */
void pathfan_metrics_label(FILE *out, const char *value);

#endif
