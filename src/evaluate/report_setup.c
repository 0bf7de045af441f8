/* report_setup.c - what a reader must know to judge the figures. */
#include "evaluate/report_parts.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pathfan/version.h"

/* Gets the processor's name; "unknown" if the system doesn't tell. */
static void processor(char *name, size_t size) {
  char line[512];
  snprintf(name, size, "unknown");
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, "model name", 10) != 0) continue;
    const char *value = strchr(line, ':');
    if (!value) continue;
    value += 1 + strspn(value + 1, " \t");
    snprintf(name, size, "%.*s", (int)strcspn(value, "\n"), value);
    break;
  }
  if (file) fclose(file);
}

static void write_machine(const pf_report *report, pf_document *document) {
  char cpu[256], date[64];
  const time_t now = time(NULL);
  struct tm utc;
  gmtime_r(&now, &utc);
  strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
  processor(cpu, sizeof cpu);
  pf_document_text(document,
                   "Report of %s by pathfan " PATHFAN_VERSION ". Machine: %ld processors, %s. "
                   "%d maps at a time, each on one thread.",
                   date, sysconf(_SC_NPROCESSORS_ONLN), cpu, report->options->threads);
  if (report->options->command) pf_document_text(document, "Command: %s", report->options->command);
  if (report->result->reused)
    pf_document_text(document,
                     "%d of the %d maps were evaluated by an earlier, interrupted run; the "
                     "date and machine above are this one's.",
                     report->result->reused, report->result->maps);
}

static void write_times(const pf_report *report, pf_document *document) {
  pf_document_text(
      document,
      "Times are of the library call from two points to the paths, nothing left out, while %s. In "
      "a pass a method goes over all queries of a map, one after the other as they stand in the "
      "scenario, so that no query finds the caches as its own last run left them; %d passes follow "
      "each other, and the best time of each query counts; Penalty and A* have one pass. What a "
      "method prepares at its first "
      "request for a map (the visibility graph of Plateaus, Dissimilarity and Penalty) is not in "
      "the times.",
      report->options->threads > 1 ? "the other maps were running on the other processors"
                                   : "nothing else of this evaluation was running",
      report->options->passes);
}

void pf_report_setup(const pf_report *report, pf_document *document) {
  const pf_evaluate_options *options = report->options;
  const pf_evaluate_result *result = report->result;
  if (options->times)
    write_machine(report, document);
  else
    pf_document_text(document, "Made without times: date, command and machine are left out, "
                               "so that equal evaluations give equal reports.");
  pf_document_text(
      document,
      "%d maps and %lld queries%s; indexes of %d tables; k = %d, stretch 1.5, dissimilarity 0.6, "
      "penalty factor 1.4.",
      result->maps, (long long)result->queries, options->sample > 1 ? " (a sample)" : "",
      options->tables, PF_EVALUATE_PATHS);
  if (options->sample > 1)
    pf_document_text(document, "Of each scenario every %dth line was asked, from the first.",
                     options->sample);
  if (result->failed || result->flaws)
    pf_document_text(document,
                     "Left out because of their content: %d maps, %lld lines of scenarios.",
                     result->failed, (long long)result->flaws);
  if (result->without_lines)
    pf_document_text(document, "%d maps have no scenario beside them and were left out.",
                     result->without_lines);
  pf_document_text(
      document,
      "x-CVPD(N): the paper's method, with x tables and N visible vertices at either end; Fast: "
      "the fast mode of the index as it is by default, by via sets of regions; Thorough: its "
      "thorough mode; Pla, Dissim, Pen: Plateaus, "
      "Dissimilarity, Penalty; Poly: Polyanya, one path only. All figures but the first table are "
      "over the queries that have a path.");
  for (int32_t c = 0; c < report->methods->count; c++) {
    int64_t asked = 0;
    for (int32_t s = 0; s < report->suite_count; s++) asked += report->suites[s].at[c].asked;
    if (!asked && !report->methods->list[c].sampled)
      pf_document_text(document, "%s has answered no query: there are no figures of it.",
                       report->methods->list[c].name);
  }
  if (options->times) write_times(report, document);
}
