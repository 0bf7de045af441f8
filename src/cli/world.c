/* world.c - an index or a map, told by content. */
#include "cli/world.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* The characters of free cells that an index was built with, from its options. */
static char *passable_of(const pathfan_index_info *info) {
  const char *at = strstr(info->options, "passable=");
  if (!at) return NULL;
  at += strlen("passable=");
  return strndup(at, strcspn(at, " "));
}

/* The map that an index was made from takes its place. */
static int open_source(const char *path, cli_world *world) {
  pathfan_index_info info;
  pathfan_map_options options;
  pathfan_error error = {""};
  char *text = NULL;
  size_t bytes = 0;
  pathfan_index_info_get(world->index, &info);
  pathfan_map_options_init(&options);
  char *passable = passable_of(&info);
  if (passable) options.passable = passable;
  pathfan_status status = pathfan_index_source_map(world->index, &text, &bytes, &error);
  if (status == PATHFAN_OK && strstr(info.options, " agent-radius="))
    status = pathfan_fail(&error, PATHFAN_ERR_ARGUMENT,
                          "%s: algorithm astar needs a map made of cells; an agent's radius has "
                          "moved the walls of this one",
                          path);
  if (status == PATHFAN_OK)
    status = pathfan_map_parse(text, bytes, path, &options, &world->map, &error);
  free(text);
  free(passable);
  pathfan_index_close(world->index);
  world->index = NULL;
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
}

/* Maps are text. A file that isn't is an index, or what is left of one. Pipes are not
 * looked into: they can be read but once. */
static bool is_binary(const char *path) {
  char start[64];
  const ssize_t bytes = pathfan_file_start(path, start, sizeof start);
  return bytes > 0 && memchr(start, 0, (size_t)bytes);
}

/* Whether options say how a map is to be read. */
static bool has_wishes(const pathfan_map_options *options) {
  pathfan_map_options none;
  pathfan_map_options_init(&none);
  return strcmp(options->passable, none.passable) != 0 || options->agent_radius > 0 ||
         options->unit > 0 || options->mesh != none.mesh;
}

/* An index is as it was built. */
static int check_wishes(const char *path, const pathfan_map_options *options, cli_world *world) {
  if (!has_wishes(options)) return CLI_OK;
  cli_close_world(world);
  cli_message("%s: is an index: --passable, --agent-radius, --unit and --mesh are for maps; an "
              "index has what it was built with",
              path);
  return CLI_USAGE;
}

int cli_open_world(const char *path, pathfan_algorithm algorithm,
                   const pathfan_map_options *options, const pathfan_open_options *how,
                   cli_world *world) {
  pathfan_error error = {""};
  *world = (cli_world){0};
  pathfan_status status = pathfan_index_open(path, how, &world->index, &error);
  if (status == PATHFAN_OK) {
    const int code = check_wishes(path, options, world);
    if (code != CLI_OK) return code;
    return algorithm == PATHFAN_ALGORITHM_ASTAR ? open_source(path, world) : CLI_OK;
  }
  const bool is_packed = how->offset || how->bytes; /* maps lie in files of their own */
  if (status != PATHFAN_ERR_NOT_INDEX || algorithm == PATHFAN_ALGORITHM_INDEX || is_packed ||
      is_binary(path))
    return cli_index_failure(status, error.text, path);
  status = pathfan_map_open(path, options, &world->map, &error);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
}

pathfan_status cli_world_query(const cli_world *world, pathfan_query **query) {
  return world->index ? pathfan_query_create(world->index, query)
                      : pathfan_query_create_online(world->map, query);
}

bool cli_world_can(const cli_world *world, pathfan_algorithm algorithm) {
  if (!world->index && !world->map) return false;
  if (algorithm == PATHFAN_ALGORITHM_INDEX) return world->index != NULL;
  if (algorithm != PATHFAN_ALGORITHM_ASTAR) return true;
  if (world->index) return false;
  pathfan_map_info info;
  pathfan_map_info_get(world->map, &info);
  return info.is_grid;
}

cli_extent cli_world_extent(const cli_world *world) {
  if (world->index) {
    pathfan_index_info info;
    pathfan_index_info_get(world->index, &info);
    return (cli_extent){info.origin_x, info.origin_y, info.width, info.height, info.polygon_count};
  }
  pathfan_map_info info;
  pathfan_map_info_get(world->map, &info);
  return (cli_extent){info.origin_x, info.origin_y, info.width, info.height, info.polygon_count};
}

int32_t cli_world_polygon(const cli_world *world, int32_t polygon, pathfan_point *corners,
                          int32_t capacity) {
  return world->index ? pathfan_index_polygon(world->index, polygon, corners, capacity)
                      : pathfan_map_polygon(world->map, polygon, corners, capacity);
}

void cli_close_world(cli_world *world) {
  pathfan_index_close(world->index);
  pathfan_map_free(world->map);
  *world = (cli_world){0};
}
