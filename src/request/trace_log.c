/* trace_log.c - records a trace. The points of all paths share a list, which moves as it grows. */
#include "request/trace_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void keep_via(pathfan_trace_log *log, const pathfan_told *told) {
  if (log->via_count == PATHFAN_TRACE_VIAS_MAX) {
    log->left_out[1]++;
    return;
  }
  log->status = pathfan_grow(&log->vias, &log->via_capacity, log->via_count + 1, sizeof *log->vias);
  if (!log->status) log->vias[log->via_count++] = (pathfan_lost_via){told->fate, told->via};
}

static void keep_made(pathfan_trace_log *log, const pathfan_told *told) {
  const int32_t number = log->made_count;
  if (number == PATHFAN_TRACE_PATHS_MAX) {
    log->left_out[0]++;
    return;
  }
  log->status = pathfan_grow(&log->made, &log->made_capacity, number + 1, sizeof *log->made);
  if (!log->status)
    log->status = pathfan_grow(&log->firsts, &log->first_capacity, number + 1, sizeof *log->firsts);
  if (!log->status)
    log->status = pathfan_grow(&log->points, &log->point_capacity,
                               (int64_t)log->point_count + told->point_count, sizeof *log->points);
  if (log->status) return;
  log->made[number] = *told;
  log->firsts[number] = log->point_count;
  memcpy(log->points + log->point_count, told->points,
         (size_t)told->point_count * sizeof *log->points);
  log->point_count += told->point_count;
  log->made_count++;
}

static void keep(void *context, const pathfan_told *told) {
  pathfan_trace_log *log = context;
  if (log->status) return;
  if (told->point_count)
    keep_made(log, told);
  else
    keep_via(log, told);
}

static void forget(void *context, bool all) {
  pathfan_trace_log *log = context;
  log->made_count = log->point_count = 0;
  log->left_out[0] = 0;
  if (!all) return;
  log->via_count = 0;
  log->left_out[1] = 0;
}

void pathfan_trace_log_begin(pathfan_trace_log *log) {
  *log = (pathfan_trace_log){.trace = {.tell = keep, .forget = forget, .context = log}};
}

static void write_made(pathfan_json_writer *w, const pathfan_told *told,
                       const pathfan_point *points) {
  pathfan_write_begin(w, NULL, '{');
  pathfan_write_text(w, "fate", pathfan_fate_name(told->fate));
  if (told->has_via)
    pathfan_write_point(w, "via", told->via);
  else
    pathfan_write_null(w, "via");
  pathfan_write_bool(w, "spliced", told->spliced);
  if (told->filled) pathfan_write_bool(w, "filled", true);
  if (told->rival >= 0) pathfan_write_integer(w, "rival", told->rival);
  pathfan_write_number(w, "length", told->length);
  pathfan_write_begin(w, "points", '[');
  for (int32_t k = 0; k < told->point_count; k++) pathfan_write_point(w, NULL, points[k]);
  pathfan_write_end(w, ']');
  pathfan_write_end(w, '}');
}

void pathfan_trace_log_write(pathfan_json_writer *w, const char *name,
                             const pathfan_trace_log *log) {
  pathfan_write_begin(w, name, '{');
  pathfan_write_begin(w, "vias", '[');
  for (int32_t i = 0; i < log->via_count; i++) {
    pathfan_write_begin(w, NULL, '{');
    pathfan_write_text(w, "fate", pathfan_fate_name(log->vias[i].fate));
    pathfan_write_point(w, "at", log->vias[i].at);
    pathfan_write_end(w, '}');
  }
  pathfan_write_end(w, ']');
  pathfan_write_begin(w, "candidates", '[');
  for (int32_t i = 0; i < log->made_count; i++)
    write_made(w, &log->made[i], log->points + log->firsts[i]);
  pathfan_write_end(w, ']');
  pathfan_write_integer(w, "left_out", log->left_out[0] + log->left_out[1]);
  pathfan_write_end(w, '}');
}

void pathfan_trace_log_free(pathfan_trace_log *log) {
  free(log->made);
  free(log->firsts);
  free(log->points);
  free(log->vias);
}
