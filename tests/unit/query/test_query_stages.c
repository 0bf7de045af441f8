/* The stages of a query one by one, each with only what it takes: the view of an end and its
 * distances to vertices (visible_vertices.h, hub_distance.h), paths from labels (recover.h,
 * shortest.h), lists of tracks (tracks.h), the choice among candidates (choose.h), stamped sets
 * (base/stamp.h). */
#include <math.h>
#include <stdlib.h>

#include "base/stamp.h"
#include "query/choose/choose.h"
#include "geometry/polyline.h"
#include "generation_fixture.h"
#include "query/open/pieces.h"
#include "query/paths/shortest.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_index.h"
#include "twin_shortest.h"

/* ---- Stages over an index ---- */

typedef struct stage {
  twin_map map;
  twin_roads roads;
  pathfan_index *index;
  const pf_index_view *view;
  const pf_space *space;
  int bits;
  double unit; /* lattice units per length unit */
} stage;

static stage stage_make(int number) {
  stage s = {.map = twin_map_number(number, 16)};
  const pathfan_build_options options = twin_some_options(number);
  s.roads = twin_roads_make(&s.map);
  s.index = twin_index(&s.map, &options);
  const pf_generation *generation = generation_of(s.index);
  assert_int_equal(pf_generation_need_location(generation, NULL), PATHFAN_OK);
  s.view = &generation->view;
  s.space = &generation->space;
  s.bits = s.space->fraction_bits;
  s.unit = ldexp(1, -s.view->header->length_bits);
  return s;
}

static void stage_free(stage *s) {
  pathfan_index_close(s->index);
  twin_roads_free(&s->roads);
  twin_map_free(&s->map);
}

static bool place(const stage *s, pf_random *random, pf_ends *ends, int e) {
  pf_fixed_point p;
  pf_ends_forget(ends);
  return twin_random_plain_point(random, &s->map.grid, s->bits, &p) &&
         pf_ends_place(ends, e, s->space, twin_units(p, s->bits), 0).is_free;
}

/* Distances to all vertices, head-on or not, are those of the twin. */
static void check_distances(const stage *s, pf_end *end, pf_visible *sight) {
  assert_int_equal(pf_find_visible_vertices(s->view, end->at, end->polygon, sight, &end->visible),
                   PATHFAN_OK);
  pf_scatter(s->view, end);
  for (int32_t i = 1; i < end->visible.count; i++)
    assert_true(end->visible.list[i - 1].vertex < end->visible.list[i].vertex);
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t v = 0; v < s->view->n; v++) {
      int32_t hub = v;
      assert_int_equal(pf_touch_vertex(s->view, v), PATHFAN_OK);
      const int64_t units = pass ? pf_end_distance(end, s->view, v)
                                 : pf_distance_to(s->view, &end->distances, v, &hub);
      const pf_fixed_point at = pf_vertex_fixed(s->view, v);
      const double right = twin_shortest(&s->map, &s->roads, s->bits, end->at, at);
      /* Neither the end's own vertex nor one that it sees head-on is listed. */
      const bool here = end->at.x == at.x && end->at.y == at.y;
      if (here || pf_faces_end(s->view, end, v)) continue;
      if (units == PF_FAR) {
        if (pass && right < INFINITY) twin_fail(&s->map, "vertex %d: no way", v);
        continue;
      }
      assert_true(hub >= 0 && hub < s->view->n);
      const double length = (double)units * s->unit;
      if (length < right - 1e-6 || (pass && length > right + 1e-6))
        twin_fail(&s->map, "vertex %d: %.17g instead of %.17g", v, length, right);
    }
  }
}

static void test_distances(void **state) {
  (void)state;
  int points = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(20); i++) {
    stage s = stage_make(i);
    pf_random random = pf_random_from(s.map.seed + 3);
    pf_ends ends = {0};
    assert_true(pf_ends_init(&ends, s.view->n));
    for (int k = 0; k < 6; k++) {
      if (!place(&s, &random, &ends, 0)) continue;
      check_distances(&s, &ends.end[0], &ends.sight);
      points++;
    }
    pf_ends_free(&ends);
    stage_free(&s);
  }
  assert_true(points > 60);
}

/* Path 1 by labels alone is as long as the twin's, has the right ends, and is the same from the
 * other end. */
static void check_shortest(const stage *s, pf_ends *ends, pf_tracks *tracks) {
  const double right = twin_shortest(&s->map, &s->roads, s->bits, ends->end[0].at, ends->end[1].at);
  if (right == INFINITY || pf_ends_are_one(ends)) return;
  pf_ends_forget(ends);
  pf_ends_order(ends);
  assert_int_equal(ends->state, PF_ENDS_PLACED);
  assert_int_equal(pf_ends_scatter(ends, s->view), PATHFAN_OK);
  assert_int_equal(ends->state, PF_ENDS_SCATTERED);
  assert_int_equal(pf_find_shortest(s->view, s->space, ends, tracks, NULL), PATHFAN_OK);
  assert_int_equal(tracks->count, 1);
  const pf_track *track = &tracks->list[0];
  if (fabs(track->length - right) > 1e-6)
    twin_fail(&s->map, "%.17g instead of %.17g", track->length, right);
  assert_true(track->points[0].x == ends->end[0].at.x &&
              track->points[track->count - 1].y == ends->end[1].at.y);
  assert_true(pf_polyline_is_simple(track->points, track->count));
}

static void test_shortest(void **state) {
  (void)state;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(30); i++) {
    stage s = stage_make(i);
    pf_random random = pf_random_from(s.map.seed + 5);
    pf_ends ends = {0};
    pf_tracks tracks = {0};
    assert_true(pf_ends_init(&ends, s.view->n));
    for (int k = 0; k < 8; k++)
      if (place(&s, &random, &ends, 0) && place(&s, &random, &ends, 1))
        check_shortest(&s, &ends, &tracks);
    pf_tracks_free(&tracks);
    pf_ends_free(&ends);
    stage_free(&s);
  }
}

/* ---- Stages without an index ---- */

static void add_track(pf_tracks *tracks, double length, int64_t x) {
  const pf_fixed_point points[] = {{0, 0}, {x, 8}, {16, 0}};
  pf_track *track;
  assert_int_equal(pf_tracks_next(tracks, &track), PATHFAN_OK);
  assert_int_equal(pf_track_set(track, points, 3, 0), PATHFAN_OK);
  track->length = length;
  tracks->count++;
}

static void test_tracks(void **state) {
  (void)state;
  pf_tracks tracks = {0};
  for (int i = 0; i < 50; i++) add_track(&tracks, (i * 7) % 10, i % 3);
  pf_tracks_sort(&tracks, 1); /* the first stays */
  assert_true(tracks.list[0].length == 0 && tracks.list[0].points[1].x == 0);
  for (int32_t i = 2; i < tracks.count; i++)
    assert_true(pf_track_compare(&tracks.list[i - 1], &tracks.list[i]) <= 0);
  assert_true(pf_track_same_points(&tracks.list[0], &tracks.list[0]));
  assert_true(pf_track_similarity(&tracks.list[0], &tracks.list[0], 0) > 0);
  for (int32_t v = 0; v < 40; v++)
    assert_int_equal(pf_vertex_path_append(&tracks.path, v), PATHFAN_OK);
  pf_vertex_path_reverse(&tracks.path, 10);
  for (int32_t v = 0; v < 40; v++) assert_int_equal(tracks.path.vertices[v], v < 10 ? v : 49 - v);
  pf_tracks_free(&tracks);
}

/* ---- Choosing, without any map ---- */

/* Candidate v is a path through (16, v), longer for greater v; odd ones aren't taut, and each
 * multiple of ten gives the path of v - 2. */
static pathfan_status recover_drawn(const void *context, const pf_candidate *c, pf_track *track,
                                    bool *taut) {
  const int64_t y = c->via % 10 == 0 ? c->via - 2 : c->via;
  const pf_fixed_point points[] = {{0, 0}, {16, y}, {32, 0}};
  const pathfan_status status = pf_track_set(track, points, 3, 0);
  ++**(int *const *)context;
  *taut = c->via % 2 == 0;
  track->units = 100 * y;
  return status;
}

static bool is_small(const void *context, const pf_candidate *c) {
  (void)context;
  return c->via < 30;
}

/* Chooses among candidates 2 .. 41; returns the finding. */
static pf_finding choose_drawn(int32_t paths, double dissimilarity, bool only_small, bool stopped,
                               pf_tracks *tracks) {
  int recovered = 0, *const counter = &recovered;
  pf_space space = {.fraction_bits = 0};
  pf_ends ends = {0};
  pf_meter meter = {0};
  pf_choice choice = {0};
  pf_answer_buffers buffers = {0};
  pf_areas areas = {0};
  pf_work_limit work_limit = {0};
  pf_finding finding = {.reason = PATHFAN_REASON_NO_CANDIDATES};
  pf_candidate_list list = {0};
  pathfan_request request;
  pathfan_request_init(&request);
  request.paths = paths;
  const pf_task task = {.request = &request,
                        .scene = {&space, NULL, &ends, NULL},
                        .dissimilarity = dissimilarity,
                        .areas = &areas,
                        .meter = &meter,
                        .buffers = &buffers,
                        .work_limit = &work_limit,
                        .choice = &choice,
                        .tracks = tracks,
                        .finding = &finding};
  const pf_recovery recovery = {&counter, recover_drawn, only_small ? is_small : NULL,
                                .splices = false};
  const pf_fixed_point straight[] = {{0, 0}, {32, 0}};
  pf_track *first;
  assert_int_equal(pf_tracks_next(tracks, &first), PATHFAN_OK);
  assert_int_equal(pf_track_set(first, straight, 2, 0), PATHFAN_OK);
  tracks->count = 1;
  for (int32_t v = 41; v > 1; v--) { /* in descending order */
    finding.candidates.tried++;
    assert_int_equal(pf_candidate_add(&list, (pf_candidate){.order = 100 * v, .via = v}),
                     PATHFAN_OK);
  }
  assert_int_equal(pf_choose(&task, &recovery, &list, stopped), PATHFAN_OK);
  for (int32_t i = 1; i < tracks->count; i++)
    assert_true(pf_track_compare(&tracks->list[i - 1], &tracks->list[i]) < 0);
  assert_true(recovered <= 40);
  free(list.list);
  pf_choice_free(&choice);
  return finding;
}

static void test_choose(void **state) {
  (void)state;
  pf_tracks tracks = {0};
  /* As many as requested, the shortest first; those that aren't taut are counted. */
  pf_finding f = choose_drawn(4, 0, false, false, &tracks);
  assert_true(tracks.count == 4 && f.reason == PATHFAN_REASON_COMPLETE);
  assert_true(tracks.list[1].points[1].y == 2 && tracks.list[3].points[1].y == 6);
  assert_int_equal(f.candidates.not_taut, 2);
  /* All of them: 20 are taut, 4 of these repeat a path and aren't counted as tried. */
  f = choose_drawn(100, 0, false, false, &tracks);
  assert_true(tracks.count == 17 && f.reason == PATHFAN_REASON_REJECTED);
  assert_true(f.candidates.tried == 36 && f.candidates.not_taut == 20);
  /* The work limit is the reason only if too few were found. */
  f = choose_drawn(100, 0, false, true, &tracks);
  assert_true(f.reason == PATHFAN_REASON_WORK_LIMIT && f.outcome == PATHFAN_OUTCOME_WORK_LIMIT);
  f = choose_drawn(3, 0, false, true, &tracks);
  assert_true(f.reason == PATHFAN_REASON_COMPLETE && f.outcome == PATHFAN_OUTCOME_OK);
  /* The method's own test comes last. */
  f = choose_drawn(100, 0, true, false, &tracks);
  for (int32_t i = 1; i < tracks.count; i++) assert_true(tracks.list[i].points[1].y < 30);
  assert_true(f.candidates.tried ==
              f.candidates.not_taut + f.candidates.too_similar + tracks.count - 1);
  /* They share nothing but their ends, so theta alone rejects none. */
  f = choose_drawn(100, 1, false, false, &tracks);
  assert_true(tracks.count == 17 && f.candidates.too_similar == 0);
  pf_tracks_free(&tracks);
}

static void test_stamp(void **state) {
  (void)state;
  pf_stamp stamp = {0};
  assert_int_equal(pf_stamp_fit(&stamp, 10), PATHFAN_OK);
  pf_stamp_next(&stamp);
  assert_true(pf_stamp_add(&stamp, 3) && !pf_stamp_add(&stamp, 3));
  assert_true(pf_stamp_has(&stamp, 3) && !pf_stamp_has(&stamp, 4));
  assert_int_equal(pf_stamp_fit(&stamp, 1000), PATHFAN_OK); /* members stay */
  assert_true(pf_stamp_has(&stamp, 3) && !pf_stamp_has(&stamp, 999));
  pf_stamp_next(&stamp);
  assert_false(pf_stamp_has(&stamp, 3));
  /* At the wrap at 2^32: a stamp of 1 from long ago isn't in the set when `now` is 1 again. */
  for (int32_t i = 0; i < 10; i++) stamp.of[i] = 1;
  stamp.now = UINT32_MAX;
  pf_stamp_next(&stamp);
  assert_int_equal(stamp.now, 1);
  for (int32_t i = 0; i < 10; i++) assert_false(pf_stamp_has(&stamp, i));
  pf_stamp_free(&stamp);
}

SUITE(test_query_stages) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances),
                                     cmocka_unit_test(test_shortest), cmocka_unit_test(test_tracks),
                                     cmocka_unit_test(test_choose), cmocka_unit_test(test_stamp)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
