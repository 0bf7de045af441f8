#include "twin_ask.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/inspect.h"
#include "twin_answer.h"
#include "twin_index.h"
#include "twin_region.h"

/* The map under a name that describes the request, for messages. */
static twin_map labelled(const twin_map *map, const pathfan_request *r) {
  twin_map named = *map;
  snprintf(named.name, sizeof named.name,
           "%.80s: %.17g,%.17g to %.17g,%.17g, %s, k %d m %d N %d stretch %g theta %g%s", map->name,
           r->from.x, r->from.y, r->to.x, r->to.y, pathfan_algorithm_name(r->algorithm), r->paths,
           r->tables, r->access, r->stretch, r->dissimilarity, r->effort ? " thorough" : "");
  return named;
}

static void show_track(const char *name, const twin_track *t, int bits) {
  fprintf(stderr, "%s, %.17g:", name, t->length);
  for (int32_t i = 0; i < t->count; i++) {
    const pathfan_point p = twin_units(t->points[i], bits);
    fprintf(stderr, " %.17g,%.17g", p.x, p.y);
  }
  fprintf(stderr, "\n");
}

static void compare(const twin_map *map, const pathfan_answer *answer, const twin_answer *twin,
                    int bits) {
  bool equal = answer->path_count == twin->count;
  for (int32_t i = 0; i < twin->count && equal; i++) {
    twin_track t = twin_track_of(&answer->paths[i], bits);
    equal = twin_same_points(&t, &twin->tracks[i]) &&
            fabs(t.length - twin->tracks[i].length) < 1e-9 * (1 + t.length);
    free(t.points);
  }
  if (equal) return;
  for (int32_t i = 0; i < answer->path_count; i++) {
    twin_track t = twin_track_of(&answer->paths[i], bits);
    show_track("library", &t, bits);
    free(t.points);
  }
  fprintf(stderr, "tried %d, not taut %d, too long %d, too similar %d, not simple %d\n",
          answer->candidates.tried, answer->candidates.not_taut, answer->candidates.too_long,
          answer->candidates.too_similar, answer->candidates.not_simple);
  for (int32_t i = 0; i < twin->count; i++) show_track("twin", &twin->tracks[i], bits);
  twin_fail(map, "%d paths, not %d, or others", answer->path_count, twin->count);
}

void twin_ask(const twin_map *map, const twin_dense *d, pathfan_query *query, int bits,
              pf_fixed_point s, pf_fixed_point t, pathfan_request *r, int32_t m,
              const twin_via_sets *sets, twin_asked *asked) {
  const pathfan_answer *answer;
  r->from = twin_units(s, bits);
  r->to = twin_units(t, bits);
  assert_int_equal(pathfan_query_paths(query, r, &answer), PATHFAN_OK);
  twin_answer twin =
      twin_alternatives(map, d, bits, s, t, r, r->tables && r->tables < m ? r->tables : m, sets);
  const twin_map named = labelled(map, r);
  asked->asked++;
  if (isinf(twin.shortest)) {
    if (answer->outcome != PATHFAN_OUTCOME_NO_PATH) twin_fail(&named, "a path where there is none");
  } else if (answer->outcome != PATHFAN_OUTCOME_OK ||
             fabs(answer->paths[0].length - twin.shortest) > 1e-9 * (1 + twin.shortest)) {
    twin_fail(&named, "shortest length %.17g, not %.17g",
              answer->path_count ? answer->paths[0].length : -1, twin.shortest);
  } else if (s.x == t.x && s.y == t.y) {
    assert_int_equal(answer->path_count, 1);
    assert_int_equal(answer->paths[0].point_count, 1);
  } else {
    twin_check_answer(&named, bits, r, answer);
    if (!twin.ambiguous) compare(&named, answer, &twin, bits);
    asked->compared += !twin.ambiguous;
    asked->paths[answer->path_count < 16 ? answer->path_count : 15]++;
  }
  twin_answer_free(&twin);
}

pathfan_request twin_some_request(pf_random *random, int32_t tables) {
  static const double stretches[] = {1.5, 1.5, 1.2, 2, 1, 5}, thetas[] = {0.6, 0.6, 0.3, 0, 1, 0.9};
  static const double shares[] = {0, 0, 0.02, 0.02, 0.1}, separations[] = {0, 0, 0, 1, 2.5};
  static const double loops[] = {0, 1.5, 1.5, 1.1, 2.5};
  pathfan_request r;
  pathfan_request_init(&r);
  r.separation_share = shares[pf_random_below(random, 5)];
  r.separation = separations[pf_random_below(random, 5)];
  r.splices = PATHFAN_SPLICES_NEVER; /* the twin has none */
  r.max_loop = loops[pf_random_below(random, 5)];
  r.bind_loop = pf_random_chance(random, 0.5);
  r.paths = pf_random_chance(random, 0.5) ? 3 : pf_random_between(random, 1, 10);
  r.tables = pf_random_between(random, 0, 4);
  r.access = pf_random_chance(random, 0.6) ? 0 : pf_random_between(random, 1, 6);
  r.stretch = stretches[pf_random_below(random, 6)];
  r.dissimilarity = thetas[pf_random_below(random, 6)];
  r.algorithm =
      tables && pf_random_chance(random, 0.5) ? PATHFAN_ALGORITHM_CVPD : PATHFAN_ALGORITHM_INDEX;
  r.effort = pf_random_chance(random, 0.2) ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
  return r;
}

pathfan_build_options twin_some_options(int number) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = number % 5;
  options.regions = number % 7 != 6;
  if (number % 4 == 3) options.cone_cap = 0;
  return options;
}

void twin_ask_some(const twin_map *map, const twin_dense *d, const pathfan_index *index, int32_t m,
                   twin_asked *asked) {
  pf_random random = pf_random_from(map->seed + 17);
  pathfan_index_info info;
  pathfan_query *query;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  twin_via_sets sets = twin_via_sets_read(d, index);
  for (int k = 0; k < 25; k++) {
    pf_fixed_point s, t;
    if (!twin_map_random_point(&random, map, info.fraction_bits, true, &s) ||
        !twin_map_random_point(&random, map, info.fraction_bits, true, &t))
      continue;
    pathfan_request r = twin_some_request(&random, m);
    twin_ask(map, d, query, info.fraction_bits, s, t, &r, m, &sets, asked);
  }
  twin_via_sets_free(&sets);
  pathfan_query_free(query);
}

void twin_asked_show(const twin_asked *asked, int maps) {
  int64_t more = 0;
  for (int i = 4; i < 16; i++) more += asked->paths[i];
  print_message("%d maps, %lld requests, %lld with certain answers; 1, 2, 3, 4 and more paths: "
                "%lld %lld %lld %lld\n",
                maps, (long long)asked->asked, (long long)asked->compared,
                (long long)asked->paths[1], (long long)asked->paths[2], (long long)asked->paths[3],
                (long long)more);
}
