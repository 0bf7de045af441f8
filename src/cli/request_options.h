/* request_options.h - options that fill a request, for all commands that query: one for each field
 * of request/fields.h. */
#ifndef PF_CLI_REQUEST_OPTIONS_H
#define PF_CLI_REQUEST_OPTIONS_H

#include "command/options.h"
#include "request/areas.h"

/* Takes one option's text into request; areas holds those of --avoid. Returns false if option isn't
 * one of a request; *code is an exit code after a reported mistake. */
bool cli_request_option(const cli_command *command, int option, const char *text,
                        pathfan_request *request, pf_area_list *areas, int *code);

/* Whether option is the field of that name in JSON. */
bool cli_is_request_option(int option, const char *name);

/* Reports that an option's text is invalid. Returns CLI_USAGE. */
int cli_refuse_request_option(const cli_command *command, int option, const char *text);

/* Checks that the index has as many tables as request uses. Returns CLI_OK, or CLI_USAGE after
 * reporting that it hasn't. */
int cli_check_tables(const cli_command *command, const pathfan_index *index,
                     const pathfan_request *request);

#endif
