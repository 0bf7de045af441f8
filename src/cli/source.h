/* source.h - opening what a command asks. */
#ifndef PATHFAN_CLI_SOURCE_H
#define PATHFAN_CLI_SOURCE_H

#include "cli/cli.h"
#include "request/source.h"

/* Opens what answers requests with an algorithm from the file at path: an index, opened
 * as `how` says, for itself (with algorithm astar, the map inside it), any other file as
 * a map read with options, which an index refuses. Reports failures. Returns CLI_OK or
 * the exit code. */
int cli_open_source(const char *path, pathfan_algorithm algorithm,
                    const pathfan_map_options *options, const pathfan_open_options *how,
                    pathfan_source *source);

/* The same where nobody has named an algorithm: *algorithm stays as it is, but for a terrain,
 * which is opened as a map and takes PATHFAN_ALGORITHM_TERRAIN. */
int cli_open_any(const char *path, pathfan_algorithm *algorithm, const pathfan_map_options *options,
                 const pathfan_open_options *how, pathfan_source *source);

#endif
