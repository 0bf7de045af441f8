/* Answers against Algorithm 1 written plainly, and every path against the grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twin_algorithm.h"
#include "twin_check.h"
#include "twin_sight.h"

static int64_t asked, compared, paths[16];

/* The map under a name that tells of the request, for messages. */
static twin_map labelled(const twin_map *map, const pathfan_request *r) {
  twin_map named = *map;
  snprintf(named.name, sizeof named.name,
           "%.80s: %.17g,%.17g to %.17g,%.17g, k %d m %d N %d stretch %g theta %g%s", map->name,
           r->from.x, r->from.y, r->to.x, r->to.y, r->paths, r->tables, r->access, r->stretch,
           r->dissimilarity, r->effort ? " thorough" : "");
  return named;
}

static void show_track(const char *name, const twin_track *t, int bits) {
  fprintf(stderr, "%s, %.17g:", name, t->length);
  for (int32_t i = 0; i < t->count; i++) {
    const pathfan_point p = twin_units(t->points[i], bits);
    fprintf(stderr, " %.17g,%.17g", p.x, p.y);
  }
  fprintf(stderr, "\n");
}

static void compare(const twin_map *map, const pathfan_answer *answer, const twin_answer *twin,
                    int bits) {
  bool equal = answer->path_count == twin->count;
  for (int32_t i = 0; i < twin->count && equal; i++) {
    twin_track t = twin_track_of(&answer->paths[i], bits);
    equal =
        twin_same_points(&t, &twin->tracks[i]) && fabs(t.length - twin->tracks[i].length) < 1e-9;
    free(t.points);
  }
  if (equal) return;
  for (int32_t i = 0; i < answer->path_count; i++) {
    twin_track t = twin_track_of(&answer->paths[i], bits);
    show_track("library", &t, bits);
    free(t.points);
  }
  fprintf(stderr, "tried %d, not taut %d, too long %d, too similar %d, not simple %d\n",
          answer->candidates.tried, answer->candidates.not_taut, answer->candidates.too_long,
          answer->candidates.too_similar, answer->candidates.not_simple);
  for (int32_t i = 0; i < twin->count; i++) show_track("twin", &twin->tracks[i], bits);
  twin_fail(map, "%d paths, not %d, or others", answer->path_count, twin->count);
}

/* Asks both; the twin's shortest length must hold in any case. */
static void ask(const twin_map *map, const twin_dense *d, pathfan_query *query, int bits,
                pathfan_fixed s, pathfan_fixed t, pathfan_request *r, int32_t m) {
  const pathfan_answer *answer;
  r->from = twin_units(s, bits);
  r->to = twin_units(t, bits);
  assert_int_equal(pathfan_query_paths(query, r, &answer), PATHFAN_OK);
  twin_answer twin =
      twin_alternatives(map, d, bits, s, t, r, r->tables && r->tables < m ? r->tables : m);
  const twin_map named = labelled(map, r);
  asked++;
  if (isinf(twin.shortest)) {
    if (answer->outcome != PATHFAN_OUTCOME_NO_PATH) twin_fail(&named, "a path where there is none");
  } else if (answer->outcome != PATHFAN_OUTCOME_OK ||
             fabs(answer->paths[0].length - twin.shortest) > 1e-9) {
    twin_fail(&named, "shortest length %.17g, not %.17g",
              answer->path_count ? answer->paths[0].length : -1, twin.shortest);
  } else if (s.x == t.x && s.y == t.y) {
    assert_int_equal(answer->path_count, 1);
    assert_int_equal(answer->paths[0].point_count, 1);
  } else {
    twin_check_answer(&named, bits, r, answer);
    if (!twin.ambiguous) compare(&named, answer, &twin, bits);
    compared += !twin.ambiguous;
    paths[answer->path_count < 16 ? answer->path_count : 15]++;
  }
  twin_answer_free(&twin);
}

static pathfan_request some_request(pathfan_random *random) {
  static const double stretches[] = {1.5, 1.5, 1.2, 2, 1, 5}, thetas[] = {0.6, 0.6, 0.3, 0, 1, 0.9};
  pathfan_request r;
  pathfan_request_init(&r);
  r.paths = pathfan_random_chance(random, 0.5) ? 3 : pathfan_random_between(random, 1, 10);
  r.tables = pathfan_random_between(random, 0, 4);
  r.access = pathfan_random_chance(random, 0.6) ? 0 : pathfan_random_between(random, 1, 6);
  r.stretch = stretches[pathfan_random_below(random, 6)];
  r.dissimilarity = thetas[pathfan_random_below(random, 6)];
  r.effort = pathfan_random_chance(random, 0.2) ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
  return r;
}

static void test_answers(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(700);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 15 ? 14 : 24);
    pathfan_random random = pathfan_random_from(map.seed + 17);
    pathfan_build_options options;
    pathfan_index_info info;
    pathfan_query *query;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.tables = 1 + i % 5;
    if (i % 4 == 3) options.cone_cap = 0;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_index_info_get(index, &info);
    twin_dense d = twin_dense_make(&map, 36);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 25; k++) {
      pathfan_fixed s, t;
      if (!twin_random_plain_point(&random, &map.grid, info.fraction_bits, &s) ||
          !twin_random_plain_point(&random, &map.grid, info.fraction_bits, &t))
        continue;
      pathfan_request r = some_request(&random);
      ask(&map, &d, query, info.fraction_bits, s, t, &r, options.tables);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  int64_t more = 0;
  for (int i = 4; i < 16; i++) more += paths[i];
  print_message("%d maps, %lld requests, %lld with certain answers; 1, 2, 3, 4 and more paths: "
                "%lld %lld %lld %lld\n",
                count, (long long)asked, (long long)compared, (long long)paths[1],
                (long long)paths[2], (long long)paths[3], (long long)more);
  assert_true(compared * 2 > asked);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
