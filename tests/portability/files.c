/* files - opens, distinguishes, replaces and reloads indexes in files. One program for all systems,
 * of pathfan.h alone; systems.sh makes the files in the working folder, and compares its output. */
#include <stdio.h>
#include <string.h>

#include "pathfan.h"

static pathfan_index *open_index(const char *what, const char *path, uint64_t offset,
                                 uint64_t bytes, bool private_copy) {
  pathfan_index *index = NULL;
  pathfan_error error = {""};
  const pathfan_open_options how = {.offset = offset,
                                    .bytes = bytes,
                                    .private_copy = private_copy,
                                    .prefetch = offset == 0,
                                    .policy = PATHFAN_OPEN_EAGER};
  const pathfan_status status = pathfan_index_open(path, &how, &index, &error);
  printf("%s: %s, %s\n", what, pathfan_status_text(status), error.text);
  return index;
}

static int32_t vertices(const pathfan_index *index) {
  pathfan_index_info info = {0};
  if (index) pathfan_index_info_get(index, &info);
  return info.vertex_count;
}

static void look(const char *what, const char *path, uint64_t offset, uint64_t bytes) {
  pathfan_index *index = open_index(what, path, offset, bytes, false);
  printf("  %d vertices\n", vertices(index));
  pathfan_index_close(index);
}

/* Replaces `path` by `next` in the way that every system allows: moves `path` to `aside` first. */
static void replace(const char *what, const char *path, const char *next, const char *aside,
                    bool private_copy) {
  pathfan_error error = {""};
  pathfan_index *index = open_index(what, path, 0, 0, private_copy);
  pathfan_index *same = open_index("again", path, 0, 0, private_copy);
  printf("  %d vertices, stale %d\n", vertices(index), pathfan_index_is_stale(index));
  if (rename(path, aside)) puts("  can't be renamed");
  printf("  gone: stale %d\n", pathfan_index_is_stale(index));
  if (rename(next, path)) puts("  can't be published");
  printf("  replaced: stale %d\n", pathfan_index_is_stale(index));
  printf("  %s", pathfan_status_text(pathfan_index_reload(index, &error)));
  printf(", %d vertices, stale %d; the other %d\n", vertices(index), pathfan_index_is_stale(index),
         vertices(same));
  pathfan_index_close(same);
  pathfan_index_close(index);
}

int main(void) {
  look("UTF-8", "sch\xC3\xB6n \xE2\x98\x83.pathfan", 0, 0);
  look("no UTF-8", "\xFF.pathfan.none", 0, 0);
  look("not there", "none/none.pathfan", 0, 0);
  look("a folder", "folder", 0, 0);
  look("no index", "text", 0, 0);
  look("empty", "empty", 0, 0);
  look("cut off", "cut", 0, 0);
  look("in a pack, aligned for all", "pack", 131072, 0);
  look("aligned for some", "pack4096", 4096, 0);
  look("not aligned", "pack100", 100, 0);
  look("beyond the end", "pack100", 1u << 30, 0);
  look("too long", "pack100", 100, 1u << 30);
  replace("mapped", "a.pathfan", "b.pathfan", "old.pathfan", false);
  replace("a private copy", "a.pathfan", "old.pathfan", "b.pathfan", true);
  return 0;
}
