/* metrics.c - counters, and their text: version 0.0.4 of Prometheus' exposition format. */
#include "serve/metrics.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "pathfan/version.h"

/* Upper bounds of the buckets, seconds. */
static const double bounds[PF_METRICS_BUCKETS] = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 5, 10};

static const int codes[PF_METRICS_CODES] = {200, 204, 304, 400, 403, 404, 405, 409,
                                            413, 415, 429, 499, 500, 503, 0};

static const char *const lanes[PF_LANE_COUNT] = {"quick", "batch", "slow", "costs"};

void pf_metrics_init(pf_serve_metrics *metrics) {
  struct timespec now;
  *metrics = (pf_serve_metrics){.started = 0};
  clock_gettime(CLOCK_REALTIME, &now);
  metrics->started = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add(atomic_ullong *counter, unsigned long long value) {
  atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

static unsigned long long read_counter(const atomic_ullong *counter) {
  return atomic_load_explicit(counter, memory_order_relaxed);
}

void pf_metrics_request(pf_serve_metrics *metrics, int status) {
  int i = 0;
  while (i < PF_METRICS_CODES - 1 && codes[i] != status) i++;
  add(&metrics->requests[i], 1);
}

void pf_metrics_lane(pf_serve_metrics *metrics, pf_serve_lane lane, double seconds) {
  int i = 0;
  while (i < PF_METRICS_BUCKETS && seconds > bounds[i]) i++;
  add(&metrics->lanes[lane].buckets[i], 1);
  add(&metrics->lanes[lane].microseconds, (unsigned long long)(1e6 * seconds));
}

void pf_tally_answer(pf_tally *tally, const pathfan_answer *answer) {
  if (!answer) return;
  if (answer->outcome < PF_METRICS_OUTCOMES) tally->answers[answer->outcome]++;
  tally->paths += (uint32_t)answer->path_count;
}

void pf_metrics_tally(pf_serve_metrics *metrics, const pf_tally *tally) {
  for (int i = 0; i < PF_METRICS_OUTCOMES; i++)
    if (tally->answers[i]) add(&metrics->answers[i], tally->answers[i]);
  if (tally->paths) add(&metrics->paths, tally->paths);
}

void pf_metrics_head(FILE *out, const char *name, const char *type, const char *help) {
  fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void pf_metrics_label(FILE *out, const char *value) {
  putc('"', out);
  for (; *value; value++) {
    if (*value == '"' || *value == '\\') putc('\\', out);
    if (*value == '\n')
      fputs("\\n", out);
    else
      putc(*value, out);
  }
  putc('"', out);
}

static void write_lanes(const pf_serve_metrics *metrics, FILE *out) {
  static const char name[] = "pathfan_request_seconds";
  pf_metrics_head(out, name, "histogram",
                  "Requests for paths, from their headers to their answer.");
  for (int lane = 0; lane < PF_LANE_COUNT; lane++) {
    unsigned long long sum = 0;
    for (int i = 0; i <= PF_METRICS_BUCKETS; i++) {
      sum += read_counter(&metrics->lanes[lane].buckets[i]);
      fprintf(out, "%s_bucket{lane=\"%s\",le=\"", name, lanes[lane]);
      if (i < PF_METRICS_BUCKETS)
        fprintf(out, "%g\"} %llu\n", bounds[i], sum);
      else
        fprintf(out, "+Inf\"} %llu\n", sum);
    }
    fprintf(out, "%s_sum{lane=\"%s\"} %.6f\n%s_count{lane=\"%s\"} %llu\n", name, lanes[lane],
            1e-6 * (double)read_counter(&metrics->lanes[lane].microseconds), name, lanes[lane],
            sum);
  }
}

/* Returns the bytes of memory that the process takes now; 0 if unknown. */
static unsigned long long resident(void) {
  unsigned long long all, pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%llu %llu", &all, &pages) != 2) pages = 0;
  fclose(file);
  return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

static void write_process(const pf_serve_metrics *metrics, FILE *out) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  pf_metrics_head(out, "process_cpu_seconds_total", "counter", "Processor time spent.");
  fprintf(out, "process_cpu_seconds_total %.6f\n",
          (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
              1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
  pf_metrics_head(out, "process_resident_memory_bytes", "gauge", "Memory in use.");
  fprintf(out, "process_resident_memory_bytes %llu\n", resident());
  pf_metrics_head(out, "process_start_time_seconds", "gauge", "When the server began, since 1970.");
  fprintf(out, "process_start_time_seconds %.3f\n", metrics->started);
}

void pf_metrics_write(pf_serve_metrics *metrics, FILE *out) {
  pf_metrics_head(out, "pathfan_build_info", "gauge", "Always 1; the version is its label.");
  fprintf(out, "pathfan_build_info{version=\"%s\"} 1\n", pathfan_version());
  pf_metrics_head(out, "pathfan_requests_total", "counter", "Requests by HTTP status.");
  for (int i = 0; i < PF_METRICS_CODES; i++) {
    const unsigned long long count = read_counter(&metrics->requests[i]);
    if (codes[i])
      fprintf(out, "pathfan_requests_total{code=\"%d\"} %llu\n", codes[i], count);
    else if (count)
      fprintf(out, "pathfan_requests_total{code=\"other\"} %llu\n", count);
  }
  write_lanes(metrics, out);
  pf_metrics_head(out, "pathfan_answers_total", "counter",
                  "Queries answered by outcome, those of batches one by one.");
  for (int i = 0; i < PF_METRICS_OUTCOMES; i++)
    fprintf(out, "pathfan_answers_total{outcome=\"%s\"} %llu\n",
            pathfan_outcome_name((pathfan_outcome)i), read_counter(&metrics->answers[i]));
  pf_metrics_head(out, "pathfan_paths_total", "counter", "Paths in these answers.");
  fprintf(out, "pathfan_paths_total %llu\n", read_counter(&metrics->paths));
  write_process(metrics, out);
}
