/* request_options.h - options that fill a request, of all commands that ask: one for each
 * field of request/fields.h. */
#ifndef PATHFAN_CLI_REQUEST_OPTIONS_H
#define PATHFAN_CLI_REQUEST_OPTIONS_H

#include "cli/options.h"
#include "request/areas.h"

/* Takes one option's text into request; areas holds those of --avoid. Returns false when
 * option is none of a request; *code is an exit code after a mistake that has been reported. */
bool cli_request_option(const cli_command *command, int option, const char *text,
                        pathfan_request *request, pathfan_area_list *areas, int *code);

/* Whether option is the one of that name in JSON. */
bool cli_is_request_option(int option, const char *name);

/* Says that an option isn't what it must be. Returns CLI_USAGE. */
int cli_refuse_request_option(const cli_command *command, int option, const char *text);

/* Whether the index has as many tables as request wants. CLI_OK, or CLI_USAGE
 * after reporting. */
int cli_check_tables(const cli_command *command, const pathfan_index *index,
                     const pathfan_request *request);

#endif
