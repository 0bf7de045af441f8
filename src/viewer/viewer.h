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

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pathfan_viewer_options {
  const char *const *sources; /* [Size: source_count] indexes, maps, and folders of both */
  int32_t source_count;       /* 0 is fine: drawings only */
  const char *bind;           /* an address of this machine, numeric; default "127.0.0.1" */
  int32_t port;               /* 0: any that is free; default 8080 */
  const char *data;           /* folder of drawings, indexes made and the study; made if need be.
                                 NULL (default): a temporary one, removed at the end */
  bool study;                 /* the user study is offered */
  int32_t workers;            /* threads that answer, 1..64; default: processors, 2 at least */
  void (*listening)(const char *address); /* called once it listens, with http://...; may be NULL */
  void (*message)(const char *sentence);  /* what went wrong on the way; may be NULL */
} pathfan_viewer_options;

void pathfan_viewer_options_init(pathfan_viewer_options *options);

/* Serves until SIGINT, SIGTERM or, unless that is ignored, SIGHUP, which it takes for itself.
 * Requests that are running are answered before it returns, a build that is running is
 * cancelled. Errors: IO (the address is taken, a folder can't be made), BUSY (another viewer
 * has `data`), ARGUMENT, NO_MEMORY, and those of opening what was named. */
pathfan_status pathfan_viewer_run(const pathfan_viewer_options *options, pathfan_error *error);

#endif
