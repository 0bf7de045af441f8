/* source.c - opening what a command asks, and saying why it can't be. */
#include "cli/source.h"

#include <string.h>

/* Whether options say how a map is to be read. */
static bool has_wishes(const pathfan_map_options *options) {
  pathfan_map_options none;
  pathfan_map_options_init(&none);
  return strcmp(options->passable, none.passable) != 0 || options->agent_radius > 0 ||
         options->unit > 0 || options->mesh != none.mesh;
}

int cli_open_source(const char *path, pathfan_algorithm algorithm,
                    const pathfan_map_options *options, const pathfan_open_options *how,
                    pathfan_source *source) {
  pathfan_error error = {""};
  pathfan_status status = pathfan_source_open(
      path, how, pathfan_algorithm_is_indexed(algorithm) ? NULL : options, source, &error);
  if (status != PATHFAN_OK) return cli_index_failure(status, error.text, path);
  if (source->index && has_wishes(options)) {
    pathfan_source_close(source);
    cli_message("%s: is an index: --passable, --agent-radius, --unit and --mesh are for maps; an "
                "index has what it was built with",
                path);
    return CLI_USAGE;
  }
  if (source->index && algorithm == PATHFAN_ALGORITHM_ASTAR)
    status = pathfan_source_take_map(source, path, &error);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
}
