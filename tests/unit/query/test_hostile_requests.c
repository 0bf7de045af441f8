/* Requests that no user would make, to sound indexes and maps: every field at its extremes and
 * beyond, alone and all at once. Each gets an outcome or a status; listed paths are right; a limit
 * on work holds, and limits the time too. */
#include "failing_allocations.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_algorithm.h"
#include "twin_answer.h"
#include "twin_check.h"
#include "twin_outline_maps.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SOURCES 4 /* index and map, of a grid and of polygons */

static twin_map maps[2];
static pathfan_map *online[2];
static pathfan_index *indexes[2];
static pathfan_query *queries[SOURCES];
static int bits[2];
static double extent[2];

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  for (int i = 0; i < 2; i++) {
    pathfan_index_info info;
    pathfan_error error;
    if (i) {
      maps[i] = twin_outline_map(4, 16);
      indexes[i] = twin_outline_index(&maps[i], NULL);
    } else {
      maps[i] = twin_map_number(twin_drawn_count() + 3, 40);
      indexes[i] = twin_index(&maps[i], NULL);
    }
    pathfan_map_options options;
    pathfan_map_options_init(&options);
    if (i) options.unit = 1;
    assert_int_equal(pathfan_map_open(i ? twin_scratch("map.poly") : twin_scratch("map.map"),
                                      &options, &online[i], &error),
                     PATHFAN_OK);
    pathfan_index_info_get(indexes[i], &info);
    bits[i] = info.fraction_bits;
    extent[i] = fmax(info.width, info.height);
    assert_int_equal(pathfan_query_create(indexes[i], &queries[2 * i]), PATHFAN_OK);
    assert_int_equal(pathfan_query_create_online(online[i], &queries[2 * i + 1]), PATHFAN_OK);
  }
  return 0;
}

static int teardown(void **state) {
  for (int i = 0; i < SOURCES; i++) pathfan_query_free(queries[i]);
  for (int i = 0; i < 2; i++) {
    pathfan_index_close(indexes[i]);
    pathfan_map_free(online[i]);
    twin_map_free(&maps[i]);
  }
  return twin_scratch_remove(state);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- Values ---- */

static double nasty_double(pf_random *random) {
  static const double values[] = {NAN,    INFINITY, -INFINITY, 0,     -0.0, 1e300,
                                  -1e300, 5e-324,   1,         -1,    0.5,  1.0000000000000002,
                                  1e18,   0x1p53,   1.7e308,   -1e-9, 2,    1e9};
  return values[pf_random_below(random, sizeof values / sizeof *values)];
}

static int32_t nasty_int(pf_random *random) {
  static const int32_t values[] = {INT32_MAX, INT32_MIN, INT32_MAX - 1, -1,   0, 1, 2, 3,
                                   8,         9,         100,           65536};
  return values[pf_random_below(random, sizeof values / sizeof *values)];
}

static pathfan_point somewhere(pf_random *random, double reach) {
  return (pathfan_point){(double)pf_random_below(random, 4096) / 4096 * reach,
                         (double)pf_random_below(random, 4096) / 4096 * reach};
}

/* A cost that makes no sense; context: which. */
static double mad_cost(void *context, const pathfan_path *path, const pathfan_measures *measures) {
  const double values[] = {NAN, -INFINITY, INFINITY, -1e308, path->length, -measures->similarity};
  return values[*(int *)context];
}

#define CORNERS_MOST 1100

/* Areas of every kind, few of them valid. */
typedef struct mad_areas {
  pathfan_area areas[40];
  pathfan_point corners[CORNERS_MOST];
} mad_areas;

static void make_areas(pathfan_request *r, mad_areas *room, double reach, pf_random *random) {
  int32_t used = 0;
  r->avoid = room->areas;
  r->avoid_count = 1 + (int32_t)pf_random_below(random, 3);
  for (int32_t i = 0; i < r->avoid_count; i++) {
    pathfan_area *a = &room->areas[i];
    memset(a, 0, sizeof *a);
    const int kind = (int)pf_random_below(random, 8);
    if (kind < 3) {
      a->centre = somewhere(random, reach);
      a->radius = kind ? reach / 16 : nasty_double(random);
      if (kind == 2) a->centre.x = nasty_double(random);
      continue;
    }
    const int32_t most = CORNERS_MOST - used;
    a->corner_count = kind == 3   ? nasty_int(random)
                      : kind == 4 ? 1024
                                  : 3 + (int32_t)pf_random_below(random, 12);
    if (a->corner_count > most && kind != 3) a->corner_count = most;
    a->corners = room->corners + used;
    const int32_t there = a->corner_count < 0 || a->corner_count > most ? most : a->corner_count;
    const pathfan_point middle = somewhere(random, reach);
    for (int32_t k = 0; k < there; k++) {
      /* A star, which crosses itself for some kinds. */
      const double angle = 6.283185307179586 * k / there * (kind == 5 ? 2.37 : 1);
      const double radius = reach / 12 * (k % 2 && kind != 4 ? 0.4 : 1);
      room->corners[used + k] =
          (pathfan_point){middle.x + radius * cos(angle), middle.y + radius * sin(angle)};
      if (kind == 6) room->corners[used + k] = somewhere(random, reach);
      if (kind == 7 && k % 3 == 0) room->corners[used + k].y = nasty_double(random);
    }
    used += there;
    if (used > CORNERS_MOST - 20) r->avoid_count = i + 1;
    if (kind == 3 && a->corner_count > there) r->avoid_count = i + 1;
  }
}

/* ---- Judging ---- */

static void check_answer(int of, const pathfan_request *r, const pathfan_answer *a) {
  if (a->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) {
    assert_int_equal(a->path_count, 0);
    return;
  }
  assert_true(a->path_count >= 0 && a->path_count <= r->paths);
  if (a->outcome == PATHFAN_OUTCOME_OK) assert_true(a->path_count > 0);
  if (a->path_count)
    assert_true(a->outcome == PATHFAN_OUTCOME_OK || a->outcome == PATHFAN_OUTCOME_WORK_LIMIT);
  for (int32_t i = 0; i < a->path_count; i++) {
    const pathfan_path *p = &a->paths[i];
    assert_true(p->point_count >= 1 && isfinite(p->length) && p->length >= 0);
    assert_true(!i || p->length >= a->paths[i - 1].length);
    for (int32_t k = 0; k < p->point_count; k++)
      assert_true(isfinite(p->points[k].x) && isfinite(p->points[k].y));
  }
  if (r->work_limit) assert_true(a->work <= r->work_limit);
  const bool same = a->from.x == a->to.x && a->from.y == a->to.y;
  if (a->path_count && !same && r->algorithm != PATHFAN_ALGORITHM_ASTAR && !r->avoid_count &&
      a->path_count < 1000) {
    pathfan_request asked = *r;
    asked.from = a->from;
    asked.to = a->to;
    if (!a->dissimilarity) asked.dissimilarity = 0;
    twin_check_answer(&maps[of / 2], bits[of / 2], &asked, a);
  }
}

/* The outcomes of all requests. */
typedef struct tally {
  int asked, invalid, statuses, answered, limited;
  double longest;
} tally;

static void ask(int of, const pathfan_request *r, tally *t) {
  const pathfan_answer *answer;
  pathfan_query *query = queries[of];
  alarm(TWIN_PATIENCE);
  const double begin = seconds();
  const pathfan_status status = pathfan_query_paths(query, r, &answer);
  const double took = seconds() - begin;
  alarm(0);
  t->asked++;
  if (took > t->longest) t->longest = took;
  if (status) {
    assert_int_equal(status, PATHFAN_ERR_ARGUMENT);
    assert_null(answer);
    assert_true(pathfan_query_error(query)[0]);
    t->statuses++;
    return;
  }
  t->invalid += answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST;
  t->limited += answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT;
  t->answered += answer->path_count > 0;
  check_answer(of, r, answer);
}

static void tell(const char *what, const tally *t) {
  print_message("%s: %d requests, %d invalid, %d answered, %d at the work limit, %d statuses; the "
                "longest took %.2f s\n",
                what, t->asked, t->invalid, t->answered, t->limited, t->statuses, t->longest);
}

static pathfan_request good_request(int of, pf_random *random) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = somewhere(random, extent[of / 2]);
  r.to = somewhere(random, extent[of / 2]);
  r.snap = extent[of / 2];
  r.algorithm = of & 1 ? PATHFAN_ALGORITHM_POLYANYA + (int)pf_random_below(random, 5)
                       : (int)pf_random_below(random, 6);
  r.effort = pf_random_below(random, 2) ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
  return r;
}

/* ---- Fields at their extremes ---- */

enum { FIELDS = 24 };

static void spoil(pathfan_request *r, int field, double reach, mad_areas *room, int *which,
                  pf_random *random) {
  switch (field) {
  case 0: r->from.x = nasty_double(random); break;
  case 1: r->to.y = nasty_double(random); break;
  case 2: r->paths = nasty_int(random); break;
  case 3: r->tables = nasty_int(random); break;
  case 4: r->access = nasty_int(random); break;
  case 5: r->splices = (pathfan_splices)nasty_int(random); break;
  case 6: r->stretch = nasty_double(random); break;
  case 7: r->dissimilarity = nasty_double(random); break;
  case 8: r->bind_dissimilarity = true; break;
  case 9: r->snap = nasty_double(random); break;
  case 10: r->effort = (pathfan_effort)nasty_int(random); break;
  case 11: r->algorithm = (pathfan_algorithm)nasty_int(random); break;
  case 12: r->without = (uint32_t)nasty_int(random); break;
  case 13: r->without = (uint32_t)pf_random_below(random, 32); break;
  case 14: r->penalty = nasty_double(random); break;
  case 15: r->max_bounded_stretch = nasty_double(random); break;
  case 16: r->min_local_optimality = nasty_double(random); break;
  case 17: r->objective.length = nasty_double(random); break;
  case 18: r->objective.similarity = nasty_double(random); break;
  case 19: r->objective.local_optimality = nasty_double(random); break;
  case 20:
    *which = (int)pf_random_below(random, 6);
    r->objective.cost = mad_cost;
    r->objective.context = which;
    break;
  case 21: make_areas(r, room, reach, random); break;
  case 22:
    r->avoid_count = nasty_int(random);
    if (r->avoid_count > 0) r->avoid = NULL;
    break;
  default: r->work_limit = (uint64_t)1 << pf_random_below(random, 64); break;
  }
}

/* Even a request for all paths gets little memory: no list is longer than its possible entries. */
static void check_memory(void) {
  print_message("largest allocation: %zu bytes\n", largest_allocation);
  assert_true(largest_allocation < (size_t)64 << 20);
}

static void test_fields(void **state) {
  (void)state;
  static mad_areas room;
  pf_random random = pf_random_from(11);
  tally t = {0};
  for (int i = 0; i < twin_scaled_harm(1200); i++) {
    const int of = i % SOURCES;
    int which = 0;
    pathfan_request r = good_request(of, &random);
    /* One in three asks for more paths than there are, and rejects none. */
    if (i % 3 == 0) {
      r.paths = INT32_MAX;
      r.dissimilarity = 0;
      r.stretch = i % 2 ? 3 : 1e300;
    }
    for (int64_t k = i % 5 ? 1 : 1 + pf_random_below(&random, 6); k > 0; k--)
      spoil(&r, (int)pf_random_below(&random, FIELDS), extent[of / 2], &room, &which, &random);
    ask(of, &r, &t);
  }
  tell("fields at their extremes", &t);
  check_memory();
  assert_true(t.invalid && t.answered && t.limited);
}

/* ---- Limits on work ---- */

/* Whether path 1 is found whatever the limit on work: the index finds it first and by itself. */
static bool has_first_anyhow(const pathfan_request *r) {
  return r->algorithm == PATHFAN_ALGORITHM_INDEX && !r->avoid_count;
}

/* The longest that looking from the ends and from areas may take, with hardly any work to spend. */
#define SECONDS_WITHOUT_WORK 2.0

static void test_work_limits(void **state) {
  (void)state;
  static const uint64_t limits[] = {1, 2, 3, 7, 30, 100, 300, 1000, 10000, UINT64_MAX};
  static mad_areas room;
  pf_random random = pf_random_from(12);
  tally t = {0};
  double idle = 0;
  for (int i = 0; i < twin_scaled_harm(60); i++) {
    const int of = i % SOURCES;
    pathfan_request r = good_request(of, &random);
    r.paths = i % 2 ? INT32_MAX : 5;
    r.dissimilarity = i % 2 ? 0 : 0.4;
    r.stretch = 2;
    if (i % 3 == 0 && r.algorithm != PATHFAN_ALGORITHM_ASTAR) { /* a circle in the way */
      make_areas(&r, &room, extent[of / 2], &random);
      room.areas[0] = (pathfan_area){.centre = {(r.from.x + r.to.x) / 2, (r.from.y + r.to.y) / 2},
                                     .radius = extent[of / 2] / 12};
      r.avoid_count = 1;
    }
    if (i % 4 == 1 && r.algorithm != PATHFAN_ALGORITHM_ASTAR) r.max_bounded_stretch = 1e9;
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
      const pathfan_answer *answer;
      double first = -1;
      r.work_limit = limits[k];
      const double before = t.longest;
      t.longest = 0;
      ask(of, &r, &t);
      if (limits[k] == 1 && t.longest > idle) idle = t.longest;
      t.longest = fmax(before, t.longest);
      if (!has_first_anyhow(&r)) continue;
      assert_int_equal(pathfan_query_paths(queries[of], &r, &answer), PATHFAN_OK);
      if (answer->path_count) first = answer->paths[0].length;
      r.work_limit = 0;
      assert_int_equal(pathfan_query_paths(queries[of], &r, &answer), PATHFAN_OK);
      assert_true(first == (answer->path_count ? answer->paths[0].length : -1));
    }
  }
  tell("limits on work", &t);
  print_message("with a limit of 1 the longest took %.3f s\n", idle);
  assert_true(t.limited > 20 && t.answered > 20 && idle < SECONDS_WITHOUT_WORK);
}

/* ---- Measures and other calls ---- */

static void test_other_calls(void **state) {
  (void)state;
  pf_random random = pf_random_from(13);
  int found = 0, measured = 0, refused = 0;
  for (int i = 0; i < twin_scaled_harm(400); i++) {
    const int of = i % SOURCES;
    pathfan_query *query = queries[of];
    const double reach = extent[of / 2];
    pathfan_point nearest = {0, 0}, points[4];
    double lengths[4] = {0};
    pathfan_outcome outcomes[4];
    bool got;
    for (int k = 0; k < 4; k++) {
      points[k] = somewhere(&random, reach);
      if (pf_random_below(&random, 3) == 0) points[k].x = nasty_double(&random);
      if (pf_random_below(&random, 3) == 0) points[k].y = nasty_double(&random);
    }
    alarm(TWIN_PATIENCE);
    const double radius = i % 3 ? nasty_double(&random) : reach;
    pathfan_status status = pathfan_query_nearest_free(query, points[0], radius, &nearest, &got);
    assert_true(!status || (status == PATHFAN_ERR_ARGUMENT && !got));
    if (got) assert_true(isfinite(nearest.x) && isfinite(nearest.y));
    found += got;
    status = pathfan_query_distances(query, points[0], points, 4, lengths, outcomes);
    assert_int_equal(status, PATHFAN_OK);
    for (int k = 0; k < 4; k++)
      if (!outcomes[k]) assert_true(isfinite(lengths[k]) && lengths[k] >= 0);
    assert_int_equal(pathfan_query_distances(query, points[0], NULL, 0, NULL, NULL), PATHFAN_OK);
    /* Invalid paths: anywhere, back and forth, of one point, with a right or wrong length. */
    pathfan_measures each[2], all;
    pathfan_path paths[2] = {
        {.length = nasty_double(&random), .point_count = 1 + i % 4, .points = points},
        {.length = 1, .point_count = 1 + i / 4 % 4, .points = points}};
    status = pathfan_query_measure(query, paths, 1 + i % 2, each, &all);
    assert_true(!status || status == PATHFAN_ERR_ARGUMENT);
    assert_true((status == PATHFAN_OK) == !pathfan_query_error(query)[0]);
    measured += !status;
    refused += status != PATHFAN_OK;
    assert_int_equal(pathfan_query_measure(query, paths, 0, each, &all), PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_query_measure(query, paths, INT32_MIN, each, &all),
                     PATHFAN_ERR_ARGUMENT);
    alarm(0);
  }
  print_message("%d points found, %d sets of paths measured, %d refused\n", found, measured,
                refused);
  assert_true(found && measured && refused);
}

/* Each field that is out of range is reported by its name. */
static void test_flaws(void **state) {
  (void)state;
  const pathfan_point bow[] = {{1, 1}, {2, 2}, {2, 1}, {1, 2}};
  const pathfan_area circle = {.centre = {1, 1}, .radius = 0},
                     crossed = {.corners = bow, .corner_count = 4},
                     two = {.corners = bow, .corner_count = 2},
                     far = {.centre = {1e300, 1}, .radius = 1};
  static pathfan_area many[PATHFAN_AVOID_CIRCLES_MAX + 1];
  for (int i = 0; i <= PATHFAN_AVOID_CIRCLES_MAX; i++)
    many[i] = (pathfan_area){.centre = {i, 1}, .radius = 0.1};
  pathfan_request good;
  pathfan_request_init(&good);
  good.from = good.to = (pathfan_point){1, 1};
#define WITH(field, given)                                                                         \
  ({                                                                                               \
    pathfan_request r = good;                                                                      \
    r.field = given;                                                                               \
    r;                                                                                             \
  })
  struct {
    pathfan_request request;
    const char *name;
  } cases[] = {
      {WITH(from.y, NAN), "from "},
      {WITH(to.x, INFINITY), "to "},
      {WITH(paths, 0), "paths "},
      {WITH(stretch, 0.99), "stretch "},
      {WITH(stretch, NAN), "stretch "},
      {WITH(dissimilarity, 1.5), "dissimilarity "},
      {WITH(tables, -1), "tables "},
      {WITH(access, -1), "access "},
      {WITH(snap, -1), "snap "},
      {WITH(effort, 7), "effort "},
      {WITH(algorithm, 99), "algorithm: "},
      {WITH(penalty, 1), "penalty "},
      {WITH(without, 32), "without "},
      {WITH(without, PATHFAN_WITHOUT_ROOT_HISTORY | PATHFAN_WITHOUT_COMPONENTS), "without: "},
      {WITH(max_bounded_stretch, 0.5), "max_bounded_stretch "},
      {WITH(min_local_optimality, -1), "min_local_optimality "},
      {WITH(objective.similarity, -1), "objective: weights"},
      {WITH(avoid_count, 1), "avoid: areas are missing"},
      {WITH(avoid, &circle), "avoid: a circle"},
      {WITH(avoid, &two), "avoid: a polygon needs three"},
      {WITH(avoid, &crossed), "avoid: a polygon must be simple"},
      {WITH(avoid, &far), "avoid: corners and circles"},
      {WITH(avoid, many), "avoid: more than 1024 circles"},
  };
#undef WITH
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pathfan_answer *answer;
    pathfan_request *r = &cases[i].request;
    if (r->avoid) r->avoid_count = r->avoid == many ? PATHFAN_AVOID_CIRCLES_MAX + 1 : 1;
    assert_int_equal(pathfan_query_paths(queries[0], r, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
    assert_ptr_equal(strstr(pathfan_query_error(queries[0]), cases[i].name),
                     pathfan_query_error(queries[0]));
    assert_int_equal(pathfan_query_paths(queries[0], &good, &answer), PATHFAN_OK);
    assert_true(answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST);
    assert_string_equal(pathfan_query_error(queries[0]), "");
  }
  good.algorithm = PATHFAN_ALGORITHM_PENALTY;
  good.objective.length = 1;
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(queries[0], &good, &answer), PATHFAN_OK);
  assert_non_null(strstr(pathfan_query_error(queries[0]), "objective: only"));
  assert_true(PATHFAN_AVOID_CORNERS_MAX == 1024 && PATHFAN_AVOID_CIRCLES_MAX == 1024);
}

/* Pointers that must not be NULL. */
static void test_nulls(void **state) {
  (void)state;
  pathfan_query *query = queries[0], *made;
  pathfan_request request;
  const pathfan_answer *answer;
  const pathfan_point point = {1, 1};
  const pathfan_path path = {.length = 1, .point_count = 1};
  pathfan_point nearest;
  pathfan_measures all;
  pathfan_sight sight;
  pathfan_outcome outcome;
  pathfan_error error;
  double length, backup;
  int32_t vertex, count;
  bool found;
  pathfan_request_init(&request);
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  const pathfan_status statuses[] = {
      pathfan_query_create(NULL, &made),
      pathfan_query_create(indexes[0], NULL),
      pathfan_query_create_online(NULL, &made),
      pathfan_query_create_online(online[0], NULL),
      pathfan_query_paths(NULL, &request, &answer),
      pathfan_query_paths(query, NULL, &answer),
      pathfan_query_paths(query, &request, NULL),
      pathfan_query_distance(NULL, point, point, &length, &outcome),
      pathfan_query_distance(query, point, point, NULL, &outcome),
      pathfan_query_distance(query, point, point, &length, NULL),
      pathfan_query_distances(query, point, NULL, 1, &length, &outcome),
      pathfan_query_measure(NULL, &path, 1, NULL, &all),
      pathfan_query_measure(query, NULL, 1, NULL, &all),
      pathfan_query_measure(query, &path, 1, NULL, &all),
      pathfan_query_measure(query, &path, 1, NULL, NULL),
      pathfan_query_apart(NULL, &path, 1, 1, &length, &backup),
      pathfan_query_apart(query, NULL, 1, 1, &length, &backup),
      pathfan_query_apart(query, &path, 1, 1, NULL, &backup),
      pathfan_query_apart(query, &path, 1, 1, &length, NULL),
      pathfan_query_visible(NULL, point, &sight, &vertex, 1, &count),
      pathfan_query_visible(query, point, NULL, &vertex, 1, &count),
      pathfan_query_visible(query, point, &sight, NULL, 1, &count),
      pathfan_query_visible(query, point, &sight, &vertex, 1, NULL),
      pathfan_query_nearest_free(NULL, point, 1, &nearest, &found),
      pathfan_query_nearest_free(query, point, 1, NULL, &found),
      pathfan_query_nearest_free(query, point, 1, &nearest, NULL),
      pathfan_index_reload(NULL, &error),
      pathfan_index_reload(NULL, NULL),
  };
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    assert_int_equal(statuses[i], PATHFAN_ERR_ARGUMENT);
  assert_string_not_equal(pathfan_query_error(query), "");
  assert_false(pathfan_index_is_stale(NULL));
  assert_int_equal(pathfan_answer_choose(NULL, 1), -1);
  pathfan_query_free(NULL);
  pathfan_index_close(NULL);
  pathfan_map_free(NULL);
}

SUITE(test_hostile_requests) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fields),      cmocka_unit_test(test_work_limits),
      cmocka_unit_test(test_other_calls), cmocka_unit_test(test_flaws),
      cmocka_unit_test(test_nulls),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
