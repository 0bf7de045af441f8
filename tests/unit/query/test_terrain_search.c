/* test_terrain_search.c - inside the search over terrains: pruning by heuristics never raises
 * costs, and a work limit holds. */
#include "suite.h"
#include "space/map.h"
#include "terrain/search.h"
#include "terrain/terrain_data.h"
#include "terrain_fixture.h"

static pf_terrain_place place_of(const pathfan_map *map, pathfan_point p) {
  pf_terrain_place place = {.polygon = -1};
  bool snapped;
  if (!pf_space_place(&map->space, p.x, p.y, 0, &place.at, &place.polygon, &snapped))
    place.polygon = -1;
  return place;
}

/* With and without pruning by the paper's heuristics: the same costs, with fewer events. */
static void test_heuristics(void **state) {
  (void)state;
  const int count = twin_scaled(30 * twin_terrain_kinds());
  int64_t events[2] = {0, 0};
  pf_terrain_search search[2] = {{.keeps_all = false}, {.keeps_all = true}};
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    twin_guide guide = twin_guide_make(&t, NULL);
    pf_random random = pf_random_from(t.seed + 6);
    for (int k = 0; k < 4; k++) {
      pathfan_point a, b;
      double costs[2];
      twin_terrain_ends(&t, &random, &a, &b);
      const pf_terrain_place from = place_of(guide.map, a), to = place_of(guide.map, b);
      if (from.polygon < 0 || to.polygon < 0) continue;
      for (int all = 0; all < 2; all++) {
        pf_terrain_search *s = &search[all];
        assert_int_equal(pf_terrain_find(s, guide.map->space.terrain,
                                         guide.map->space.fraction_bits, from, to, 0),
                         PATHFAN_OK);
        costs[all] = s->targets[0].reached.cost / guide.map->ground.frame.scale;
        events[all] += s->expanded;
      }
      if (fabs(twin_guide_difference(&guide, costs[0], costs[1])) > 1e-7) {
        twin_terrain_show(&t, a, b);
        fail_msg("pruned %.12g, unpruned %.12g", costs[0], costs[1]);
      }
      /* The same to all places at once. */
      const pf_terrain_place both[2] = {to, from};
      assert_int_equal(pf_terrain_spread(&search[1], guide.map->space.terrain,
                                         guide.map->space.fraction_bits, from, both, 2, 0),
                       PATHFAN_OK);
      assert_true(search[1].targets[1].reached.cost == 0);
      const double spread = search[1].targets[0].reached.cost / guide.map->ground.frame.scale;
      assert_true(fabs(twin_guide_difference(&guide, spread, costs[0])) <= 1e-7);
    }
    twin_guide_free(&guide);
  }
  for (int all = 0; all < 2; all++) pf_terrain_search_free(&search[all]);
  print_message("%lld events, unpruned %lld\n", (long long)events[0], (long long)events[1]);
  assert_true(events[0] < events[1]);
}

/* Links and arcs lead to nodes at one place, and back; fans go round their nodes. */
static void test_data(void **state) {
  (void)state;
  const int count = twin_scaled(30 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    twin_guide guide = twin_guide_make(&t, NULL);
    const pf_terrain *g = guide.map->space.terrain;
    for (int32_t n = 0; n < g->node_count; n++) {
      const pf_node *node = &g->nodes[n];
      double angle = 0;
      for (uint32_t k = node->first_fan; k < node[1].first_fan; k++) {
        assert_true(g->fan[k].angle >= angle - 1e-12 && g->fan[k].angle < node->span);
        assert_int_equal(g->node[g->fan[k].corner], n);
        angle = g->fan[k].angle;
      }
      assert_true(node->span <= 2 * M_PI + 1e-9);
      for (uint32_t k = node->first_arc; k < node[1].first_arc; k++) {
        const pf_arc_end *end = &g->arc_ends[k];
        assert_int_equal(g->arcs[end->arc].node[end->end], n);
        assert_true((end->angle < 0) == (g->arcs[end->arc].corner < 0));
      }
      for (uint32_t k = node->first_link; k < node[1].first_link; k++) {
        const pf_node *to = &g->nodes[g->links[k].to];
        bool leads_back = false;
        for (uint32_t l = to->first_link; l < to[1].first_link; l++)
          leads_back |= g->links[l].to == n && g->links[l].cost == g->links[k].cost;
        assert_true(leads_back && to->at.x == node->at.x && to->at.y == node->at.y);
        assert_true(g->links[k].cost >= 0 && g->links[k].cost < INFINITY);
      }
    }
    for (int32_t a = 0; a < g->arc_count; a++)
      assert_true(g->arcs[a].rate >= g->least && g->arcs[a].length > 0);
    twin_guide_free(&guide);
  }
}

/* There are never more events than the limit; with just as many as needed the answer is the same as
 * without a limit. */
static void test_work_limit(void **state) {
  (void)state;
  const int count = twin_scaled(2 * twin_terrain_kinds());
  int limited = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    twin_guide guide = twin_guide_make(&t, NULL);
    pf_random random = pf_random_from(t.seed + 8);
    pathfan_point a, b;
    const pathfan_answer *answer;
    twin_terrain_ends(&t, &random, &a, &b);
    const double cost = twin_guide_ask(&guide, a, b, &answer);
    const uint64_t work = answer->work;
    assert_true(work == (uint64_t)answer->search.expanded);
    for (uint64_t limit = 1; limit <= work + 1 && !isinf(cost); limit += 1 + work / 50) {
      pathfan_request r = twin_guide_request(a, b);
      r.work_limit = limit;
      assert_int_equal(pathfan_query_paths(guide.query, &r, &answer), PATHFAN_OK);
      assert_true(answer->work <= limit);
      if (answer->outcome == PATHFAN_OUTCOME_OK) {
        assert_true(answer->paths[0].cost == cost && answer->work == work);
        continue;
      }
      assert_int_equal(answer->outcome, PATHFAN_OUTCOME_WORK_LIMIT);
      assert_int_equal(answer->reason, PATHFAN_REASON_WORK_LIMIT);
      assert_int_equal(answer->path_count, 0);
      assert_true(limit < work);
      limited++;
    }
    pathfan_request r = twin_guide_request(a, b);
    r.work_limit = work + 1;
    assert_int_equal(pathfan_query_paths(guide.query, &r, &answer), PATHFAN_OK);
    assert_true((answer->outcome == PATHFAN_OUTCOME_OK) == !isinf(cost));
    twin_guide_free(&guide);
  }
  print_message("%d requests limited\n", limited);
  assert_true(limited > count);
}

/* Other fields of requests. */
static void test_requests(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  const pathfan_answer *answer;
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 9, 3);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 4, 6, 4, 6, 6, 4, 6);
  twin_guide guide = twin_guide_make(&t, NULL);
  pathfan_request r = twin_guide_request((pathfan_point){1, 3}, (pathfan_point){9, 3});
  r.paths = 3;
  assert_int_equal(pathfan_query_paths(guide.query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_int_equal(answer->reason, PATHFAN_REASON_NO_CANDIDATES);
  r.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  assert_int_equal(pathfan_query_paths(guide.query, &r, &answer), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(guide.query), "terrain"));
  r = twin_guide_request((pathfan_point){5, 5}, (pathfan_point){9, 3});
  assert_int_equal(pathfan_query_paths(guide.query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_START_BLOCKED);
  r.snap = 1.5;
  assert_int_equal(pathfan_query_paths(guide.query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(answer->from_snapped && !answer->to_snapped);
  twin_guide_free(&guide);
}

SUITE(test_terrain_search) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_heuristics), cmocka_unit_test(test_data),
                                     cmocka_unit_test(test_work_limit),
                                     cmocka_unit_test(test_requests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
