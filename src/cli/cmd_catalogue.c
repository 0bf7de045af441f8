/* cmd_catalogue.c - pathfan catalogue: merges the shards of a folder into one catalogue. */
#include "cli/cli.h"
#include "cli/folder.h"
#include "command/options.h"

static const char help[] =
    "usage: pathfan catalogue INDEXES [OPTIONS]\n"
    "\n"
    "Makes INDEXES/catalogue.json from the catalogues that `build-index --shard` left there, once\n"
    "all shards are built: byte for byte what one build of the whole folder writes. Reads every "
    "index\n"
    "and compares it with its shard's catalogue. If any is missing or damaged, reports that and "
    "writes\n"
    "nothing. Merging again changes nothing.\n"
    "\n"
    "  --shards N         number of shards, if the folder has catalogues of several numbers\n"
    "  --quick            don't read indexes whole, only their sizes, structures and seals\n"
    "  --prune            delete indexes whose map is gone, and catalogues of other numbers of "
    "shards\n"
    "  --wait             wait while another process builds in the folder (else that is an error)\n"
    "  --quiet            show no progress or summary\n"
    "  --json             the summary as JSON\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan build-index assets/maps -o assets/indexes --shard 1/2\n"
    "  pathfan build-index assets/maps -o assets/indexes --shard 2/2\n"
    "  pathfan catalogue assets/indexes\n"
    "\n"
    "exit codes: 0 merged; 1 a shard or an index is missing or can't be read; 5 one is damaged, "
    "or\n"
    "  differs from its shard's catalogue; those of maps that a shard couldn't build, mostly 4\n";

typedef struct arguments {
  pathfan_merge_options options;
  bool quiet, json;
} arguments;

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"shards", CLI_COUNT, .at = AT(options.shards), .least = 1, .most = PATHFAN_SHARDS_MAX},
    {"quick", CLI_SWITCH, .at = AT(options.quick)},
    {"prune", CLI_SWITCH, .at = AT(options.prune)},
    {"wait", CLI_SWITCH, .at = AT(options.wait)},
    {"quiet", CLI_SWITCH, .at = AT(quiet)},
    {"json", CLI_SWITCH, .at = AT(json)},
    {NULL}};

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_merge_options_init(&given.options);
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  const char *indexes = cli_operand(command, argc, argv, "INDEXES");
  if (!indexes) return CLI_USAGE;
  return cli_folder_merge(indexes, &given.options, given.quiet, given.json);
}

const cli_command cli_catalogue = {"catalogue", "make one catalogue of a folder's shards", help,
                                   run};
