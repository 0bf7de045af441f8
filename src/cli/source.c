/* source.c - opening the source that a command queries, or saying why it can't be opened. */
#include "cli/source.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/terrain.h"
#include "pathfan/terrain.h"

/* Whether options change how a map is read. */
static bool has_map_options(const pathfan_map_options *options) {
  pathfan_map_options none;
  pathfan_map_options_init(&none);
  return strcmp(options->passable, none.passable) != 0 || options->agent_radius > 0 ||
         options->unit > 0 || options->mesh != none.mesh || options->background_rate > 0 ||
         options->wall_width > 0 || options->skip_others || options->projection ||
         options->layers || options->strict || options->walkable || options->level ||
         options->profile || options->simplify > 0;
}

/* Whether the file may hold a terrain, which is GeoJSON, perhaps compressed or a sequence of texts,
 * each after a record separator: others needn't be read as one. A file that
 * can't be read is left to the code that opens it, except on a failing device, which sets
 * *error. */
static bool may_be_terrain(const char *path, pathfan_error *error) {
  char start[64];
  const ssize_t bytes = pf_file_start(path, start, sizeof start);
  ssize_t at = bytes > 0 ? (ssize_t)pf_mark_bytes(start, (size_t)bytes) : 0;
  if (bytes < 0 && errno == EIO)
    pf_fail(error, PATHFAN_ERR_IO, "%s: can't read: %s", path, strerror(errno));
  while (at < bytes && strchr(" \t\r\n", start[at]) && start[at]) at++;
  return at < bytes && start[at] && strchr("{\x1e\x1f", start[at]);
}

/* Reports what is notable about an opened map. Returns CLI_OK, or the exit code with the map
 * closed. */
static int look_at_map(const char *path, const pathfan_map_options *options, pf_source *source) {
  cli_warn_map(path, source);
  if (pathfan_map_is_terrain(source->map) || !(options->background_rate > 0)) return CLI_OK;
  pf_source_close(source);
  cli_message("%s: --background-rate is for terrains, maps with roads, rivers or rates", path);
  return CLI_USAGE;
}

int cli_open_source(const char *path, pathfan_algorithm algorithm,
                    const pathfan_map_options *options, const pathfan_open_options *how,
                    pf_source *source) {
  pathfan_error error = {""};
  if (cli_is_stdin(path) && pathfan_algorithm_is_indexed(algorithm)) {
    cli_message("standard input can be a map, not an index, which algorithm %s needs",
                pathfan_algorithm_name(algorithm));
    return CLI_USAGE;
  }
  pathfan_status status = pf_source_open(
      path, how, pathfan_algorithm_is_indexed(algorithm) ? NULL : options, source, &error);
  if (status) return cli_index_failure(status, error.text, path);
  if (source->index && has_map_options(options)) {
    pf_source_close(source);
    cli_message("%s: is an index: --passable, --agent-radius, --unit, --mesh, --background-rate, "
                "--wall-width, --skip-others, --strict, --walkable, --level, --profile, "
                "--simplify, --project "
                "and --layer are for "
                "maps; an index has what it was built with",
                path);
    return CLI_USAGE;
  }
  if (source->index && algorithm == PATHFAN_ALGORITHM_ASTAR)
    status = pf_source_take_map(source, path, &error);
  if (status) return cli_failure(status, error.text);
  return source->map && !source->index ? look_at_map(path, options, source) : CLI_OK;
}

int cli_open_any(const char *path, pathfan_algorithm *algorithm, const pathfan_map_options *options,
                 const pathfan_open_options *how, pf_source *source) {
  pathfan_error error = {""};
  const bool is_packed = how->offset || how->bytes;
  const bool looks = !is_packed && may_be_terrain(path, &error);
  if (error.text[0]) return cli_failure(PATHFAN_ERR_IO, error.text);
  if (looks) {
    const pathfan_status status = pathfan_map_open(path, options, &source->map, &error);
    if (status) return cli_failure(status, error.text);
    if (pathfan_map_is_terrain(source->map)) {
      *algorithm = PATHFAN_ALGORITHM_TERRAIN;
      return look_at_map(path, options, source);
    }
    pf_source_close(source);
  }
  return cli_open_source(path, *algorithm, options, how, source);
}
