/* help.h - the help of commands. What a table knows isn't written out in it: {request} and
 * the like stand for what is made from the table (help.c lists them); options of a command that has
 * many stand by need: often, tuning, research. */
#ifndef PATHFAN_CLI_HELP_H
#define PATHFAN_CLI_HELP_H

#include "cli/cli.h"

void cli_print_help(FILE *out, const cli_command *command);

#endif
