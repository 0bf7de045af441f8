/* crowd_curve.c - counts those who are out by each second. */
#include "cli/crowd_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/status.h"
#include "draw/curve.h"

#define SECONDS_MOST 10000000

static int by_size(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

bool cli_crowd_curve_add(cli_crowd_curve *c, const pathfan_crowd *crowd, int32_t flow_count) {
  int32_t all = 0, n = 0, most = 0;
  if (pf_grow(&c->runs, &c->capacity, (int64_t)c->count + 1)) return false;
  for (int32_t i = 0; i < flow_count; i++) {
    const int32_t of_flow = pathfan_crowd_arrivals(crowd, i, NULL, 0);
    all += of_flow;
    most = of_flow > most ? of_flow : most;
  }
  double *times = malloc(((size_t)all + 1) * sizeof *times);
  pathfan_crowd_arrival *list = malloc(((size_t)most + 1) * sizeof *list);
  if (times && list) {
    for (int32_t i = 0; i < flow_count; i++) {
      const int32_t of_flow = pathfan_crowd_arrivals(crowd, i, list, most);
      for (int32_t k = 0; k < of_flow; k++) times[n++] = list[k].egress;
    }
    qsort(times, (size_t)n, sizeof *times, by_size);
    times[n] = INFINITY;
    c->runs[c->count++] = times;
  } else {
    free(times);
  }
  const bool ok = times && list;
  free(list);
  return ok;
}

/* Columns [Size: count] of a table by second. */
typedef struct table {
  int32_t count;
  double *mean, *least, *low, *high, *most;
} table;

/* How many runs' numbers [Size: count], sorted, tell. */
static double percentile(const double *sorted, int32_t count, int p) {
  int64_t rank = ((int64_t)p * count + 99) / 100;
  if (rank < 1) rank = 1;
  return sorted[rank - 1];
}

static pathfan_status fill(const cli_crowd_curve *c, table *t) {
  double last = 0;
  for (int32_t r = 0; r < c->count; r++)
    for (int32_t k = 0; isfinite(c->runs[r][k]); k++) last = fmax(last, c->runs[r][k]);
  if (!(last < SECONDS_MOST)) return PATHFAN_ERR_LIMIT;
  t->count = 1 + (int32_t)ceil(last);
  const size_t n = (size_t)t->count;
  t->mean = malloc(5 * n * sizeof *t->mean);
  double *now = malloc(((size_t)c->count + 1) * sizeof *now);
  int32_t *at = calloc((size_t)c->count + 1, sizeof *at);
  if (t->mean && now && at) {
    t->least = t->mean + n;
    t->low = t->least + n;
    t->high = t->low + n;
    t->most = t->high + n;
    for (int32_t s = 0; s < t->count; s++) {
      double sum = 0;
      for (int32_t r = 0; r < c->count; r++) {
        while (c->runs[r][at[r]] <= s) at[r]++;
        now[r] = at[r];
        sum += at[r];
      }
      qsort(now, (size_t)c->count, sizeof *now, by_size);
      t->mean[s] = sum / c->count;
      t->least[s] = now[0];
      t->low[s] = percentile(now, c->count, 5);
      t->high[s] = percentile(now, c->count, 95);
      t->most[s] = now[c->count - 1];
    }
  }
  const bool ok = t->mean && now && at;
  free(now);
  free(at);
  return ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static pathfan_status write_table(const cli_crowd_curve *c, const table *t, const char *path,
                                  pathfan_error *error) {
  pf_output file;
  const pathfan_status status = pf_output_open(&file, path, error);
  if (status) return status;
  fprintf(file.stream, "%s,mean,least,p5,p95,most\n", c->has_units ? "s" : "step");
  for (int32_t s = 0; s < t->count; s++)
    fprintf(file.stream, "%d,%.9g,%.9g,%.9g,%.9g,%.9g\n", s, t->mean[s], t->least[s], t->low[s],
            t->high[s], t->most[s]);
  return pf_output_close(&file, error);
}

static pathfan_status draw(const cli_crowd_curve *c, const table *t, const char *path,
                           pathfan_error *error) {
  char title[80];
  (void)snprintf(title, sizeof title, "Out of the building, %d run%s", c->count,
                 c->count > 1 ? "s" : "");
  const pf_curve curve = {.title = title,
                          .x_label = c->has_units ? "s" : "steps",
                          .y_label = "persons",
                          .count = t->count,
                          .mean = t->mean,
                          .least = t->least,
                          .most = t->most,
                          .low = t->low,
                          .high = t->high};
  return pf_curve_draw(path, &curve, error);
}

pathfan_status cli_crowd_curve_write(const cli_crowd_curve *c, const char *path,
                                     pathfan_error *error) {
  const size_t length = strlen(path);
  const bool is_table = length >= 4 && strcmp(path + length - 4, ".csv") == 0;
  table t = {.count = 0};
  pathfan_status status = fill(c, &t);
  if (status) status = pf_fail(error, status, "%s", pathfan_status_text(status));
  if (!status) status = (is_table ? write_table : draw)(c, &t, path, error);
  free(t.mean);
  return status;
}

void cli_crowd_curve_free(cli_crowd_curve *c) {
  for (int32_t i = 0; i < c->count; i++) free(c->runs[i]);
  free(c->runs);
  *c = (cli_crowd_curve){.count = 0};
}
