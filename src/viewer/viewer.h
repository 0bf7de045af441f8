/* viewer.h - a web page for maps, served by this process: pick a map, drag both ends,
 * see the alternatives of each method, draw obstacles, take part in a study.
 *
 *   pathfan_viewer_options options;
 *   pathfan_viewer_options_init(&options);
 *   options.sources = paths, options.source_count = count;
 *   status = pathfan_viewer_run(&options, &error);
 *
 * docs/openapi.json describes what it serves, docs/viewer.md how to use it. */
#ifndef PATHFAN_VIEWER_VIEWER_H
#define PATHFAN_VIEWER_VIEWER_H

#include "pathfan/status.h"
#include "viewer/options.h"

/* The defaults. */
void pathfan_viewer_options_init(pathfan_viewer_options *options);

/* Serves until SIGINT, SIGTERM or, unless that is ignored, SIGHUP, which it takes for itself.
 * Requests that are running are answered before it returns, a build that is running is
 * cancelled. Errors: IO (the address is taken, a folder can't be made), BUSY (another viewer
 * has `data`), ARGUMENT, NO_MEMORY, and those of opening what was named. */
pathfan_status pathfan_viewer_run(const pathfan_viewer_options *options, pathfan_error *error);

#endif
