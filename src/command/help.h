/* help.h - the help of commands. Text that tables define isn't repeated in it: {request} and the
 * like stand for that text (help.c lists them). Commands with many options group them by need:
 * often, tuning, research. */
#ifndef PF_COMMAND_HELP_H
#define PF_COMMAND_HELP_H

#include "command/command.h"

void cli_print_help(FILE *out, const cli_command *command);

#endif
