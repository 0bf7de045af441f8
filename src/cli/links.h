/* links.h - showing paths that go over links and floors. */
#ifndef PF_CLI_LINKS_H
#define PF_CLI_LINKS_H

#include <stdio.h>

#include "pathfan/floors.h"

/* Whether an answer's paths tell walks and links. */
bool cli_has_links(const pathfan_answer *answer);

/* Whether the ends of a request are points on floors. */
bool cli_has_levels(const pathfan_request *request);

/* Finds the floor on which an end of a request is given, 0 or 1. False: on none. */
bool cli_floor_of_end(const pathfan_query *query, const pathfan_request *request, int end,
                      pathfan_floor *floor);

/* Prints the walks and links of a path in a line. has_floors: and the levels of the floors. */
void cli_link_summary(FILE *out, const pathfan_path *path, bool has_floors);

/* Writes the points of a path of an answer in the plane; room: [Size: path->point_count]. They are
 * on floors if the request has levels. */
void cli_path_in_plane(const pathfan_query *query, const pathfan_request *request,
                       const pathfan_path *path, pathfan_point *room);

/* The same for an end of a request. */
pathfan_point cli_end_in_plane(const pathfan_query *query, const pathfan_request *request, int end,
                               pathfan_point at);

#endif
