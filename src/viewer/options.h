/* options.h - the options with which the viewer starts. */
#ifndef PF_VIEWER_OPTIONS_H
#define PF_VIEWER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_viewer_options {
  const char *const *sources; /* [Size: source_count] indexes, maps, and folders of both */
  int32_t source_count;       /* 0 is fine: drawings only */
  const char *bind;           /* a numeric address of this machine; default "127.0.0.1" */
  int32_t port;               /* 0: any free one; default 8080 */
  const char *data;    /* folder of drawings, indexes made and the study; made if needed. NULL
                          (default): a temporary one, removed at the end */
  bool study;          /* offers the user study, alone in the page's bar */
  const char *queries; /* folder of the study's queries (study.h); NULL: random ones */
  int32_t workers;     /* threads that answer, 1..64; default: processors, at least 2 */
  void (*listening)(const char *address); /* called with http://... once it listens; may be NULL */
  void (*results)(const char *address);   /* then, with that of the study's results; may be NULL */
  void (*message)(const char *sentence);  /* gets warnings and errors; may be NULL */
} pf_viewer_options;

#endif
