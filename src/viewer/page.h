/* page.h - files that are part of the program: the page, and the description of the API. */
#ifndef PATHFAN_VIEWER_PAGE_H
#define PATHFAN_VIEWER_PAGE_H

#include <stddef.h>
#include <stdint.h>

typedef struct pathfan_page_file {
  const char *path; /* as it is asked for: "/", "/page.js", ... */
  const char *type;
  const char *text;
  size_t bytes;
  uint64_t tag; /* of the text */
} pathfan_page_file;

/* Fills *file; false: there is no such file. */
int pathfan_page_find(const char *path, pathfan_page_file *file);

#endif
