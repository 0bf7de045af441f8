/* Splices of random paths between two points (splices.h), against every pair of paths compared
 * point by point: the same splices, in order of length, with the same counts; and how much is
 * joined. */
#include <math.h>
#include <string.h>

#include "geometry/polyline.h"
#include "geometry/predicates.h"
#include "query/choose/splices.h"
#include "suite.h"
#include "twin_check.h"

enum { BITS = 8, SIDE = 5, POINTS_MOST = 9, PARTS = 10, SPLICES = 4096 };

/* Splices need of an index only its units. */
static const pf_layout_header header = {.fraction_bits = BITS};
static const pf_index_view view = {.header = &header, .units_per_fixed = 3.7};

typedef struct line {
  pf_fixed_point points[2 * POINTS_MOST];
  int32_t count;
} line;

static pf_fixed_point grid_point(int32_t x, int32_t y) {
  return (pf_fixed_point){x * (INT64_C(1) << BITS), y * (INT64_C(1) << BITS)};
}

/* Draws a path from the left to the right by points of a small grid, none twice. */
static line draw(pf_random *random) {
  line l = {.points = {grid_point(-1, 2)}, .count = 1};
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

static int64_t units_of(const line *l) {
  int64_t units = 0;
  for (int32_t i = 0; i + 1 < l->count; i++)
    units += llrint(pf_fixed_length(l->points[i], l->points[i + 1]) * view.units_per_fixed);
  return units;
}

static bool is_same(const line *a, const pf_fixed_point *points, int32_t count) {
  return a->count == count && !memcmp(a->points, points, (size_t)count * sizeof *points);
}

/* What plain comparison finds. */
typedef struct reference {
  line parts[PARTS], splices[SPLICES];
  int32_t part_count, splice_count;
  int64_t limit;
  pathfan_candidates counts;
} reference;

static int sign_at(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c) {
  const int64_t cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  return (cross > 0) - (cross < 0);
}

/* Joins a, up to its points from i on, of which `run` are also b's from k on, to the rest of b. */
static void splice(reference *r, const line *a, int32_t i, const line *b, int32_t k, int32_t run) {
  line made = {.count = i + run};
  memcpy(made.points, a->points, (size_t)made.count * sizeof *made.points);
  for (int32_t j = k + run; j < b->count; j++) made.points[made.count++] = b->points[j];
  r->counts.tried++;
  if (units_of(&made) > r->limit) {
    r->counts.too_long++;
    return;
  }
  const int turn = sign_at(a->points[i - 1], a->points[i], b->points[k + 1]);
  const int own = sign_at(a->points[i - 1], a->points[i], a->points[i + 1]);
  const int its = sign_at(b->points[k - 1], b->points[k], b->points[k + 1]);
  if (run == 1 && (turn != own || turn != its)) {
    r->counts.not_taut++;
    return;
  }
  bool is_known = false;
  for (int32_t p = 0; p < r->part_count; p++)
    is_known = is_known || is_same(&r->parts[p], made.points, made.count);
  for (int32_t s = 0; s < r->splice_count; s++)
    is_known = is_known || is_same(&r->splices[s], made.points, made.count);
  if (is_known) {
    r->counts.tried--;
    return;
  }
  assert_true(r->splice_count < SPLICES);
  r->splices[r->splice_count++] = made;
}

/* Joins two paths wherever they come together. */
static void join(reference *r, const line *a, const line *b) {
  for (int32_t i = 1; i + 1 < a->count; i++)
    for (int32_t k = 1; k + 1 < b->count; k++) {
      int32_t run = 0;
      if (pf_same_point(a->points[i - 1], b->points[k - 1])) continue;
      while (i + run < a->count && k + run < b->count &&
             pf_same_point(a->points[i + run], b->points[k + run]))
        run++;
      if (!run || i + run == a->count) continue; /* they don't meet, or don't part any more */
      splice(r, a, i, b, k, run);
      splice(r, b, k, a, i, run);
    }
}

static void add_to_reference(reference *r, const line *b) {
  for (int32_t p = 0; p < r->part_count; p++)
    if (is_same(&r->parts[p], b->points, b->count)) return;
  for (int32_t p = 0; p < r->part_count; p++) join(r, &r->parts[p], b);
  r->parts[r->part_count++] = *b;
}

static void set_track(pf_track *track, const line *l) {
  assert_int_equal(pf_track_copy(track, l->points, l->count), PATHFAN_OK);
  track->units = units_of(l);
}

/* Takes all splices, and checks each against the reference. */
static void check_splices(pf_splicer *s, const reference *r, const line *first) {
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
  static reference r;
  pf_random random = pf_random_from(1);
  pf_splicer s = {0};
  int64_t made = 0, refused = 0;
  for (int round = 0; round < 40 * twin_scaled(10); round++) {
    pf_track track = {0}, path_1 = {0};
    pathfan_candidates counts = {0};
    pf_work_limit unlimited = {0};
    const line first = draw(&random);
    r = (reference){.limit = units_of(&first) + pf_random_below(&random, 40000)};
    set_track(&path_1, &first);
    pf_splicer_begin(&s, &view, &path_1, r.limit);
    for (int32_t i = 0; i < PARTS && r.splice_count < PF_SPLICES_MOST / 4; i++) {
      const line l = i ? draw(&random) : first;
      add_to_reference(&r, &l);
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
  const line first = draw(&random);
  set_track(&path_1, &first);
  pf_splicer_begin(&s, &view, &path_1, INT64_MAX);
  for (int32_t i = 0; i < 2 * PF_SPLICER_PARTS; i++) {
    const line l = draw(&random);
    set_track(&track, &l);
    assert_int_equal(pf_splicer_add(&s, &track, &counts, &unlimited), PATHFAN_OK);
  }
  assert_in_range(s.wait_count, PF_SPLICES_MOST - 2, PF_SPLICES_MOST);
  const int32_t before = s.wait_count;
  pf_splicer_go_on(&s);
  for (int32_t i = 0; i < PF_SPLICER_PARTS; i++) {
    const line l = draw(&random);
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
  const line lines[] = {
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
