/* cmd_inspect.c - pathfan inspect: the contents of an index, down to a row or a pair. */
#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/inspect.h"
#include "command/options.h"

static const char help[] =
    "usage: pathfan inspect INDEX [OPTIONS]\n"
    "       pathfan inspect FOLDER [--json]\n"
    "\n"
    "Shows the format, map, sizes and options of an index; or a row, vertex or pair of vertices.\n"
    "Of a terrain it also shows the sides of its vertices, its pieces of road and the ways "
    "between\n"
    "them. Of a folder it lists the indexes in it and below, and compares them with its "
    "catalogue:\n"
    "ok, changed, unlisted, missing, damaged, unreadable, other version, or temporary (of a "
    "builder\n"
    "that is running or was killed).\n"
    "\n"
    "  --sections         show every section of the file, too\n"
    "  --radius R         of an index for several radii of agents, the least that isn't smaller\n"
    "                     than R (the least)\n"
    "  --row V            the decoded row of vertex V in every table: runs of columns\n"
    "  --table I          with --row: table I only\n"
    "  --vertex V         place, rank, component and distance labels of vertex V\n"
    "  --pair U,V         distance and via nodes of a pair of vertices\n"
    "  --json             as JSON\n" CLI_PLACE_HELP "  -h, --help         this text\n"
    "\n"
    "docs/glossary.md explains the words. Dense tables would be m tables of n x n ids (2 bytes "
    "each,\n"
    "4 if n > 65535) and n x n distances of 8 bytes. How long the build took isn't in the file, "
    "which\n"
    "is the same for any number of threads; build-index --json shows it.\n"
    "\n"
    "example:\n"
    "  pathfan inspect rooms.pathfan --pair 3,17\n"
    "\n"
    "exit codes of a folder: 0; 1 something is missing or can't be read; 5 damaged, or of\n"
    "  another version\n";

typedef struct arguments {
  bool sections, json, row, vertex, pair;
  int64_t table, row_of, vertex_of;
  int32_t u, v;
  pathfan_open_options open;
} arguments;

static int take_pair(const cli_command *command, const cli_option *option, char *text, void *into) {
  arguments *given = into;
  return cli_read_pair(text, &given->u, &given->v) ? CLI_OK
                                                   : cli_refuse_option(command, option, text);
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"sections", CLI_SWITCH, .at = AT(sections)},
    {"row", CLI_INTEGER, .at = AT(row_of), .given = AT(row), .most = INT32_MAX,
     .wanted = "a vertex"},
    {"table", CLI_INTEGER, .at = AT(table), .least = 1, .most = PATHFAN_TABLES_MAX},
    {"vertex", CLI_INTEGER, .at = AT(vertex_of), .given = AT(vertex), .most = INT32_MAX,
     .wanted = "a vertex"},
    {"pair", CLI_OTHER, .given = AT(pair), .wanted = "U,V, two vertices", .take = take_pair},
    {"json", CLI_SWITCH, .at = AT(json)},
    {"radius", CLI_NUMBER, .at = AT(open.radius), .above = true, .wanted = "a length above 0"},
    CLI_PLACE_OPTIONS(AT(open)),
    {NULL}};

/* Reports a vertex or table that the index doesn't have. */
static int check_range(const cli_command *command, const arguments *given,
                       const pathfan_index_info *info) {
  int64_t vertex = given->row ? given->row_of : given->vertex ? given->vertex_of : 0;
  if (given->pair) vertex = given->u > given->v ? given->u : given->v;
  if (info->is_terrain && (given->row || given->vertex || given->pair))
    return cli_usage(command,
                     "only maps without roads, rivers and rates have rows, vertices and pairs; "
                     "--sections shows what a terrain's index holds");
  if ((given->row || given->vertex || given->pair) && vertex >= info->vertex_count)
    return cli_usage(command, "vertex %lld: the index has %d, counted from 0", (long long)vertex,
                     info->vertex_count);
  if (given->table > info->table_count)
    return cli_usage(command, "table %lld: the index has %d", (long long)given->table,
                     info->table_count);
  if (given->row && !info->table_count && !given->json)
    return cli_usage(command, "--row: the index has no tables; build-index --tables M makes some");
  return CLI_OK;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  const char *path = cli_operand(command, argc, argv, "INDEX");
  if (!path) return CLI_USAGE;
  if (given.row + given.vertex + given.pair + given.sections > 1)
    return cli_usage(command, "give one of --row, --vertex, --pair and --sections");
  if (given.table && !given.row) return cli_usage(command, "--table goes with --row");
  if (cli_is_folder(path)) {
    if (given.row || given.vertex || given.pair || given.sections)
      return cli_usage(command, "%s is a folder, which has no rows, vertices and sections", path);
    if (given.open.radius > 0)
      return cli_usage(command, "%s is a folder: --radius goes with an index", path);
    if (given.open.offset || given.open.bytes)
      return cli_usage(command, "%s is a folder, not a pack with an index inside", path);
    return cli_folder_inspect(path, given.json);
  }

  pathfan_index *index;
  code = cli_open_index(path, &given.open, &index);
  if (code != CLI_OK) return code;
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  code = check_range(command, &given, &info);
  if (code == CLI_OK) {
    if (given.row)
      code = cli_inspect_row(index, &info, (int32_t)given.row_of, (int32_t)given.table, given.json);
    else if (given.vertex)
      code = cli_inspect_vertex(index, (int32_t)given.vertex_of, given.json);
    else if (given.pair)
      code = cli_inspect_pair(index, &info, given.u, given.v, given.json);
    else
      (given.json ? cli_inspect_json : cli_inspect_text)(&(cli_index_place){path, &given.open},
                                                         index, &info, given.sections);
  }
  pathfan_index_close(index);
  return code;
}

const cli_command cli_inspect = {"inspect", "show what an index holds, or list a folder of them",
                                 help, run};
