/* page.c - files that are part of the program.
 *
 * CMake names the folder and makes this file depend on what it takes in. */
#include "viewer/page.h"

#include <string.h>

#include "server/openapi.h"
#include "server/tag.h"
#include "server/take_in.h"

PATHFAN_TAKE_IN("pathfan_page_index", PATHFAN_PAGE_FOLDER "/index.html");
PATHFAN_TAKE_IN("pathfan_page_script", PATHFAN_PAGE_FOLDER "/page.js");
PATHFAN_TAKE_IN("pathfan_page_style", PATHFAN_PAGE_FOLDER "/page.css");
PATHFAN_TAKE_IN("pathfan_page_licences", PATHFAN_PAGE_FOLDER "/licences.txt");

extern const char pathfan_page_index[], pathfan_page_index_end[];
extern const char pathfan_page_script[], pathfan_page_script_end[];
extern const char pathfan_page_style[], pathfan_page_style_end[];
extern const char pathfan_page_licences[], pathfan_page_licences_end[];

static const struct {
  const char *path, *type, *begin, *end;
} files[] = {
    {"/", "text/html; charset=utf-8", pathfan_page_index, pathfan_page_index_end},
    {"/page.js", "text/javascript; charset=utf-8", pathfan_page_script, pathfan_page_script_end},
    {"/page.css", "text/css; charset=utf-8", pathfan_page_style, pathfan_page_style_end},
    {"/licences.txt", "text/plain; charset=utf-8", pathfan_page_licences,
     pathfan_page_licences_end}};

int pathfan_page_find(const char *path, pathfan_page_file *file) {
  if (strcmp(path, "/openapi.json") == 0) {
    size_t bytes;
    const char *text = pathfan_openapi(&bytes);
    *file = (pathfan_page_file){"/openapi.json", "application/json", text, bytes,
                                pathfan_tag_of(text, bytes)};
    return 1;
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(path, files[i].path) != 0) continue;
    const size_t bytes = (size_t)(files[i].end - files[i].begin);
    *file = (pathfan_page_file){files[i].path, files[i].type, files[i].begin, bytes,
                                pathfan_tag_of(files[i].begin, bytes)};
    return 1;
  }
  return 0;
}
