/* The other ways to keep distances that an evaluation measures (evaluate/baselines.h), against the
 * index, pair by pair. */
#include <math.h>
#include <stdlib.h>

#include "evaluate/baseline_cpd.h"
#include "evaluate/baseline_cvpd.h"
#include "evaluate/baseline_hubs.h"
#include "evaluate/baselines.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_maps.h"

/* Counts the index's labels except those of visible hubs, which the paper leaves out. */
static int64_t count_labels(const pathfan_index *index, int32_t n) {
  int64_t count = 0;
  for (int32_t v = 0; v < n; v++) {
    pathfan_vertex_info info;
    pathfan_label label;
    assert_int_equal(pathfan_index_vertex(index, v, &info), PATHFAN_OK);
    for (int32_t k = 0; k < info.label_count; k++) {
      assert_int_equal(pathfan_index_label(index, v, k, &label), PATHFAN_OK);
      count += label.next != label.hub;
    }
  }
  return count;
}

/* Fills all three baselines in one pass, as the evaluation does, and compares all pairs. */
static void check_all_pairs(const twin_map *map, const pathfan_index *index,
                            const pf_baseline_ground *ground) {
  pf_cpd cpd;
  pf_hubs hubs;
  pf_plain_cvpd cvpd;
  pf_tree tree = {0};
  pathfan_index_info info;
  const int32_t n = ground->n;
  int32_t *best = malloc(sizeof *best * (size_t)(n + 1));
  assert_int_equal(pf_cpd_init(&cpd, ground), PATHFAN_OK);
  assert_int_equal(pf_hubs_init(&hubs, ground), PATHFAN_OK);
  assert_int_equal(pf_plain_cvpd_init(&cvpd, ground), PATHFAN_OK);
  assert_int_equal(pf_tree_init(&tree, &ground->graph), PATHFAN_OK);
  for (int32_t u = 0; u < n; u++) {
    assert_int_equal(pf_tree_grow(&tree, &ground->graph, u), PATHFAN_OK);
    pf_baseline_best(ground, &tree, best);
    assert_int_equal(pf_cpd_add(&cpd, &tree), PATHFAN_OK);
    assert_int_equal(pf_hubs_add(&hubs, &tree, best), PATHFAN_OK);
    assert_int_equal(pf_plain_cvpd_add(&cvpd, &tree, best), PATHFAN_OK);
  }
  pathfan_index_info_get(index, &info);
  if (n) assert_int_equal(cvpd.rows.begin[n], info.tables[0].runs); /* the very same rows */
  assert_int_equal(cvpd.labels.begin[n], count_labels(index, n));
  for (int32_t u = 0; u < n; u++)
    for (int32_t v = 0; v < n; v++) {
      pathfan_pair_info pair;
      assert_int_equal(pathfan_index_pair(index, u, v, &pair), PATHFAN_OK);
      if (!pair.reachable) continue;
      const double wanted = pair.length / info.unit;
      const double lengths[3] = {pf_cpd_distance(&cpd, u, v), pf_hubs_distance(&hubs, u, v),
                                 pf_plain_cvpd_distance(&cvpd, u, v)};
      for (int i = 0; i < 3; i++)
        if (fabs(lengths[i] - wanted) > 1e-7 * (1 + wanted))
          twin_fail(map, "%d to %d: %.12g by method %d, %.12g by the index", u, v, lengths[i], i,
                    wanted);
    }
  pf_tree_free(&tree);
  pf_cpd_free(&cpd);
  pf_hubs_free(&hubs);
  pf_plain_cvpd_free(&cvpd);
  free(best);
}

static void baselines_agree_with_the_index(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(12);
  for (int number = 0; number < count; number++) {
    twin_map map = twin_map_number(number, 24);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.tables = 1; /* the same as the baselines have */
    pathfan_index *index = twin_index(&map, &options);
    char *text = NULL;
    size_t bytes;
    pathfan_error error = {""};
    pathfan_map *ground_map = NULL;
    pf_baseline_ground ground;
    pf_map_facts facts;
    if (pathfan_index_source_map(index, &text, &bytes, &error) ||
        pathfan_map_parse(text, bytes, "map", NULL, &ground_map, &error))
      twin_fail(&map, "%s", error.text);
    assert_int_equal(pf_baseline_ground_make(index, ground_map, &ground), PATHFAN_OK);
    check_all_pairs(&map, index, &ground);
    pf_map_facts_clear(&facts);
    assert_int_equal(pf_baselines_run(index, ground_map, false, &facts), PATHFAN_OK);
    assert_true(facts.disagreements == 0);
    assert_true(isnan(facts.cpd_ns));
    assert_true(facts.pairs > 0 || ground.n == 0);
    pf_baseline_ground_free(&ground);
    pathfan_map_free(ground_map);
    pathfan_index_close(index);
    free(text);
    twin_map_free(&map);
  }
}

/* A ground of one map with an index of another is detected. */
static void another_map_is_refused(void **state) {
  (void)state;
  twin_map a = twin_map_drawn("a", "...\n.@.\n...\n"), b = twin_map_drawn("b", "...\n...\n...\n");
  pathfan_index *index = twin_index(&a, NULL), *other = twin_index(&b, NULL);
  char *text = NULL;
  size_t bytes;
  pathfan_error error = {""};
  pathfan_map *map = NULL;
  pf_baseline_ground ground;
  if (pathfan_index_source_map(other, &text, &bytes, &error) ||
      pathfan_map_parse(text, bytes, "map", NULL, &map, &error))
    fail_msg("%s", error.text);
  assert_int_equal(pf_baseline_ground_make(index, map, &ground), PATHFAN_ERR_DAMAGED);
  pf_baseline_ground_free(&ground);
  pathfan_map_free(map);
  pathfan_index_close(index);
  pathfan_index_close(other);
  free(text);
  twin_map_free(&a);
  twin_map_free(&b);
}

SUITE(test_baselines) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(baselines_agree_with_the_index),
                                     cmocka_unit_test(another_map_is_refused)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
