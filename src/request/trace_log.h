/* trace_log.h - records a request's trace, and writes it as JSON.
 *
 *   pf_trace_log log;
 *   pf_trace_log_begin(&log);
 *   request.trace = &log.trace;
 *   ... the request is asked, once ...
 *   if (!log.status) pf_trace_log_write(&writer, "trace", &log);
 *   pf_trace_log_free(&log); */
#ifndef PF_REQUEST_TRACE_LOG_H
#define PF_REQUEST_TRACE_LOG_H

#include "request/write.h"

/* The most candidates recorded, those with paths and others; beyond that they are only counted. */
#define PF_TRACE_PATHS_MAX 500
#define PF_TRACE_VIAS_MAX 20000

/* A via node that was dropped before its path was made. */
typedef struct pf_lost_via {
  pathfan_fate fate;
  pathfan_point at;
} pf_lost_via;

typedef struct pf_trace_log {
  pathfan_trace trace;       /* for the request; its context is the log */
  pathfan_trace_event *made; /* in order; their points begin at `firsts` */
  int32_t *firsts;
  pathfan_point *points;
  pf_lost_via *vias;
  int32_t made_count, made_capacity, first_capacity, point_count, point_capacity, via_count,
      via_capacity;
  int64_t left_out[2];   /* of made, of vias */
  pathfan_status status; /* NO_MEMORY: the record is incomplete */
} pf_trace_log;

void pf_trace_log_begin(pf_trace_log *log);

/* Writes a member: {"vias": [...], "candidates": [...], "left_out": number}. */
void pf_trace_log_write(pf_json_writer *writer, const char *name, const pf_trace_log *log);

void pf_trace_log_free(pf_trace_log *log);

#endif
