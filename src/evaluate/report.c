/* report.c - the parts of the report, in order. */
#include "evaluate/report.h"

pathfan_status pathfan_report_write(const pathfan_report *report, pathfan_error *error) {
  pathfan_document document;
  pathfan_status status =
      pathfan_document_open(&document, report->options->out, "Evaluation", error);
  if (status) return status;
  pathfan_report_setup(report, &document);
  pathfan_report_indexes(report, &document);
  status = pathfan_report_percentiles(report, &document, error);
  if (!status) {
    pathfan_report_means(report, &document);
    pathfan_report_deciles(report, &document);
    status = pathfan_report_paths(report, &document, error);
  }
  if (!status) {
    pathfan_report_coverage(report, &document);
    pathfan_report_quality(report, &document);
    pathfan_report_separations(report, &document);
    status = pathfan_report_via(report, &document, error);
  }
  if (status) {
    pathfan_document_discard(&document);
    return status;
  }
  pathfan_report_baselines(report, &document);
  return pathfan_document_close(&document, error);
}
