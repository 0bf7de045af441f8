/* Ends that have scattered without dead ends, against ends that have scattered with all of them:
 * the vertices that both see, distances to all vertices and arrivals there are the same, as far as
 * they are asked for. Ends that have scattered only as far as paths up to a length go, against the
 * same. And answers equal those of traced requests, which look at everything. */
#include <stdio.h>
#include <string.h>

#include "answer_sum.h"
#include "generation_fixture.h"
#include "query/open/pieces.h"
#include "query/paths/shortest.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_index.h"

/* The same two ends in three states. */
typedef struct subject {
  const twin_map *map;
  const pf_index_view *view;
  const pf_space *space;
  pf_ends all, onward, near;
  pf_tracks tracks[2];
  int64_t left_out, common, asked, arrivals; /* dead ends, and what was found by them */
  int64_t longer;                            /* lengths of paths that are too long */
} subject;

static const pf_visible_vertex *find(const pf_visible_vertices *seen, int32_t v) {
  for (int32_t i = 0; i < seen->count; i++)
    if (seen->list[i].vertex == v) return &seen->list[i];
  return NULL;
}

static bool place(const subject *s, pf_ends *ends, const pathfan_point at[2]) {
  bool free = true;
  pf_ends_forget(ends);
  for (int e = 0; e < 2; e++) free = pf_ends_place(ends, e, s->space, at[e], 0).is_free && free;
  if (!free || pf_ends_outcome(ends, s->space, false, false) || pf_ends_are_one(ends)) return false;
  pf_ends_order(ends);
  return true;
}

/* Checks that only dead ends that the other end doesn't see are left out. */
static void check_common(subject *s) {
  for (int e = 0; e < 2; e++) {
    const pf_visible_vertices *all = &s->all.end[e].visible, *other = &s->all.end[1 - e].visible;
    for (int32_t i = 0; i < all->count; i++) {
      const pf_visible_vertex *x = &all->list[i];
      const pf_visible_vertex *y = find(&s->onward.end[e].visible, x->vertex);
      if (y ? x->side != y->side || x->useful != y->useful || x->length != y->length
            : x->useful || find(other, x->vertex))
        twin_fail(s->map, "end %d: vertex %d, %s", e, x->vertex, y ? "otherwise" : "left out");
      s->left_out += !y;
      s->common += y && !y->useful && find(other, x->vertex);
    }
    for (int32_t i = 0; i < s->onward.end[e].visible.count; i++)
      assert_non_null(find(all, s->onward.end[e].visible.list[i].vertex));
  }
}

static void check_vertex(subject *s, int32_t v) {
  const pf_hub_distance had[2] = {s->onward.end[0].distances.of[v],
                                  s->onward.end[1].distances.of[v]};
  int64_t length[2][2];
  int32_t hub[2][2];
  assert_int_equal(pf_touch_vertex(s->view, v), PATHFAN_OK);
  pf_ends_distances(&s->all, s->view, v, length[0], hub[0]);
  pf_ends_distances(&s->onward, s->view, v, length[1], hub[1]);
  for (int e = 0; e < 2; e++) {
    const bool is_far = length[0][e] == PF_FAR;
    if (length[0][e] != length[1][e] || (!is_far && hub[0][e] != hub[1][e]))
      twin_fail(s->map, "end %d, vertex %d: %lld by %d instead of %lld by %d", e, v,
                (long long)length[1][e], hub[1][e], (long long)length[0][e], hub[0][e]);
    if (!is_far)
      assert_int_equal(s->all.end[e].distances.of[hub[0][e]].from,
                       s->onward.end[e].distances.of[hub[0][e]].from);
    s->asked += had[e].length != s->onward.end[e].distances.of[v].length;
  }
}

static void check_arrivals(subject *s, int32_t v) {
  int64_t length[2];
  int32_t from[2] = {-1, -1};
  assert_int_equal(pf_touch_vertex(s->view, v), PATHFAN_OK);
  pf_ends_ask_arrivals(&s->onward, s->view, v);
  for (int e = 0; e < 2; e++) {
    const pf_end *all = &s->all.end[e], *onward = &s->onward.end[e];
    length[0] = pf_arrival_at(s->view, &all->distances, all->at, v, PF_FAR, &from[0]);
    length[1] = pf_arrival_at(s->view, &onward->distances, onward->at, v, PF_FAR, &from[1]);
    if (length[0] != length[1] || (length[0] != PF_FAR && from[0] != from[1]))
      twin_fail(s->map, "end %d: vertex %d is come to in %lld instead of %lld", e, v,
                (long long)length[1], (long long)length[0]);
    const pf_visible_vertex *by = length[0] == PF_FAR ? NULL : find(&all->visible, from[0]);
    s->arrivals += by && !by->useful;
  }
}

/* Compares path 1, and finally all that one end sees. */
static void check_rest(subject *s) {
  assert_int_equal(pf_find_shortest(s->view, s->space, &s->all, &s->tracks[0], NULL), PATHFAN_OK);
  assert_int_equal(pf_find_shortest(s->view, s->space, &s->onward, &s->tracks[1], NULL),
                   PATHFAN_OK);
  assert_true(pf_track_same_points(&s->tracks[0].list[0], &s->tracks[1].list[0]));
  assert_int_equal(pf_ends_look_from(&s->onward, 1, s->view), PATHFAN_OK);
  assert_int_equal(s->onward.end[1].visible.count, s->all.end[1].visible.count);
  assert_int_equal(s->onward.state, PF_ENDS_SCATTERED);
  for (int e = 0; e < 2; e++)
    for (int32_t v = 0; v < s->view->n; v++)
      assert_true(s->onward.end[e].distances.of[v].length == s->all.end[e].distances.of[v].length);
}

/* Checks the lengths to all vertices: exact on paths up to `most`, otherwise not too short. */
static void check_within(subject *s, int64_t most) {
  for (int32_t v = 0; v < s->view->n; v++) {
    int64_t length[2], known[2];
    int32_t hub[2];
    assert_int_equal(pf_touch_vertex(s->view, v), PATHFAN_OK);
    pf_distances_to(
        s->view, (const pf_hub_distances *[]){&s->all.end[0].distances, &s->all.end[1].distances},
        v, length, hub);
    pf_distances_to(
        s->view, (const pf_hub_distances *[]){&s->near.end[0].distances, &s->near.end[1].distances},
        v, known, hub);
    const bool is_within = length[0] + length[1] <= most;
    for (int e = 0; e < 2; e++)
      if (is_within ? known[e] != length[e] : known[e] < length[e])
        twin_fail(s->map, "end %d, vertex %d: %lld instead of %lld, of ways up to %lld", e, v,
                  (long long)known[e], (long long)length[e], (long long)most);
    s->longer += known[0] != length[0] || known[1] != length[1];
  }
}

/* Scatters to a little more than the shortest path, to three times as much, and fully. Requires
 * that `all` has scattered and has path 1. */
static void check_near(subject *s, const pathfan_point at[2]) {
  const int64_t shortest = s->tracks[0].list[0].units;
  assert_true(place(s, &s->near, at));
  for (int e = 0; e < 2; e++) assert_int_equal(pf_ends_look_from(&s->near, e, s->view), PATHFAN_OK);
  for (int64_t part = 4; part <= 12; part *= 3) {
    const int64_t most = part * shortest / 4 + shortest / 32;
    pf_ends_scatter_near(&s->near, s->view, most);
    check_within(s, most);
  }
  const int64_t longer = s->longer;
  assert_int_equal(pf_ends_scatter(&s->near, s->view), PATHFAN_OK);
  check_within(s, PF_FAR);
  assert_int_equal(s->longer, longer);
}

static bool goes_on(const pf_end *end) {
  bool any = false;
  for (int32_t i = 0; i < end->visible.count; i++) any = any || end->visible.list[i].useful;
  return any;
}

/* turn: what is asked first. */
static void check_pair(subject *s, const pathfan_point at[2], int turn) {
  const int32_t n = s->view->n;
  if (!place(s, &s->all, at) || !place(s, &s->onward, at)) return;
  if (turn % 4 == 3) s->onward.dead.now = UINT32_MAX; /* its stamps are used up */
  assert_int_equal(pf_ends_scatter(&s->all, s->view), PATHFAN_OK);
  assert_int_equal(pf_ends_scatter_onward(&s->onward, s->view), PATHFAN_OK);
  if (s->onward.state != PF_ENDS_ONWARD) { /* one end has only dead ends */
    assert_int_equal(s->onward.state, PF_ENDS_SCATTERED);
    assert_false(goes_on(&s->all.end[0]) && goes_on(&s->all.end[1]));
  }
  check_common(s);
  for (int pass = 0; pass < 2; pass++)
    for (int32_t i = 0; i < n; i++) {
      if ((pass + turn) % 2)
        check_arrivals(s, i);
      else
        check_vertex(s, turn % 3 ? i : n - 1 - i);
    }
  check_rest(s);
  check_near(s, at);
}

static pathfan_build_options options_of(int number) {
  pathfan_build_options options = twin_some_options(number);
  pathfan_build_options standard;
  pathfan_build_options_init(&standard);
  options.cone_cap = standard.cone_cap;
  options.id_bytes = number % 3 == 2 ? 4 : 0;
  return options;
}

static void test_ends(void **state) {
  (void)state;
  int64_t left_out = 0, common = 0, asked = 0, arrivals = 0, longer = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(200); i++) {
    twin_map map = twin_map_number(i, 24);
    const pathfan_build_options options = options_of(i);
    pathfan_index *index = twin_index(&map, &options);
    const pf_generation *generation = generation_of(index);
    pf_random random = pf_random_from(map.seed + 13);
    subject s = {.map = &map, .view = &generation->view, .space = &generation->space};
    assert_int_equal(pf_generation_need_location(generation, NULL), PATHFAN_OK);
    assert_int_equal(pf_generation_need(generation, PF_PART_ONWARD, NULL), PATHFAN_OK);
    assert_true(pf_ends_init(&s.all, s.view->n) && pf_ends_init(&s.onward, s.view->n) &&
                pf_ends_init(&s.near, s.view->n));
    for (int k = 0; k < 12; k++) {
      pf_fixed_point p[2];
      pathfan_point at[2];
      const int bits = s.space->fraction_bits;
      if (!twin_random_point(&random, &map.grid, bits, &p[0]) ||
          !twin_random_point(&random, &map.grid, bits, &p[1]))
        continue;
      for (int e = 0; e < 2; e++) at[e] = twin_units(p[e], bits);
      check_pair(&s, at, k);
    }
    left_out += s.left_out;
    common += s.common;
    asked += s.asked;
    arrivals += s.arrivals;
    longer += s.longer;
    for (int e = 0; e < 2; e++) pf_tracks_free(&s.tracks[e]);
    pf_ends_free(&s.all);
    pf_ends_free(&s.onward);
    pf_ends_free(&s.near);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  printf("dead ends: %lld left out, %lld seen by both, %lld asked for, %lld arrivals by one\n",
         (long long)left_out, (long long)common, (long long)asked, (long long)arrivals);
  if (twin_is_whole())
    assert_true(left_out > 100 && common > 100 && asked > 100 && arrivals > 10 && longer > 100);
}

/* ---- Answers ---- */

static void hear(void *context, const pathfan_trace_event *told) {
  (void)told;
  ++*(int64_t *)context;
}

static void test_answers(void **state) {
  (void)state;
  int64_t told = 0;
  int alternatives = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(200); i++) {
    twin_map map = twin_map_number(i, 40);
    const pathfan_build_options options = options_of(i);
    pathfan_index *index = twin_index(&map, &options);
    pf_random random = pf_random_from(map.seed + 17);
    pathfan_query *query;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 20; k++) {
      const pathfan_answer *answer;
      const pathfan_trace trace = {.context = &told, .tell = hear};
      pathfan_request r;
      pf_fixed_point s, t;
      if (!twin_random_point(&random, &map.grid, 20, &s) ||
          !twin_random_point(&random, &map.grid, 20, &t))
        continue;
      pathfan_request_init(&r);
      r.from = twin_units(s, 20);
      r.to = twin_units(t, 20);
      r.paths = 2 + k % 7;
      r.stretch = k % 3 ? 1.5 : 3;
      if (k % 4) r.dissimilarity = 0.2 * (k % 4);
      if (k % 2) r.separation_share = 0;
      if (k % 5 == 0) r.splices = PATHFAN_SPLICES_ALWAYS;
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      const uint64_t sum = sum_of(answer);
      alternatives += answer->path_count > 1;
      r.trace = &trace;
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      if (sum_of(answer) != sum)
        twin_fail(&map, "from %.17g,%.17g to %.17g,%.17g: another answer", r.from.x, r.from.y,
                  r.to.x, r.to.y);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  assert_true(told > 0 && alternatives > 100);
}

SUITE(test_dead_ends) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends), cmocka_unit_test(test_answers)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
