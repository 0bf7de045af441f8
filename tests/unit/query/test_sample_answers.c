/* The builder's model of answers to requests between vertices, against the query library between
 * the same points with the same via nodes: it must nearly always be right. And the via nodes tried
 * by default: how much they change, and for which requests. */
#include "build-index/vias/sample_answers.h"

#include <math.h>
#include <stdlib.h>

#include "forge_fixture.h"
#include "graph_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_maps.h"

enum { MAPS = 8, PAIRS = 60, BITS = 12 };

/* A grid's graph and its index, which numbers the vertices differently. */
typedef struct subject {
  twin_map map;
  pf_grid_mesh mesh;
  pf_graph graph;
  graph_sight sight;
  pf_tree trees[2];
  uint32_t *lengths[2], *arrivals[2];
  pathfan_index *all, *index; /* without section default-vias, and with it */
  pathfan_query *queries[2];
  int32_t *numbers; /* [Size: n] the graph's number, by the index's */
} subject;

static pathfan_index *open_without(void) {
  forge_sections f = forge_read(twin_scratch("map.pathfan"));
  pathfan_index *index;
  pathfan_error error;
  content *section = forge_find(&f, "default-vias");
  char path[512];
  snprintf(path, sizeof path, "%s", twin_scratch("without.pathfan"));
  free(section->data);
  *section = f.sections[--f.count];
  forge_write(&f, path);
  forge_free(&f);
  assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_OK);
  return index;
}

static void number(subject *s) {
  const int32_t n = s->graph.vertex_count;
  s->numbers = malloc(((size_t)n + 1) * sizeof *s->numbers);
  for (int32_t v = 0; v < n; v++) {
    pathfan_vertex_info info;
    assert_int_equal(pathfan_index_vertex(s->index, v, &info), PATHFAN_OK);
    s->numbers[v] = -1;
    for (int32_t g = 0; g < n; g++)
      if (s->graph.at[g].x == info.at.x && s->graph.at[g].y == info.at.y) s->numbers[v] = g;
    assert_true(s->numbers[v] >= 0);
  }
}

static void begin(subject *s, int i) {
  pathfan_build_options options;
  s->map = twin_map_number(twin_drawn_count() + i, 48);
  graph_of_map(&s->map, 36, &s->mesh, &s->graph);
  graph_sight_make(&s->mesh, BITS, &s->sight);
  for (int e = 0; e < 2; e++) {
    const size_t bytes = ((size_t)s->graph.vertex_count + 1) * sizeof(uint32_t);
    assert_int_equal(pf_tree_init(&s->trees[e], &s->graph), PATHFAN_OK);
    s->lengths[e] = malloc(bytes);
    s->arrivals[e] = malloc(bytes);
  }
  pathfan_build_options_init(&options);
  options.threads = 1;
  s->index = twin_index(&s->map, &options);
  s->all = open_without();
  assert_int_equal(pathfan_query_create(s->all, &s->queries[0]), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(s->index, &s->queries[1]), PATHFAN_OK);
  number(s);
}

static void end(subject *s) {
  for (int e = 0; e < 2; e++) {
    pathfan_query_free(s->queries[e]);
    pf_tree_free(&s->trees[e]);
    free(s->lengths[e]);
    free(s->arrivals[e]);
  }
  pathfan_index_close(s->all);
  pathfan_index_close(s->index);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
  twin_map_free(&s->map);
  free(s->numbers);
  free(s->sight.bytes);
}

static pf_flat_tree grow(subject *s, int e, int32_t from) {
  assert_int_equal(pf_tree_grow(&s->trees[e], &s->graph, from), PATHFAN_OK);
  pf_flat_tree_fill(&s->trees[e], &s->graph, s->lengths[e], s->arrivals[e]);
  return (pf_flat_tree){s->lengths[e], s->arrivals[e]};
}

static pathfan_point point_of(const subject *s, int32_t v) {
  return (pathfan_point){s->graph.at[v].x, s->graph.at[v].y};
}

static const pathfan_answer *ask(pathfan_query *query, pathfan_request r) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  return answer;
}

/* Whether both find paths of equal length between vertices u and v of the index. */
static bool check_pair(subject *s, pf_sample_answers *answers, int32_t u, int32_t v,
                       int64_t *alternatives) {
  int32_t vias[PF_SAMPLE_VIAS], count;
  const int32_t from = s->numbers[u], to = s->numbers[v];
  uint64_t used;
  const pf_sample_end ends[] = {{grow(s, 0, from), from}, {grow(s, 1, to), to}};
  pathfan_request r;
  if (ends[0].tree.length[to] == PF_FLAT_FAR || u == v) return true;
  pathfan_request_init(&r);
  r.stretch = 1.7; /* the model's */
  assert_true(pathfan_request_preset(&r, PATHFAN_PRESET_GAME));
  r.from = point_of(s, from);
  r.to = point_of(s, to);
  assert_int_equal(pathfan_index_region_vias(s->index, pathfan_index_region(s->index, r.from),
                                             pathfan_index_region(s->index, r.to), vias,
                                             PF_SAMPLE_VIAS, &count),
                   PATHFAN_OK);
  for (int32_t i = 0; i < count; i++) vias[i] = s->numbers[vias[i]];
  assert_int_equal(pf_sample_answers_ask(answers, ends, vias, count, &used), PATHFAN_OK);
  assert_true(used >> count == 0 && !used == (answers->taken_count == 1));
  const pathfan_answer *answer = ask(s->queries[0], r);
  *alternatives += answer->path_count - 1;
  bool same = answer->path_count == answers->taken_count;
  for (int32_t i = 0; i < answer->path_count && same; i++)
    same = fabs(ldexp(answers->taken[i].length, -answers->ground.fraction_bits) -
                answer->paths[i].length) < 1e-6;
  return same;
}

static void test_answers(void **state) {
  (void)state;
  int64_t alternatives = 0;
  int others = 0, all = 0;
  for (int i = 0; i < MAPS; i++) {
    subject s;
    pf_sample_answers answers = {0};
    begin(&s, i);
    const int32_t n = s.graph.vertex_count;
    assert_int_equal(pf_sample_answers_init(&answers, &s.graph, s.sight.ground), PATHFAN_OK);
    for (int k = 0; k < PAIRS && n > 1; k++, all++)
      others += !check_pair(&s, &answers, (k * 37 + 11) % n, (k * 101 + 5) % n, &alternatives);
    pf_sample_answers_free(&answers);
    end(&s);
  }
  print_message("%d pairs, %lld alternatives, %d answers are others\n", all,
                (long long)alternatives, others);
  assert_true(alternatives > all / 4);
  assert_true(others * 12 <= all); /* mostly by order: tree lengths are rounded to 1/32 */
}

/* Compares points, outcomes and work. */
static bool is_same(const pathfan_answer *a, const pathfan_answer *b) {
  bool same = a->path_count == b->path_count && a->reason == b->reason && a->work == b->work &&
              !memcmp(&a->candidates, &b->candidates, sizeof a->candidates);
  for (int32_t i = 0; i < a->path_count && same; i++)
    same = a->paths[i].point_count == b->paths[i].point_count &&
           !memcmp(a->paths[i].points, b->paths[i].points,
                   (size_t)a->paths[i].point_count * sizeof *a->paths[i].points);
  return same;
}

/* Changes one setting of a default request. */
enum { SETTINGS = 12 };

static void set(pathfan_request *r, int setting) {
  if (setting == 0) r->dissimilarity = 0.4;
  if (setting == 1) r->dissimilarity = 0.8;
  if (setting == 2) r->stretch = 2;
  if (setting == 3) r->paths = 5;
  if (setting == 4) r->separation_share = 0;
  if (setting == 5) r->fill = true;
  if (setting == 6) r->effort = PATHFAN_EFFORT_THOROUGH;
  if (setting == 7) r->splices = PATHFAN_SPLICES_ALWAYS;
  if (setting == 8) r->separation_share = 0.06;
  if (setting == 9) r->stretch = 1.2;
  if (setting == 10) r->dissimilarity = 0.5;
  if (setting == 11) r->dissimilarity = 0.7;
}

/* By default nearly as many paths are found. Within one region, and for requests with other
 * settings, answers are as if the index had no such section. */
static void test_requests(void **state) {
  (void)state;
  int64_t with = 0, without = 0, tried_with = 0, tried_without = 0, within = 0;
  for (int i = 0; i < MAPS; i++) {
    subject s;
    begin(&s, i);
    const int32_t n = s.graph.vertex_count;
    for (int k = 0; k < 2 * PAIRS && n > 1; k++) {
      pathfan_request r;
      pathfan_request_init(&r);
      assert_true(pathfan_request_preset(&r, PATHFAN_PRESET_GAME));
      r.from = point_of(&s, (k * 53 + 3) % n);
      r.to = point_of(&s, (k * k + 17) % n);
      const pathfan_answer *all = ask(s.queries[0], r), *some = ask(s.queries[1], r);
      without += all->path_count;
      with += some->path_count;
      tried_without += all->candidates.tried;
      tried_with += some->candidates.tried;
      if (pathfan_index_region(s.index, r.from) == pathfan_index_region(s.index, r.to)) {
        assert_true(is_same(all, some));
        within++;
      }
      if (all->path_count) assert_true(all->paths[0].length == some->paths[0].length);
      for (int setting = 0; setting < SETTINGS; setting++) {
        pathfan_request other = r;
        set(&other, setting);
        assert_true(is_same(ask(s.queries[0], other), ask(s.queries[1], other)));
      }
    }
    end(&s);
  }
  print_message("%lld paths of %lld, %lld tried of %lld\n", (long long)with, (long long)without,
                (long long)tried_with, (long long)tried_without);
  assert_true(within > 10 && tried_with < tried_without);
  assert_true(with * 100 >= without * 98);
}

SUITE(test_sample_answers) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers),
                                     cmocka_unit_test(test_requests)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
