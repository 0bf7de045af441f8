/* page.h - files embedded in the program: the page, and the description of the API. */
#ifndef PF_VIEWER_PAGE_H
#define PF_VIEWER_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pf_page_file {
  const char *name; /* "page.js", ...; the page itself is "index.html" */
  const char *type;
  const char *text;
  size_t bytes;
  bool served, exported; /* by the viewer, and into a folder that needs none */
  const char *gzip;      /* the text compressed; NULL: none */
  size_t gzip_bytes;
  uint64_t tag; /* of the text */
} pf_page_file;

/* Returns all of them, and their number. Any thread; the first call compresses them, some 20 ms. */
const pf_page_file *pf_page_files(int *count);

/* Finds a file by name; NULL: there is none. */
const pf_page_file *pf_page_find(const char *name);

#endif
