/* read.c - reads whole files one after the other and joins them. */
#include "map/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/status.h"
#include "map/formats.h"
#include "map/gunzip.h"
#include "map/occupancy.h"
#include "map/tiled_files.h"

/* Returns the path of a file that another file names; NULL: out of memory. Names in a map from
 * standard input are relative to the working folder. */
static char *path_beside(const char *path, pf_span name) {
  const char *slash = strcmp(path, PF_STANDARD_INPUT) == 0 ? NULL : pf_path_slash(path);
  const size_t folder = slash && *name.at != '/' ? (size_t)(slash - path) + 1 : 0;
  char *beside = malloc(folder + name.length + 1);
  if (!beside) return NULL;
  memcpy(beside, path, folder);
  memcpy(beside + folder, name.at, name.length);
  beside[folder + name.length] = 0;
  return beside;
}

/* Appends the image to the YAML in *text. */
static pathfan_status join_image(const char *path, size_t max_bytes, char **text, size_t *bytes,
                                 pathfan_error *error) {
  static const char end[] = "\n...\n";
  const size_t end_bytes = sizeof end - 1;
  pf_span name;
  size_t yaml_bytes, image_bytes = 0;
  bool has_image;
  char *image = NULL;
  pathfan_status status =
      pf_occupancy_image(*text, *bytes, path, &name, &yaml_bytes, &has_image, error);
  if (status || has_image) return status;
  const size_t used = yaml_bytes + end_bytes;
  char *beside = path_beside(path, name);
  if (!beside) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory", path);
  status = pf_named_check(beside, path, error);
  if (!status)
    status =
        pf_read_file(beside, max_bytes > used ? max_bytes - used : 0, &image, &image_bytes, error);
  free(beside);
  if (status) return status;
  char *joined = pf_resize(image, used + image_bytes + 1, 1);
  if (!joined) {
    free(image);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its image", path);
  }
  memmove(joined + used, joined, image_bytes + 1); /* including the terminating zero */
  memcpy(joined, *text, yaml_bytes);
  memcpy(joined + yaml_bytes, end, end_bytes);
  free(*text);
  *text = joined;
  *bytes = used + image_bytes;
  return PATHFAN_OK;
}

/* Whether a text may be a tileset, as XML or JSON. Others aren't joined: an index would keep them.
 */
static bool is_tileset(const char *text, size_t bytes) {
  return pf_bytes_find(text, bytes, "tileset", strlen("tileset")) ||
         pf_bytes_find(text, bytes, "tilecount", strlen("tilecount"));
}

/* Appends tilesets to a map of Tiled, those that can be read. */
static pathfan_status join_tilesets(const char *path, size_t max_bytes, char **text, size_t *bytes,
                                    pathfan_error *error) {
  const size_t own = *bytes;
  char name[PF_TILED_NAME_BYTES];
  size_t at = 0;
  for (int i = 0; i < PF_TILED_FILES_MAX && pf_tiled_next_file(*text, own, &at, name); i++) {
    char line[PF_TILED_NAME_BYTES + 64], *file = NULL;
    const size_t before =
        (size_t)snprintf(line, sizeof line, PF_TILED_FILE_BEGIN "%s" PF_TILED_FILE_END, name);
    const size_t used = *bytes + before;
    size_t file_bytes = 0;
    pf_span known;
    if (pf_tiled_file_of(*text, *bytes, name, &known)) continue;
    char *beside = path_beside(path, (pf_span){name, strlen(name)});
    if (!beside) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory", path);
    pathfan_status status = pf_named_check(beside, path, error);
    if (!status)
      status =
          pf_read_file(beside, max_bytes > used ? max_bytes - used : 0, &file, &file_bytes, NULL);
    free(beside);
    if (status == PATHFAN_ERR_NO_MEMORY)
      return pf_fail(error, status, "%s: no memory for its tileset %s", path, name);
    if (status == PATHFAN_ERR_MALFORMED) return status;
    if (status) continue; /* the reader counts it */
    if (!is_tileset(file, file_bytes)) {
      free(file);
      return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: names a tileset that isn't one, %s", path,
                     name);
    }
    char *joined = realloc(*text, used + file_bytes + 1);
    if (joined) {
      memcpy(joined + *bytes, line, before);
      memcpy(joined + used, file, file_bytes + 1); /* including the terminating zero */
      *text = joined;
      *bytes = used + file_bytes;
    }
    free(file);
    if (!joined)
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its tileset %s", path, name);
  }
  return PATHFAN_OK;
}

pathfan_status pf_map_copy(const void *map, size_t map_bytes, const char *name, size_t max_bytes,
                           char **text, size_t *bytes, pathfan_error *error) {
  *text = NULL;
  *bytes = map_bytes;
  if (map_bytes > max_bytes)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: is larger than %zu bytes", name, max_bytes);
  *text = pf_alloc(map_bytes + 1, 1);
  if (!*text) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for it", name);
  if (map_bytes) memcpy(*text, map, map_bytes);
  (*text)[map_bytes] = 0;
  const pathfan_status status =
      pf_is_gzip(*text, *bytes) ? pf_gunzip(name, max_bytes, text, bytes, error) : PATHFAN_OK;
  if (!status) return PATHFAN_OK;
  free(*text);
  *text = NULL;
  return status;
}

pathfan_status pf_map_read(const char *path, size_t max_bytes, char **text, size_t *bytes,
                           pathfan_error *error) {
  pathfan_status status = pf_read_file(path, max_bytes, text, bytes, error);
  if (status) return status;
  if (pf_is_gzip(*text, *bytes)) status = pf_gunzip(path, max_bytes, text, bytes, error);
  const pf_map_format *format = status ? NULL : pf_map_format_of(*text, *bytes);
  if (format && format->has_image)
    status = join_image(path, max_bytes, text, bytes, error);
  else if (format && format->has_layers)
    status = join_tilesets(path, max_bytes, text, bytes, error);
  if (status) {
    free(*text);
    *text = NULL;
  }
  return status;
}
