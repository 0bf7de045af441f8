/* place.h - questions about single places on the command line: query --ray, --move, --wall and
 * --random. */
#ifndef PF_CLI_PLACE_H
#define PF_CLI_PLACE_H

#include "cli/ask.h"
#include "command/options.h"
#include "request/places.h"

/* Reads one of these options, by its name, into a place. CLI_USAGE: it was given wrongly, or with
 * another one. */
int cli_take_place(const cli_command *command, const cli_option *option, char *text, void *place);

/* Asks the question from where the request begins, and shows the answer. */
int cli_ask_place(const cli_asking *asking, pf_place_question *place);

/* Writes an answer as one line of JSON. id is JSON already. */
void cli_place_json(FILE *out, const char *id, const pf_place_question *place);

#endif
