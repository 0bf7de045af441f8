/* source.h - opening the source that a command queries. */
#ifndef PF_CLI_SOURCE_H
#define PF_CLI_SOURCE_H

#include "cli/cli.h"
#include "request/source.h"

/* Opens the file at path as the source for an algorithm: an index, opened as `how` says (with
 * algorithm astar, the map inside it), or any other file as a map, read with options, which must be
 * the defaults for an index. Reports failures. Returns CLI_OK or the exit code. */
int cli_open_source(const char *path, pathfan_algorithm algorithm,
                    const pathfan_map_options *options, const pathfan_open_options *how,
                    pf_source *source);

/* Does the same if no algorithm was named: *algorithm stays as it is, unless the file is a terrain,
 * which is opened as a map and sets it to PATHFAN_ALGORITHM_TERRAIN. */
int cli_open_any(const char *path, pathfan_algorithm *algorithm, const pathfan_map_options *options,
                 const pathfan_open_options *how, pf_source *source);

#endif
