/* world.h - what a command asks: an index, or a map without one. */
#ifndef PATHFAN_CLI_WORLD_H
#define PATHFAN_CLI_WORLD_H

#include "cli/cli.h"
#include "pathfan/build.h"

/* One of the two is there. */
typedef struct cli_world {
  pathfan_index *index;
  pathfan_map *map;
} cli_world;

/* What the pictures and tables of a world need. */
typedef struct cli_extent {
  double origin_x, origin_y, width, height; /* map units */
  int32_t polygon_count;
} cli_extent;

/* Opens what answers requests with an algorithm from the file at path: an index, opened
 * as `how` says, for itself (with algorithm astar, the map inside it), any other file as
 * a map read with options, which an index refuses. Reports failures. Returns CLI_OK or
 * the exit code. */
int cli_open_world(const char *path, pathfan_algorithm algorithm,
                   const pathfan_map_options *options, const pathfan_open_options *how,
                   cli_world *world);

/* Errors: NO_MEMORY. */
pathfan_status cli_world_query(const cli_world *world, pathfan_query **query);

/* Whether requests may name this algorithm. */
bool cli_world_can(const cli_world *world, pathfan_algorithm algorithm);

cli_extent cli_world_extent(const cli_world *world);

/* As pathfan_index_polygon. */
int32_t cli_world_polygon(const cli_world *world, int32_t polygon, pathfan_point *corners,
                          int32_t capacity);

/* Fine for all-zero worlds. Query objects must be freed before. */
void cli_close_world(cli_world *world);

#endif
