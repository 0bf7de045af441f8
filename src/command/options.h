/* options.h - reading command lines.
 *
 * A command's options are a table, by which each is read into a member of the command's arguments:
 *
 *   static const cli_option all_options[] = {
 *       {"shards", CLI_COUNT, .at = offsetof(arguments, shards), .least = 1, .most = 64},
 *       {"quiet", CLI_SWITCH, .letter = 'q', .at = offsetof(arguments, quiet)},
 *       {NULL}};
 *   if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
 *
 * Numbers are read whole and strictly: no trailing characters, no NaN, no infinity, no hexadecimal.
 * Every reader returns false and leaves its result alone if the text isn't valid. */
#ifndef PF_COMMAND_OPTIONS_H
#define PF_COMMAND_OPTIONS_H

#include <stddef.h>

#include "command/command.h"
#include "pathfan/build.h"

bool cli_read_integer(const char *text, int64_t least, int64_t most, int64_t *value);
bool cli_read_whole(const char *text, uint64_t *value);
bool cli_read_number(const char *text, double *value);
bool cli_read_point(const char *text, pathfan_point *point);  /* X,Y */
bool cli_read_pair(const char *text, int32_t *u, int32_t *v); /* U,V */
/* Reads a number of bytes, with K, M, G or T for powers of 1,024: 512M, 1.5G, 3GiB. */
bool cli_read_size(const char *text, uint64_t *bytes);

/* How an option's text is read, and the type of the member that it fills. */
typedef enum cli_option_kind {
  CLI_SWITCH = 0, /* bool, becomes true; the option has no value */
  CLI_SWITCH_OFF, /* bool, becomes false; likewise */
  CLI_TEXT,       /* const char * */
  CLI_INPUT,      /* const char *, a path to read from: "-" is standard input */
  CLI_OUTPUT,     /* const char *, a path to write to: "-" is standard output */
  CLI_COUNT,      /* int32_t in [least, most] */
  CLI_INTEGER,    /* int64_t in [least, most] */
  CLI_WHOLE,      /* uint64_t, at least `least` */
  CLI_NUMBER,     /* double, at least `least` */
  CLI_SIZE,       /* uint64_t, bytes */
  CLI_MEMORY,     /* uint64_t, bytes: the process's memory is limited from then on */
  CLI_POINT,      /* pathfan_point */
  CLI_CHOICE,     /* an enum from 0: one of the names */
  CLI_OTHER,      /* read by take */
  CLI_REQUEST     /* stands for an option for each field of a request; read by take */
} cli_option_kind;

typedef struct cli_option cli_option;

/* Reads the text of an option of kind CLI_OTHER into its member, or of CLI_REQUEST into all
 * arguments. Returns CLI_OK, or an exit code after reporting a mistake. */
typedef int cli_take_option(const cli_command *command, const cli_option *option, char *text,
                            void *into);

#define CLI_POINT_WANTED "X,Y, two finite numbers"

/* A row of a command's options. */
struct cli_option {
  const char *name; /* after "--"; NULL ends the table */
  cli_option_kind kind;
  char letter;  /* of its short form; 0: none */
  size_t at;    /* offset of the member in the command's arguments */
  size_t given; /* offset of a bool that is set with it; 0: none */
  int64_t least, most;
  bool above;                           /* of a number: least itself is too small */
  const char *wanted;                   /* what it must be; NULL: the range, or the names */
  const char *(*name_of)(int32_t name); /* of a choice */
  int32_t names;
  cli_take_option *take;
  int field; /* of a request: the option's number for cli_request_option */
};

/* Reads an option's text into a command's arguments. Returns CLI_OK, or an exit code after
 * reporting a mistake. */
int cli_read_option(const cli_command *command, const cli_option *option, char *text,
                    void *arguments);

/* Reports that an option's text isn't what it must be. Returns CLI_USAGE. */
int cli_refuse_option(const cli_command *command, const cli_option *option, const char *text);

/* Reads every option, and -h and --help, which all commands have. Returns true to go on with the
 * operands. False: the command is done; *code is CLI_OK after printing the help, another one after
 * reporting a mistake. */
bool cli_take_options(const cli_command *command, int argc, char **argv, const cli_option *options,
                      void *arguments, int *code);

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

/* Number of the option of a request's first field; the next fields' follow. Above all letters. */
#define CLI_OPTION_REQUEST 1000

/* The option of all commands that read a map. at: offset of a uint64_t. */
#define CLI_MEMORY_OPTION(offset)                                                                  \
  { "max-memory", CLI_MEMORY, .at = (offset), .wanted = "a size such as 2G" }
#define CLI_MEMORY_HELP                                                                            \
  "  --max-memory SIZE  fail rather than hold more memory, e.g. 2G (no limit)\n"

/* Options that say how a map is read, shared by all commands that read one. map: offset of their
 * pathfan_map_options. */
/* clang-format off */
#define CLI_MAP_AT(map, member) ((map) + offsetof(pathfan_map_options, member))
#define CLI_MAP_BUT_RADIUS_OPTIONS(map) \
  {"passable", CLI_TEXT, .at = CLI_MAP_AT(map, passable)}, \
  {"unit", CLI_NUMBER, .at = CLI_MAP_AT(map, unit), \
   .wanted = "a length, 0 (the finest) or more"}, \
  {"background-rate", CLI_NUMBER, .at = CLI_MAP_AT(map, background_rate), .above = true, \
   .wanted = "a cost per distance, above 0"}, \
  {"wall-width", CLI_NUMBER, .at = CLI_MAP_AT(map, wall_width), .above = true, \
   .wanted = "a length above 0"}, \
  {"skip-others", CLI_SWITCH, .at = CLI_MAP_AT(map, skip_others)}, \
  {"strict", CLI_SWITCH, .at = CLI_MAP_AT(map, strict)}, \
  {"walkable", CLI_SWITCH, .at = CLI_MAP_AT(map, walkable)}, \
  {"level", CLI_TEXT, .at = CLI_MAP_AT(map, level)}, \
  {"profile", CLI_OTHER, .at = CLI_MAP_AT(map, profile), .take = cli_take_profile}, \
  {"simplify", CLI_NUMBER, .at = CLI_MAP_AT(map, simplify), .above = true, \
   .wanted = "a length above 0"}, \
  {"project", CLI_OTHER, .at = CLI_MAP_AT(map, projection), .wanted = "local", \
   .take = cli_take_projection}, \
  CLI_MEMORY_OPTION(CLI_MAP_AT(map, max_memory)), \
  {"layer", CLI_OTHER, .at = CLI_MAP_AT(map, layers), .wanted = "the name of a layer", \
   .take = cli_take_layer}
#define CLI_MAP_READ_OPTIONS(map) \
  {"agent-radius", CLI_NUMBER, .at = CLI_MAP_AT(map, agent_radius), \
   .wanted = "a distance, 0 or more"}, \
  CLI_MAP_BUT_RADIUS_OPTIONS(map)
#define CLI_MESH_OPTION(map) \
  {"mesh", CLI_OTHER, .at = CLI_MAP_AT(map, mesh), .wanted = "cdt, merged or rectangles", \
   .take = cli_take_mesh_kind}
#define CLI_MAP_OPTIONS(map) CLI_MAP_READ_OPTIONS(map), CLI_MESH_OPTION(map)
/* clang-format on */

/* The same for commands that build an index. options: offset of their pathfan_build_options. */
/* clang-format off */
#define CLI_BUILD_MAP(options) ((options) + offsetof(pathfan_build_options, map))
#define CLI_BUILD_MAP_OPTIONS(options) \
  {"agent-radius", CLI_OTHER, .at = (options), .take = cli_take_radii, \
   .wanted = "a distance, 0 or more, or up to 8 above 0 with commas, the smallest first"}, \
  CLI_MAP_BUT_RADIUS_OPTIONS(CLI_BUILD_MAP(options)), CLI_MESH_OPTION(CLI_BUILD_MAP(options))
/* clang-format on */

cli_take_option cli_take_projection, cli_take_profile, cli_take_layer, cli_take_mesh_kind,
    cli_take_radii;

#define CLI_PASSABLE_HELP                                                                          \
  "  --passable CHARS   characters of free cells of a .map (.G)\n"                                 \
  "  --agent-radius R   grow obstacles by R, with round corners (0)\n"
#define CLI_MAP_BUT_RADIUS_HELP                                                                    \
  "  --unit U           round polygons to multiples of U, or of the power of two below U unless\n" \
  "                     U is a power of ten; 0: the finest that the extent allows, 4e-9 of it\n"   \
  "                     (0)\n"                                                                     \
  "  --background-rate R  of a terrain: cost per distance off the roads, above 0 (as in the "      \
  "map,\n"                                                                                         \
  "                     else 1)\n"                                                                 \
  "  --wall-width W     lines of GeoJSON and WKT are walls of this width, as in a floor plan\n"    \
  "                     (without it, they are refused)\n"                                          \
  "  --skip-others      ignore features that can't be part of a map, and lines if there is no\n"   \
  "                     --wall-width (without it, they are refused)\n"                             \
  "  --strict           refuse a map with contents that have no effect, instead of counting\n"     \
  "                     them in a message (exit code 4)\n"                                         \
  "  --walkable         polygons of GeoJSON and WKT without a kind are walkable (without it,\n"    \
  "                     they are obstacles)\n"                                                     \
  "  --level LEVEL      of GeoJSON: only features of this level, and those without one (without\n" \
  "                     it, each level is a floor)\n"                                              \
  "  --profile NAME     of GeoJSON with OpenStreetMap tags: foot, bicycle, car, offroad or\n"      \
  "                     FILE.json, a profile of your own; costs are minutes, and degrees\n"        \
  "                     are projected\n"                                                           \
  "  --simplify M       of a terrain: leave out points of roads, rivers and borders that lie "     \
  "within M\n"                                                                                     \
  "                     of a straight line; answers say by how much costs may differ\n"            \
  "  --project local    turn longitudes and latitudes into metres east and north of the map's\n"   \
  "                     centre, which inspect shows; all other coordinates and lengths are\n"      \
  "                     metres then\n"                                                             \
  "  --layer NAME       of a Tiled map: only this layer or group has obstacles; may be\n"          \
  "                     repeated (as in the map)\n"

#define CLI_MAP_READ_HELP CLI_PASSABLE_HELP CLI_MAP_BUT_RADIUS_HELP

#define CLI_MESH_HELP                                                                              \
  "  --mesh KIND        how free space is cut: cdt, merged or rectangles (merged); rectangles of " \
  "a\n"                                                                                            \
  "                     .map only\n"

#define CLI_MAP_HELP CLI_MAP_READ_HELP CLI_MESH_HELP

#define CLI_BUILD_MAP_HELP                                                                         \
  CLI_PASSABLE_HELP                                                                                \
  "                     several, such as 0.3,0.5,1: one file with an index for each; a\n"          \
  "                     request's radius chooses the least that isn't "                            \
  "smaller\n" CLI_MAP_BUT_RADIUS_HELP CLI_MESH_HELP

/* Options of all commands that open an index, saying where it lies, and of those that query it,
 * saying how it is opened. Trust isn't among them: a command checks each part once, when it is
 * first used, which costs less than starting it. open: offset of their pathfan_open_options. */
/* clang-format off */
#define CLI_OPEN_AT(open, member) ((open) + offsetof(pathfan_open_options, member))
#define CLI_PLACE_OPTIONS(open) \
  {"offset", CLI_SIZE, .at = CLI_OPEN_AT(open, offset), .wanted = "a number of bytes"}, \
  {"bytes", CLI_SIZE, .at = CLI_OPEN_AT(open, bytes), .wanted = "a number of bytes"}
#define CLI_OPEN_OPTIONS(open) \
  CLI_PLACE_OPTIONS(open), \
  {"prefetch", CLI_SWITCH, .at = CLI_OPEN_AT(open, prefetch)}, \
  {"private-copy", CLI_SWITCH, .at = CLI_OPEN_AT(open, private_copy)}, \
  {"copy-dir", CLI_TEXT, .at = CLI_OPEN_AT(open, copy_folder)}
/* clang-format on */

#define CLI_PLACE_HELP                                                                             \
  "  --offset N         the index begins N bytes into the file, such as an asset pack (0); a\n"    \
  "                     suffix k, m, g or t multiplies by a power of 1024: 4k is 4096\n"           \
  "  --bytes N          size of the index, likewise; 0: up to the end of the file (0)\n"

#define CLI_OPEN_HELP                                                                              \
  CLI_PLACE_HELP                                                                                   \
  "  --prefetch         read all of the index from disk before the first request\n"                \
  "  --private-copy     copy the index into memory, so that the file may change meanwhile\n"       \
  "  --copy-dir FOLDER  copy it to disk instead, into a file without a name in this folder\n"

bool cli_read_mesh_kind(const char *name, pathfan_mesh_kind *kind); /* cdt, merged, rectangles */

#endif
