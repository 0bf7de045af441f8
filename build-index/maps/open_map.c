/* open_map.c - opens maps of every kind for online search. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/status.h"
#include "any_map.h"
#include "index_source.h"
#include "map/formats.h"
#include "map/profile_file.h"
#include "map/read.h"
#include "space/map.h"

bool pathfan_map_format_get(int32_t number, pathfan_map_format_info *info) {
  int32_t count = 0;
  while (pf_map_formats[count].name) count++;
  if (number < 0 || number >= count) return false;
  const pf_map_format *format = &pf_map_formats[number];
  *info = (pathfan_map_format_info){.name = format->name,
                                    .endings = format->endings,
                                    .is_projectable = format->content == PF_MAP_POLYGONS};
  return true;
}

int32_t pathfan_map_format_find(const char *text, size_t bytes) {
  const pf_map_format *format = pf_map_format_of(text, bytes);
  return format ? (int32_t)(format - pf_map_formats) : -1;
}

/* The readers ask all the time; the caller is asked about ten times a second. */
typedef struct asker {
  const pathfan_map_options *options;
  double asked; /* seconds; when the caller was last asked */
} asker;

#define ASK_SECONDS 0.1

static bool is_wanted(void *context, int64_t items) {
  asker *a = context;
  (void)items;
  if (!a->options->is_cancelled) return true;
  const double now = pf_seconds();
  if (now - a->asked < ASK_SECONDS) return true;
  a->asked = now;
  return !a->options->is_cancelled(a->options->cancel_context);
}

static pathfan_status parse(const char *text, size_t bytes, const char *name,
                            const pathfan_map_options *options, const pathfan_closed_areas *closed,
                            pathfan_map **out, pathfan_error *error) {
  static const pathfan_closed_areas none;
  pathfan_map_options defaults;
  pathfan_map_options_init(&defaults);
  if (error) error->text[0] = 0;
  if (!out) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the map");
  *out = NULL;
  if (!text || !name) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no text or no name");
  if (bytes > PF_MAP_BYTES_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: larger than 1 GiB", name);
  pathfan_map *map = calloc(1, sizeof *map);
  if (!map) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!options) options = &defaults;
  asker asks = {.options = options};
  pf_memory_limit memory_limit = {.most = options->max_memory};
  const pf_limits limits = {is_wanted, &asks, &memory_limit};
  pathfan_status status = pf_ground_read(text, bytes, name, options, closed ? closed : &none,
                                         &limits, &map->ground, error);
  if (status == PATHFAN_ERR_CANCELLED) pf_fail(error, status, "%s: reading it was cancelled", name);
  if (!status && pf_map_prepare(map))
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", name);
  if (status) {
    pf_ground_free(&map->ground);
    free(map);
    return status;
  }
  *out = map;
  return PATHFAN_OK;
}

pathfan_status pathfan_map_parse(const char *text, size_t bytes, const char *name,
                                 const pathfan_map_options *options, pathfan_map **out,
                                 pathfan_error *error) {
  return parse(text, bytes, name, options, NULL, out, error);
}

/* Reads the text of a map; if the file is an index, the text inside it, with the options it was
 * read with. */
static pathfan_status read_text(const char *path, pathfan_map_options *options,
                                pf_index_source *inside, char **text, size_t *bytes,
                                pathfan_error *error) {
  bool is_index;
  const pathfan_status status =
      pf_index_source_read(path, pf_map_bytes_most(options->max_memory), &is_index, inside, error);
  if (status) return status;
  if (!is_index)
    return pf_map_read(path, pf_map_bytes_most(options->max_memory), text, bytes, error);
  *options = pf_index_source_options(inside, options);
  *text = inside->text;
  *bytes = inside->bytes;
  return PATHFAN_OK;
}

pathfan_status pathfan_map_open(const char *path, const pathfan_map_options *options,
                                pathfan_map **out, pathfan_error *error) {
  return pathfan_map_open_closed(path, options, NULL, out, error);
}

pathfan_status pathfan_map_open_closed(const char *path, const pathfan_map_options *options,
                                       const pathfan_closed_areas *closed, pathfan_map **out,
                                       pathfan_error *error) {
  pf_index_source inside = {0};
  pathfan_map_options how;
  char *text = NULL;
  size_t bytes = 0;
  if (error) error->text[0] = 0;
  if (!out) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the map");
  *out = NULL;
  if (!path) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no path was given");
  pathfan_map_options_init(&how);
  if (options) how = *options;
  pathfan_status status = read_text(path, &how, &inside, &text, &bytes, error);
  if (!status && options && options->profile && pf_profile_is_file(options->profile))
    status =
        pf_profile_join(options->profile, pf_map_bytes_most(how.max_memory), &text, &bytes, error);
  if (!status) status = parse(text, bytes, path, &how, closed, out, error);
  free(text);
  return status;
}
