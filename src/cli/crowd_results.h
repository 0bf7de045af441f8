/* crowd_results.h - what a crowd's run has come to, after cli_crowd_run_all. */
#ifndef PF_CLI_CROWD_RESULTS_H
#define PF_CLI_CROWD_RESULTS_H

#include "cli/crowd.h"

/* Returns the number of agents that are to arrive (in a crowd without end, of those started so
 * far), and whether all have arrived. */
int32_t cli_crowd_wanted(const cli_crowd_run *run);
bool cli_crowd_has_arrived(const cli_crowd_run *run);

/* In one line, of several runs. */
void cli_crowd_line(const cli_crowd_run *run);
void cli_crowd_print(const cli_crowd_run *run);
void cli_crowd_json(const cli_crowd_run *run);

#endif
