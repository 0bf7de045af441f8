/* cmd_view.c - pathfan view: a page on which to look at maps, query them and draw them. */
#include "cli/cli.h"
#include "command/options.h"
#include "viewer/viewer.h"

static const char help[] =
    "usage: pathfan view [INDEX|MAP|FOLDER...] [OPTIONS]\n"
    "\n"
    "Serves a page on which to pick a map, drag both ends, see and compare the paths of each\n"
    "method, and draw obstacles. Given a folder, it serves all indexes and maps in it and below;\n"
    "maps without an index get one in the background. Prints its address once it listens; Ctrl-C\n"
    "ends it.\n"
    "\n"
    "  --port N           port to listen on; 0: any free one (8080)\n"
    "  --bind ADDRESS     numeric address to listen on (127.0.0.1: this machine only)\n"
    "  --data FOLDER      where to keep drawings, new indexes and answers to the study; without\n"
    "                     it they are lost at the end\n"
    "  --study            offer the user study: nine of the maps given, or generated ones. Prints\n"
    "                     an address for its results, which participants don't see\n"
    "  --queries FOLDER   of the study: ID.scen, 1 to 12 queries on the map of that name (three\n"
    "                     random ones on each map)\n"
    "  --workers N        threads that answer requests, 1 to 64 (one per processor)\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan view rooms.pathfan\n"
    "  pathfan view indexes --port 0 --data drawings\n";

#define AT(member) offsetof(pf_viewer_options, member)
static const cli_option all_options[] = {
    {"port", CLI_COUNT, .at = AT(port), .most = 65535},
    {"bind", CLI_TEXT, .at = AT(bind)},
    {"data", CLI_TEXT, .at = AT(data)},
    {"study", CLI_SWITCH, .at = AT(study)},
    {"queries", CLI_TEXT, .at = AT(queries)},
    {"workers", CLI_COUNT, .at = AT(workers), .least = 1, .most = 64},
    {NULL}};

static void report_results(const char *address) {
  printf("results of the study: %s\n", address);
  fflush(stdout);
}

static int run(const cli_command *command, int argc, char **argv) {
  pf_viewer_options options;
  pathfan_error error = {""};
  int code;
  pf_viewer_options_init(&options);
  if (!cli_take_options(command, argc, argv, all_options, &options, &code)) return code;
  options.sources = (const char *const *)argv + optind;
  options.source_count = argc - optind;
  if (options.queries && !options.study)
    return cli_usage(command, "--queries is for the study: --study is missing");
  options.listening = cli_print_address;
  options.results = report_results;
  options.message = cli_print_message;
  const pathfan_status status = pf_viewer_run(&options, &error);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

const cli_command cli_view = {"view", "look at maps and paths in a browser", help, run};
