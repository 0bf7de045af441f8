/* options.h - reading command lines.
 *
 * Numbers are read whole and strictly: no trailing characters, no NaN, no
 * infinity, no hexadecimal. Every reader returns false and leaves its result
 * alone when the text is not what it should be. */
#ifndef PATHFAN_CLI_OPTIONS_H
#define PATHFAN_CLI_OPTIONS_H

#include "cli/cli.h"
#include "pathfan/build.h"

bool cli_read_integer(const char *text, int64_t least, int64_t most, int64_t *value);
bool cli_read_whole(const char *text, uint64_t *value);
bool cli_read_number(const char *text, double *value);
bool cli_read_point(const char *text, pathfan_point *point);  /* X,Y */
bool cli_read_pair(const char *text, int32_t *u, int32_t *v); /* U,V */
/* Bytes, with K, M, G or T (powers of 1,024): 512M, 1.5G, 3GiB. */
bool cli_read_size(const char *text, uint64_t *bytes);

/* Takes one option, whose text is optarg, into a command's own structure.
 * Returns CLI_OK, or CLI_USAGE after reporting a mistake. */
typedef int cli_take_option(const cli_command *command, int option, void *into);

/* Hands every option but -h and --help to take (NULL when there is no other);
 * long_options ends with zeros.
 * Returns true to go on with the operands. False when that is all: *code is then
 * CLI_OK after printing the help, CLI_USAGE after reporting a mistake. */
bool cli_take_options(const cli_command *command, int argc, char **argv, const char *short_options,
                      const struct option *long_options, cli_take_option *take, void *into,
                      int *code);

/* After the options: the one operand, or NULL after reporting that there is
 * none or more than one. what names it, e.g. "INDEX". */
const char *cli_operand(const cli_command *command, int argc, char **argv, const char *what);

/* Options that fill a request, shared by query and bench. */
enum {
  CLI_OPTION_PATHS = 1000, /* above all characters */
  CLI_OPTION_STRETCH,
  CLI_OPTION_DISSIMILARITY,
  CLI_OPTION_TABLES,
  CLI_OPTION_ACCESS,
  CLI_OPTION_REGIONS,
  CLI_OPTION_EFFORT,
  CLI_OPTION_MAX_WORK,
  CLI_OPTION_ALGORITHM,
  CLI_OPTION_SNAP,
  CLI_OPTION_WITHOUT,
  CLI_OPTION_PENALTY,
  CLI_OPTION_OBJECTIVE,
  CLI_OPTION_MAX_BOUNDED_STRETCH,
  CLI_OPTION_MIN_LOCAL_OPTIMALITY,
  CLI_OPTION_AVOID, /* taken by cli_avoid_option */
  CLI_OPTION_PASSABLE,
  CLI_OPTION_AGENT_RADIUS,
  CLI_OPTION_UNIT,
  CLI_OPTION_MESH,
  CLI_OPTION_OFFSET,
  CLI_OPTION_BYTES,
  CLI_OPTION_PREFETCH,
  CLI_OPTION_PRIVATE_COPY,
  CLI_OPTION_FREE /* first value for a command's own options */
};

/* clang-format off */
#define CLI_REQUEST_OPTIONS \
  {"paths", required_argument, NULL, CLI_OPTION_PATHS}, \
  {"stretch", required_argument, NULL, CLI_OPTION_STRETCH}, \
  {"dissimilarity", required_argument, NULL, CLI_OPTION_DISSIMILARITY}, \
  {"tables", required_argument, NULL, CLI_OPTION_TABLES}, \
  {"access", required_argument, NULL, CLI_OPTION_ACCESS}, \
  {"regions", required_argument, NULL, CLI_OPTION_REGIONS}, \
  {"effort", required_argument, NULL, CLI_OPTION_EFFORT}, \
  {"max-work", required_argument, NULL, CLI_OPTION_MAX_WORK}, \
  {"algorithm", required_argument, NULL, CLI_OPTION_ALGORITHM}, \
  {"without", required_argument, NULL, CLI_OPTION_WITHOUT}, \
  {"penalty", required_argument, NULL, CLI_OPTION_PENALTY}, \
  {"objective", required_argument, NULL, CLI_OPTION_OBJECTIVE}, \
  {"max-bounded-stretch", required_argument, NULL, CLI_OPTION_MAX_BOUNDED_STRETCH}, \
  {"min-local-optimality", required_argument, NULL, CLI_OPTION_MIN_LOCAL_OPTIMALITY}, \
  {"avoid", required_argument, NULL, CLI_OPTION_AVOID}, \
  {"snap", required_argument, NULL, CLI_OPTION_SNAP}
/* clang-format on */

/* The help of those options. */
#define CLI_REQUEST_HELP                                                                           \
  "  --paths K          how many paths are wanted, 1 or more (3)\n"                                \
  "  --stretch E        no path longer than E times the shortest, 1 or more (1.5)\n"               \
  "  --dissimilarity T  any two paths differ by at least T, 0 to 1 (0.6); plateaus and\n"          \
  "                     penalty mind it only if it is given\n"                                     \
  "  --tables M         use the first M tables; 0 means all in the index (0)\n"                    \
  "  --access N         visible vertices that look up via nodes at each end; 0 means all (0)\n"    \
  "  --regions G        regions at each end whose via sets are tried too, 0 to 8 (3)\n"            \
  "  --effort E         fast, or thorough: never fewer paths than dissimilarity finds (fast)\n"    \
  "  --max-bounded-stretch B   no path but the first has a part more than B times as long as\n"    \
  "                     the shortest way between its ends, 1 or more; 0 means no bound (0)\n"      \
  "  --min-local-optimality L  no path but the first has a part that isn't a shortest way and\n"   \
  "                     shorter than L times the distance; 0 means no bound (0)\n"                 \
  "  --objective LIST   paths are chosen by least cost, not by length: weights of measures, as\n"  \
  "                     length=1,bounded-stretch=0.5,similarity=2,local-optimality=1\n"            \
  "  --max-work W       stop after W look-ups; 0 means no limit (0)\n"                             \
  "  --algorithm A      index; plateaus, dissimilarity or penalty, which search for all paths;\n"  \
  "                     polyanya or astar, which search for path 1 alone (index). Only the\n"      \
  "                     first needs an index; astar steps from cell to cell\n"                     \
  "  --penalty F        penalty makes edges that a path has taken F times as long (1.4)\n"         \
  "  --without LIST     prunings that polyanya does without: root-history, dead-ends,\n"           \
  "                     cul-de-sacs, intermediate, components\n"                                   \
  "  --snap R           move an end in an obstacle to the nearest free point within R (0)\n"       \
  "  --avoid AREA       no path touches the circle X,Y,R or the polygon X1,Y1,X2,Y2,X3,Y3,...;\n"  \
  "                     may be given several times; not with astar\n"

/* Takes one option's text into request. Returns false when option is none of
 * the above; *code is CLI_USAGE after a mistake that has been reported. */
bool cli_request_option(const cli_command *command, int option, const char *text,
                        pathfan_request *request, int *code);

/* Whether the index has as many tables as request wants. CLI_OK, or CLI_USAGE
 * after reporting. */
int cli_check_tables(const cli_command *command, const pathfan_index *index,
                     const pathfan_request *request);

/* Options that say how a map is read, shared by all commands that read one. */
/* clang-format off */
#define CLI_MAP_OPTIONS \
  {"passable", required_argument, NULL, CLI_OPTION_PASSABLE}, \
  {"agent-radius", required_argument, NULL, CLI_OPTION_AGENT_RADIUS}, \
  {"unit", required_argument, NULL, CLI_OPTION_UNIT}, \
  {"mesh", required_argument, NULL, CLI_OPTION_MESH}
/* clang-format on */

#define CLI_MAP_READ_HELP                                                                          \
  "  --passable CHARS   characters of free cells of a .map (.G)\n"                                 \
  "  --agent-radius R   obstacles grow by R, corners mitred (0)\n"                                 \
  "  --unit U           polygons are rounded to multiples of U, or of the power of two below;\n"   \
  "                     powers of ten are taken as they are; 0 means the finest that the\n"        \
  "                     extent allows, 4e-9 of it (0)\n"

#define CLI_MAP_HELP                                                                               \
  CLI_MAP_READ_HELP                                                                                \
  "  --mesh KIND        how free space is cut: cdt, merged or rectangles, of cells (merged)\n"

/* Takes one option's text into options. Returns false when option is none of
 * the above; *code is CLI_USAGE after a mistake that has been reported. */
bool cli_map_option(const cli_command *command, int option, const char *text,
                    pathfan_map_options *options, int *code);

/* Options that say where an index lies, of all commands that open one; and how it is
 * opened, of those that ask it. Trust isn't among them: a command that checks each part
 * once, when it is used, would gain less than it takes to start. */
/* clang-format off */
#define CLI_PLACE_OPTIONS \
  {"offset", required_argument, NULL, CLI_OPTION_OFFSET}, \
  {"bytes", required_argument, NULL, CLI_OPTION_BYTES}
#define CLI_OPEN_OPTIONS \
  CLI_PLACE_OPTIONS, \
  {"prefetch", no_argument, NULL, CLI_OPTION_PREFETCH}, \
  {"private-copy", no_argument, NULL, CLI_OPTION_PRIVATE_COPY}
/* clang-format on */

#define CLI_PLACE_HELP                                                                             \
  "  --offset N         the index lies N bytes into the file, an asset pack (0)\n"                 \
  "  --bytes N          and is so long; 0: up to the end of the file (0)\n"

#define CLI_OPEN_HELP                                                                              \
  CLI_PLACE_HELP                                                                                   \
  "  --prefetch         read all of the index from disk before the first request\n"                \
  "  --private-copy     copy it into memory, so that the file may be changed meanwhile\n"

/* Takes one option's text into options. Returns false when option is none of the
 * above; *code is CLI_USAGE after a mistake that has been reported. */
bool cli_open_option(const cli_command *command, int option, const char *text,
                     pathfan_open_options *options, int *code);

bool cli_read_mesh_kind(const char *name, pathfan_mesh_kind *kind); /* cdt, merged, rectangles */

#endif
