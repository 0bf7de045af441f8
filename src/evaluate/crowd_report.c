/* crowd_report.c - the paper's tables, one per environment; pairs of initial and alternatives, with
 * intervals; charts. The report's tables are also written as text. */
#include "evaluate/crowd_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "draw/chart.h"
#include "evaluate/csv.h"
#include "evaluate/document.h"
#include "evaluate/paired.h"

#define STRATEGIES (PATHFAN_CROWD_ALTERNATIVES + 1)
#define SEARCHES (PATHFAN_CROWD_DIJKSTRA + 1)
#define SAMPLES_MOST 4096 /* of the numbers present */
#define SERIES_BYTES ((size_t)1 << 20)
#define FIRST_WIDTH 26 /* characters, in text */
#define CELL_BYTES 64

typedef struct report {
  const pf_trials_set *set;
  pf_document document;
  double *values[4]; /* [Size: repeats] scratch */
  int32_t counts[3]; /* of cases: all, both means lower, both significantly */
} report;

/* ---- Tables, also as text ---- */

static int width_of(const report *r, int32_t column) {
  const int name = (int)strlen(r->document.columns[column]);
  return column == 0 ? FIRST_WIDTH : (name > 8 ? name : 8) + 2;
}

static void table(report *r, const char *name, const char *title, int32_t count,
                  const char *const *columns) {
  FILE *text = r->set->options->text;
  pf_document_text(&r->document, "%s", title);
  pf_document_table(&r->document, name, count, columns);
  if (!text) return;
  fprintf(text, "%s\n\n", title);
  for (int32_t i = 0; i < count; i++) fprintf(text, i ? "%*s" : "%-*s", width_of(r, i), columns[i]);
  putc('\n', text);
}

static void write_text(const report *r, int32_t column, const char *cell) {
  FILE *text = r->set->options->text;
  if (!text) return;
  fprintf(text, column ? "%*s" : "%-*s", width_of(r, column), cell);
  if (column + 1 == r->document.column_count) putc('\n', text);
}

static void cell(report *r, const char *text) {
  write_text(r, r->document.column, text);
  pf_document_cell(&r->document, text);
}

static void number(report *r, double value, int decimals) {
  char digits[PF_NUMBER_BYTES] = "-";
  if (isfinite(value)) (void)pf_number_fixed(value, decimals, digits);
  write_text(r, r->document.column, digits);
  pf_document_number(&r->document, value, decimals);
}

static void end_table(report *r) {
  pf_document_table_end(&r->document);
  if (r->set->options->text) putc('\n', r->set->options->text);
}

/* ---- Means ---- */

typedef double value_function(const pf_trial_measures *m);

#define VALUE(name, of)                                                                            \
  static double name(const pf_trial_measures *m) {                                                 \
    return of;                                                                                     \
  }
VALUE(steps, m->steps)
VALUE(travel, m->travel)
VALUE(step_ms, m->step_ms)
VALUE(move_ms, m->move_ms)
VALUE(cpu_ms, m->cpu_ms)
VALUE(searches, m->searches)
VALUE(evaluations, m->evaluations)
VALUE(most_present, m->most_present)
VALUE(present_above, m->present_above)
VALUE(present_after, m->present_after)
/* A crowd that searches needs no index: building it is a cost of alternatives alone. */
VALUE(with_preparing, m->step_ms + m->preparing_ms / m->steps)
VALUE(with_building, m->step_ms + (m->preparing_ms + m->building_ms) / m->steps)

/* A case, with any seed. */
typedef struct which {
  int32_t ground;
  pathfan_crowd_search search;
  pathfan_crowd_strategy strategy;
  pathfan_crowd_law law;
  double area;
} which;

/* Collects the values of all seeds, in order. Returns their number. */
static int32_t values_of(const report *r, const which *w, value_function *of, double *values) {
  int32_t count = 0;
  for (int32_t i = 0; i < r->set->count; i++) {
    const pf_trial *t = &r->set->list[i];
    if (t->ground == w->ground && t->search == w->search && t->strategy == w->strategy &&
        t->law == w->law && t->area == w->area)
      values[count++] = of(&t->measured);
  }
  return count;
}

static double mean(const report *r, const which *w, value_function *of) {
  const int32_t count = values_of(r, w, of, r->values[0]);
  return count ? pf_mean_of(r->values[0], count).middle : NAN;
}

/* ---- The paper's tables ---- */

static which paper_case(const report *r, int32_t ground, int strategy, int search) {
  which w = {ground, (pathfan_crowd_search)search, (pathfan_crowd_strategy)strategy,
             PATHFAN_CROWD_NONLINEAR, 0};
  for (int32_t i = 0; i < r->set->count; i++)
    if (r->set->list[i].ground == ground) w.area = r->set->list[i].area;
  return w;
}

static void paper_table(report *r, int32_t ground) {
  static const char *const columns[] = {"way",   "avCT ms",     "pthR",        "evaluations",
                                        "maxA",  "AvrA, above", "AvrA, after", "TrvT steps",
                                        "steps", "moving ms",   "CPU ms"};
  static value_function *const values[] = {step_ms,       searches,      evaluations, most_present,
                                           present_above, present_after, travel,      steps,
                                           move_ms,       cpu_ms};
  static const int decimals[] = {4, 0, 0, 0, 0, 0, 1, 0, 4, 4};
  char title[160], way[64];
  (void)snprintf(title, sizeof title, "%s, means of runs: %d", r->set->grounds[ground].name,
                 r->set->options->repeats);
  table(r, r->set->grounds[ground].name, title, 11, columns);
  for (int search = SEARCHES - 1; search >= 0; search--)
    for (int s = 0; s < STRATEGIES; s++) {
      const which w = paper_case(r, ground, s, search);
      if (isnan(mean(r, &w, steps))) continue;
      (void)snprintf(way, sizeof way, "%s %s", pathfan_crowd_search_name(w.search),
                     pathfan_crowd_strategy_name(w.strategy));
      cell(r, way);
      for (int i = 0; i < 10; i++) number(r, mean(r, &w, values[i]), decimals[i]);
    }
  end_table(r);
}

/* ---- Pairs ---- */

static const char *interval_text(pf_confidence interval, double unit, int decimals,
                                 char text[CELL_BYTES]) {
  char least[PF_NUMBER_BYTES], most[PF_NUMBER_BYTES];
  if (!isfinite(interval.least)) return "-";
  (void)snprintf(text, CELL_BYTES, "%.24s..%.24s",
                 pf_number_fixed(unit * interval.least, decimals, least),
                 pf_number_fixed(unit * interval.most, decimals, most));
  return text;
}

static void pair_row(report *r, const which *w) {
  char name[128], text[CELL_BYTES];
  which initial = *w, ours = *w;
  initial.strategy = PATHFAN_CROWD_INITIAL;
  ours.strategy = PATHFAN_CROWD_ALTERNATIVES;
  double *a = r->values[0], *b = r->values[1], *c = r->values[2], *d = r->values[3];
  const int32_t count = values_of(r, &initial, travel, a);
  if (!count || values_of(r, &ours, travel, b) != count) return;
  values_of(r, &initial, step_ms, c);
  values_of(r, &ours, step_ms, d);
  const double before = pf_mean_of(a, count).middle, now = pf_mean_of(b, count).middle;
  const pf_confidence apart = pf_paired_difference(a, b, count);
  const pf_confidence times = pf_paired_ratio(c, d, count);
  (void)snprintf(name, sizeof name, "%.30s %s %g", r->set->grounds[w->ground].name,
                 pathfan_crowd_law_name(w->law), w->area);
  cell(r, name);
  number(r, before, 1);
  number(r, now, 1);
  number(r, 100 * (now - before) / before, 1);
  cell(r, interval_text(apart, 100 / before, 1, text));
  number(r, pf_mean_of(c, count).middle, 4);
  number(r, pf_mean_of(d, count).middle, 4);
  number(r, times.middle, 3);
  cell(r, interval_text(times, 1, 3, text));
  values_of(r, &initial, with_preparing, c);
  values_of(r, &ours, with_building, d);
  number(r, pf_paired_ratio(c, d, count).middle, 3);
  values_of(r, &initial, cpu_ms, c);
  values_of(r, &ours, cpu_ms, d);
  number(r, pf_paired_ratio(c, d, count).middle, 3);
  const bool is_better = now < before && times.middle < 1;
  const bool is_sure = pf_confidence_is_below(apart, 0) && pf_confidence_is_below(times, 1);
  cell(r, is_sure ? "surely" : is_better ? "yes" : "no");
  r->counts[0]++;
  r->counts[1] += is_better;
  r->counts[2] += is_sure;
}

static void pair_table(report *r, bool paper) {
  static const char *const columns[] = {
      "case",          "TrvT initial",  "alternatives",    "change %",
      "95% of change", "avCT initial",  "alternatives ms", "ratio",
      "95% of ratio",  "with building", "CPU of all",      "better in both"};
  char title[200];
  bool is_any = false;
  for (int32_t g = 0; g < r->set->ground_count; g++)
    is_any = is_any || !r->set->grounds[g].environment == !paper;
  if (!is_any) return;
  (void)snprintf(
      title, sizeof title,
      "Alternatives beside initial (A*), pairs a case: %d; law and agent's area named; %s",
      r->set->options->repeats, paper ? "the paper's environments" : "unseen maps");
  memset(r->counts, 0, sizeof r->counts);
  table(r, paper ? "pairs" : "unseen", title, 12, columns);
  for (int32_t g = 0; g < r->set->ground_count; g++) {
    if (!r->set->grounds[g].environment == paper) continue;
    /* Every case has one trial of each strategy with the first seed. */
    for (int32_t i = 0; i < r->set->count; i++) {
      const pf_trial *t = &r->set->list[i];
      if (t->ground == g && t->seed == r->set->options->seed &&
          t->strategy == PATHFAN_CROWD_ALTERNATIVES)
        pair_row(r, &(which){g, t->search, t->strategy, t->law, t->area});
    }
  }
  end_table(r);
  (void)snprintf(title, sizeof title,
                 "Better in both in %d of %d cases; in %d of them both intervals say so",
                 r->counts[1], r->counts[0], r->counts[2]);
  pf_document_text(&r->document, "%s.", title);
  if (r->set->options->text) fprintf(r->set->options->text, "%s.\n\n", title);
}

/* ---- Charts ---- */

static pathfan_status draw(report *r, const pf_chart *chart, const char *kind, const char *ground,
                           pathfan_error *error) {
  char *svg = NULL, *png = NULL, name[128];
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  (void)snprintf(name, sizeof name, "%s-%s", kind, ground);
  if (asprintf(&svg, "%s/%s.svg", r->set->options->out, name) < 0) svg = NULL;
  if (asprintf(&png, "%s/%s.png", r->set->options->out, name) < 0) png = NULL;
  if (svg && png)
    status = pf_chart_write(chart, svg, png, error);
  else
    pf_fail(error, status, "out of memory");
  if (!status) pf_document_picture(&r->document, name, chart->title);
  free(svg);
  free(png);
  return status;
}

/* Draws processor time, which a busy machine doesn't affect. A strategy's line goes from A* to
 * Dijkstra. */
static pathfan_status draw_costs(report *r, int32_t ground, pathfan_error *error) {
  pf_chart_series series[STRATEGIES];
  double x[STRATEGIES][SEARCHES], y[STRATEGIES][SEARCHES];
  char title[160];
  for (int s = 0; s < STRATEGIES; s++) {
    for (int search = 0; search < SEARCHES; search++) {
      const which w = paper_case(r, ground, s, search);
      x[s][search] = mean(r, &w, cpu_ms);
      y[s][search] = mean(r, &w, travel);
    }
    series[s] = (pf_chart_series){.name = pathfan_crowd_strategy_name(s),
                                  .x = x[s],
                                  .y = y[s],
                                  .count = SEARCHES,
                                  .style = s};
  }
  (void)snprintf(title, sizeof title,
                 "%s: travel time and computation (lines join A*, left, and Dijkstra)",
                 r->set->grounds[ground].name);
  const pf_chart chart = {.title = title,
                          .x_label = "processor time of a step with everything, ms",
                          .y_label = "mean travel time, steps",
                          .zero_y = true,
                          .series = series,
                          .series_count = STRATEGIES};
  return draw(r, &chart, "costs", r->set->grounds[ground].name, error);
}

/* Reads lines of two whole numbers, after a head. Returns their number. */
static int32_t read_samples(const char *path, double *x, double *y) {
  char *text = NULL;
  size_t bytes = 0;
  int32_t count = 0;
  if (pf_read_file(path, SERIES_BYTES, &text, &bytes, NULL)) return 0;
  pf_text lines = pf_text_over(text, bytes, path);
  pf_span line;
  (void)pf_text_line(&lines, &line);
  while (count < SAMPLES_MOST && pf_text_line(&lines, &line)) {
    if (!pf_csv_take(&line, &x[count]) || !pf_csv_take(&line, &y[count])) break;
    count++;
  }
  free(text);
  return count;
}

static pathfan_status draw_present(report *r, int32_t ground, pathfan_error *error) {
  const char *name = r->set->grounds[ground].name;
  pf_chart_series series[STRATEGIES];
  double *samples = pf_alloc(2UL * STRATEGIES * SAMPLES_MOST, sizeof *samples);
  char title[128];
  pathfan_status status = samples ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int s = 0; s < STRATEGIES && !status; s++) {
    double *x = samples + (size_t)2 * s * SAMPLES_MOST, *y = x + SAMPLES_MOST;
    char *path = NULL;
    series[s] =
        (pf_chart_series){.name = pathfan_crowd_strategy_name(s), .x = x, .y = y, .style = s};
    if (asprintf(&path, "%s/present/%s-%s.csv", r->set->options->out, name, series[s].name) < 0) {
      status = PATHFAN_ERR_NO_MEMORY;
      break;
    }
    series[s].count = read_samples(path, x, y);
    free(path);
  }
  (void)snprintf(title, sizeof title, "%s: agents present (A*, first seed)", name);
  const pf_chart chart = {.title = title,
                          .x_label = "step",
                          .y_label = "agents present",
                          .zero_y = true,
                          .series = series,
                          .series_count = STRATEGIES};
  status =
      status ? pf_fail(error, status, "out of memory") : draw(r, &chart, "present", name, error);
  free(samples);
  return status;
}

/* ---- All of it ---- */

static void write_setup(report *r) {
  const pf_trials_options *o = r->set->options;
  if (o->command) pf_document_text(&r->document, "Command: %s", o->command);
  pf_document_text(
      &r->document,
      "%d agents, 3 a step; seeds %llu to %llu, which say where within 10 pixels of their start "
      "agents begin. Runs that are compared have the same seed and follow each other on one "
      "thread; "
      "%d such rows of runs at a time%s. avCT: strategy and searches, mean of all steps; pthR: "
      "searches; maxA: agents present at most; AvrA: agents present in the mean of steps with more "
      "than %d of them (above), or of all steps after so many have started (after); TrvT: steps "
      "from start to goal, mean of the three flows. Ratios are of alternatives to initial, means "
      "of "
      "pairs by their logarithms; `with building` has the preparation of the crowd in avCT, and "
      "for "
      "alternatives that of the index, spread over the run; `CPU of all` is processor time of "
      "whole "
      "steps, moving included. Intervals are of 95%%, by Student's t.",
      o->agents, (unsigned long long)o->seed,
      (unsigned long long)o->seed + (unsigned long long)o->repeats - 1, o->jobs,
      o->jobs > 1 ? ", so that times disturb each other" : "", o->agents / 8);
}

static pathfan_status write_report(report *r, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  write_setup(r);
  pf_document_heading(&r->document, "Environments");
  for (int32_t g = 0; g < r->set->ground_count && !status; g++) {
    if (!r->set->grounds[g].environment) continue;
    paper_table(r, g);
    status = draw_costs(r, g, error);
    if (!status) status = draw_present(r, g, error);
  }
  pf_document_heading(&r->document, "Pairs");
  pair_table(r, true);
  pair_table(r, false);
  return status;
}

pathfan_status pf_trials_report(const pf_trials_set *set, pathfan_error *error) {
  report r = {.set = set};
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 4 && !status; i++) {
    r.values[i] = pf_alloc((uint64_t)set->options->repeats, sizeof(double));
    if (!r.values[i]) status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  if (!status) status = pf_document_open(&r.document, set->options->out, "Crowds", error);
  if (!status) status = write_report(&r, error);
  if (status)
    pf_document_discard(&r.document);
  else
    status = pf_document_close(&r.document, error);
  for (int i = 0; i < 4; i++) free(r.values[i]);
  return status;
}
