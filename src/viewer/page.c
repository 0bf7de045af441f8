/* page.c - files embedded in the program.
 *
 * CMake lists the files of its folder in a header, PAGE_FILE(NUMBER, NAME) for each, and makes this
 * file depend on them. Optional parts of the page (page/parts.mjs) need no entry here: they are
 * served and exported, unless they belong to a view that needs the server. */
#include "viewer/page.h"

#include <pthread.h>
#include <string.h>

#include "server/openapi.h"
#include "server/tag.h"
#include "server/take_in.h"
#include "viewer/gzip.h"

#define PAGE_FILE(number, name)                                                                    \
  PF_TAKE_IN("pf_page_" #number, PATHFAN_PAGE_FOLDER "/" name);                                    \
  extern const char pf_page_##number[], pf_page_##number##_end[];
#include PATHFAN_PAGE_FILES
#undef PAGE_FILE

static const struct {
  const char *name, *text, *end;
} taken_in[] = {
#define PAGE_FILE(number, name) {name, pf_page_##number, pf_page_##number##_end},
#include PATHFAN_PAGE_FILES
#undef PAGE_FILE
};
enum { TAKEN_IN = sizeof taken_in / sizeof *taken_in, FILES = TAKEN_IN + 1 };

static const struct {
  const char *ending, *type;
} types[] = {{".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
             {".css", "text/css; charset=utf-8"},   {".wasm", "application/wasm"},
             {".json", "application/json"},         {".txt", "text/plain; charset=utf-8"}};

/* An exported folder has its own index.html, from folder.html, and answers by itself; it doesn't
 * offer the views that it can't serve. */
static const char *const folders_own[] = {
    "folder.html",     "file.js",       "worker.js",          "pathfan.wasm",
    "build-worker.js", "local-maps.js", "pathfan-build.wasm", NULL};
static const char *const servers_own[] = {
    "index.html",    "openapi.json",    "crowd-view.js", "crowd.css",
    "study-view.js", "results-view.js", "study.css",     NULL};

static pf_page_file files[FILES];

static bool is_in(const char *const *names, const char *name) {
  while (*names && strcmp(*names, name) != 0) names++;
  return *names;
}

static void make_file(pf_page_file *file, const char *name, const char *text, size_t bytes) {
  *file = (pf_page_file){.name = name, .text = text, .bytes = bytes};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(strrchr(name, '.'), types[i].ending) == 0) file->type = types[i].type;
  file->served = !is_in(folders_own, name);
  file->exported = !is_in(servers_own, name);
  file->tag = pf_tag_of(text, bytes);
  if (file->served) file->gzip = pf_gzip(text, bytes, PF_GZIP_BEST, &file->gzip_bytes);
}

static void make_files(void) {
  for (int i = 0; i < TAKEN_IN; i++)
    make_file(&files[i], taken_in[i].name, taken_in[i].text,
              (size_t)(taken_in[i].end - taken_in[i].text));
  size_t bytes;
  const char *text = pf_openapi(&bytes);
  make_file(&files[TAKEN_IN], "openapi.json", text, bytes);
}

const pf_page_file *pf_page_files(int *count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_files);
  *count = FILES;
  return files;
}

const pf_page_file *pf_page_find(const char *name) {
  int count;
  const pf_page_file *all = pf_page_files(&count);
  for (int i = 0; i < count; i++)
    if (strcmp(name, all[i].name) == 0) return &all[i];
  return NULL;
}
