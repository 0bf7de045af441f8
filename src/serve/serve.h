/* serve.h - indexes asked over HTTP: the query API alone, for programs.
 *
 *   pathfan_serve_options options;
 *   pathfan_serve_options_init(&options);
 *   options.sources = paths, options.source_count = count;
 *   status = pathfan_serve_run(&options, &error);
 *
 * docs/openapi.json describes what it serves, docs/serve.md how to run and use it. */
#ifndef PATHFAN_SERVE_SERVE_H
#define PATHFAN_SERVE_SERVE_H

#include "pathfan/status.h"
#include "serve/options.h"

/* The defaults. */
void pathfan_serve_options_init(pathfan_serve_options *options);

/* Serves until SIGINT, SIGTERM or, unless that is ignored, SIGHUP, which it takes for itself. A
 * socket that listens already and was handed over (LISTEN_FDS, as systemd does) is used in place
 * of any other. Requests that are running are answered before it returns. Errors: IO (the
 * address is taken), ARGUMENT (two indexes have one name, a folder has none, the address is
 * none), NO_MEMORY, and those of opening what was named. */
pathfan_status pathfan_serve_run(const pathfan_serve_options *options, pathfan_error *error);

#endif
