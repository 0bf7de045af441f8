/* progress.h - the memory that a build will need and, on a terminal, its progress and the time
 * left. */
#ifndef PF_COMMAND_PROGRESS_H
#define PF_COMMAND_PROGRESS_H

#include "command/command.h"

typedef struct cli_progress {
  bool quiet;     /* nothing is shown */
  bool shown;     /* stderr is a terminal, and not quiet */
  bool drawn;     /* a line is on the terminal, to be wiped */
  double started; /* of the whole build, seconds of the monotonic clock */
  double stage_started;
  const char *stage; /* the running one */
  char map[64];      /* with several maps: "[3/12] north/hall.map  "; else "" */
} cli_progress;

void cli_progress_start(cli_progress *progress, bool quiet);

/* A pathfan_progress_function; context is a cli_progress. */
void cli_progress_report(void *context, const char *stage, int64_t done, int64_t total);

/* A pathfan_estimate_function: prints one line, even if stderr is no terminal. */
void cli_progress_estimate(void *context, uint64_t bytes);

/* Shows from now on, before the stage if there is one, that `done` of `total` maps are finished and
 * that the current one is called name. */
void cli_progress_map(cli_progress *progress, const char *name, int32_t done, int32_t total);

/* Wipes the line, so that other output starts on an empty one. */
void cli_progress_end(cli_progress *progress);

#endif
