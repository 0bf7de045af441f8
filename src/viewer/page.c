/* page.c - files that are part of the program.
 *
 * CMake names the folder and makes this file depend on what it takes in. */
#include "viewer/page.h"

#include <pthread.h>
#include <string.h>

#include "server/openapi.h"
#include "server/tag.h"
#include "server/take_in.h"
#include "viewer/gzip.h"

PATHFAN_TAKE_IN("pathfan_page_index", PATHFAN_PAGE_FOLDER "/index.html");
PATHFAN_TAKE_IN("pathfan_page_script", PATHFAN_PAGE_FOLDER "/page.js");
PATHFAN_TAKE_IN("pathfan_page_style", PATHFAN_PAGE_FOLDER "/page.css");
PATHFAN_TAKE_IN("pathfan_page_folder", PATHFAN_PAGE_FOLDER "/folder.html");
PATHFAN_TAKE_IN("pathfan_page_worker", PATHFAN_PAGE_FOLDER "/worker.js");
PATHFAN_TAKE_IN("pathfan_page_module", PATHFAN_PAGE_FOLDER "/pathfan.wasm");
PATHFAN_TAKE_IN("pathfan_page_licences", PATHFAN_PAGE_FOLDER "/licences.txt");

extern const char pathfan_page_index[], pathfan_page_index_end[];
extern const char pathfan_page_script[], pathfan_page_script_end[];
extern const char pathfan_page_style[], pathfan_page_style_end[];
extern const char pathfan_page_folder[], pathfan_page_folder_end[];
extern const char pathfan_page_worker[], pathfan_page_worker_end[];
extern const char pathfan_page_module[], pathfan_page_module_end[];
extern const char pathfan_page_licences[], pathfan_page_licences_end[];

enum { FILES = 8 };

/* Static text, but for what is made once and stays. */
static pathfan_page_file files[FILES] = {
    {.path = "/", .type = "text/html; charset=utf-8", .text = pathfan_page_index},
    {.path = "/page.js", .type = "text/javascript; charset=utf-8", .text = pathfan_page_script},
    {.path = "/page.css", .type = "text/css; charset=utf-8", .text = pathfan_page_style},
    {.path = "/folder.html", .type = "text/html; charset=utf-8", .text = pathfan_page_folder},
    {.path = "/worker.js", .type = "text/javascript; charset=utf-8", .text = pathfan_page_worker},
    {.path = "/pathfan.wasm", .type = "application/wasm", .text = pathfan_page_module},
    {.path = "/licences.txt", .type = "text/plain; charset=utf-8", .text = pathfan_page_licences},
    {.path = "/openapi.json", .type = "application/json"}};

static void make_files(void) {
  const char *const ends[] = {pathfan_page_index_end,   pathfan_page_script_end,
                              pathfan_page_style_end,   pathfan_page_folder_end,
                              pathfan_page_worker_end,  pathfan_page_module_end,
                              pathfan_page_licences_end};
  files[FILES - 1].text = pathfan_openapi(&files[FILES - 1].bytes);
  for (int i = 0; i < FILES; i++) {
    pathfan_page_file *f = &files[i];
    if (i < FILES - 1) f->bytes = (size_t)(ends[i] - f->text);
    f->tag = pathfan_tag_of(f->text, f->bytes);
    if (f->text != pathfan_page_module) /* which is for folders alone */
      f->gzip = pathfan_gzip(f->text, f->bytes, PATHFAN_GZIP_BEST, &f->gzip_bytes);
  }
}

bool pathfan_page_find(const char *path, pathfan_page_file *file) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_files);
  for (int i = 0; i < FILES; i++) {
    if (strcmp(path, files[i].path) != 0) continue;
    *file = files[i];
    return true;
  }
  return false;
}
