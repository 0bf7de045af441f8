/* trace_log.c - records a trace. The points of all paths share a list, which moves as it grows. */
#include "request/trace_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void keep_via(pf_trace_log *log, const pathfan_trace_event *told) {
  if (log->via_count == PF_TRACE_VIAS_MAX) {
    log->left_out[1]++;
    return;
  }
  log->status = pf_grow(&log->vias, &log->via_capacity, log->via_count + 1);
  if (!log->status) log->vias[log->via_count++] = (pf_lost_via){told->fate, told->via};
}

static void keep_made(pf_trace_log *log, const pathfan_trace_event *told) {
  const int32_t number = log->made_count;
  if (number == PF_TRACE_PATHS_MAX) {
    log->left_out[0]++;
    return;
  }
  log->status = pf_grow(&log->made, &log->made_capacity, number + 1);
  if (!log->status) log->status = pf_grow(&log->firsts, &log->first_capacity, number + 1);
  if (!log->status)
    log->status =
        pf_grow(&log->points, &log->point_capacity, (int64_t)log->point_count + told->point_count);
  if (log->status) return;
  log->made[number] = *told;
  log->firsts[number] = log->point_count;
  memcpy(log->points + log->point_count, told->points,
         (size_t)told->point_count * sizeof *log->points);
  log->point_count += told->point_count;
  log->made_count++;
}

static void keep(void *context, const pathfan_trace_event *told) {
  pf_trace_log *log = context;
  if (log->status) return;
  if (told->point_count)
    keep_made(log, told);
  else
    keep_via(log, told);
}

void pf_trace_log_begin(pf_trace_log *log) {
  *log = (pf_trace_log){.trace = {.tell = keep, .context = log}};
}

static void write_made(pf_json_writer *w, const pathfan_trace_event *told,
                       const pathfan_point *points) {
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, "fate", pathfan_fate_name(told->fate));
  if (told->has_via)
    pf_write_point(w, "via", told->via);
  else
    pf_write_null(w, "via");
  pf_write_bool(w, "spliced", told->spliced);
  if (told->filled) pf_write_bool(w, "filled", true);
  if (told->rival >= 0) pf_write_integer(w, "rival", told->rival);
  if (told->fate == PATHFAN_FATE_LOOPING) {
    pf_write_begin(w, "loop", '[');
    for (int e = 0; e < 2; e++) pf_write_point(w, NULL, told->loop[e]);
    pf_write_end(w, ']');
  }
  pf_write_number(w, "length", told->length);
  pf_write_begin(w, "points", '[');
  for (int32_t k = 0; k < told->point_count; k++) pf_write_point(w, NULL, points[k]);
  pf_write_end(w, ']');
  pf_write_end(w, '}');
}

void pf_trace_log_write(pf_json_writer *w, const char *name, const pf_trace_log *log) {
  pf_write_begin(w, name, '{');
  pf_write_begin(w, "vias", '[');
  for (int32_t i = 0; i < log->via_count; i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "fate", pathfan_fate_name(log->vias[i].fate));
    pf_write_point(w, "at", log->vias[i].at);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pf_write_begin(w, "candidates", '[');
  for (int32_t i = 0; i < log->made_count; i++)
    write_made(w, &log->made[i], log->points + log->firsts[i]);
  pf_write_end(w, ']');
  pf_write_integer(w, "left_out", log->left_out[0] + log->left_out[1]);
  pf_write_end(w, '}');
}

void pf_trace_log_free(pf_trace_log *log) {
  free(log->made);
  free(log->firsts);
  free(log->points);
  free(log->vias);
}
