/* lite INDEX [TERRAIN_INDEX] - checks the answers of pathfan-lite, and its messages about all that
 * it can't do. */
#include <pathfan/inspect.h>
#include <pathfan/query.h>
#include <pathfan/version.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void check(int good, const char *what, const char *said) {
  if (good) return;
  printf("not so: %s (%s)\n", what, said);
  failures++;
}

static pathfan_query *query;
static pathfan_request request;
static const pathfan_answer *answer;

/* The request must be refused with this message: as an invalid request, or by a status. */
static void check_refused(pathfan_status wanted, const char *sentence) {
  const pathfan_status status = pathfan_query_paths(query, &request, &answer);
  check(status == wanted && strcmp(pathfan_query_error(query), sentence) == 0, sentence,
        pathfan_query_error(query));
  check(status || answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST, "an invalid request",
        pathfan_query_error(query));
}

static void begin(void) {
  pathfan_request_init(&request);
  request.from = (pathfan_point){2, 2};
  request.to = (pathfan_point){37, 27};
}

static void check_effort(void) {
  begin();
  request.effort = PATHFAN_EFFORT_THOROUGH;
  request.paths = 9;
#ifdef WITHOUT_THOROUGH
  check_refused(PATHFAN_OK, "effort: this library was built without thorough");
#else
  check(!pathfan_query_paths(query, &request, &answer) && answer->path_count > 0,
        "thorough answers", pathfan_query_error(query));
#endif
}

static void check_algorithms(void) {
  for (int i = PATHFAN_ALGORITHM_INDEX + 1; i < PATHFAN_ALGORITHM_COUNT; i++) {
    char sentence[100];
    begin();
    request.algorithm = (pathfan_algorithm)i;
    if (i == PATHFAN_ALGORITHM_CVPD) /* it is built in, but the index has no tables */
      snprintf(sentence, sizeof sentence,
               "algorithm cvpd needs an index with tables: build-index --tables 3");
    else
      snprintf(sentence, sizeof sentence, "this library was built without algorithm %s",
               pathfan_algorithm_name((pathfan_algorithm)i));
    check_refused(PATHFAN_ERR_ARGUMENT, sentence);
  }
}

static void check_areas(void) {
  const pathfan_area disc = {.centre = {20, 15}, .radius = 3};
  begin();
  request.avoid = &disc;
  request.avoid_count = 1;
  check(!pathfan_query_paths(query, &request, &answer) && answer->path_count > 0, "areas to avoid",
        pathfan_query_error(query));
}

/* Measures the answer's own paths, and one that bends where no vertex is. */
static void check_measures(void) {
  pathfan_measures all;
  begin();
  check(!pathfan_query_paths(query, &request, &answer) && answer->path_count > 1, "paths",
        pathfan_query_error(query));
  check(!pathfan_query_measure(query, answer->paths, answer->path_count, NULL, &all) &&
            all.length_ratio >= 1,
        "paths are measured", pathfan_query_error(query));
  const pathfan_path *path = &answer->paths[0];
  const pathfan_point a = path->points[0], b = path->points[1];
  const pathfan_point bent[] = {a, {(2 * a.x + b.x) / 3, (2 * a.y + b.y) / 3}, a, b};
  const pathfan_path free_points = {.length = 1, .point_count = 4, .points = bent};
  check(pathfan_query_measure(query, &free_points, 1, NULL, &all) == PATHFAN_ERR_ARGUMENT &&
            strcmp(pathfan_query_error(query),
                   "measuring paths that turn at other points than vertices takes searches, which "
                   "this library was built without") == 0,
        "a path of free points isn't measured", pathfan_query_error(query));
}

static void check_points(const pathfan_index *index) {
  pathfan_outcome outcome;
  pathfan_point nearest;
  pathfan_sight sight;
  pathfan_vertex_info vertex;
  pathfan_index_info info;
  int32_t vertices[4], count;
  double length = 0;
  bool found;
  check(!pathfan_query_distance(query, request.from, request.to, &length, &outcome) && length > 0,
        "a distance", pathfan_query_error(query));
  check(!pathfan_query_nearest_free(query, request.from, 1, &nearest, &found) && found, "free",
        pathfan_query_error(query));
  check(!pathfan_query_visible(query, request.from, &sight, vertices, 4, &count) && count > 0,
        "something is visible", pathfan_query_error(query));
  check(!pathfan_index_vertex(index, vertices[0], &vertex) && vertex.at.x >= 0, "a vertex", "");
  pathfan_index_info_get(index, &info);
  check(info.width == 40 && info.height == 30, "the map's size", "");
}

static void check_terrain(const char *path) {
  pathfan_index *index;
  pathfan_error error;
  check(pathfan_index_open(path, NULL, &index, &error) == PATHFAN_ERR_VERSION &&
            strstr(error.text, ": is of a terrain, and this library was built without terrains"),
        "a terrain is refused", error.text);
}

int main(int argc, char **argv) {
  pathfan_index *index;
  pathfan_error error;
  if (argc < 2 || argc > 3) return 2;
  if (pathfan_index_open(argv[1], NULL, &index, &error)) return puts(error.text), 1;
  if (pathfan_query_create(index, &query)) return 1;
  check(strcmp(pathfan_version(), PATHFAN_VERSION) == 0, "the header's version", pathfan_version());
  check(!pathfan_index_verify(index, &error), "the index is sound", error.text);
  check(!pathfan_index_is_stale(index) && !pathfan_index_reload(index, &error), "reloading",
        error.text);
  check_effort();
  check_algorithms();
  check_areas();
  check_measures();
  check_points(index);
  if (argc == 3) check_terrain(argv[2]);
  pathfan_query_free(query);
  pathfan_index_close(index);
  return failures > 0;
}
