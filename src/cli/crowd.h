/* crowd.h - a crowd's run: its steps and its files; and many runs for comparison. */
#ifndef PF_CLI_CROWD_H
#define PF_CLI_CROWD_H

#include "base/file.h"
#include "cli/cli.h"
#include "pathfan/crowd.h"
#include "scenario/crowd_ground.h"

/* Files of a run; NULL: not wanted. */
typedef struct cli_crowd_files {
  const char *csv, *trajectories, *density, *frames;
  double above;  /* persons a square metre: density has the time above that; 0: mean densities */
  int64_t every; /* steps between lines, and between frames */
} cli_crowd_files;

typedef struct cli_crowd_run {
  const pf_crowd_scenario *scenario;
  const pf_crowd_ground *ground;
  const cli_crowd_files *files;
  pathfan_crowd *crowd;
  pathfan_crowd_statistics end; /* after cli_crowd_run_all */
  bool is_quiet;
} cli_crowd_run;

/* Runs to the end, or to the scenario's last step, and writes the files; shows progress on a
 * terminal. Returns CLI_OK or the exit code of a reported failure. */
int cli_crowd_run_all(cli_crowd_run *run);

/* Whether times are seconds; and those of a step. */
bool cli_crowd_has_units(const cli_crowd_run *run);
double cli_crowd_step_seconds(const cli_crowd_run *run);

/* Many runs (evaluate/crowd_trials.h). */
typedef struct cli_crowd_experiment {
  bool paper, unseen, is_quiet;
  const char *out, *command_line;
  const char *const *maps; /* [Size: map_count] */
  int32_t map_count;
  int32_t agents; /* 0: the default */
  int32_t repeats, jobs;
  uint64_t seed;
} cli_crowd_experiment;

/* Runs the trials that are missing, and prints the tables. Returns CLI_OK or the exit code of a
 * reported failure. */
int cli_crowd_trials(const cli_crowd_experiment *experiment);

#define CLI_STANDARDS_MOST 16

/* Runs RiMEA's tests of these numbers [Size: count], or all, and prints the table; writes a report
 * into a folder, if out isn't NULL. Returns CLI_OK, CLI_NO_ANSWER if a test isn't met, or the exit
 * code of a reported failure. */
int cli_crowd_standards(const char *out, uint64_t seed, const int32_t *numbers, int32_t count);

#endif
