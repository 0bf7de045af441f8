/* roads.h - a terrain's roads and rivers, for pictures. */
#ifndef PF_CLI_ROADS_H
#define PF_CLI_ROADS_H

#include "cli/picture.h"
#include "draw/roads.h"
#include "request/source.h"

/* Collects a terrain's roads and rivers, in coordinates of a picture; free them with
 * cli_roads_free. False: out of memory. */
bool cli_roads_make(pf_drawn_roads *roads, const pf_source *source, const cli_picture *picture);

void cli_roads_free(pf_drawn_roads *roads); /* all zero is fine */

#endif
