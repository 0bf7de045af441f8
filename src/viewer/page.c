/* page.c - files that are part of the program.
 *
 * The assembler puts them in as they are. CMake names the folders and makes this file
 * depend on what it takes in. */
#include "viewer/page.h"

#include <string.h>

#include "viewer/tag.h"

/* Bytes of a file between two symbols. */
#define TAKE_IN(symbol, path)                                                                      \
  __asm__(".pushsection .rodata\n"                                                                 \
          ".balign 16\n"                                                                           \
          ".local pathfan_page_" symbol "\n"                                                       \
          "pathfan_page_" symbol ":\n"                                                             \
          ".incbin \"" path "\"\n"                                                                 \
          ".local pathfan_page_" symbol "_end\n"                                                   \
          "pathfan_page_" symbol "_end:\n"                                                         \
          ".byte 0\n"                                                                              \
          ".popsection\n")

TAKE_IN("index", PATHFAN_PAGE_FOLDER "/index.html");
TAKE_IN("script", PATHFAN_PAGE_FOLDER "/page.js");
TAKE_IN("style", PATHFAN_PAGE_FOLDER "/page.css");
TAKE_IN("licences", PATHFAN_PAGE_FOLDER "/licences.txt");
TAKE_IN("openapi", PATHFAN_OPENAPI);

extern const char pathfan_page_index[], pathfan_page_index_end[];
extern const char pathfan_page_script[], pathfan_page_script_end[];
extern const char pathfan_page_style[], pathfan_page_style_end[];
extern const char pathfan_page_licences[], pathfan_page_licences_end[];
extern const char pathfan_page_openapi[], pathfan_page_openapi_end[];

static const struct {
  const char *path, *type, *begin, *end;
} files[] = {
    {"/", "text/html; charset=utf-8", pathfan_page_index, pathfan_page_index_end},
    {"/page.js", "text/javascript; charset=utf-8", pathfan_page_script, pathfan_page_script_end},
    {"/page.css", "text/css; charset=utf-8", pathfan_page_style, pathfan_page_style_end},
    {"/licences.txt", "text/plain; charset=utf-8", pathfan_page_licences,
     pathfan_page_licences_end},
    {"/openapi.json", "application/json", pathfan_page_openapi, pathfan_page_openapi_end}};

int pathfan_page_find(const char *path, pathfan_page_file *file) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(path, files[i].path) != 0) continue;
    const size_t bytes = (size_t)(files[i].end - files[i].begin);
    *file = (pathfan_page_file){files[i].path, files[i].type, files[i].begin, bytes,
                                pathfan_tag_of(files[i].begin, bytes)};
    return 1;
  }
  return 0;
}
