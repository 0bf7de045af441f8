/* report_parts.h - the parts of a report; each appends to the document. */
#ifndef PF_EVALUATE_REPORT_PARTS_H
#define PF_EVALUATE_REPORT_PARTS_H

#include "evaluate/document.h"
#include "evaluate/options.h"
#include "evaluate/suite.h"

typedef struct pf_report {
  const pf_evaluate_options *options;
  const pf_compared_methods *methods;
  const pf_evaluate_result *result;
  const pf_suite *suites; /* finished [Size: suite_count] */
  int32_t suite_count;
} pf_report;

/* report_setup.c: the time, place and method of measuring. */
void pf_report_setup(const pf_report *report, pf_document *document);

/* report_tables.c */
void pf_report_indexes(const pf_report *report, pf_document *document);
void pf_report_coverage(const pf_report *report, pf_document *document);
void pf_report_quality(const pf_report *report, pf_document *document);
void pf_report_separations(const pf_report *report, pf_document *document);
void pf_report_loops(const pf_report *report, pf_document *document);
void pf_report_baselines(const pf_report *report, pf_document *document);

/* report_times.c, with charts. Errors: IO, NO_MEMORY. */
pathfan_status pf_report_percentiles(const pf_report *report, pf_document *document,
                                     pathfan_error *error);
void pf_report_means(const pf_report *report, pf_document *document);
void pf_report_deciles(const pf_report *report, pf_document *document);
pathfan_status pf_report_paths(const pf_report *report, pf_document *document,
                               pathfan_error *error);
pathfan_status pf_report_via(const pf_report *report, pf_document *document, pathfan_error *error);

#endif
