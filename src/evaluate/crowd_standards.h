/* crowd_standards.h - the tests of RiMEA's guideline that this model of crowds can take, by name.
 *
 *   pf_standards_options options = {.out = "standards", .text = stdout};
 *   status = pf_standards(&options, &result, &error);
 *   if (result.met < result.rows) ...
 *
 * Each test builds its floor, lets people walk by Weidmann's law, and judges them by where they
 * were step by step. docs/crowd.md has the table. */
#ifndef PF_EVALUATE_CROWD_STANDARDS_H
#define PF_EVALUATE_CROWD_STANDARDS_H

#include <stdint.h>
#include <stdio.h>

#include "pathfan/status.h"

typedef struct pf_standards_options {
  const char *out;        /* folder of report.md, report.html, summary.csv; NULL: none */
  FILE *text;             /* gets the table, row by row */
  const int32_t *numbers; /* [Size: count] of tests, as RiMEA counts them */
  int32_t count;          /* 0: all */
  uint64_t seed;
} pf_standards_options;

typedef struct pf_standards_result {
  int32_t rows, met; /* lines of the table, and those within what is asked for */
} pf_standards_result;

/* Errors: ARGUMENT (no such test), NO_MEMORY, IO. */
pathfan_status pf_standards(const pf_standards_options *options, pf_standards_result *result,
                            pathfan_error *error);

#endif
