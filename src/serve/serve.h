/* serve.h - answers requests about indexes over HTTP: the query API alone, for programs.
 *
 *   pf_serve_options options;
 *   pf_serve_options_init(&options);
 *   options.sources = paths, options.source_count = count;
 *   status = pf_serve_run(&options, &error);
 *
 * docs/openapi.json describes its interface, docs/serve.md how to run and use it. */
#ifndef PF_SERVE_SERVE_H
#define PF_SERVE_SERVE_H

#include "pathfan/status.h"
#include "serve/options.h"

/* Sets the defaults. */
void pf_serve_options_init(pf_serve_options *options);

/* Serves until SIGINT, SIGTERM or, unless it is ignored, SIGHUP, which it handles itself. A
 * listening socket that was handed over (LISTEN_FDS, as by systemd) is used in place of any other.
 * Answers running requests before it returns. Errors: IO (the address is taken), ARGUMENT (two
 * indexes have one name, a folder has none, the address is invalid), NO_MEMORY, and those of
 * opening the sources. */
pathfan_status pf_serve_run(const pf_serve_options *options, pathfan_error *error);

#endif
