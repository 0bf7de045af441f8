/* Paths from labels (recover.h) on random maps: through every vertex, by every hub at which the
 * ends meet, and straight. Their lengths are those of the twin's shortest paths, and the map alone
 * shows that they are free and taut. */
#include <math.h>

#include "generation_fixture.h"
#include "geometry/polyline.h"
#include "query/open/pieces.h"
#include "query/paths/recover.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_check.h"
#include "twin_index.h"
#include "twin_shortest.h"

enum { SIDE = 14, HUBS_MOST = 32 };

typedef struct subject {
  twin_map map;
  twin_roads roads;
  pathfan_index *index;
  const pf_index_view *view;
  const pf_space *space;
  pf_random random;
  int bits;
  double unit; /* lattice units per length unit */
  pf_ends ends;
  pf_tracks tracks;
  int taut, bent, hubs, straight;
} subject;

static subject open_map(int number) {
  subject s = {.map = twin_map_number(number, SIDE)};
  const pathfan_build_options options = twin_some_options(number);
  s.random = pf_random_from(s.map.seed + 7);
  s.roads = twin_roads_make(&s.map);
  s.index = twin_index(&s.map, &options);
  const pf_generation *generation = generation_of(s.index);
  assert_int_equal(pf_generation_need_location(generation, NULL), PATHFAN_OK);
  s.view = &generation->view;
  s.space = &generation->space;
  s.bits = s.space->fraction_bits;
  s.unit = ldexp(1, -s.view->header->length_bits);
  assert_true(pf_ends_init(&s.ends, s.view->n));
  return s;
}

static void close_map(subject *s) {
  pf_tracks_free(&s->tracks);
  pf_ends_free(&s->ends);
  pathfan_index_close(s->index);
  twin_roads_free(&s->roads);
  twin_map_free(&s->map);
}

/* Draws two ends that are joined, and scatters them. */
static bool place(subject *s) {
  pf_ends *ends = &s->ends;
  pf_ends_forget(ends);
  for (int e = 0; e < 2; e++) {
    pf_fixed_point p;
    if (!twin_random_plain_point(&s->random, &s->map.grid, s->bits, &p) ||
        !pf_ends_place(ends, e, s->space, twin_units(p, s->bits), 0).is_free)
      return false;
  }
  if (pf_ends_outcome(ends, s->space, false, false) || pf_ends_are_one(ends)) return false;
  pf_ends_order(ends);
  assert_int_equal(pf_ends_scatter(ends, s->view), PATHFAN_OK);
  return true;
}

static double shortest(const subject *s, pf_fixed_point a, pf_fixed_point b) {
  return twin_shortest(&s->map, &s->roads, s->bits, a, b);
}

/* Whether a computed length is this one, but for rounding. */
static bool is_length(const subject *s, double length, double right) {
  return fabs(length - right) <= 1e-6 + 4 * PF_SLACK * s->unit;
}

/* A track leads from end to end, and its lengths are those of its points. */
static void check_track(const subject *s, const pf_track *track) {
  int64_t units = 0;
  assert_true(track->count >= 2);
  assert_true(pf_same_point(track->points[0], s->ends.end[0].at));
  assert_true(pf_same_point(track->points[track->count - 1], s->ends.end[1].at));
  for (int32_t i = 0; i + 1 < track->count; i++)
    units += pf_units(s->view, track->points[i], track->points[i + 1]);
  assert_int_equal(track->units, units);
  assert_true(is_length(s, track->length, (double)units * s->unit));
}

/* A path that is free and taut, by the map alone. */
static void check_free(subject *s, pf_track *track) {
  const twin_track points = {track->length, track->count, track->points};
  if (!pf_track_is_simple(track)) return;
  const char *fault = twin_check_track(&s->map, s->bits, &points);
  if (fault) twin_fail(&s->map, "%s", fault);
}

static pf_track *draft(subject *s) {
  pf_track *track;
  s->tracks.count = 0;
  assert_int_equal(pf_tracks_next(&s->tracks, &track), PATHFAN_OK);
  return track;
}

/* The path through a vertex consists of two shortest paths; if it isn't taut there, it is unset,
 * but its vertices are known. */
static void check_via(subject *s, int32_t v) {
  const pf_fixed_point at = pf_vertex_fixed(s->view, v);
  const double right = shortest(s, s->ends.end[0].at, at) + shortest(s, at, s->ends.end[1].at);
  pf_candidate c = {.via = v, .from = {-1, -1}};
  int64_t lengths[2];
  bool taut = false;
  assert_int_equal(pf_touch_vertex(s->view, v), PATHFAN_OK);
  pf_ends_distances(&s->ends, s->view, v, lengths, c.hubs);
  if (lengths[0] == PF_FAR || lengths[1] == PF_FAR) return;
  pf_track *track = draft(s);
  assert_int_equal(pf_recover_via(s->view, &s->ends, &c, &s->tracks.path, track, &taut),
                   PATHFAN_OK);
  if (!taut) {
    int32_t found = 0;
    for (int32_t i = 0; i < s->tracks.path.count; i++) found += s->tracks.path.vertices[i] == v;
    assert_true(found > 0);
    s->bent++;
    return;
  }
  check_track(s, track);
  /* A shorter path may arrive at the vertex head-on; then it isn't a proper via node, and the path
     may be tightened further. */
  if (!is_length(s, (double)(lengths[0] + lengths[1]) * s->unit, right)) return;
  assert_true(is_length(s, track->length, right));
  check_free(s, track);
  s->taut++;
}

/* Each path by a hub at which the ends meet is shortest. */
static void check_hubs(subject *s) {
  const double right = shortest(s, s->ends.end[0].at, s->ends.end[1].at);
  pf_meeting list[HUBS_MOST];
  int32_t count = 0;
  bool sees = pf_ends_see(&s->ends, s->space);
  if (sees) {
    pf_track *track = draft(s);
    assert_int_equal(pf_recover_straight(s->view, &s->ends, &s->tracks.path, track), PATHFAN_OK);
    assert_int_equal(track->count, 2);
    check_track(s, track);
    assert_true(is_length(s, track->length, right));
    s->straight++;
    return;
  }
  const int64_t least =
      pf_join_hubs(&s->ends.end[0].distances, &s->ends.end[1].distances, list, HUBS_MOST, &count);
  assert_true(count > 0 && least < PF_FAR);
  for (int32_t i = 0; i < count; i++) {
    pf_track *track = draft(s);
    assert_int_equal(pf_recover_by_hub(s->view, &s->ends, list[i].hub, &s->tracks.path, track),
                     PATHFAN_OK);
    check_track(s, track);
    if (!is_length(s, track->length, right))
      twin_fail(&s->map, "by hub %d: %.17g instead of %.17g", list[i].hub, track->length, right);
    check_free(s, track);
    s->hubs++;
  }
}

static void test_paths(void **state) {
  (void)state;
  int taut = 0, bent = 0, hubs = 0, straight = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(10); i++) {
    subject s = open_map(i);
    for (int k = 0; k < 6; k++) {
      if (!place(&s)) continue;
      check_hubs(&s);
      for (int32_t v = 0; v < s.view->n; v++) check_via(&s, v);
    }
    taut += s.taut;
    bent += s.bent;
    hubs += s.hubs;
    straight += s.straight;
    close_map(&s);
  }
  assert_true(taut > 200 && bent > 100 && hubs > 50 && straight > 5);
}

/* The vertex before a hub is on a shortest path to it, and sees the hub. */
static void check_before(const subject *s, int32_t v) {
  const pf_range labels = pf_labels_of(s->view, v);
  const pf_fixed_point at = pf_vertex_fixed(s->view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const int32_t hub = (int32_t)pf_label_hub(pf_labels_by(s->view, v)[i]);
    const int32_t before = pf_before_hub(s->view, v, hub);
    const pf_fixed_point to = pf_vertex_fixed(s->view, hub);
    const pf_fixed_point by = pf_vertex_fixed(s->view, before);
    assert_int_not_equal(before, hub);
    const double last = pf_fixed_length(by, to) * s->view->units_per_fixed * s->unit;
    assert_true(is_length(s, shortest(s, by, to), last));
    assert_true(is_length(s, shortest(s, at, by) + last, shortest(s, at, to)));
  }
}

static void test_before_hub(void **state) {
  (void)state;
  for (int i = 0; i < twin_drawn_count() / 2 + 2; i++) {
    subject s = open_map(i);
    assert_int_equal(pf_generation_need(generation_of(s.index), PF_PART_LABELS, NULL), PATHFAN_OK);
    for (int32_t v = 0; v < s.view->n; v += 3) check_before(&s, v);
    close_map(&s);
  }
}

SUITE(test_recover) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths),
                                     cmocka_unit_test(test_before_hub)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
