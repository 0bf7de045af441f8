/* build FOLDER - makes a map there and its index, queries both, goes on after fork(), and verifies
 * the index; with the builder's library alone. */
#include <pathfan/build.h>
#include <pathfan/folder.h>
#include <pathfan/format.h>
#include <pathfan/map.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pathfan_error error;

static int fail(const char *what) {
  printf("%s: %s\n", what, error.text);
  return 1;
}

/* Length of the shortest path; < 0 if there is none. */
static double shortest(pathfan_query *query, pathfan_algorithm algorithm) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = (pathfan_point){2, 2};
  request.to = (pathfan_point){37, 27};
  request.algorithm = algorithm;
  return !pathfan_query_paths(query, &request, &answer) && answer->path_count
             ? answer->paths[0].length
             : -1;
}

static int ask(const char *map_path, const char *index_path) {
  pathfan_map *map;
  pathfan_index *index;
  pathfan_query *online, *by_index;
  int how;
  if (pathfan_map_open(map_path, NULL, &map, &error)) return fail("open the map");
  if (pathfan_index_open(index_path, NULL, &index, &error)) return fail("open the index");
  if (pathfan_query_create_online(map, &online) || pathfan_query_create(index, &by_index)) return 1;
  const double length = shortest(by_index, PATHFAN_ALGORITHM_INDEX);
  if (length < 0 || shortest(online, PATHFAN_ALGORITHM_POLYANYA) != length)
    return fail("index and search differ");
  const pid_t child = fork();
  if (child == 0) _exit(shortest(online, PATHFAN_ALGORITHM_PENALTY) != length);
  if (child < 0 || waitpid(child, &how, 0) != child || how != 0) return fail("a child that asks");
  pathfan_query_free(online);
  pathfan_query_free(by_index);
  pathfan_index_close(index);
  pathfan_map_free(map);
  return 0;
}

int main(int argc, char **argv) {
  pathfan_map_recipe recipe;
  pathfan_folder_options options;
  pathfan_folder_list list;
  char map_path[1000], index_path[1000];
  if (argc != 2) return 2;
  snprintf(map_path, sizeof map_path, "%s/rooms.map", argv[1]);
  snprintf(index_path, sizeof index_path, "%s/rooms.pathfan", argv[1]);
  pathfan_map_recipe_init(&recipe);
  recipe.width = 40;
  recipe.height = 30;
  recipe.seed = 3;
  if (pathfan_map_make(&recipe, map_path, &error)) return fail("make a map");
  pathfan_folder_options_init(&options);
  if (pathfan_build_folder(argv[1], argv[1], &options, &list, &error)) return fail("build");
  pathfan_folder_free(&list);
  if (pathfan_verify_file(index_path, &error)) return fail("verify");
  return ask(map_path, index_path);
}
