/* avoid.h - areas to keep out of, from a command line or a batch line.
 *
 * Whoever reads them owns them: zero first, free with cli_avoid_free when the request
 * that points to them is done. Ranges and shapes are the library's business. */
#ifndef PATHFAN_CLI_AVOID_H
#define PATHFAN_CLI_AVOID_H

#include <jansson.h>

#include "cli/cli.h"

typedef struct cli_avoid {
  pathfan_area *areas; /* corners of polygons are owned too */
  int32_t count;
} cli_avoid;

/* Adds "X,Y,R" or "X1,Y1,X2,Y2,X3,Y3,..." to those of request. Returns CLI_OK, or an exit
 * code after reporting a mistake. */
int cli_avoid_option(const cli_command *command, const char *text, cli_avoid *avoid,
                     pathfan_request *request);

/* Reads [{"circle": [x, y, r]}, {"polygon": [[x, y], ...]}, ...] in place of what request
 * has. False, and nothing changed, if it isn't that. */
bool cli_avoid_json(const json_t *list, cli_avoid *avoid, pathfan_request *request);

void cli_avoid_free(cli_avoid *avoid);

#endif
