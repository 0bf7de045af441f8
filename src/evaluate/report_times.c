/* report_times.c - figures 5 and 6, mean times, deciles, via nodes. */
#include "evaluate/report_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"
#include "draw/chart.h"

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* ---- Charts ---- */

/* Makes a file's name, FIGURE-SUITE[-DETAIL], which is also a link; suites with other characters
 * than letters, digits, - and _ are numbered. */
static void picture_name(char name[128], const char *figure, const pf_report *report,
                         const pf_suite *suite, const char *detail) {
  bool plain = true;
  for (const char *c = suite->name; *c; c++)
    plain = plain && (isalnum((unsigned char)*c) || *c == '-' || *c == '_');
  if (plain)
    snprintf(name, 128, "%s-%.60s%s%s", figure, suite->name, *detail ? "-" : "", detail);
  else
    snprintf(name, 128, "%s-suite%d%s%s", figure, (int)(suite - report->suites), *detail ? "-" : "",
             detail);
}

static pathfan_status draw(const pf_report *report, const pf_chart *chart, const char *name,
                           pathfan_error *error) {
  char *svg = NULL, *png = NULL;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (asprintf(&svg, "%s/%s.svg", report->options->out, name) < 0) svg = NULL;
  if (asprintf(&png, "%s/%s.png", report->options->out, name) < 0) png = NULL;
  if (svg && png)
    status = pf_chart_write(chart, svg, png, error);
  else
    pf_fail(error, status, "out of memory");
  free(svg);
  free(png);
  return status;
}

/* The lines of a chart, as they are added. */
typedef struct lines {
  pf_chart_series series[PF_COMPARED_METHODS_MAX];
  int32_t count;
} lines;

static void add_line(lines *all, const char *name, int32_t style, const double *x, const double *y,
                     int32_t count) {
  all->series[all->count++] = (pf_chart_series){name, x, y, count, style};
}

/* ---- Figure 5 ---- */

static void bins_table(const pf_suite *suite, pf_document *document) {
  static const char *const columns[] = {"suite", "method", "percentile", "mean us"};
  char percentile[16];
  pf_document_hidden_table(document, "figure-5", COUNT(columns), columns);
  for (int32_t c = 0; c < suite->methods->count; c++)
    for (int b = 0; b < PF_PERCENTILE_BINS; b++) {
      if (suite->methods->list[c].sampled || !suite->at[c].asked) continue;
      snprintf(percentile, sizeof percentile, "%d", (b + 1) * 100 / PF_PERCENTILE_BINS);
      pf_document_cell(document, suite->name);
      pf_document_cell(document, suite->methods->list[c].name);
      pf_document_cell(document, percentile);
      pf_document_number(document, suite->at[c].percentile_us[b], 3);
    }
  pf_document_table_end(document);
}

/* Draws one chart. tables: 1..3, or 0 for the index's modes in normal use. */
static pathfan_status draw_percentiles(const pf_report *report, const pf_suite *suite,
                                       int32_t tables, pf_document *document,
                                       pathfan_error *error) {
  const pf_compared_methods *all = report->methods;
  double x[PF_PERCENTILE_BINS];
  char name[128], title[256], detail[16] = "modes";
  lines chart = {.count = 0};
  for (int b = 0; b < PF_PERCENTILE_BINS; b++) x[b] = (b + 1) * 100.0 / PF_PERCENTILE_BINS;
  for (int32_t c = 0; c < all->count; c++) {
    const pf_compared_method *it = &all->list[c];
    const bool own = it->family == PF_FAMILY_THOROUGH || it->is_default;
    const bool cvpd = it->family <= PF_FAMILY_CVPD_ALL && it->tables == tables;
    const bool other = it->family >= PF_FAMILY_PLA && it->family <= PF_FAMILY_POLY;
    if (it->sampled || !suite->at[c].asked || !(tables ? cvpd || other : own || other)) continue;
    add_line(&chart, it->is_default && !tables ? it->name : pf_family_name(it->family),
             (int32_t)it->family, x, suite->at[c].percentile_us, PF_PERCENTILE_BINS);
  }
  if (tables) {
    snprintf(detail, sizeof detail, "%d", tables);
    snprintf(title, sizeof title, "%.100s: up to 3 paths, %d table%s (Polyanya: 1 path)",
             suite->name, tables, tables > 1 ? "s" : "");
  } else {
    snprintf(title, sizeof title,
             "%.100s: up to 3 paths, fast and thorough mode (Polyanya: 1 path)", suite->name);
  }
  const pf_chart picture = {.title = title,
                            .x_label = "queries by expansions of A*, percentile",
                            .y_label = "mean time, microseconds",
                            .log_y = true,
                            .series = chart.series,
                            .series_count = chart.count};
  picture_name(name, "figure-5", report, suite, detail);
  const pathfan_status status = draw(report, &picture, name, error);
  if (!status) pf_document_picture(document, name, title);
  return status;
}

pathfan_status pf_report_percentiles(const pf_report *report, pf_document *document,
                                     pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_document_heading(document, "Times by difficulty (Figure 5)");
  if (!report->options->times) {
    pf_document_text(document, "No times were taken.");
    return PATHFAN_OK;
  }
  pf_document_text(document,
                   "Queries in order of the nodes that A* on the grid expands, cut "
                   "into %d equal parts; the mean of each part stands at its end. "
                   "The numbers are in summary.csv.",
                   PF_PERCENTILE_BINS);
  for (int32_t s = 0; s < report->suite_count && !status; s++) {
    const pf_suite *suite = &report->suites[s];
    if (!suite->ranked) {
      pf_document_text(document, "%s: A* has answered no query, so there is no order.",
                       suite->name);
      continue;
    }
    bins_table(suite, document);
    for (int32_t x = 1; x <= 3 && x <= report->options->tables && !status; x++)
      status = draw_percentiles(report, suite, x, document, error);
    if (!status) status = draw_percentiles(report, suite, 0, document, error);
  }
  return status;
}

/* ---- Means ---- */

void pf_report_means(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {"suite",           "method", "mean us",
                                        "median us",       "p95 us", "by the default's mean",
                                        "median of ratios"};
  const int32_t base = pf_compared_method_default(report->methods);
  if (!report->options->times) return;
  pf_document_heading(document, "Mean times and ratios");
  pf_document_text(document,
                   "Ratios are to %s, what the library does when nothing is asked for: of the "
                   "means, and the median of the ratios of single queries.",
                   report->methods->list[base].name);
  pf_document_table(document, "times", COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++)
    for (int32_t c = 0; c < report->methods->count; c++) {
      const pf_method_figures *it = &report->suites[s].at[c];
      if (!it->asked || report->methods->list[c].sampled) continue;
      pf_document_cell(document, report->suites[s].name);
      pf_document_cell(document, report->methods->list[c].name);
      pf_document_number(document, it->mean_us, 2);
      pf_document_number(document, it->median_us, 2);
      pf_document_number(document, it->p95_us, 2);
      pf_document_number(document, it->mean_us / report->suites[s].at[base].mean_us, 2);
      pf_document_number(document, it->ratio_median, 2);
    }
  pf_document_table_end(document);
}

void pf_report_deciles(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {"suite",       "decile",  "queries",
                                        "from",        "to",      "default us",
                                        "thorough us", "Poly us", "Poly by default"};
  const pf_compared_methods *all = report->methods;
  const int32_t base = pf_compared_method_default(all);
  const int32_t poly = pf_compared_method_find(all, PF_FAMILY_POLY, 0, 1);
  const int32_t thorough = pf_compared_method_find(all, PF_FAMILY_THOROUGH, 0, PF_EVALUATE_PATHS);
  char number[16];
  if (!report->options->times) return;
  pf_document_heading(document, "Times by distance, beside Polyanya");
  pf_document_text(
      document,
      "Ten equal parts of the queries by the length of the shortest path. %s "
      "finds up to 3 paths, Polyanya one. Above 1 in the last column the index is faster.",
      all->list[base].name);
  pf_document_table(document, "deciles", COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++)
    for (int d = 0; d < PF_DECILES; d++) {
      const pf_suite *suite = &report->suites[s];
      if (!suite->decile_queries[d]) continue;
      snprintf(number, sizeof number, "%d", d + 1);
      pf_document_cell(document, suite->name);
      pf_document_cell(document, number);
      pf_document_number(document, (double)suite->decile_queries[d], 0);
      pf_document_number(document, suite->decile_from[d], 1);
      pf_document_number(document, suite->decile_to[d], 1);
      pf_document_number(document, suite->at[base].decile_us[d], 2);
      pf_document_number(document, suite->at[thorough].decile_us[d], 2);
      pf_document_number(document, suite->at[poly].decile_us[d], 2);
      pf_document_number(document, suite->at[poly].decile_us[d] / suite->at[base].decile_us[d], 2);
    }
  pf_document_table_end(document);
}

/* ---- Figure 6 ---- */

#define KS (PF_SAMPLED_MOST - PF_SAMPLED_LEAST + 1)

/* Gets a family's mean times over the sample, by k. False: it has none. */
static bool times_by_k(const pf_suite *suite, pf_family family, double us[KS]) {
  bool any = false;
  for (int i = 0; i < KS; i++) {
    const bool poly = family == PF_FAMILY_POLY; /* its one path is the same for all k */
    const int32_t c =
        pf_compared_method_find_sampled(suite->methods, family, poly ? 1 : PF_SAMPLED_LEAST + i);
    us[i] = suite->at[c].mean_us;
    any = any || !isnan(us[i]);
  }
  return any;
}

static int64_t sampled_queries(const pf_suite *suite) {
  return suite->at[pf_compared_method_find_sampled(suite->methods, PF_FAMILY_POLY, 1)].asked;
}

static pathfan_status draw_paths(const pf_report *report, const pf_suite *suite,
                                 double us[PF_FAMILY_POLY + 1][KS], pf_document *document,
                                 pathfan_error *error) {
  const double x[KS] = {2, 3, 4, 5};
  char name[128], title[256];
  lines chart = {.count = 0};
  for (int f = 0; f <= PF_FAMILY_POLY; f++)
    if (!isnan(us[f][0])) add_line(&chart, pf_family_name((pf_family)f), f, x, us[f], KS);
  snprintf(title, sizeof title, "%.100s: %d tables, %lld queries (Polyanya: 1 path)", suite->name,
           report->options->tables < 2 ? 1 : 2, (long long)sampled_queries(suite));
  const pf_chart picture = {.title = title,
                            .x_label = "k, paths wanted",
                            .whole_x = true,
                            .y_label = "mean time, microseconds",
                            .log_y = true,
                            .series = chart.series,
                            .series_count = chart.count};
  picture_name(name, "figure-6", report, suite, "");
  const pathfan_status status = draw(report, &picture, name, error);
  if (!status) pf_document_picture(document, name, title);
  return status;
}

pathfan_status pf_report_paths(const pf_report *report, pf_document *document,
                               pathfan_error *error) {
  static const char *const columns[] = {"suite",     "method",    "k = 2, us",
                                        "k = 3, us", "k = 4, us", "k = 5, us"};
  pathfan_status status = PATHFAN_OK;
  if (!report->options->times) return PATHFAN_OK;
  pf_document_heading(document, "Times by the number of paths (Figure 6)");
  pf_document_text(document,
                   "Means over a sample: every %dth of the queries of each map, from the "
                   "first. The index uses %d table%s. Polyanya finds one path whatever k is.",
                   report->options->paths_sample, report->options->tables < 2 ? 1 : 2,
                   report->options->tables < 2 ? "" : "s");
  for (int32_t s = 0; s < report->suite_count && !status; s++) {
    const pf_suite *suite = &report->suites[s];
    double us[PF_FAMILY_POLY + 1][KS];
    pf_document_table(document, "figure-6", COUNT(columns), columns);
    for (int f = 0; f <= PF_FAMILY_POLY; f++) {
      if (!times_by_k(suite, (pf_family)f, us[f])) continue;
      pf_document_cell(document, suite->name);
      pf_document_cell(document, pf_family_name((pf_family)f));
      for (int k = 0; k < KS; k++) pf_document_number(document, us[f][k], 2);
    }
    pf_document_table_end(document);
    status = draw_paths(report, suite, us, document, error);
  }
  return status;
}

/* ---- Via nodes ---- */

static pathfan_status draw_via(const pf_report *report, pf_document *document,
                               pathfan_error *error) {
  double x[PF_VIA_SHOWN + 1];
  double(*y)[PF_VIA_SHOWN + 1] = calloc((size_t)report->suite_count + 1, sizeof *y);
  lines chart = {.count = 0};
  if (!y) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int i = 0; i <= PF_VIA_SHOWN; i++) x[i] = i;
  for (int32_t s = 0; s < report->suite_count && s < PF_CHART_STYLES; s++) {
    for (int i = 0; i <= PF_VIA_SHOWN; i++)
      y[s][i] = (double)report->suites[s].via[i] / (double)report->suites[s].with_path;
    add_line(&chart, report->suites[s].name, s, x, y[s], PF_VIA_SHOWN + 1);
  }
  const pf_chart picture = {.title = "Via nodes looked at for a query",
                            .x_label = "via nodes",
                            .whole_x = true,
                            .y_label = "share of queries",
                            .zero_y = true,
                            .series = chart.series,
                            .series_count = chart.count};
  pathfan_status status = draw(report, &picture, "via-nodes", error);
  if (!status)
    pf_document_picture(document, "via-nodes", "Share of queries by number of via nodes");
  free(y);
  return status;
}

pathfan_status pf_report_via(const pf_report *report, pf_document *document, pathfan_error *error) {
  static const char *const columns[] = {"suite",    "queries",  "mean",    "median",
                                        "below 10", "below 20", "above 30"};
  pf_document_heading(document, "Via nodes");
  pf_document_text(document,
                   "Different via nodes that the fast mode evaluates with %d tables and all "
                   "visible vertices. Pairs of vertices whose straight lines are already too "
                   "long aren't looked up.",
                   report->options->tables < 3 ? report->options->tables : 3);
  pf_document_table(document, "via-nodes", COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++) {
    const pf_suite *suite = &report->suites[s];
    int64_t sum = 0, below[PF_VIA_SHOWN + 3] = {0};
    int median = 0;
    for (int i = 0; i < PF_VIA_SHOWN + 2; i++) below[i + 1] = sum += suite->via[i];
    while (median <= PF_VIA_SHOWN && 2 * below[median + 1] < sum) median++;
    pf_document_cell(document, suite->name);
    pf_document_number(document, (double)sum, 0);
    pf_document_number(document, suite->via_mean, 2);
    pf_document_number(document, sum ? median : NAN, 0);
    pf_document_number(document, (double)below[10] / (double)sum, 4);
    pf_document_number(document, (double)below[20] / (double)sum, 4);
    pf_document_number(document, (double)suite->via[PF_VIA_SHOWN + 1] / (double)sum, 4);
  }
  pf_document_table_end(document);
  return draw_via(report, document, error);
}
