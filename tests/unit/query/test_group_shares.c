/* The shares of a group on its paths, against the weights; and the path that a seed chooses. */
#include <math.h>
#include <stdlib.h>

#include "query_fixture.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_maps.h"
#include "twin_region.h"

enum { SQUAD = 600, WAYS_MOST = 5 };

typedef struct squad {
  int32_t chosen[SQUAD], ways;
  double wanted[WAYS_MOST]; /* shares of a unit */
  pathfan_shares *shares;
} squad;

static bool note(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  squad *s = context;
  long double sum = 0;
  s->chosen[i] = chosen;
  s->ways = answer->path_count;
  assert_true(s->ways <= WAYS_MOST);
  for (int32_t p = 0; p < s->ways; p++) {
    const double length = answer->paths[p].length;
    const double weight = s->shares->weight
                              ? s->shares->weight(s->shares->context, &answer->paths[p], p)
                          : s->shares->weights == PATHFAN_WEIGHTS_LENGTH ? 1 / length
                                                                         : 1;
    sum += s->wanted[p] = weight > 0 && isfinite(weight) ? weight : 0;
  }
  for (int32_t p = 0; p < s->ways; p++) s->wanted[p] = (double)(s->wanted[p] / sum);
  return true;
}

/* Returns the largest deviation from the wanted shares in any contiguous part of the list. */
static double worst_part(const squad *s) {
  double worst = 0;
  for (int32_t way = 0; way < s->ways; way++) {
    double over = 0, least = 0, most = 0;
    for (int i = 0; i < SQUAD; i++) {
      over += (s->chosen[i] == way) - s->wanted[way];
      least = fmin(least, over);
      most = fmax(most, over);
    }
    worst = fmax(worst, most - least);
  }
  return worst;
}

static double by_table(void *context, const pathfan_path *path, int32_t number) {
  (void)path;
  return ((const double *)context)[number];
}

static void test_shares(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("corridors", "........................\n.......@@@@@@@@.........\n"
                                             "........................\n.....@@@@@@@@@@@@@......\n"
                                             "........................\n.....@@@@@@@@@@@@@......\n"
                                             "........................\n.......@@@@@@@@.........\n"
                                             "........................\n");
  pathfan_index *index = twin_index(&map, NULL);
  static double tables[][WAYS_MOST] = {{1, 1, 1, 1, 1},
                                       {8, 3, 1, 0.25, 0.125},
                                       {1e308, 1e308, 1e308, 5e307, 2e307},
                                       {1e-300, 0, -1, 1e-300, 3e-300},
                                       {NAN, 1, INFINITY, 3, 7},
                                       {0, 1, -INFINITY, 0, 5}};
  const int kinds = 2 + (int)(sizeof tables / sizeof *tables);
  const uint64_t seeds = (uint64_t)twin_scaled(20), seeds_in_parts = (uint64_t)twin_scaled(4);
  static pathfan_point points[SQUAD];
  pathfan_query *query;
  pathfan_group group = {.points = points, .count = SQUAD};
  double worst[WAYS_MOST + 1] = {0};
  pathfan_request_init(&group.request);
  group.request.to = (pathfan_point){23.5, 4.5};
  group.request.effort = PATHFAN_EFFORT_THOROUGH; /* it finds all five */
  for (int i = 0; i < SQUAD; i++) points[i] = (pathfan_point){0.5, 4.25};
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int32_t k = 1; k <= WAYS_MOST; k++)
    for (int kind = 0; kind < kinds; kind++)
      for (uint64_t seed = 0; seed < seeds; seed++) {
        pathfan_shares shares = {.seed = seed, .weights = (pathfan_weights)(kind % 2)};
        static squad s, again;
        if (kind >= 2) {
          shares.weight = by_table;
          shares.context = tables[kind - 2];
        }
        const pathfan_shares fresh = shares;
        group.request.paths = k;
        group.shares = s.shares = again.shares = &shares;
        assert_int_equal(pathfan_query_group(query, &group, note, &s), PATHFAN_OK);
        assert_int_equal(s.ways, k);
        if (isnan(s.wanted[0])) { /* all are 0: the first */
          for (int i = 0; i < SQUAD; i++) assert_int_equal(s.chosen[i], 0);
          continue;
        }
        for (int i = 0; i < SQUAD; i++) assert_true(s.wanted[s.chosen[i]] > 0);
        worst[k] = fmax(worst[k], worst_part(&s));
        if (seed >= seeds_in_parts) continue;
        /* The same in parts, from the same seed. */
        shares = fresh;
        group.count = 7;
        for (int i = 0; i < SQUAD; i += 7) {
          static squad part;
          part.shares = &shares;
          group.points = points + i;
          if (SQUAD - i < 7) group.count = (size_t)(SQUAD - i);
          assert_int_equal(pathfan_query_group(query, &group, note, &part), PATHFAN_OK);
          memcpy(again.chosen + i, part.chosen, group.count * sizeof *part.chosen);
        }
        assert_memory_equal(again.chosen, s.chosen, sizeof s.chosen);
        group.points = points;
        group.count = SQUAD;
      }
  print_message("at most %.3f, %.3f, %.3f, %.3f units off of 2 to 5 ways\n", worst[2], worst[3],
                worst[4], worst[5]);
  assert_true(worst[1] == 0 && worst[2] < 1.000001 && worst[3] < 2 && worst[4] < 2 && worst[5] < 2);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Different seeds begin with different paths, each about as often. */
static void test_seeds(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("block", "...\n.@.\n...\n");
  pathfan_index *index = twin_index(&map, NULL);
  const pathfan_point point = {0, 1.5};
  pathfan_query *query;
  int firsts = 0;
  pathfan_group group = {.points = &point, .count = 1};
  pathfan_request_init(&group.request);
  group.request.to = (pathfan_point){3, 1.5};
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (uint64_t seed = 0; seed < 400; seed++) {
    pathfan_shares shares = {.seed = seed};
    squad s = {.shares = &shares};
    group.shares = &shares;
    assert_int_equal(pathfan_query_group(query, &group, note, &s), PATHFAN_OK);
    assert_int_equal(s.ways, 2);
    firsts += s.chosen[0] == 0;
  }
  assert_true(firsts > 150 && firsts < 250);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_group_shares) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares), cmocka_unit_test(test_seeds)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
