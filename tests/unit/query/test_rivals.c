/* Plateaus, Dissimilarity and Penalty through the public header: against plain implementations;
 * every path against the map; the same from a map, from its index, and with the ends swapped; path
 * 1 as long as the index's and Polyanya's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "twin_answer.h"
#include "twin_check.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "twin_index.h"
#include "twin_outline_maps.h"
#include "twin_region.h"
#include "twin_rivals.h"

static const pathfan_algorithm rivals[] = {
    PATHFAN_ALGORITHM_PLATEAUS, PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_ALGORITHM_PENALTY};

typedef struct tally {
  int64_t asked, compared, paths[3]; /* by algorithm: alternatives in the answers compared */
} tally;

/* A map as a file, as a map in memory, and as an index. */
typedef struct world {
  twin_map map;
  twin_dense dense;
  pathfan_map *online;
  pathfan_index *index;
  pathfan_query *queries[2];
  int bits;
} world;

static void world_make(world *w, twin_map map) {
  pathfan_error error;
  pathfan_index_info info;
  pathfan_map_options options;
  char *text;
  size_t bytes;
  *w = (world){.map = map};
  w->index = map.outline.edge_count ? twin_outline_index(&map, NULL) : twin_index(&map, NULL);
  pathfan_index_info_get(w->index, &info);
  w->bits = info.fraction_bits;
  pathfan_map_options_init(&options);
  options.unit = map.outline.edge_count ? info.unit : 0;
  assert_int_equal(pathfan_index_source_map(w->index, &text, &bytes, &error), PATHFAN_OK);
  if (pathfan_map_parse(text, bytes, info.source_name, &options, &w->online, &error))
    fail_msg("%s", error.text);
  free(text);
  w->dense = twin_dense_make(&map, 0);
  assert_int_equal(pathfan_query_create_online(w->online, &w->queries[0]), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(w->index, &w->queries[1]), PATHFAN_OK);
}

static void world_free(world *w) {
  for (int i = 0; i < 2; i++) pathfan_query_free(w->queries[i]);
  pathfan_map_free(w->online);
  pathfan_index_close(w->index);
  twin_dense_free(&w->dense);
  twin_map_free(&w->map);
}

static const pathfan_answer *ask(pathfan_query *query, const pathfan_request *r) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(query, r, &answer)) fail_msg("%s", pathfan_query_error(query));
  return answer;
}

static twin_map labelled(const twin_map *map, const pathfan_request *r) {
  twin_map named = *map;
  snprintf(named.name, sizeof named.name,
           "%.80s: %.17g,%.17g to %.17g,%.17g, %s k %d stretch %g theta %g%s penalty %g", map->name,
           r->from.x, r->from.y, r->to.x, r->to.y, pathfan_algorithm_name(r->algorithm), r->paths,
           r->stretch, r->dissimilarity, r->bind_dissimilarity ? " binding" : "", r->penalty);
  return named;
}

/* Returns a copy that outlives the next request. */
static twin_answer kept(const pathfan_answer *answer, int bits) {
  twin_answer k = {.count = answer->path_count};
  k.tracks = calloc((size_t)k.count + 1, sizeof *k.tracks);
  for (int32_t i = 0; i < k.count; i++) k.tracks[i] = twin_track_of(&answer->paths[i], bits);
  return k;
}

/* Whether an answer has these tracks, reversed if `turned`. */
static bool is(const pathfan_answer *answer, const twin_answer *other, bool turned, bool to_the_bit,
               int bits) {
  bool same = answer->path_count == other->count;
  for (int32_t i = 0; i < other->count && same; i++) {
    twin_track mine = twin_track_of(&answer->paths[i], bits);
    for (int32_t k = 0; k < mine.count / 2 && turned; k++) {
      const pf_fixed_point swap = mine.points[k];
      mine.points[k] = mine.points[mine.count - 1 - k];
      mine.points[mine.count - 1 - k] = swap;
    }
    same = twin_same_points(&mine, &other->tracks[i]) &&
           (!to_the_bit || mine.length == other->tracks[i].length);
    free(mine.points);
  }
  return same;
}

static void check_bounds(const twin_map *map, const pathfan_request *r,
                         const pathfan_answer *answer) {
  const bool bound = r->algorithm == PATHFAN_ALGORITHM_DISSIMILARITY || r->bind_dissimilarity;
  const pathfan_candidates *c = &answer->candidates;
  if (answer->stretch != r->stretch || answer->dissimilarity != (bound ? r->dissimilarity : 0) ||
      answer->proof != PATHFAN_PROOF_SEARCH)
    twin_fail(map, "other bounds than were asked for");
  if (c->not_taut + c->too_long + c->too_similar + c->not_simple > c->tried)
    twin_fail(map, "%d candidates, %d not taut, %d too long, %d too similar, %d not simple",
              c->tried, c->not_taut, c->too_long, c->too_similar, c->not_simple);
  if (answer->work < 1 && r->algorithm != PATHFAN_ALGORITHM_PENALTY) twin_fail(map, "no work");
}

/* Compares the answers to one request from the map, from the index, in the other direction, and
 * from the twin. */
static void check_request(world *w, const twin_net *net, const int32_t *node, pathfan_request r,
                          tally *sum) {
  const twin_map map = labelled(&w->map, &r);
  pathfan_request polyanya = r, swapped = r, checked = r;
  polyanya.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  polyanya.paths = 1;
  swapped.from = r.to;
  swapped.to = r.from;
  const pathfan_answer *answer = ask(w->queries[1], &polyanya);
  const double shortest = answer->path_count ? answer->paths[0].length : INFINITY;

  answer = ask(w->queries[0], &r);
  sum->asked++;
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH) {
    if (!isinf(shortest)) twin_fail(&map, "no path");
    return;
  }
  if (answer->outcome != PATHFAN_OUTCOME_OK) twin_fail(&map, "outcome %d", (int)answer->outcome);
  checked.dissimilarity = answer->dissimilarity;
  twin_check_answer(&map, w->bits, &checked, answer);
  check_bounds(&map, &r, answer);
  if (fabs(answer->paths[0].length - shortest) > 1e-9 * (1 + shortest))
    twin_fail(&map, "path 1 is %.17g, not %.17g", answer->paths[0].length, shortest);
  twin_answer mine = kept(answer, w->bits);
  if (!is(ask(w->queries[0], &swapped), &mine, true, true, w->bits))
    twin_fail(&map, "another answer with the ends swapped");
  if (!is(ask(w->queries[1], &r), &mine, false, true, w->bits))
    twin_fail(&map, "another answer from the index");

  twin_answer twin = twin_rivals(&w->map, net, node[0], node[1], &r);
  if (!twin.ambiguous) {
    sum->compared++;
    sum->paths[r.algorithm - PATHFAN_ALGORITHM_PLATEAUS] += twin.count - 1;
    if (!is(ask(w->queries[0], &r), &twin, false, false, w->bits)) {
      for (int32_t i = 0; i < twin.count; i++) {
        fprintf(stderr, "twin %d, %.17g:", i + 1, twin.tracks[i].length);
        for (int32_t p = 0; p < twin.tracks[i].count; p++)
          fprintf(stderr, " %.17g,%.17g", ldexp((double)twin.tracks[i].points[p].x, -w->bits),
                  ldexp((double)twin.tracks[i].points[p].y, -w->bits));
        fprintf(stderr, "\n");
      }
      for (int32_t i = 0; i < mine.count; i++) {
        fprintf(stderr, "here %d, %.17g:", i + 1, mine.tracks[i].length);
        for (int32_t p = 0; p < mine.tracks[i].count; p++)
          fprintf(stderr, " %.17g,%.17g", ldexp((double)mine.tracks[i].points[p].x, -w->bits),
                  ldexp((double)mine.tracks[i].points[p].y, -w->bits));
        fprintf(stderr, "\n");
      }
      twin_fail(&map, "another answer than the twin's");
    }
  }
  twin_answer_free(&twin);
  twin_answer_free(&mine);
}

static pathfan_request some_request(pf_random *random) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.separation_share = 0;
  r.max_loop = 0; /* the twin has no bound on loops */
  const uint64_t bits = pf_random_bits(random);
  r.algorithm = rivals[bits % 3];
  r.paths = 1 + (int32_t)(bits >> 8 & 3);
  r.stretch = (double[]){1, 1.2, 1.5, 3}[bits >> 16 & 3];
  r.dissimilarity = (double[]){0, 0.3, 0.6, 0.9}[bits >> 24 & 3];
  r.bind_dissimilarity = bits >> 32 & 1;
  r.penalty = (double[]){1.1, 1.4, 2, 10}[bits >> 40 & 3];
  return r;
}

static void check_world(world *w, int requests, bool plain, tally *sum) {
  pf_random random = pf_random_from(w->map.seed + 11);
  for (int i = 0; i < requests; i++) {
    pf_fixed_point ends[2];
    int32_t node[2];
    if (!twin_map_random_point(&random, &w->map, w->bits, plain, &ends[0]) ||
        !twin_map_random_point(&random, &w->map, w->bits, plain, &ends[1]) ||
        (ends[0].x == ends[1].x && ends[0].y == ends[1].y))
      continue;
    pathfan_request r = some_request(&random);
    r.from = twin_units(ends[0], w->bits);
    r.to = twin_units(ends[1], w->bits);
    twin_net net = twin_net_make(&w->map, &w->dense, w->bits, ends, 2, node);
    check_request(w, &net, node, r, sum);
    twin_net_free(&net);
  }
}

static void show(const tally *t) {
  printf("%lld requests, %lld compared, paths after the first: %lld plateaus, %lld dissimilarity, "
         "%lld penalty\n",
         (long long)t->asked, (long long)t->compared, (long long)t->paths[0],
         (long long)t->paths[1], (long long)t->paths[2]);
}

static void test_grids(void **state) {
  (void)state;
  tally sum = {0};
  for (int i = 0; i < twin_drawn_count() + twin_scaled(100); i++) {
    world w;
    world_make(&w, twin_map_number(i, i % 10 ? 12 : 18));
    check_world(&w, 15, i % 3 > 0, &sum);
    world_free(&w);
  }
  show(&sum);
  assert_true(sum.compared * 4 > sum.asked);
  for (int i = 0; i < 3; i++) assert_true(!twin_is_whole() || sum.paths[i] > twin_scaled(20));
}

static void test_polygons(void **state) {
  (void)state;
  tally sum = {0};
  for (int i = 0; i < twin_scaled(150); i++) {
    world w;
    world_make(&w, twin_outline_map(i, 9));
    check_world(&w, 12, i % 3 > 0, &sum);
    world_free(&w);
  }
  show(&sum);
  assert_true(sum.compared * 3 > sum.asked);
  for (int i = 0; i < 3; i++) assert_true(!twin_is_whole() || sum.paths[i] > twin_scaled(20));
}

SUITE(test_rivals) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_grids), cmocka_unit_test(test_polygons)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
