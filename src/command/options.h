/* options.h - reading command lines.
 *
 * Numbers are read whole and strictly: no trailing characters, no NaN, no infinity, no hexadecimal.
 * Every reader returns false and leaves its result alone if the text isn't valid. */
#ifndef PF_COMMAND_OPTIONS_H
#define PF_COMMAND_OPTIONS_H

#include "command/command.h"
#include "pathfan/build.h"

bool cli_read_integer(const char *text, int64_t least, int64_t most, int64_t *value);
bool cli_read_whole(const char *text, uint64_t *value);
bool cli_read_number(const char *text, double *value);
bool cli_read_point(const char *text, pathfan_point *point);  /* X,Y */
bool cli_read_pair(const char *text, int32_t *u, int32_t *v); /* U,V */
/* Reads a number of bytes, with K, M, G or T for powers of 1,024: 512M, 1.5G, 3GiB. */
bool cli_read_size(const char *text, uint64_t *bytes);

/* Takes one option, whose text is optarg, into a command's own structure. Returns CLI_OK, or
 * CLI_USAGE after reporting a mistake. */
typedef int cli_take_option(const cli_command *command, int option, void *into);

/* Takes the option --name, whose text is optarg: a whole number in [least, most]. Returns CLI_OK,
 * or CLI_USAGE after reporting a mistake. */
int cli_whole_option(const cli_command *command, const char *name, int32_t least, int32_t most,
                     int32_t *into);

/* Hands every option except -h and --help to take (NULL if there is no other); long_options ends
 * with zeros. Returns true to go on with the operands. False: the command is done; *code is CLI_OK
 * after printing the help, CLI_USAGE after reporting a mistake. */
bool cli_take_options(const cli_command *command, int argc, char **argv, const char *short_options,
                      const struct option *long_options, cli_take_option *take, void *into,
                      int *code);

/* Returns the one operand, after the options, or NULL after reporting that there is none or more
 * than one. what is its name in messages, e.g. "INDEX". */
const char *cli_operand(const cli_command *command, int argc, char **argv, const char *what);

/* Whether the output path of an option has one of these endings, ".svg .png", or is NULL: nothing
 * is to be written. Reports it if not. */
bool cli_check_ending(const cli_command *command, const char *option, const char *path,
                      const char *endings);

/* Returns the command line much as it was typed, which the caller frees; call it before getopt,
 * which moves operands to the end. NULL: out of memory. */
char *cli_command_line(int argc, char **argv);

/* Values of options that several commands share. */
enum {
  CLI_OPTION_REQUEST = 1000, /* above all characters: one for each field of a request
                                (cli/request_options.h) */
  CLI_OPTION_PASSABLE = 1100,
  CLI_OPTION_AGENT_RADIUS,
  CLI_OPTION_UNIT,
  CLI_OPTION_MESH,
  CLI_OPTION_BACKGROUND_RATE,
  CLI_OPTION_WALL_WIDTH,
  CLI_OPTION_SKIP_OTHERS,
  CLI_OPTION_PROJECT,
  CLI_OPTION_LAYER,
  CLI_OPTION_OFFSET,
  CLI_OPTION_BYTES,
  CLI_OPTION_PREFETCH,
  CLI_OPTION_PRIVATE_COPY,
  CLI_OPTION_FREE /* first value for a command's own options */
};

/* Stands for all options of a request. */
/* clang-format off */
#define CLI_REQUEST_OPTIONS {"", no_argument, NULL, CLI_OPTION_REQUEST}
/* clang-format on */

/* Options that say how a map is read, shared by all commands that read one. */
/* clang-format off */
#define CLI_MAP_READ_OPTIONS \
  {"passable", required_argument, NULL, CLI_OPTION_PASSABLE}, \
  {"agent-radius", required_argument, NULL, CLI_OPTION_AGENT_RADIUS}, \
  {"unit", required_argument, NULL, CLI_OPTION_UNIT}, \
  {"background-rate", required_argument, NULL, CLI_OPTION_BACKGROUND_RATE}, \
  {"wall-width", required_argument, NULL, CLI_OPTION_WALL_WIDTH}, \
  {"skip-others", no_argument, NULL, CLI_OPTION_SKIP_OTHERS}, \
  {"project", required_argument, NULL, CLI_OPTION_PROJECT}, \
  {"layer", required_argument, NULL, CLI_OPTION_LAYER}
#define CLI_MAP_OPTIONS \
  CLI_MAP_READ_OPTIONS, \
  {"mesh", required_argument, NULL, CLI_OPTION_MESH}
/* clang-format on */

#define CLI_MAP_READ_HELP                                                                          \
  "  --passable CHARS   characters of free cells of a .map (.G)\n"                                 \
  "  --agent-radius R   grow obstacles by R, with mitred corners (0)\n"                            \
  "  --unit U           round polygons to multiples of U, or of the power of two below U unless\n" \
  "                     U is a power of ten; 0: the finest that the extent allows, 4e-9 of it\n"   \
  "                     (0)\n"                                                                     \
  "  --background-rate R  of a terrain: cost per distance off the roads, above 0 (as in the "      \
  "map,\n"                                                                                         \
  "                     else 1)\n"                                                                 \
  "  --wall-width W     take lines of GeoJSON and WKT for walls of this width, as in a floor\n"    \
  "                     plan (without it, lines are refused)\n"                                    \
  "  --skip-others      ignore features that can't be part of a map, and lines if there is no\n"   \
  "                     --wall-width (without it, they are refused)\n"                             \
  "  --project local    turn longitudes and latitudes into metres east and north of the map's\n"   \
  "                     centre, which inspect shows; all other coordinates and lengths are\n"      \
  "                     metres then\n"                                                             \
  "  --layer NAME       of a Tiled map: only this layer or group is obstacles; may be repeated\n"  \
  "                     (as in the map)\n"

#define CLI_MAP_HELP                                                                               \
  CLI_MAP_READ_HELP                                                                                \
  "  --mesh KIND        how free space is cut: cdt, merged or rectangles (merged); rectangles of " \
  "a\n"                                                                                            \
  "                     .map only\n"

/* Takes one option's text into options. Returns false if option is none of the above; *code is
 * CLI_USAGE after a reported mistake. */
bool cli_map_option(const cli_command *command, int option, const char *text,
                    pathfan_map_options *options, int *code);

/* Options of all commands that open an index, saying where it lies, and of those that query it,
 * saying how it is opened. Trust isn't among them: a command checks each part once, when it is
 * first used, which costs less than starting it. */
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
  "  --offset N         the index begins N bytes into the file, such as an asset pack (0); a\n"    \
  "                     suffix k, m, g or t multiplies by a power of 1024: 4k is 4096\n"           \
  "  --bytes N          size of the index, likewise; 0: up to the end of the file (0)\n"

#define CLI_OPEN_HELP                                                                              \
  CLI_PLACE_HELP                                                                                   \
  "  --prefetch         read all of the index from disk before the first request\n"                \
  "  --private-copy     copy the index into memory, so that the file may change meanwhile\n"

/* Takes one option's text into options. Returns false if option is none of the above; *code is
 * CLI_USAGE after a reported mistake. */
bool cli_open_option(const cli_command *command, int option, const char *text,
                     pathfan_open_options *options, int *code);

bool cli_read_mesh_kind(const char *name, pathfan_mesh_kind *kind); /* cdt, merged, rectangles */

#endif
