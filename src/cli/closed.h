/* closed.h - terrains with areas closed for one request (--avoid).
 *
 *   status = cli_close(path, options, &request, &closed);
 *   ... closed.query: without the areas, which request no longer names ...
 *   cli_closed_free(&closed);
 *
 * The map is read anew with the areas as obstacles, so its ways are exact, as by a search. */
#ifndef PF_CLI_CLOSED_H
#define PF_CLI_CLOSED_H

#include "pathfan/build.h"
#include "pathfan/map.h"

typedef struct cli_closed {
  pathfan_map *map;
  pathfan_query *query;
  pathfan_error error;
} cli_closed;

/* Reads the map at path; if that is an index, the map in it. options: how, if it is a map. The
 * request is changed to one for closed->query. Errors: those of reading a map; closed->error tells.
 */
pathfan_status cli_close(const char *path, const pathfan_map_options *options,
                         pathfan_request *request, cli_closed *closed);

void cli_closed_free(cli_closed *closed);

#endif
