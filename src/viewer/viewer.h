/* viewer.h - a web page for maps, served by this process: pick a map, drag both ends, see the
 * alternatives of each method, draw obstacles, take part in a study.
 *
 *   pf_viewer_options options;
 *   pf_viewer_options_init(&options);
 *   options.sources = paths, options.source_count = count;
 *   status = pf_viewer_run(&options, &error);
 *
 * docs/openapi.json describes its interface, docs/viewer.md how to use it. */
#ifndef PF_VIEWER_VIEWER_H
#define PF_VIEWER_VIEWER_H

#include "pathfan/status.h"
#include "viewer/options.h"

/* Sets the defaults. */
void pf_viewer_options_init(pf_viewer_options *options);

/* Serves until SIGINT, SIGTERM or, unless it is ignored, SIGHUP, which it handles itself. Answers
 * running requests before it returns, and cancels a running build. Errors: IO (the address is
 * taken, a folder can't be made), BUSY (another viewer has `data`), ARGUMENT, NO_MEMORY, and those
 * of opening the sources. */
pathfan_status pf_viewer_run(const pf_viewer_options *options, pathfan_error *error);

#endif
