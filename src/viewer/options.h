/* options.h - what the viewer is told when it starts. */
#ifndef PATHFAN_VIEWER_OPTIONS_H
#define PATHFAN_VIEWER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_viewer_options {
  const char *const *sources; /* [Size: source_count] indexes, maps, and folders of both */
  int32_t source_count;       /* 0 is fine: drawings only */
  const char *bind;           /* an address of this machine, numeric; default "127.0.0.1" */
  int32_t port;               /* 0: any that is free; default 8080 */
  const char *data;           /* folder of drawings, indexes made and the study; made if need be.
                                 NULL (default): a temporary one, removed at the end */
  bool study;                 /* the user study is offered, and nothing else is in the page's bar */
  const char *queries;        /* folder of the study's queries (study.h); NULL: they are drawn */
  int32_t workers;            /* threads that answer, 1..64; default: processors, 2 at least */
  void (*listening)(const char *address); /* called once it listens, with http://...; may be NULL */
  void (*results)(const char *address);   /* then, with that of the study's results; may be NULL */
  void (*message)(const char *sentence);  /* what went wrong on the way; may be NULL */
} pathfan_viewer_options;

#endif
