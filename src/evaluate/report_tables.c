/* report_tables.c - tables without query times. */
#include "evaluate/report_parts.h"
#include "pathfan/inspect.h"

#include <math.h>

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* Bytes in a MB. */
#define MB 1e6

static double share(int64_t part, int64_t whole) {
  return whole ? (double)part / (double)whole : NAN;
}

/* The paper's table 6. */
void pf_report_indexes(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {
      "suite",        "maps",       "queries",    "vertices",      "convex vertices",
      "build, min",   "CVPD^1, MB", "CVPD^2, MB", "CVPD^3, MB",    "all tables, MB",
      "via sets, MB", "DL, MB",     "file, MB",   "bytes per pair"};
  pf_document_heading(document, "Maps and indexes (Table 6)");
  pf_document_text(document,
                   "Queries are all together, everything else is a mean per map. Vertices are "
                   "those of the mesh. A MB is 1,000,000 bytes. Bytes per pair: all files by "
                   "all unordered pairs of convex vertices.");
  pf_document_table(document, "table-6", COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++) {
    const pf_suite *suite = &report->suites[s];
    double all = 0;
    pf_document_cell(document, suite->name);
    pf_document_number(document, suite->map_count, 0);
    pf_document_number(document, (double)suite->queries, 0);
    pf_document_number(document, PF_SUITE_MEAN(suite, vertices), 1);
    pf_document_number(document, PF_SUITE_MEAN(suite, convex), 1);
    pf_document_number(document, PF_SUITE_MEAN(suite, build_seconds) / 60, 4);
    for (int32_t t = 0; t < PATHFAN_TABLES_MAX; t++) {
      const double bytes = PF_SUITE_MEAN(suite, table_bytes[t]);
      if (!isnan(bytes)) all += bytes;
      if (t < 3) pf_document_number(document, bytes / MB, 4);
    }
    pf_document_number(document, all / MB, 4);
    pf_document_number(document, PF_SUITE_MEAN(suite, region_bytes) / MB, 4);
    pf_document_number(document, PF_SUITE_MEAN(suite, label_bytes) / MB, 4);
    pf_document_number(document, PF_SUITE_MEAN(suite, file_bytes) / MB, 4);
    pf_document_number(document, suite->sum.file_bytes / suite->pairs, 3);
  }
  pf_document_table_end(document);
}

static void coverage_row(pf_document *document, const char *suite, const char *name,
                         const pf_method_figures *it, double reference) {
  pf_document_cell(document, suite);
  pf_document_cell(document, name);
  pf_document_number(document, (double)it->asked, 0);
  for (int paths = 0; paths <= 3; paths++)
    pf_document_number(document, share(it->found[paths], it->asked), 4);
  pf_document_number(document, share(it->found[3], it->asked) / reference, 4);
  pf_document_number(document, isnan(reference) ? NAN : (double)it->fewer, 0);
}

static bool has_coverage(const pf_compared_method *it) {
  return it->paths == PF_EVALUATE_PATHS && !it->sampled;
}

static double reference_share(const pf_method_figures *dissim) {
  return share(dissim->found[3], dissim->asked);
}

static void coverage_of_all(const pf_report *report, pf_document *document) {
  const pf_compared_methods *all = report->methods;
  const int32_t d = pf_compared_method_find(all, PF_FAMILY_DISSIM, 0, PF_EVALUATE_PATHS);
  pf_method_figures sums[PF_COMPARED_METHODS_MAX] = {{0}};
  for (int32_t c = 0; c < all->count; c++)
    for (int32_t s = 0; s < report->suite_count; s++) {
      sums[c].asked += report->suites[s].at[c].asked;
      sums[c].fewer += report->suites[s].at[c].fewer;
      for (int i = 0; i < 4; i++) sums[c].found[i] += report->suites[s].at[c].found[i];
    }
  for (int32_t c = 0; c < all->count; c++)
    if (has_coverage(&all->list[c]) && sums[c].asked)
      coverage_row(document, "all", all->list[c].name, &sums[c], reference_share(&sums[d]));
}

void pf_report_coverage(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {
      "suite", "method", "queries", "none", "1", "2", "3", "3, by Dissim's", "fewer than Dissim"};
  const pf_compared_methods *all = report->methods;
  const int32_t d = pf_compared_method_find(all, PF_FAMILY_DISSIM, 0, PF_EVALUATE_PATHS);
  pf_document_heading(document, "Coverage");
  pf_document_text(document,
                   "Shares of the queries that got none, 1, 2 or 3 paths when 3 were "
                   "wanted; the share with 3 divided by Dissimilarity's; and to how many queries "
                   "Dissimilarity gave more paths.");
  pf_document_table(document, "coverage", COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++)
    for (int32_t c = 0; c < all->count; c++) {
      const pf_method_figures *it = &report->suites[s].at[c];
      if (has_coverage(&all->list[c]) && it->asked)
        coverage_row(document, report->suites[s].name, all->list[c].name, it,
                     reference_share(&report->suites[s].at[d]));
    }
  if (report->suite_count > 1) coverage_of_all(report, document);
  pf_document_table_end(document);
}

static void compare(const pf_report *report, pf_document *document, pf_comparison comparison,
                    const char *name) {
  static const char *const columns[] = {"suite",    "method",  "queries", "BS mean", "BS max",
                                        "Sim mean", "Sim max", "LO mean", "LO min",  "length mean"};
  const pf_compared_methods *all = report->methods;
  pf_document_table(document, name, COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++)
    for (int32_t c = 0; c < all->count; c++) {
      const pf_method_figures *it = &report->suites[s].at[c];
      const pf_quality *q = &it->quality[comparison];
      if (!it->asked || !pf_compared(comparison, &all->list[c])) continue;
      pf_document_cell(document, report->suites[s].name);
      pf_document_cell(document, all->list[c].name);
      pf_document_number(document, (double)q->queries, 0);
      pf_document_number(document, q->stretch_mean, 4);
      pf_document_number(document, q->stretch_max, 4);
      pf_document_number(document, q->similarity_mean, 4);
      pf_document_number(document, q->similarity_max, 4);
      pf_document_number(document, q->optimality_mean, 4);
      pf_document_number(document, q->optimality_min, 4);
      pf_document_number(document, q->length_mean, 2);
    }
  pf_document_table_end(document);
}

/* The paper's table 7. */
void pf_report_quality(const pf_report *report, pf_document *document) {
  pf_document_heading(document, "Quality of the paths (Table 7)");
  pf_document_text(document,
                   "BS: bounded stretch, small is good; Sim: similarity, small is good; LO: "
                   "local optimality, large is good; of each query's set of paths, and the "
                   "mean length of its paths. Only queries to which every method of the table "
                   "gave exactly %d paths; their number is in the table.",
                   PF_EVALUATE_PATHS);
  compare(report, document, PF_COMPARE_PAPER, "table-7");
  pf_document_text(document,
                   "The same for the index as it is used by default and in thorough "
                   "mode, beside the competing methods: more queries are common to these.");
  compare(report, document, PF_COMPARE_OWN, "table-7-own");
}

/* The cells of a row that both tables of separations begin with. */
static void begin_row(pf_document *document, const char *suite, const pf_separation *it,
                      const pf_separation_sums *sums) {
  pf_document_cell(document, suite);
  pf_document_cell(document, it->method);
  pf_document_cell(document, it->asked);
  pf_document_number(document, sums->queries, 0);
  pf_document_number(document, sums->one / sums->queries, 4);
  pf_document_number(document, sums->two / sums->queries, 4);
  pf_document_number(document, sums->three / sums->queries, 4);
}

static void separation_row(pf_document *document, const char *suite, const pf_separation *it,
                           const pf_separation_sums *sums, bool times) {
  if (!(sums->queries > 0) || it->max_loop > 0) return;
  begin_row(document, suite, it, sums);
  pf_document_number(document, sums->apart / sums->alternatives, 4);
  pf_document_number(document, sums->near / sums->alternatives, 4);
  pf_document_number(document, sums->backup / sums->queries, 4);
  pf_document_number(document, sums->stretch / sums->alternatives, 4);
  if (times) pf_document_number(document, sums->us / sums->queries, 2);
}

static void loop_row(pf_document *document, const char *suite, const pf_separation *it,
                     const pf_separation_sums *sums, bool times) {
  if (!(sums->queries > 0) || !(it->share > 0) || it->fill) return;
  begin_row(document, suite, it, sums);
  pf_document_number(document, sums->alternatives, 0);
  pf_document_number(document, sums->loop / sums->alternatives, 4);
  pf_document_number(document, sums->loops / sums->alternatives, 4);
  pf_document_number(document, sums->long_loops / sums->alternatives, 4);
  pf_document_number(document, sums->stretch / sums->alternatives, 4);
  if (times) pf_document_number(document, sums->us / sums->queries, 2);
}

static void add_sums(pf_separation_sums *to, const pf_separation_sums *more) {
  double *sum = (double *)(void *)to;
  const double *one = (const double *)(const void *)more;
  for (size_t i = 0; i < sizeof *more / sizeof *one; i++) sum[i] += one[i];
}

typedef void row_of(pf_document *document, const char *suite, const pf_separation *it,
                    const pf_separation_sums *sums, bool times);

/* Writes rows of each suite, then of all. */
static void write_rows(const pf_report *report, pf_document *document, row_of *row) {
  const bool times = report->options->times;
  pf_separation_sums all[PF_SEPARATIONS] = {{0}};
  for (int32_t s = 0; s < report->suite_count; s++)
    for (int32_t i = 0; i < PF_SEPARATIONS; i++) {
      const pf_separation_sums *sums = &report->suites[s].sum.separations[i];
      row(document, report->suites[s].name, &pf_separations[i], sums, times);
      add_sums(&all[i], sums);
    }
  for (int32_t i = 0; i < PF_SEPARATIONS && report->suite_count > 1; i++)
    row(document, "all", &pf_separations[i], &all[i], times);
}

void pf_report_separations(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {"suite", "method", "separation", "queries",
                                        "1",     "2",      "3",          "apart mean",
                                        "near",  "backup", "stretch",    "mean us"};
  const bool times = report->options->times;
  pf_document_heading(document, "Paths that differ in the plane");
  pf_document_text(
      document,
      "The index with all its tables, and Dissimilarity, asked without separation, with the "
      "2%% of the shortest path's length that requests have by default, and with that and "
      "filled up; loops are allowed. Everywhere else in this report requests have no separation, "
      "also where they are called the default. Here all paths are measured at 2%%, those asked for "
      "without too. "
      "Shares of the queries that got 1, 2 or 3 paths when 3 were requested; of paths 2 and 3, the "
      "mean "
      "share of their length that runs farther than that from every other path (apart), how many "
      "don't differ enough from another path of their answer by that measure (near), and their "
      "mean length by the shortest path's (stretch); over all queries, the mean share of the "
      "shortest path that can be blocked with a path left (backup; 0 where there is one path)%s.",
      times ? "; and the mean time" : "");
  pf_document_table(document, "separations", COUNT(columns) - !times, columns);
  write_rows(report, document, separation_row);
  pf_document_table_end(document);
}

void pf_report_loops(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {
      "suite",        "method", "asked",      "queries",  "1",       "2",      "3",
      "ways 2 and 3", "loop",   "loop > 1.5", "loop > 2", "stretch", "mean us"};
  const bool times = report->options->times;
  pf_document_heading(document, "Paths that turn back in plain sight");
  pf_document_text(
      document,
      "The requests with a separation of 2%% again, and with a bound on loops: where two points of "
      "a path see each other, its part between them is at most this many times their distance; 1.5 "
      "is "
      "the default. Of paths 2 and 3: how many there are, the mean of their greatest such ratio "
      "(loop), the shares that exceed 1.5 and 2, and their mean length by the shortest path's "
      "(stretch)%s. Measured from the same points as requests are, every 24th of the shortest "
      "path.",
      times ? "; and the mean time of all queries" : "");
  pf_document_table(document, "loops", COUNT(columns) - !times, columns);
  write_rows(report, document, loop_row);
  pf_document_table_end(document);
}

void pf_report_baselines(const pf_report *report, pf_document *document) {
  static const char *const columns[] = {"suite", "structure",   "runs",  "labels",
                                        "MB",    "look-up, ns", "pairs", "differing"};
  static const char *const names[] = {"first moves (CPD)", "hub labels", "CVPD^1 + DL",
                                      "the index's CVPD^1 + DL"};
  pf_document_heading(document, "Distances by other means (4.1.3, 4.1.4)");
  pf_document_text(document,
                   "The length of the shortest path between two convex vertices: by following "
                   "first moves, by merging hub labels, and by three look-ups in CVPD^1 and "
                   "DL. The first three rows are coded alike, as plainly as the paper writes "
                   "them (a run 4 bytes, ids 2, lengths 8), with the same trees, ranks and "
                   "order of columns; labels that give lengths alone. The fourth is what the "
                   "index's own coding makes of the third; its look-up also reads the via "
                   "nodes of all tables and checks its arguments. Means per map; times over "
                   "random pairs, of the whole loop, best of three.");
  pf_document_table(document, "baselines", COUNT(columns), columns);
  for (int32_t s = 0; s < report->suite_count; s++) {
    const pf_suite *suite = &report->suites[s];
    const double figures[4][4] = {
        {PF_SUITE_MEAN(suite, cpd_runs), NAN, PF_SUITE_MEAN(suite, cpd_bytes),
         PF_SUITE_MEAN(suite, cpd_ns)},
        {NAN, PF_SUITE_MEAN(suite, hub_labels), PF_SUITE_MEAN(suite, hub_bytes),
         PF_SUITE_MEAN(suite, hub_ns)},
        {PF_SUITE_MEAN(suite, cvpd_runs), PF_SUITE_MEAN(suite, dl_labels),
         PF_SUITE_MEAN(suite, cvpd_bytes) + PF_SUITE_MEAN(suite, dl_bytes),
         PF_SUITE_MEAN(suite, cvpd_ns)},
        {PF_SUITE_MEAN(suite, table_runs[0]), PF_SUITE_MEAN(suite, labels),
         PF_SUITE_MEAN(suite, table_bytes[0]) + PF_SUITE_MEAN(suite, label_bytes),
         PF_SUITE_MEAN(suite, index_ns)}};
    for (int i = 0; i < 4; i++) {
      pf_document_cell(document, suite->name);
      pf_document_cell(document, names[i]);
      pf_document_number(document, figures[i][0], 0);
      pf_document_number(document, figures[i][1], 0);
      pf_document_number(document, figures[i][2] / MB, 4);
      pf_document_number(document, figures[i][3], 0);
      pf_document_number(document, suite->sum.pairs, 0);
      pf_document_number(document, suite->sum.disagreements, 0);
    }
  }
  pf_document_table_end(document);
}
