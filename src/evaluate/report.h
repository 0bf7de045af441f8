/* report.h - OUT/report.html, report.md, summary.csv and the pictures. */
#ifndef PF_EVALUATE_REPORT_H
#define PF_EVALUATE_REPORT_H

#include "evaluate/report_parts.h"

/* Writes them. Errors: IO, NO_MEMORY. */
pathfan_status pf_report_write(const pf_report *report, pathfan_error *error);

#endif
