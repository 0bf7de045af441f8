/* Runs every scenario line of a spread of MovingAI benchmark maps through their indexes, and
 * compares the answers with the optimal lengths in the .dist files, some also with the grid.
 * game_maps.h says where the maps are. */
#include <math.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "game_maps.h"
#include "map/movingai.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "twin_algorithm.h"
#include "twin_answer.h"
#include "twin_check.h"
#include "twin_scratch.h"
#include "twin_sight.h"

enum { MAPS_MAX = 4096, SMALLEST = 100, LARGEST = 3200, WANTED = 12 };

typedef struct entry {
  char *path;
  int32_t n;
} entry;

static entry entries[MAPS_MAX];
static int entry_count;

static int visit(const char *path, const struct stat *info, int flag) {
  (void)info;
  char dist[4096];
  struct stat there;
  pf_grid grid;
  pathfan_error error;
  int quadrant;
  snprintf(dist, sizeof dist, "%s.dist", path);
  if (flag != FTW_F || !ends_with(path, ".map") || stat(dist, &there) || entry_count == MAPS_MAX)
    return 0;
  if (pf_movingai_read(path, NULL, &grid, &error)) fail_msg("%s", error.text);
  int32_t n = 0;
  for (int32_t y = 0; y <= grid.height; y++)
    for (int32_t x = 0; x <= grid.width; x++) n += twin_is_convex(&grid, x, y, &quadrant);
  pf_grid_free(&grid);
  if (n >= SMALLEST && n <= LARGEST) entries[entry_count++] = (entry){strdup(path), n};
  return 0;
}

static int by_size(const void *a, const void *b) {
  const entry *x = a, *y = b;
  return x->n != y->n ? (x->n > y->n) - (x->n < y->n) : strcmp(x->path, y->path);
}

static void check_map(const entry *e, int64_t *lines, int64_t *checked) {
  char path[4096];
  twin_map map = {0};
  pathfan_index *index;
  pathfan_query *query;
  pathfan_scenario scenario;
  pathfan_index_info info;
  pathfan_error error;
  snprintf(map.name, sizeof map.name, "%.290s", e->path);
  if (pf_movingai_read(e->path, NULL, &map.grid, &error)) fail_msg("%s", error.text);
  if (pathfan_build_index(e->path, twin_scratch("map.pathfan"), NULL, NULL, &error) ||
      pathfan_index_open(twin_scratch("map.pathfan"), NULL, &index, &error))
    fail_msg("%s", error.text);
  snprintf(path, sizeof path, "%s.scen", e->path);
  if (pathfan_scenario_read(path, &scenario, &error)) fail_msg("%s", error.text);
  snprintf(path, sizeof path, "%s.dist", e->path);
  FILE *lengths = fopen(path, "r");
  assert_non_null(lengths);
  pathfan_index_info_get(index, &info);
  assert_int_equal(info.vertex_count, e->n);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  int32_t wrong = 0;
  for (int32_t i = 0; i < scenario.count; i++) {
    const pathfan_scenario_line *line = &scenario.lines[i];
    const pathfan_answer *answer;
    pathfan_request r;
    double expected;
    assert_int_equal(fscanf(lengths, "%lf", &expected), 1);
    pathfan_request_init(&r);
    r.from = (pathfan_point){line->from_x, line->from_y};
    r.to = (pathfan_point){line->to_x, line->to_y};
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    const bool right = expected < 0 ? answer->outcome == PATHFAN_OUTCOME_NO_PATH
                                    : answer->outcome == PATHFAN_OUTCOME_OK &&
                                          fabs(answer->paths[0].length - expected) <= 2e-6;
    if (!right && wrong++ < 5)
      print_error("%s, query %d: %s, %.10g, not %.10g\n", e->path, i,
                  pathfan_outcome_name(answer->outcome),
                  answer->path_count ? answer->paths[0].length : -1, expected);
    if (i % 50 == 0 && answer->outcome == PATHFAN_OUTCOME_OK &&
        (r.from.x != r.to.x || r.from.y != r.to.y)) {
      twin_check_answer(&map, info.fraction_bits, &r, answer);
      ++*checked;
    }
    ++*lines;
  }
  assert_int_equal(wrong, 0);
  fclose(lengths);
  pathfan_scenario_free(&scenario);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

static void test_lengths(void **state) {
  (void)state;
  assert_int_equal(ftw(game_maps_folder(), visit, 16), 0);
  assert_true(entry_count > 0);
  qsort(entries, (size_t)entry_count, sizeof *entries, by_size);
  const int wanted = twin_scaled(WANTED) < entry_count ? twin_scaled(WANTED) : entry_count;
  int64_t lines = 0, checked = 0;
  for (int i = 0; i < wanted; i++) /* from the smallest to the largest */
    check_map(&entries[wanted > 1 ? (int64_t)i * (entry_count - 1) / (wanted - 1) : 0], &lines,
              &checked);
  print_message("%d of %d maps, %lld lengths right, %lld answers checked on the grid\n", wanted,
                entry_count, (long long)lines, (long long)checked);
  for (int i = 0; i < entry_count; i++) free(entries[i].path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lengths)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
