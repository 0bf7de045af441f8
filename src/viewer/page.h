/* page.h - files that are part of the program: the page, and the description of the API. */
#ifndef PATHFAN_VIEWER_PAGE_H
#define PATHFAN_VIEWER_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pathfan_page_file {
  const char *path; /* as it is asked for: "/", "/page.js", ... */
  const char *type;
  const char *text;
  size_t bytes;
  const char *gzip; /* the same, smaller; NULL: there is none */
  size_t gzip_bytes;
  uint64_t tag; /* of the text */
} pathfan_page_file;

/* Fills *file; false: there is no such file. Any thread; the first call makes all of them smaller,
 * some 20 ms. */
bool pathfan_page_find(const char *path, pathfan_page_file *file);

#endif
