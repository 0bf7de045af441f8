/* build_memory.c - the index of a map in memory, by way of two temporary files: the writer's store
 * (LMDB) wants a file, and readers of maps want a name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/file.h"
#include "base/leftovers.h"
#include "base/status.h"
#include "pathfan/build.h"

typedef struct places {
  char *folder, *map, *index; /* owned */
} places;

static pathfan_status begin(places *p, const char *name, pathfan_error *error) {
  const pathfan_status status = pf_temporary_folder("pathfan-build", &p->folder, error);
  if (status) return status;
  pf_leftover_add(p->folder);
  if (asprintf(&p->map, "%s/%s", p->folder, name) < 0) p->map = NULL;
  if (asprintf(&p->index, "%s/%s.pathfan", p->folder, name) < 0) p->index = NULL;
  if (!p->map || !p->index) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", name);
  pf_leftover_add(p->map);
  pf_leftover_add(p->index);
  return PATHFAN_OK;
}

static void drop(char *path, int (*remove_it)(const char *)) {
  if (path) (void)remove_it(path);
  pf_leftover_drop(path);
  free(path);
}

static void end(places *p) {
  drop(p->index, unlink);
  drop(p->map, unlink);
  drop(p->folder, rmdir);
}

static pathfan_status write_map(const char *path, const void *map, size_t bytes,
                                pathfan_error *error) {
  FILE *file = fopen(path, "wb");
  const bool ok = file && fwrite(map, 1, bytes, file) == bytes;
  if (file && fclose(file) == 0 && ok) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be written", path);
}

/* Messages name the map as the caller does. */
static void leave_out(char *text, const char *folder) {
  const size_t length = folder ? strlen(folder) + 1 : 0;
  for (char *at; length && (at = strstr(text, folder)) && strlen(at) >= length;)
    memmove(at, at + length, strlen(at + length) + 1);
}

static bool is_name(const char *name) {
  return name && name[0] && name[0] != '.' && !strchr(name, '/') && !strchr(name, '\\') &&
         strlen(name) < 256;
}

pathfan_status pathfan_build_memory(const void *map, size_t bytes, const char *name,
                                    const pathfan_build_options *options,
                                    pathfan_build_report *report, void **index, size_t *index_bytes,
                                    pathfan_error *error) {
  places p = {NULL, NULL, NULL};
  pathfan_error flaw = {""};
  char *made = NULL;
  *index = NULL;
  *index_bytes = 0;
  if (error) error->text[0] = 0;
  if (!map || !is_name(name))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a map in memory needs a name that is no path");
  if (options && options->resume)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: a build in memory can't be resumed", name);
  pathfan_status status = begin(&p, name, &flaw);
  if (!status) status = write_map(p.map, map, bytes, &flaw);
  if (!status) status = pathfan_build_index(p.map, p.index, options, report, &flaw);
  if (!status) status = pf_read_file(p.index, SIZE_MAX, &made, index_bytes, &flaw);
  leave_out(flaw.text, p.folder);
  if (error) *error = flaw;
  end(&p);
  *index = made;
  return status;
}

void pathfan_build_free(void *index) {
  free(index);
}
