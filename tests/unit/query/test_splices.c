/* Splices of random paths between two points (splices.h), against every pair of paths compared
 * point by point: the same splices, in order of length, with the same counts; and how much is
 * joined. */
#include <string.h>

#include "geometry/polyline.h"
#include "suite.h"
#include "twin_check.h"
#include "twin_splices.h"

enum { BITS = 8, SIDE = 5, POINTS_MOST = 9, PARTS = 10 };

/* Splices need of an index only its units. */
static const pf_layout_header header = {.fraction_bits = BITS};
static const pf_index_view view = {.header = &header, .units_per_fixed = 3.7};

static pf_fixed_point grid_point(int32_t x, int32_t y) {
  return (pf_fixed_point){x * (INT64_C(1) << BITS), y * (INT64_C(1) << BITS)};
}

/* Draws a path from the left to the right by points of a small grid, none twice. */
static twin_line draw(pf_random *random) {
  twin_line l = {.points = {grid_point(-1, 2)}, .count = 1};
  const int32_t most = pf_random_between(random, 1, POINTS_MOST - 2);
  for (int32_t i = 0; i < most; i++) {
    const pf_fixed_point p =
        grid_point(pf_random_between(random, 0, SIDE - 1), pf_random_between(random, 0, SIDE - 1));
    bool is_new = true;
    for (int32_t k = 0; k < l.count; k++) is_new = is_new && !pf_same_point(p, l.points[k]);
    if (is_new) l.points[l.count++] = p;
  }
  l.points[l.count++] = grid_point(SIDE, 2);
  return l;
}

static bool is_same(const twin_line *a, const pf_fixed_point *points, int32_t count) {
  return a->count == count && !memcmp(a->points, points, (size_t)count * sizeof *points);
}

static int64_t units_of(const twin_line *l) {
  return twin_line_units(&view, l);
}

static void set_track(pf_track *track, const twin_line *l) {
  assert_int_equal(pf_track_copy(track, l->points, l->count), PATHFAN_OK);
  track->units = units_of(l);
}

/* Takes all splices, and checks each against the reference. */
static void check_splices(pf_splicer *s, const twin_splices *r, const twin_line *first) {
  pf_track draft = {0};
  int64_t before = 0;
  assert_int_equal(s->wait_count, r->splice_count);
  while (s->wait_count) {
    const int64_t least = pf_splicer_least(s);
    assert_int_equal(pf_splicer_take(s, &draft), PATHFAN_OK);
    assert_int_equal(draft.units, least);
    assert_true(before <= least && least <= r->limit);
    before = least;
    int32_t found = 0, head = 0;
    for (int32_t k = 0; k < r->splice_count; k++)
      found += is_same(&r->splices[k], draft.points, draft.count);
    assert_int_equal(found, 1);
    assert_true(draft.length == pf_polyline_length(draft.points, draft.count, BITS));
    assert_int_equal(draft.units, pf_legs_units(&s->legs, &draft.made_of));
    assert_int_equal(draft.made_of.count[0] + draft.made_of.count[1], draft.count - 1);
    while (head + 1 < draft.count && head + 1 < first->count &&
           pf_same_point(draft.points[head + 1], first->points[head + 1]))
      head++;
    assert_true(draft.made_of.head <= head);
  }
  assert_true(pf_splicer_least(s) == INT64_MAX);
  free(draft.points);
}

static void test_all_pairs(void **state) {
  (void)state;
  static twin_splices r;
  pf_random random = pf_random_from(1);
  pf_splicer s = {0};
  int64_t made = 0, refused = 0;
  for (int round = 0; round < 40 * twin_scaled(10); round++) {
    pf_track track = {0}, path_1 = {0};
    pathfan_candidates counts = {0};
    pf_work_limit unlimited = {0};
    const twin_line first = draw(&random);
    r = (twin_splices){.view = &view, .limit = units_of(&first) + pf_random_below(&random, 40000)};
    set_track(&path_1, &first);
    pf_splicer_begin(&s, &view, &path_1, r.limit);
    for (int32_t i = 0; i < PARTS && r.splice_count < PF_SPLICES_MOST / 4; i++) {
      const twin_line l = i ? draw(&random) : first;
      twin_splices_add(&r, &l);
      set_track(&track, &l);
      assert_int_equal(pf_splicer_add(&s, &track, &counts, &unlimited), PATHFAN_OK);
      assert_int_equal(track.made_of.count[0], l.count - 1);
      assert_int_equal(pf_legs_units(&s.legs, &track.made_of), track.units);
    }
    assert_int_equal(s.parts.count, r.part_count);
    assert_int_equal(counts.tried, r.counts.tried);
    assert_int_equal(counts.too_long, r.counts.too_long);
    assert_int_equal(counts.not_taut, r.counts.not_taut);
    made += r.splice_count;
    refused += r.counts.not_taut;
    check_splices(&s, &r, &first);
    free(track.points);
    free(path_1.points);
  }
  pf_splicer_free(&s);
  if (twin_is_whole()) assert_true(made > 1000 && refused > 1000);
}

/* No more splices than there should be, whatever comes, and as many again where it goes on. */
static void test_many(void **state) {
  (void)state;
  pf_random random = pf_random_from(2);
  pf_splicer s = {0};
  pf_track track = {0}, path_1 = {0};
  pathfan_candidates counts = {0};
  pf_work_limit unlimited = {0};
  const twin_line first = draw(&random);
  set_track(&path_1, &first);
  pf_splicer_begin(&s, &view, &path_1, INT64_MAX);
  for (int32_t i = 0; i < 2 * PF_SPLICER_PARTS; i++) {
    const twin_line l = draw(&random);
    set_track(&track, &l);
    assert_int_equal(pf_splicer_add(&s, &track, &counts, &unlimited), PATHFAN_OK);
  }
  assert_in_range(s.wait_count, PF_SPLICES_MOST - 2, PF_SPLICES_MOST);
  const int32_t before = s.wait_count;
  pf_splicer_go_on(&s);
  for (int32_t i = 0; i < PF_SPLICER_PARTS; i++) {
    const twin_line l = draw(&random);
    set_track(&track, &l);
    assert_int_equal(pf_splicer_add(&s, &track, &counts, &unlimited), PATHFAN_OK);
  }
  assert_in_range(s.wait_count - before, PF_SPLICES_MOST - 2, PF_SPLICES_MOST);
  pf_splicer_begin(&s, &view, &path_1, INT64_MAX);
  assert_int_equal(s.parts.count + s.wait_count + s.legs.count, 0);
  free(track.points);
  free(path_1.points);
  pf_splicer_free(&s);
}

/* Each pair of splices costs two units of work. */
static void test_work_limit(void **state) {
  (void)state;
  pf_splicer s = {0};
  pf_track track = {0};
  const twin_line lines[] = {
      {{grid_point(-1, 2), grid_point(1, 3), grid_point(2, 3), grid_point(3, 1), grid_point(5, 2)},
       5},
      {{grid_point(-1, 2), grid_point(1, 4), grid_point(2, 3), grid_point(3, 0), grid_point(5, 2)},
       5}};
  for (uint64_t limit = 1; limit <= 2; limit++) {
    pathfan_candidates counts = {0};
    pf_work_limit work_limit = {.limit = limit};
    pf_track path_1 = {0};
    set_track(&path_1, &lines[0]);
    pf_splicer_begin(&s, &view, &path_1, INT64_MAX);
    for (int i = 0; i < 2; i++) {
      set_track(&track, &lines[i]);
      assert_int_equal(pf_splicer_add(&s, &track, &counts, &work_limit), PATHFAN_OK);
    }
    assert_int_equal(s.wait_count, limit == 2 ? 2 : 0);
    assert_int_equal(counts.tried, limit == 2 ? 2 : 0);
    assert_true(work_limit.stopped == (limit < 2));
    free(path_1.points);
  }
  free(track.points);
  pf_splicer_free(&s);
}

SUITE(test_splices) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_pairs), cmocka_unit_test(test_many),
                                     cmocka_unit_test(test_work_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
