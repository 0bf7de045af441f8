/* left_out.c - commands that this build was made without: they are listed, and say so. */
#include "cli/cli.h"
#include "cli/crowd.h"

#if defined(PATHFAN_WITHOUT_VIEWER) || defined(PATHFAN_WITHOUT_EVALUATE)
static int run(const cli_command *command, int argc, char **argv) {
  (void)argc, (void)argv;
  cli_message("this pathfan was built without the command '%s'", command->name);
  return CLI_USAGE;
}
#endif

#ifdef PATHFAN_WITHOUT_VIEWER
const cli_command cli_view = {
    "view", "(not in this build)",
    "This pathfan was built without the viewer: cmake -DPATHFAN_VIEWER=ON builds it.\n", run};
#endif

#ifdef PATHFAN_WITHOUT_EVALUATE
const cli_command cli_evaluate = {
    "evaluate", "(not in this build)",
    "This pathfan was built without evaluate: cmake -DPATHFAN_EVALUATE=ON builds it.\n", run};

int cli_crowd_trials(const cli_crowd_experiment *experiment) {
  (void)experiment;
  cli_message("this pathfan was built without evaluate, which --paper and --unseen want");
  return CLI_USAGE;
}
#endif
