/* json.h - writing JSON by hand: numbers have the fewest digits that identify them. */
#ifndef PF_CLI_JSON_H
#define PF_CLI_JSON_H

#include "cli/cli.h"

/* Writes a quoted string; bytes that are not UTF-8 become U+FFFD. */
void cli_json_string(FILE *out, const char *text);

/* Writes a number; null if it is not finite, which JSON can't express. */
void cli_json_number(FILE *out, double value);

/* Writes one more field of an object that has fields already: `, "name": value`. */
void cli_json_field(FILE *out, const char *name, double value);

void cli_json_point(FILE *out, pathfan_point point);

const char *cli_json_bool(bool value);

#endif
