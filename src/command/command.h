/* command.h - what a command is, and what all have in common: exit codes, messages, opening,
 * stdout.
 *
 * Data goes to stdout, messages to stderr after "pathfan: ". */
#ifndef PF_COMMAND_COMMAND_H
#define PF_COMMAND_COMMAND_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "command/names.h"
#include "pathfan/query.h"

/* Exit codes. Scripts rely on them; help and docs/reference.md state them. */
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
  const char *help;    /* all of `pathfan NAME --help` (command/help.h) */
  int (*run)(const struct cli_command *command, int argc, char **argv);
} cli_command;

/* Writes "pathfan: " and a sentence, made from format, to stderr. */
void cli_message(const char *format, ...) PF_PRINTF(1, 2);

/* Write a complete sentence in this way, and a server's address to stdout once it listens. */
void cli_print_message(const char *sentence);
void cli_print_address(const char *address);

/* Reports a mistake in the command line, and where to find help. Returns CLI_USAGE. */
int cli_usage(const cli_command *command, const char *format, ...) PF_PRINTF(2, 3);

/* Lets the process hold little more than so many bytes from now on (base/program.h), and messages
 * and exit codes say so when memory runs out. 0: no limit. */
void cli_limit_memory(uint64_t bytes);

/* Returns the exit code of status. */
int cli_exit_code(pathfan_status status);

/* Reports a failed library call with its sentence or, if that is NULL or empty, with the general
 * text of status. Returns the exit code of status. */
int cli_failure(pathfan_status status, const char *sentence);

/* Does the same for the index at path, with a hint if the file is a map. */
int cli_index_failure(pathfan_status status, const char *sentence, const char *path);

/* Opens an index and reports failures. Returns CLI_OK or the exit code. */
int cli_open_index(const char *path, const pathfan_open_options *options, pathfan_index **index);

bool cli_is_folder(const char *path);

/* Refuses an output path that exists and is no regular file: publishing by rename would replace a
 * device or pipe. Reports that and returns CLI_SYSTEM. */
int cli_check_output(const char *path);

/* Refuses an output that is the input; output may be NULL. Reports that and returns CLI_USAGE. */
int cli_check_apart(const char *output, const char *input);

/* Flushes and closes stdout. A full disk or a closed pipe turns code 0 into CLI_SYSTEM, with a
 * message. */
int cli_finish(int code);

/* Return the codes that begin and end emphasised text: empty unless stdout is a terminal that takes
 * colour and NO_COLOR is unset. */
const char *cli_bold(void);
const char *cli_plain(void);

/* Returns the bytes per unordered pair of n vertices; 0 if there is no pair. */
double cli_bytes_per_pair(uint64_t bytes, int32_t n);

/* Formats the size of a file for people: "1 byte", "297 KB", "1.2 GB". Returns text. */
#define CLI_SIZE_BYTES 32
const char *cli_size(uint64_t bytes, char text[CLI_SIZE_BYTES]);

#endif
