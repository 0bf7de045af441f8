/* export.h - the page as a folder of files, which any web server shows: it answers by itself, from
 * indexes that lie beside it.
 *
 *   pathfan_export_options options = {.sources = paths, .source_count = count, .folder = "site"};
 *   status = pathfan_viewer_export(&options, &error);
 *
 * What lies in it, and how the page answers: docs/export.md. */
#ifndef PATHFAN_VIEWER_EXPORT_H
#define PATHFAN_VIEWER_EXPORT_H

#include <stdint.h>

#include "pathfan/status.h"

typedef struct pathfan_export_options {
  const char *const *sources; /* [Size: source_count] indexes, and folders of them */
  int32_t source_count;
  const char *folder;                    /* new, empty, or what an export has made */
  void (*message)(const char *sentence); /* about files that are left out; may be NULL */
} pathfan_export_options;

/* Makes the folder aside and puts it in place whole. Errors: ARGUMENT (the folder holds what no
 * export has made; a source is a map without an index), IO, NO_MEMORY, those of opening what was
 * named. */
pathfan_status pathfan_viewer_export(const pathfan_export_options *options, pathfan_error *error);

#endif
