/* avoid.h - areas to avoid, from a command line (request/areas.h). */
#ifndef PF_CLI_AVOID_H
#define PF_CLI_AVOID_H

#include "cli/cli.h"
#include "request/areas.h"
#include "request/source.h"

/* Adds the area "X,Y,R" or "X1,Y1,X2,Y2,X3,Y3,..." to those of request. Returns CLI_OK, or an exit
 * code after reporting a mistake. */
int cli_avoid_option(const cli_command *command, const char *text, pf_area_list *avoid,
                     pathfan_request *request);

/* Adds the ground of a terrain's area, by its name or else the number of its feature, as polygons
 * of the mesh in map units. Returns CLI_OK, or an exit code after reporting that there is none. */
int cli_avoid_named(const pf_source *source, const char *name, pf_area_list *avoid);

#endif
