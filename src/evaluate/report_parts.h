/* report_parts.h - the parts of a report; each appends to the document. */
#ifndef PATHFAN_EVALUATE_REPORT_PARTS_H
#define PATHFAN_EVALUATE_REPORT_PARTS_H

#include "evaluate/document.h"
#include "evaluate/options.h"
#include "evaluate/suite.h"

typedef struct pathfan_report {
  const pathfan_evaluate_options *options;
  const pathfan_compared_methods *methods;
  const pathfan_evaluate_result *result;
  const pathfan_suite *suites; /* finished [Size: suite_count] */
  int32_t suite_count;
} pathfan_report;

/* report_setup.c: the time, place and method of measuring. */
void pathfan_report_setup(const pathfan_report *report, pathfan_document *document);

/* report_tables.c */
void pathfan_report_indexes(const pathfan_report *report, pathfan_document *document);
void pathfan_report_coverage(const pathfan_report *report, pathfan_document *document);
void pathfan_report_quality(const pathfan_report *report, pathfan_document *document);
void pathfan_report_separations(const pathfan_report *report, pathfan_document *document);
void pathfan_report_baselines(const pathfan_report *report, pathfan_document *document);

/* report_times.c, with charts. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_report_percentiles(const pathfan_report *report, pathfan_document *document,
                                          pathfan_error *error);
void pathfan_report_means(const pathfan_report *report, pathfan_document *document);
void pathfan_report_deciles(const pathfan_report *report, pathfan_document *document);
pathfan_status pathfan_report_paths(const pathfan_report *report, pathfan_document *document,
                                    pathfan_error *error);
pathfan_status pathfan_report_via(const pathfan_report *report, pathfan_document *document,
                                  pathfan_error *error);

#endif
