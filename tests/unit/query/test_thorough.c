/* The effort THOROUGH against the Dissimilarity method: never fewer paths, and where the fast mode
 * finds too few, the same paths. Either may choose among equal-length paths. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

typedef struct tally {
  int64_t asked, complete;  /* complete: by the fast mode */
  int64_t same, kept, ties; /* among the others; kept: the fast mode's paths, which were more */
  int64_t fewer, more;      /* paths than Dissimilarity */
  int64_t paths[3];         /* fast, Dissimilarity, thorough */
} tally;

/* Query objects with separate scratch. */
typedef struct asker {
  const twin_map *map;
  const pathfan_index *index;
  pathfan_query *fast, *rival, *thorough, *back, *meter;
  int bits;
  int32_t n;
  pathfan_point *vertices; /* [Size: n] */
} asker;

static asker asker_of(const twin_map *map, const pathfan_index *index) {
  asker a = {.map = map, .index = index};
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  a.bits = info.fraction_bits;
  a.n = info.vertex_count;
  a.vertices = malloc(((size_t)a.n + 1) * sizeof *a.vertices);
  for (int32_t v = 0; v < a.n; v++) {
    pathfan_vertex_info vertex;
    assert_int_equal(pathfan_index_vertex(index, v, &vertex), PATHFAN_OK);
    a.vertices[v] = vertex.at;
  }
  assert_int_equal(pathfan_query_create(index, &a.fast), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &a.rival), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &a.thorough), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &a.back), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &a.meter), PATHFAN_OK);
  return a;
}

static void asker_free(asker *a) {
  pathfan_query_free(a->fast);
  pathfan_query_free(a->rival);
  pathfan_query_free(a->thorough);
  pathfan_query_free(a->back);
  pathfan_query_free(a->meter);
  free(a->vertices);
}

static const pathfan_answer *ask(pathfan_query *query, const pathfan_request *request) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(query, request, &answer), PATHFAN_OK);
  return answer;
}

static bool same_path(const pathfan_path *a, const pathfan_path *b) {
  return a->point_count == b->point_count &&
         !memcmp(a->points, b->points, (size_t)a->point_count * sizeof *a->points);
}

/* Returns how many paths are the same, from the first on. */
static int32_t same_until(const pathfan_answer *a, const pathfan_answer *b) {
  int32_t i = 0;
  while (i < a->path_count && i < b->path_count && same_path(&a->paths[i], &b->paths[i])) i++;
  return i;
}

static bool is_same(const pathfan_answer *a, const pathfan_answer *b) {
  return a->path_count == b->path_count && same_until(a, b) == a->path_count;
}

/* Whether rounding decides about a path: by its length, or its similarity to the first `count`. */
static bool is_on_the_edge(const asker *a, const pathfan_request *r, const pathfan_answer *answer,
                           int32_t number, int32_t count) {
  const pathfan_path *path = &answer->paths[number];
  const double shortest = answer->paths[0].length;
  bool close = fabs(path->length / shortest - r->stretch) < 1e-9;
  twin_track track = twin_track_of(path, a->bits);
  for (int32_t i = 0; i < count && !close; i++) {
    twin_track other = twin_track_of(&answer->paths[i], a->bits);
    close = fabs(twin_similarity(&track, &other, a->bits) - (1 - r->dissimilarity)) < 1e-9;
    free(other.points);
  }
  free(track.points);
  return close;
}

/* ---- Ways equally long ---- */

static double *distances(const asker *a, pathfan_point from) {
  double *lengths = malloc(((size_t)a->n + 1) * sizeof *lengths);
  pathfan_outcome *outcomes = malloc(((size_t)a->n + 1) * sizeof *outcomes);
  assert_true(lengths && outcomes);
  assert_int_equal(
      pathfan_query_distances(a->meter, from, a->vertices, (size_t)a->n, lengths, outcomes),
      PATHFAN_OK);
  for (int32_t v = 0; v < a->n; v++)
    if (outcomes[v] != PATHFAN_OUTCOME_OK) lengths[v] = INFINITY;
  free(outcomes);
  return lengths;
}

/* Returns the point of a path at which p lies, or the point before it; -1: p isn't on the path.
 * *before: the length up to p. */
static int32_t place_on(const pathfan_path *path, pathfan_point p, double *before) {
  *before = 0;
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point b = path->points[i], c = path->points[i + 1];
    const double first = hypot(p.x - b.x, p.y - b.y), all = hypot(c.x - b.x, c.y - b.y);
    if (first + hypot(c.x - p.x, c.y - p.y) <= (1 + 1e-12) * all) {
      *before += first;
      return i;
    }
    *before += all;
  }
  return -1;
}

/* Whether a shortest path between two points of a path leaves it: passes a vertex that doesn't lie
 * between them on it. */
static bool has_detour(const asker *a, const pathfan_path *path, double begin, double end,
                       const double *from, const double *to) {
  for (int32_t v = 0; v < a->n; v++) {
    double at;
    if (from[v] + to[v] > (end - begin) * (1 + 1e-10)) continue;
    if (place_on(path, a->vertices[v], &at) < 0 || at < begin - 1e-9 || at > end + 1e-9)
      return true;
  }
  return false;
}

/* Whether every vertex with this via-path has another one of equal length. */
static bool is_one_of_several(const asker *a, const pathfan_path *path) {
  double *from = distances(a, path->points[0]);
  double *to = distances(a, path->points[path->point_count - 1]);
  bool unique = false;
  for (int32_t v = 0; v < a->n && !unique; v++) {
    double at;
    if (place_on(path, a->vertices[v], &at) < 0 || at > from[v] * (1 + 1e-10) ||
        path->length - at > to[v] * (1 + 1e-10))
      continue;
    double *here = distances(a, a->vertices[v]);
    unique =
        !has_detour(a, path, 0, at, from, here) && !has_detour(a, path, at, path->length, here, to);
    free(here);
  }
  free(from);
  free(to);
  return !unique;
}

/* Whether two answers differ only because ties or rounding leave a choice. */
static bool is_tie(const asker *a, const pathfan_request *r, const pathfan_answer *x,
                   const pathfan_answer *y) {
  const int32_t i = same_until(x, y);
  const bool in_x = i < x->path_count, in_y = i < y->path_count;
  if (in_x && in_y && fabs(x->paths[i].length - y->paths[i].length) < 1e-9 * x->paths[i].length)
    return true;
  /* The other method didn't find the shorter one, or rejected it. */
  const bool is_x = in_x && (!in_y || x->paths[i].length < y->paths[i].length);
  return is_on_the_edge(a, r, is_x ? x : y, i, i) ||
         is_one_of_several(a, is_x ? &x->paths[i] : &y->paths[i]);
}

static void show(const char *name, const pathfan_answer *answer) {
  fprintf(
      stderr, "%s, %d paths; tried %d, not taut %d, too long %d, too similar %d, not simple %d\n",
      name, answer->path_count, answer->candidates.tried, answer->candidates.not_taut,
      answer->candidates.too_long, answer->candidates.too_similar, answer->candidates.not_simple);
  for (int32_t i = 0; i < answer->path_count; i++) {
    fprintf(stderr, "  %.17g:", answer->paths[i].length);
    for (int32_t k = 0; k < answer->paths[i].point_count; k++)
      fprintf(stderr, " %.17g,%.17g", answer->paths[i].points[k].x, answer->paths[i].points[k].y);
    fprintf(stderr, "\n");
  }
}

/* Returns the map with a name that describes the request, for messages. */
static twin_map labelled(const twin_map *map, const pathfan_request *r) {
  twin_map named = *map;
  snprintf(named.name, sizeof named.name,
           "%.80s: %.17g,%.17g to %.17g,%.17g, k %d m %d N %d stretch %g theta %g", map->name,
           r->from.x, r->from.y, r->to.x, r->to.y, r->paths, r->tables, r->access, r->stretch,
           r->dissimilarity);
  return named;
}

#define complain(what)                                                                             \
  do {                                                                                             \
    const twin_map named = labelled(a->map, r);                                                    \
    show("fast", fast);                                                                            \
    show("dissimilarity", rival);                                                                  \
    show("thorough", thorough);                                                                    \
    twin_fail(&named, "%s", what);                                                                 \
  } while (0)

/* Queries all of them and compares. */
static void check(const asker *a, pathfan_request *r, tally *t) {
  r->effort = PATHFAN_EFFORT_FAST;
  const pathfan_answer *fast = ask(a->fast, r);
  pathfan_request other = *r;
  other.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  const pathfan_answer *rival = ask(a->rival, &other);
  r->effort = PATHFAN_EFFORT_THOROUGH;
  const pathfan_answer *thorough = ask(a->thorough, r);
  other = *r;
  other.from = r->to;
  other.to = r->from;
  const pathfan_answer *back = ask(a->back, &other);

  assert_int_equal(thorough->outcome, rival->outcome);
  assert_int_equal(thorough->outcome, fast->outcome);
  if (thorough->path_count < rival->path_count) {
    t->fewer++;
    if (!is_tie(a, r, thorough, rival)) complain("fewer than dissimilarity");
  }
  if (thorough->path_count < fast->path_count) complain("fewer than fast");
  t->asked++;
  t->more += thorough->path_count > rival->path_count;
  t->paths[0] += fast->path_count;
  t->paths[1] += rival->path_count;
  t->paths[2] += thorough->path_count;
  if (fast->path_count == r->paths) {
    t->complete++;
    if (!is_same(thorough, fast)) complain("complete, and others");
  } else if (is_same(thorough, rival)) {
    t->same++;
  } else if (is_same(thorough, fast) && rival->path_count < fast->path_count) {
    t->kept++;
  } else if (is_tie(a, r, thorough, rival)) {
    t->ties++;
  } else {
    complain("others than dissimilarity");
  }
  /* Direction: the same paths, reversed. */
  assert_int_equal(back->outcome, thorough->outcome);
  assert_int_equal(back->path_count, thorough->path_count);
  assert_true(back->work == thorough->work);
  for (int32_t i = 0; i < back->path_count; i++) {
    const pathfan_path *p = &thorough->paths[i], *q = &back->paths[i];
    if (p->point_count != q->point_count || p->length != q->length) complain("direction");
    for (int32_t k = 0; k < p->point_count; k++)
      if (memcmp(&p->points[k], &q->points[q->point_count - 1 - k], sizeof *p->points))
        complain("direction");
  }
}

static void tell(const char *what, const tally *t) {
  print_message(
      "%s: %lld requests, %lld complete by the fast mode; of the others %lld the same as "
      "dissimilarity, %lld with more paths by the fast mode, %lld with ties; fewer paths "
      "%lld times, more %lld times; paths: fast %lld, dissimilarity %lld, thorough %lld\n",
      what, (long long)t->asked, (long long)t->complete, (long long)t->same, (long long)t->kept,
      (long long)t->ties, (long long)t->fewer, (long long)t->more, (long long)t->paths[0],
      (long long)t->paths[1], (long long)t->paths[2]);
}

/* Sends random requests between plain points. */
static void check_map(const twin_map *map, const pathfan_index *index, int requests, tally *t) {
  pf_random random = pf_random_from(map->seed + 71);
  asker a = asker_of(map, index);
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  for (int k = 0; k < requests; k++) {
    pf_fixed_point ends[2];
    if (!twin_map_random_point(&random, map, a.bits, true, &ends[0]) ||
        !twin_map_random_point(&random, map, a.bits, true, &ends[1]))
      continue;
    pathfan_request r = twin_some_request(&random, info.table_count);
    r.bind_loop = true;              /* cvpd, too */
    if (k % 7 == 6) r.stretch = 1e9; /* the length limit may be too large, and be capped */
    r.from = twin_units(ends[0], a.bits);
    r.to = twin_units(ends[1], a.bits);
    check(&a, &r, t);
    if (r.from.x != r.to.x || r.from.y != r.to.y) {
      const pathfan_answer *answer = ask(a.thorough, &r);
      const twin_map named = labelled(map, &r);
      if (answer->outcome == PATHFAN_OUTCOME_OK) twin_check_answer(&named, a.bits, &r, answer);
    }
  }
  asker_free(&a);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(60);
  tally t = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 8 ? 30 : 60);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index = twin_index(&map, &options);
    check_map(&map, index, 40, &t);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  tell("grids", &t);
  assert_true(t.same > t.asked / 3 && t.ties * 20 < t.asked);
}

static void test_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(90);
  tally t = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, i % 8 ? 14 : 24);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index = twin_outline_index(&map, &options);
    check_map(&map, index, 40, &t);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  tell("outlines", &t);
  assert_true(t.same > t.asked / 3 && t.ties * 20 < t.asked);
}

/* Both paths from corner to opposite corner of a block are equally long: both are found, whichever
 * of them the trees and labels hold. */
static void test_corners(void **state) {
  (void)state;
  static const pathfan_point corners[] = {{2, 2}, {5, 2}, {5, 5}, {2, 5}};
  twin_map map =
      twin_map_drawn("block", ".......\n.......\n..@@@..\n..@@@..\n..@@@..\n.......\n.......\n");
  pathfan_index *index = twin_index(&map, NULL);
  asker a = asker_of(&map, index);
  for (int i = 0; i < 4; i++) {
    pathfan_request r;
    pathfan_request_init(&r);
    r.max_loop = 0;
    r.from = corners[i];
    r.to = corners[(i + 2) % 4];
    for (int algorithm = 0; algorithm < 2; algorithm++) {
      r.algorithm = algorithm ? PATHFAN_ALGORITHM_DISSIMILARITY : PATHFAN_ALGORITHM_INDEX;
      r.effort = algorithm ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
      const pathfan_answer *answer = ask(a.thorough, &r);
      assert_int_equal(answer->path_count, 2);
      for (int k = 0; k < 2; k++) assert_true(answer->paths[k].length == 6);
    }
  }
  asker_free(&a);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Through a gap between two corners on an almost straight line: lengths can't tell at which corner
 * the path turns. It wraps one of them; the other doesn't give another path. */
static void test_hairs_breadth(void **state) {
  (void)state;
  twin_map map = twin_outline_map(99, 14);
  pathfan_index *index = twin_outline_index(&map, NULL);
  asker a = asker_of(&map, index);
  pathfan_request r;
  pathfan_request_init(&r);
  r.max_loop = 0;
  r.from = (pathfan_point){130667.42667514086, 828.51678031682968};
  r.to = (pathfan_point){163964, 88};
  for (int effort = 0; effort < 2; effort++) {
    r.effort = effort ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
    const pathfan_answer *answer = ask(a.thorough, &r);
    twin_check_answer(&map, a.bits, &r, answer);
    assert_int_equal(answer->path_count, 2);
  }
  asker_free(&a);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Some via nodes give three paths; another one gives a path that takes the place of two. A fast
 * answer doesn't try it, since the others are enough. */
static void test_never_fewer(void **state) {
  (void)state;
  pathfan_map_recipe recipe;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request r;
  const pathfan_answer *answer;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_ROOMS;
  recipe.width = 59;
  recipe.height = 49;
  recipe.seed = 1;
  const char *map = twin_scratch("rooms.map"), *path = twin_scratch("rooms");
  assert_int_equal(pathfan_map_make(&recipe, map, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_build_index(map, path, NULL, NULL, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  pathfan_request_init(&r);
  r.max_loop = 0;
  r.from = (pathfan_point){58.891, 12.571};
  r.to = (pathfan_point){11.88, 36.592};
  for (int effort = 0; effort < 2; effort++) {
    r.effort = effort ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(answer->path_count, 3);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* ---- Limits ---- */

/* A stopped request's paths are valid, and a limit that suffices changes nothing. */
static void test_work_limit(void **state) {
  (void)state;
  int64_t asked = 0, stopped = 0;
  for (int i = 0; i < twin_scaled(8); i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 40);
    pathfan_index *index = twin_index(&map, NULL);
    asker a = asker_of(&map, index);
    pf_random random = pf_random_from(map.seed + 3);
    for (int k = 0; k < 12; k++) {
      pathfan_request r = plain_request(&map, &random);
      r.paths = 1 + k % 6;
      r.effort = k % 4 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
      const pathfan_answer *whole = ask(a.thorough, &r);
      if (whole->outcome != PATHFAN_OUTCOME_OK) continue;
      pathfan_request other = r;
      other.effort = PATHFAN_EFFORT_FAST;
      const pathfan_answer *fast = ask(a.rival, &other);
      const uint64_t step = 1 + whole->work / 40;
      for (uint64_t limit = 1; limit < whole->work + 2 * step; limit += step) {
        r.work_limit = limit < whole->work ? limit : limit + whole->work;
        const pathfan_answer *answer = ask(a.fast, &r);
        asked++;
        if (r.work_limit < whole->work) {
          assert_true(answer->work <= r.work_limit);
          assert_int_equal(answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT,
                           answer->reason == PATHFAN_REASON_WORK_LIMIT);
          if (answer->outcome == PATHFAN_OUTCOME_OK)
            assert_int_equal(answer->reason, PATHFAN_REASON_COMPLETE);
          stopped += answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT;
        } else {
          assert_true(is_same(answer, whole) && answer->work == whole->work &&
                      answer->outcome == whole->outcome && answer->reason == whole->reason);
        }
        /* An alternative as long as path 1 may come first, since its sum is rounded differently. */
        assert_true(answer->path_count >= 1 &&
                    fabs(answer->paths[0].length - whole->paths[0].length) <=
                        1e-14 * whole->paths[0].length);
        if (r.from.x != r.to.x || r.from.y != r.to.y) twin_check_answer(&map, a.bits, &r, answer);
        /* The fast mode's paths stay, however far the rest has come. */
        if (r.work_limit >= fast->work) assert_true(answer->path_count >= fast->path_count);
        /* Both directions stop at the same place. */
        other = r;
        other.from = r.to;
        other.to = r.from;
        const pathfan_answer *back = ask(a.back, &other);
        assert_true(back->path_count == answer->path_count && back->work == answer->work &&
                    back->outcome == answer->outcome);
      }
    }
    asker_free(&a);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld requests, %lld stopped\n", (long long)asked, (long long)stopped);
  assert_true(stopped > asked / 4);
}

/* ---- Game maps ---- */

static tally game;
static int game_maps, game_seen;

/* Sends some of the scenario's requests, on some of the smaller maps. */
static void check_game_map(const pf_grid *grid, const char *path) {
  char scenario_path[4200];
  twin_map map = {.seed = 1};
  pathfan_scenario scenario;
  pathfan_build_options options;
  pathfan_index *index;
  pathfan_error error;
  if (grid->width > 400 || grid->height > 400 || game_seen++ % 12) return;
  map.grid = *grid;
  snprintf(map.name, sizeof map.name, "%.290s", path);
  snprintf(scenario_path, sizeof scenario_path, "%s.scen", path);
  if (pathfan_scenario_read(scenario_path, &scenario, &error)) fail_msg("%s", error.text);
  pathfan_build_options_init(&options);
  options.tables = 1 + game_maps % 3;
  if (pathfan_build_index(path, twin_scratch("game.pathfan"), &options, NULL, &error) ||
      pathfan_index_open(twin_scratch("game.pathfan"), NULL, &index, &error))
    fail_msg("%s", error.text);
  asker a = asker_of(&map, index);
  const int32_t wanted = twin_scaled(30);
  const int32_t step = scenario.count > wanted ? scenario.count / wanted : 1;
  for (int32_t i = step / 2; i < scenario.count; i += step) {
    const pathfan_scenario_line *line = &scenario.lines[i];
    pathfan_request r;
    pathfan_request_init(&r);
    r.from = (pathfan_point){line->from_x, line->from_y};
    r.to = (pathfan_point){line->to_x, line->to_y};
    check(&a, &r, &game);
  }
  asker_free(&a);
  pathfan_index_close(index);
  pathfan_scenario_free(&scenario);
  game_maps++;
}

static void test_game_maps(void **state) {
  (void)state;
  memset(&game, 0, sizeof game);
  game_maps = game_seen = 0;
  twin_benchmark_maps(check_game_map);
  tell("game maps", &game);
  assert_true(game_maps > 0);
  assert_true(game.ties * 10 < game.asked);
}

/* Two rooms with two doors. An agent's radius makes several vertices of a corner, and a path from
 * elsewhere turns at others of these. */
static void test_round_corners(void **state) {
  (void)state;
  static const double radii[] = {0, 0.3, 0.5};
  twin_map map =
      twin_map_drawn("two doors", "...........@@...........\n...........@@...........\n"
                                  "........................\n........................\n"
                                  "...........@@...........\n...........@@...........\n"
                                  "...........@@...........\n...........@@...........\n"
                                  "........................\n........................\n"
                                  "...........@@...........\n...........@@...........\n");
  for (int i = 0; i < 3; i++) {
    pathfan_build_options options;
    pathfan_query *query;
    pf_random random = pf_random_from(7);
    int fast = 0, thorough = 0;
    pathfan_build_options_init(&options);
    options.map.agent_radius = radii[i];
    pathfan_index *index = twin_index(&map, &options);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 40; k++) {
      pathfan_request r;
      pathfan_request_init(&r);
      r.from = (pathfan_point){pf_random_between(&random, 2, 18) / 2.,
                               pf_random_between(&random, 2, 22) / 2.};
      r.to = (pathfan_point){pf_random_between(&random, 30, 46) / 2.,
                             pf_random_between(&random, 2, 22) / 2.};
      fast += ask(query, &r)->path_count;
      r.effort = PATHFAN_EFFORT_THOROUGH;
      thorough += ask(query, &r)->path_count;
    }
    if (fast != thorough || thorough < 60)
      twin_fail(&map, "radius %g: %d paths, thorough %d", radii[i], fast, thorough);
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  twin_map_free(&map);
}

SUITE(test_thorough) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids),         cmocka_unit_test(test_outlines),
      cmocka_unit_test(test_corners),       cmocka_unit_test(test_hairs_breadth),
      cmocka_unit_test(test_never_fewer),   cmocka_unit_test(test_work_limit),
      cmocka_unit_test(test_round_corners),
  };
  const struct CMUnitTest maps[] = {cmocka_unit_test(test_game_maps)}; /* by the target `nightly` */
  int failed = cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
  if (getenv("PATHFAN_BENCHMARK_DIR"))
    failed += cmocka_run_group_tests(maps, twin_scratch_make, twin_scratch_remove);
  return failed;
}
