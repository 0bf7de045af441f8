/* report.c - the parts of the report, in order. */
#include "evaluate/report.h"

pathfan_status pf_report_write(const pf_report *report, pathfan_error *error) {
  pf_document document;
  pathfan_status status = pf_document_open(&document, report->options->out, "Evaluation", error);
  if (status) return status;
  pf_report_setup(report, &document);
  pf_report_indexes(report, &document);
  status = pf_report_percentiles(report, &document, error);
  if (!status) {
    pf_report_means(report, &document);
    pf_report_deciles(report, &document);
    status = pf_report_paths(report, &document, error);
  }
  if (!status) {
    pf_report_coverage(report, &document);
    pf_report_quality(report, &document);
    pf_report_separations(report, &document);
    pf_report_loops(report, &document);
    status = pf_report_via(report, &document, error);
  }
  if (status) {
    pf_document_discard(&document);
    return status;
  }
  pf_report_baselines(report, &document);
  return pf_document_close(&document, error);
}
