/* A search in place of labels (methods/search_first.c): the only path that it finds is that of the
 * labels, to the last point and bit, and it reports when another path is equally long. Answers on
 * open maps, where the search comes first, and on others, where it doesn't. */
#include <math.h>

#include "answer_sum.h"
#include "generation_fixture.h"
#include "query/methods/online.h"
#include "query/open/pieces.h"
#include "query/calls/query_object.h"
#include "query/paths/shortest.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_index.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

/* The ends, scratch for both ways to find path 1, and counts of the cases met. */
typedef struct subject {
  const twin_map *map;
  const pf_index_view *view;
  const pf_space *space;
  const pf_search_mesh *mesh;
  pf_polyanya search;
  pf_ends ends;
  pf_tracks tracks, other;
  int only, several, ties;
} subject;

/* Places both ends, in order. False unless they are free, distinct, connected and out of each
 * other's sight. */
static bool place(subject *s, const pathfan_point at[2]) {
  bool free = true;
  pf_ends_forget(&s->ends);
  for (int e = 0; e < 2; e++) free = pf_ends_place(&s->ends, e, s->space, at[e], 0).is_free && free;
  if (!free || pf_ends_outcome(&s->ends, s->space, false, false) || pf_ends_are_one(&s->ends) ||
      pf_ends_see(&s->ends, s->space))
    return false;
  pf_ends_order(&s->ends);
  return true;
}

static pf_polyanya_outcome search(subject *s, int from, double within, uint64_t limit) {
  const pf_end *a = &s->ends.end[from], *b = &s->ends.end[1 - from];
  assert_int_equal(pf_polyanya_find_only(&s->search, s->mesh, (pf_polyanya_end){a->at, a->polygon},
                                         (pf_polyanya_end){b->at, b->polygon}, within, limit),
                   PATHFAN_OK);
  return s->search.outcome;
}

static bool may_have_hairs(const pf_index_view *view) {
  const double side =
      pf_power_of_two(view->header->fraction_bits) * (view->header->width + view->header->height);
  return side * side * side > view->ambiguous_cube;
}

/* Whether a path through another vertex is as long as path 1, except for the rounding of sums. */
static bool is_tied(subject *s) {
  const pf_track *first = &s->tracks.list[0];
  bool tied = false;
  for (int32_t v = 0; v < s->view->n && !tied; v++) {
    pf_candidate c = {.via = v, .from = {-1, -1}};
    pf_track *track;
    int64_t length[2];
    bool taut;
    assert_int_equal(pf_touch_vertex(s->view, v), PATHFAN_OK);
    pf_ends_distances(&s->ends, s->view, v, length, c.hubs);
    if (length[0] + length[1] > first->units + PF_SLACK) continue;
    s->other.count = 0;
    assert_int_equal(pf_tracks_next(&s->other, &track), PATHFAN_OK);
    assert_int_equal(pf_recover_via(s->view, &s->ends, &c, &s->tracks.path, track, &taut),
                     PATHFAN_OK);
    tied = taut && !pf_track_same_points(track, first) &&
           fabs(track->length - first->length) <= 1e-12 * first->length;
  }
  return tied;
}

static void check_pair(subject *s, const pathfan_point at[2]) {
  const double within = ldexp(4 * PF_SLACK, -s->view->header->length_bits);
  pf_track *track;
  if (!place(s, at)) return;
  assert_int_equal(pf_ends_scatter(&s->ends, s->view), PATHFAN_OK);
  assert_int_equal(pf_find_shortest(s->view, s->space, &s->ends, &s->tracks, NULL), PATHFAN_OK);
  const pf_track *first = &s->tracks.list[0];
  for (int from = 0; from < 2; from++) {
    if (search(s, from, within, 0) == PF_POLYANYA_SEVERAL) {
      assert_int_equal(s->search.point_count, 0);
      s->several++;
      s->ties += is_tied(s);
      continue;
    }
    assert_int_equal(s->search.outcome, PF_POLYANYA_FOUND);
    s->only++;
    /* Of paths that differ by a hair, only one wraps all its vertices. */
    if (!may_have_hairs(s->view) && is_tied(s))
      twin_fail(s->map, "there are several paths of length %.17g", first->length);
    if (from) continue; /* sums are in another order backwards */
    s->other.count = 0;
    assert_int_equal(pf_tracks_next(&s->other, &track), PATHFAN_OK);
    assert_int_equal(pf_recover_by_points(s->view, s->search.points, s->search.point_count, track),
                     PATHFAN_OK);
    if (!pf_track_same_points(track, first) || track->length != first->length ||
        track->units != first->units)
      twin_fail(s->map, "a path of length %.17g in place of %.17g", track->length, first->length);
  }
  if (s->search.expanded > 1) assert_int_equal(search(s, 1, within, 1), PF_POLYANYA_LIMIT);
}

/* The parts of an index that requests use. */
static subject subject_of(const twin_map *map, pathfan_index *index) {
  const pf_generation *generation = generation_of(index);
  subject s = {.map = map, .view = &generation->view, .space = &generation->space};
  assert_int_equal(pf_generation_need_location(generation, NULL), PATHFAN_OK);
  assert_int_equal(pf_space_need_search_mesh(s.space, &s.mesh, NULL), PATHFAN_OK);
  assert_true(pf_ends_init(&s.ends, s.view->n));
  return s;
}

static void subject_free(subject *s) {
  pf_tracks_free(&s->tracks);
  pf_tracks_free(&s->other);
  pf_polyanya_free(&s->search);
  pf_ends_free(&s->ends);
}

/* Half of the points lie on the lattice, where ties are common. */
static void check_map(const twin_map *map, pathfan_index *index, int pairs, int counts[3]) {
  pf_random random = pf_random_from(map->seed + 19);
  subject s = subject_of(map, index);
  const int bits = s.space->fraction_bits;
  for (int k = 0; k < pairs; k++) {
    pf_fixed_point p[2];
    pathfan_point at[2];
    if (!twin_map_random_point(&random, map, bits, false, &p[0]) ||
        !twin_map_random_point(&random, map, bits, false, &p[1]))
      continue;
    for (int e = 0; e < 2; e++) {
      at[e] = twin_units(p[e], bits);
      if (k % 2) at[e] = (pathfan_point){round(at[e].x), round(at[e].y)};
    }
    check_pair(&s, at);
  }
  counts[0] += s.only;
  counts[1] += s.several;
  counts[2] += s.ties;
  subject_free(&s);
}

/* Rows of pillars: many paths between lattice points have equal-length alternatives. */
static twin_map pillars(int width, int height, int space) {
  char rows[4000], *out = rows;
  assert_true((width + 1) * height < (int)sizeof rows);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) *out++ = x % space == 1 && y % space == 1 ? '@' : '.';
    *out++ = '\n';
  }
  *out = '\0';
  twin_map map = twin_map_drawn("pillars", rows);
  map.seed = (uint64_t)space;
  return map;
}

/* Rounded pillars: vertices are in line except for less than lengths can tell. No path has a vertex
 * that it doesn't wrap. */
static void test_hairs(void **state) {
  (void)state;
  twin_map map = pillars(60, 45, 6);
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.map.agent_radius = 0.1;
  pathfan_index *index = twin_index(&map, &options);
  pf_random random = pf_random_from(29);
  subject s = subject_of(&map, index);
  assert_true(may_have_hairs(s.view));
  for (int k = 0; k < twin_scaled(2000); k++) {
    pathfan_point at[2];
    for (int e = 0; e < 2; e++)
      at[e] = (pathfan_point){(double)pf_random_below(&random, 600) / 10,
                              (double)pf_random_below(&random, 450) / 10};
    check_pair(&s, at);
  }
  print_message("%d the only path, %d one of several\n", s.only, s.several);
  if (twin_is_whole()) assert_true(s.only > 1000);
  subject_free(&s);
  pathfan_index_close(index);
  twin_map_free(&map);
}

static void test_only(void **state) {
  (void)state;
  int counts[3] = {0};
  for (int space = 2; space < 10; space++) {
    twin_map map = pillars(21, 21, space);
    pathfan_index *index = twin_index(&map, NULL);
    check_map(&map, index, 200, counts);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  for (int i = 0; i < twin_drawn_count() + twin_scaled(300); i++) {
    const bool is_grid = i % 3 < 2;
    twin_map map = is_grid ? twin_map_number(i, 30) : twin_outline_map(i, 12);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index =
        is_grid ? twin_index(&map, &options) : twin_outline_index(&map, &options);
    check_map(&map, index, 24, counts);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d the only path, %d one of several, %d of these as long\n", counts[0], counts[1],
                counts[2]);
  if (twin_is_whole()) assert_true(counts[0] > 1000 && counts[1] > 200 && counts[2] > 100);
}

/* ---- Answers ---- */

static uint64_t sum_of_first(const pathfan_answer *answer) {
  const pathfan_path *first = answer->paths;
  const uint64_t sum = (uint64_t)answer->outcome;
  return answer->path_count ? mix(mix(sum, &first->length, sizeof first->length), first->points,
                                  (size_t)first->point_count * sizeof *first->points)
                            : sum;
}

/* Compares path 1 alone with the first of three, which comes from labels; ties may differ. Returns
 * whether a search found it alone. */
static bool check_answer(const twin_map *map, pathfan_query *query, pathfan_request *r) {
  pf_online_scratch **online = &query->methods.online;
  const pathfan_answer *answer;
  r->paths = 1;
  if (*online) (*online)->polyanya.outcome = PF_POLYANYA_LIMIT;
  assert_int_equal(pathfan_query_paths(query, r, &answer), PATHFAN_OK);
  const bool searched = *online && (*online)->polyanya.outcome == PF_POLYANYA_FOUND;
  const uint64_t sum = sum_of_first(answer);
  const double length = answer->path_count ? answer->paths[0].length : -1;
  r->paths = 3;
  assert_int_equal(pathfan_query_paths(query, r, &answer), PATHFAN_OK);
  if (searched && sum_of_first(answer) != sum)
    twin_fail(map, "another path than by labels, of length %.17g", length);
  return searched;
}

static void test_answers(void **state) {
  (void)state;
  int searched = 0, looked = 0;
  for (int space = 2; space < 10; space++) {
    twin_map map = pillars(21, 21, space);
    pathfan_index *index = twin_index(&map, NULL);
    pf_random random = pf_random_from(map.seed + 23);
    pathfan_query *query;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 100; k++) {
      pathfan_request r;
      pf_fixed_point s, t;
      if (!twin_random_point(&random, &map.grid, 20, &s) ||
          !twin_random_point(&random, &map.grid, 20, &t))
        continue;
      pathfan_request_init(&r);
      r.separation_share = 0;
      r.from = twin_units(s, 20);
      r.to = twin_units(t, 20);
      if (check_answer(&map, query, &r))
        searched++;
      else
        looked++;
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d by a search, %d by labels or straight\n", searched, looked);
  assert_true(searched > 100 && looked > 100);
}

SUITE(test_search_first) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_only), cmocka_unit_test(test_hairs),
                                     cmocka_unit_test(test_answers)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
