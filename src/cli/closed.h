/* closed.h - terrains with areas closed for one request (--avoid).
 *
 *   status = cli_close(path, options, &named, &request, &closed);
 *   ... closed.query: without the areas, which request no longer names ...
 *   cli_closed_free(&closed);
 *
 * The map is read anew with the areas as obstacles, so its ways are exact, as by a search. */
#ifndef PF_CLI_CLOSED_H
#define PF_CLI_CLOSED_H

#include "pathfan/build.h"
#include "pathfan/map.h"
#include "request/areas.h"

typedef struct cli_closed {
  pathfan_map *map;
  pathfan_query *query;
  pathfan_answer answer; /* of cli_closed_answer */
  pathfan_error error;
} cli_closed;

/* Reads the map at path; if that is an index, the map in it. options: how, if it is a map. named:
 * areas that are closed beside the request's. The request is changed to one for closed->query.
 * Errors: those of reading a map; closed->error tells.
 */
pathfan_status cli_close(const char *path, const pathfan_map_options *options,
                         const pf_area_list *named, pathfan_request *request, cli_closed *closed);

/* Returns what is wrong with the areas that a request of a terrain, which has no floors, closes, in
 * the words of other maps; NULL: nothing. */
const char *cli_closed_flaw(const pathfan_request *request);

/* Returns an answer of closed->query to a request; if a closed area blocks an end, the answer says
 * so instead of naming an obstacle. query: of the map without the areas; its answer is overwritten
 * then. */
const pathfan_answer *cli_closed_answer(cli_closed *closed, const pathfan_answer *answer,
                                        const pathfan_request *request, pathfan_query *query);

void cli_closed_free(cli_closed *closed);

#endif
