/* progress.h - what a build is going to need, and on a terminal how far it is and
 * how long it still takes. */
#ifndef PATHFAN_CLI_PROGRESS_H
#define PATHFAN_CLI_PROGRESS_H

#include "cli/cli.h"

typedef struct cli_progress {
  bool quiet;     /* nothing at all is shown */
  bool shown;     /* stderr is a terminal and nobody asked for quiet */
  bool drawn;     /* there is a line to wipe */
  double started; /* of the whole build, seconds of the monotonic clock */
  double stage_started;
  const char *stage; /* the one that is running */
  char map[64];      /* of several maps: "[3/12] north/hall.map  "; else "" */
} cli_progress;

void cli_progress_start(cli_progress *progress, bool quiet);

/* A pathfan_progress_function; context is a cli_progress. */
void cli_progress_report(void *context, const char *stage, int64_t done, int64_t total);

/* A pathfan_estimate_function: one line, also when stderr is no terminal. */
void cli_progress_estimate(void *context, uint64_t bytes);

/* Of several maps, `done` of `total` are finished, and name is the one at hand: shows it
 * from now on, before the stage if there is one. */
void cli_progress_map(cli_progress *progress, const char *name, int32_t done, int32_t total);

/* Wipes the line, so that whatever follows starts on a clean one. */
void cli_progress_end(cli_progress *progress);

#endif
