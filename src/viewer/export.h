/* export.h - the page as a folder of files that any web server can serve: it answers by itself,
 * from indexes that lie beside it.
 *
 *   pf_export_options options = {.sources = paths, .source_count = count, .folder = "site"};
 *   status = pf_viewer_export(&options, &error);
 *
 * docs/export.md describes the folder, and how the page answers. */
#ifndef PF_VIEWER_EXPORT_H
#define PF_VIEWER_EXPORT_H

#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_export_options {
  const char *const *sources; /* [Size: source_count] indexes, and folders of them */
  int32_t source_count;
  const char *folder;                    /* new, empty, or made by an export */
  const char *address;                   /* where it will be, for previews of links; may be NULL */
  void (*message)(const char *sentence); /* about skipped files; may be NULL */
} pf_export_options;

/* Makes the folder aside and moves it into place whole. Errors: ARGUMENT (the folder has files that
 * no export made; a source is a map without an index), IO, NO_MEMORY, those of opening the
 * sources. */
pathfan_status pf_viewer_export(const pf_export_options *options, pathfan_error *error);

#endif
