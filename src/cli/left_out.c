/* left_out.c - the commands left out of this build: they are listed, and say that they are
 * missing. */
#include "cli/cli.h"
#include "cli/crowd.h"
#include "cli/folder.h"

#if defined(PATHFAN_WITHOUT_BUILDER) || defined(PATHFAN_WITHOUT_VIEWER) ||                         \
    defined(PATHFAN_WITHOUT_EVALUATE) || defined(PATHFAN_WITHOUT_SERVE)
static int run(const cli_command *command, int argc, char **argv) {
  (void)argc, (void)argv;
  cli_message("this pathfan was built without the command '%s'", command->name);
  return CLI_USAGE;
}
#endif

#ifdef PATHFAN_WITHOUT_BUILDER
static const char builder_help[] =
    "This pathfan was built without the builder: cmake -DPATHFAN_BUILDER=ON builds it.\n";

const cli_command cli_build_index = {"build-index", "(not in this build)", builder_help, run};
const cli_command cli_catalogue = {"catalogue", "(not in this build)", builder_help, run};
const cli_command cli_mesh = {"mesh", "(not in this build)", builder_help, run};
const cli_command cli_make_map = {"make-map", "(not in this build)", builder_help, run};
const cli_command cli_crowd = {"crowd", "(not in this build)", builder_help, run};
const cli_command cli_plaza = {"plaza", "(not in this build)", builder_help, run};

static int refuse_folder(const char *path) {
  cli_message("%s: is a folder; this pathfan was built without the builder, which folders need",
              path);
  return CLI_USAGE;
}

int cli_folder_inspect(const char *indexes, bool json) {
  (void)json;
  return refuse_folder(indexes);
}

int cli_folder_verify(const char *indexes, int verify(const char *path, uint64_t *bytes)) {
  (void)verify;
  return refuse_folder(indexes);
}
#endif

#ifdef PATHFAN_WITHOUT_VIEWER
const cli_command cli_view = {
    "view", "(not in this build)",
    "This pathfan was built without the viewer: cmake -DPATHFAN_VIEWER=ON builds it.\n", run};
const cli_command cli_export = {
    "export", "(not in this build)",
    "This pathfan was built without the viewer: cmake -DPATHFAN_VIEWER=ON builds it.\n", run};
#endif

#ifdef PATHFAN_WITHOUT_SERVE
const cli_command cli_serve = {
    "serve", "(not in this build)",
    "This pathfan was built without serve: cmake -DPATHFAN_SERVE=ON builds it.\n", run};
#endif

#ifdef PATHFAN_WITHOUT_EVALUATE
const cli_command cli_evaluate = {
    "evaluate", "(not in this build)",
    "This pathfan was built without evaluate: cmake -DPATHFAN_EVALUATE=ON builds it.\n", run};

#ifndef PATHFAN_WITHOUT_BUILDER
int cli_crowd_trials(const cli_crowd_experiment *experiment) {
  (void)experiment;
  cli_message("this pathfan was built without evaluate, which --paper and --unseen need");
  return CLI_USAGE;
}

int cli_crowd_standards(const char *out, uint64_t seed, const int32_t *numbers, int32_t count) {
  (void)out, (void)seed, (void)numbers, (void)count;
  cli_message("this pathfan was built without evaluate, which --standards needs");
  return CLI_USAGE;
}
#endif
#endif
