/* crowd_curve.h - how many are out of the building second by second, over runs that differ by their
 * seeds.
 *
 *   cli_crowd_curve curve = {.has_units = true};
 *   ok = cli_crowd_curve_add(&curve, crowd, flow_count);     after each run
 *   status = cli_crowd_curve_write(&curve, "curve.csv", &error);
 *   cli_crowd_curve_free(&curve); */
#ifndef PF_CLI_CROWD_CURVE_H
#define PF_CLI_CROWD_CURVE_H

#include "pathfan/crowd.h"

typedef struct cli_crowd_curve {
  bool has_units; /* seconds; otherwise steps */
  double **runs;  /* [Size: count] times of arrival, ascending, each list ended by INFINITY */
  int32_t count, capacity;
} cli_crowd_curve;

/* Adds a run that has ended. False: out of memory. */
bool cli_crowd_curve_add(cli_crowd_curve *curve, const pathfan_crowd *crowd, int32_t flow_count);

/* Writes a line for each second up to the last arrival: mean, least, most, and percentiles 5 and 95
 * over the runs; or draws them if the name ends in .svg or .png. Errors: IO, NO_MEMORY, ARGUMENT
 * (PNG in a build without cairo). */
pathfan_status cli_crowd_curve_write(const cli_crowd_curve *curve, const char *path,
                                     pathfan_error *error);

void cli_crowd_curve_free(cli_crowd_curve *curve); /* all zero is fine */

#endif
