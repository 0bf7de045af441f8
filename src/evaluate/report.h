/* report.h - OUT/report.html, report.md, summary.csv and the pictures. */
#ifndef PATHFAN_EVALUATE_REPORT_H
#define PATHFAN_EVALUATE_REPORT_H

#include "evaluate/report_parts.h"

/* Writes them. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_report_write(const pathfan_report *report, pathfan_error *error);

#endif
