/* cmd_export.c - pathfan export: the viewer's page as a folder that needs no pathfan server. */
#include "cli/cli.h"
#include "command/options.h"
#include "viewer/export.h"

static const char help[] =
    "usage: pathfan export INDEX|FOLDER... -o FOLDER\n"
    "\n"
    "Writes a folder for any web server: the page of 'pathfan view' with these indexes, which\n"
    "answers requests in the browser. Maps, methods, layers, areas to avoid and links work as in\n"
    "'pathfan view'; drawing, crowds and the study are left out. The folder must be new, empty, "
    "or\n"
    "an older export, which is replaced.\n"
    "\n"
    "  -o, --output FOLDER  where it is written\n"
    "  --address URL        where the folder will be on the web, so that previews of links to it\n"
    "                       have a picture of the first map with paths\n"
    "  -h, --help           this text\n"
    "\n"
    "example:\n"
    "  pathfan export rooms.pathfan -o site\n"
    "  python3 -m http.server --directory site 8000\n";

#define AT(member) offsetof(pf_export_options, member)
static const cli_option all_options[] = {{"output", CLI_TEXT, .letter = 'o', .at = AT(folder)},
                                         {"address", CLI_TEXT, .at = AT(address)},
                                         {NULL}};

static int run(const cli_command *command, int argc, char **argv) {
  pf_export_options options = {.message = cli_print_message};
  pathfan_error error = {""};
  int code;
  if (!cli_take_options(command, argc, argv, all_options, &options, &code)) return code;
  options.sources = (const char *const *)argv + optind;
  options.source_count = argc - optind;
  if (!options.source_count) return cli_usage(command, "INDEX is missing");
  if (!options.folder || !*options.folder) return cli_usage(command, "-o FOLDER is missing");
  const pathfan_status status = pf_viewer_export(&options, &error);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

const cli_command cli_export = {"export", "the page of view as a folder for any web server", help,
                                run};
