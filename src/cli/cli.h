/* cli.h - what every subcommand shares: exit codes, messages, opening, stdout.
 *
 * Data goes to stdout, messages to stderr with "pathfan: " before them. A
 * subcommand is one cmd_*.c with a cli_command; main.c lists them. */
#ifndef PATHFAN_CLI_H
#define PATHFAN_CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "pathfan/query.h"

/* Exit codes. Scripts rely on them; help and docs/start.md state them. */
enum {
  CLI_OK = 0,
  CLI_SYSTEM = 1,    /* a file can't be opened or written, disk full, out of memory */
  CLI_USAGE = 2,     /* the command line is wrong */
  CLI_NO_ANSWER = 3, /* single request: no path, or an end is blocked */
  CLI_MALFORMED = 4, /* a map, scenario or batch line breaks its format's rules */
  CLI_DAMAGED = 5    /* the index is damaged or of another format */
};

typedef struct cli_command {
  const char *name;
  const char *summary; /* one line of `pathfan help` */
  const char *help;    /* all of `pathfan NAME --help` (cli/help.h) */
  int (*run)(const struct cli_command *command, int argc, char **argv);
} cli_command;

extern const cli_command cli_build_index, cli_query, cli_inspect, cli_verify, cli_bench,
    cli_make_map, cli_mesh, cli_plaza, cli_evaluate, cli_view, cli_export, cli_serve,
    cli_field_command, cli_crowd, cli_catalogue;

/* Writes "pathfan: " and a sentence to stderr. */
void cli_message(const char *format, ...) PATHFAN_PRINTF(1, 2);

/* One that is whole; and the address of a server, on stdout, as soon as it listens. */
void cli_tell(const char *sentence);
void cli_tell_address(const char *address);

/* The same, then where to find help. Returns CLI_USAGE. */
int cli_usage(const cli_command *command, const char *format, ...) PATHFAN_PRINTF(2, 3);

/* Letters put in, left out or taken for others between two names, at most `most` + 1: which one may
 * have been meant. */
int cli_difference(const char *a, const char *b, int most);

/* The exit code that belongs to status. */
int cli_exit_code(pathfan_status status);

/* Reports a failed library call: error's sentence, or what status means in
 * general when it has none. Returns the exit code that belongs to status. */
int cli_failure(pathfan_status status, const char *sentence);

/* The same for the index at path, with a hint when that is a map. */
int cli_index_failure(pathfan_status status, const char *sentence, const char *path);

/* Opens an index and reports failures. Returns CLI_OK or the exit code. */
int cli_open_index(const char *path, const pathfan_open_options *options, pathfan_index **index);

/* What "-" stands for as a file that is read, or written: a standard stream; any other name stands
 * for itself. On Windows "-" is a name as any, as it has none for these streams. */
const char *cli_input_path(const char *path);
const char *cli_output_path(const char *path);

/* Whether a path, which may be NULL, is one of these streams. */
bool cli_is_stdin(const char *path);
bool cli_is_stdout(const char *path);

bool cli_is_folder(const char *path);

/* Refuses an output path that exists and is no regular file: publishing by
 * rename would replace a device or pipe. Reports and returns CLI_SYSTEM. */
int cli_check_output(const char *path);

/* Refuses an output, if there is one, that is the input. Reports and returns CLI_USAGE. */
int cli_check_apart(const char *output, const char *input);

/* Flushes and closes stdout. A full disk or a closed pipe turns code 0 into
 * CLI_SYSTEM, with a message. */
int cli_finish(int code);

/* Start and end of emphasised text: empty unless stdout is a terminal that
 * takes colour and NO_COLOR is unset. */
const char *cli_bold(void);
const char *cli_plain(void);

/* Bytes per unordered pair of n vertices; 0 when there is no pair. */
double cli_bytes_per_pair(uint64_t bytes, int32_t n);

/* How large a file is, for people: "1 byte", "297 KB", "1.2 GB". Returns text. */
#define CLI_SIZE_BYTES 32
const char *cli_size(uint64_t bytes, char text[CLI_SIZE_BYTES]);

/* Seconds of the monotonic clock. */
double cli_seconds(void);

#endif
