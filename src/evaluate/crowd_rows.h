/* crowd_rows.h - OUT/runs.csv: a line for each trial, written as soon as it is over.
 *
 *   status = pf_trial_rows_open(&rows, "out/runs.csv", &error);
 *   pf_trial_rows_take(&rows, &trial, name);                what an earlier run has measured
 *   status = pf_trial_rows_add(&rows, &trial, name, &error);
 *   pf_trial_rows_close(&rows); */
#ifndef PF_EVALUATE_CROWD_ROWS_H
#define PF_EVALUATE_CROWD_ROWS_H

#include <stdio.h>

#include "evaluate/crowd_trial.h"

typedef struct pf_trial_rows {
  FILE *file; /* at its end */
  char *path;
  char **keys; /* [Size: count] of the lines read: the cells that identify a trial */
  pf_trial_measures *measured; /* [Size: count] */
  int32_t count, capacity, measured_capacity;
} pf_trial_rows;

/* Reads the file, if it exists, and cuts off an incomplete last line. Errors: IO, NO_MEMORY,
 * MALFORMED (names the line); *rows is all zero then. */
pathfan_status pf_trial_rows_open(pf_trial_rows *rows, const char *path, pathfan_error *error);

/* Copies the measures of a trial that has a line. False: it has none. */
bool pf_trial_rows_take(const pf_trial_rows *rows, pf_trial *trial, const char *ground);

/* Appends a line. Errors: IO, NO_MEMORY. */
pathfan_status pf_trial_rows_add(pf_trial_rows *rows, const pf_trial *trial, const char *ground,
                                 pathfan_error *error);

void pf_trial_rows_close(pf_trial_rows *rows); /* all zero is fine */

#endif
