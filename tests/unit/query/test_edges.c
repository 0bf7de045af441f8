/* The section of edges: the graph assembled from it equals the one made from the mesh, and the
 * builder's, edge by edge; answers don't depend on it; damage in it is found before it is used. */
#include "forge_fixture.h"
#include "graph/search_graph.h"
#include "query/open/index.h"
#include "suite.h"

/* ---- The graph ---- */

/* Compares all that searches read of a graph, edge by edge. */
static void compare(const twin_map *map, const pf_search_graph *put, const pf_search_graph *made) {
  const size_t n = (size_t)made->graph.vertex_count, edges = (size_t)made->graph.edge_count;
  if (put->graph.vertex_count != made->graph.vertex_count ||
      put->graph.edge_count != made->graph.edge_count ||
      put->graph.taut_edge_count != made->graph.taut_edge_count ||
      put->graph.length_bits != made->graph.length_bits ||
      put->units_per_fixed != made->units_per_fixed)
    twin_fail(map, "%d edges, lengths of 2^-%d, instead of %d, 2^-%d", put->graph.edge_count,
              put->graph.length_bits, made->graph.edge_count, made->graph.length_bits);
  assert_memory_equal(put->first, made->first, (n + 1) * sizeof *put->first);
  assert_true(!put->weight == !made->weight && !put->graph.edges == !made->graph.edges);
  for (size_t e = 0; e < edges; e++) {
    if (put->to[e] != made->to[e] ||
        (made->weight &&
         (put->weight[e] != made->weight[e] || put->graph.tie_hash[e] != made->graph.tie_hash[e])))
      twin_fail(map, "edge %zu leads to %d, not %d", e, put->to[e], made->to[e]);
    if (!made->graph.edges) continue;
    const pf_edge a = put->graph.edges[e], b = made->graph.edges[e];
    if (a.weight != b.weight || a.to != b.to || a.next_taut != b.next_taut ||
        a.next_end != b.next_end || a.side != b.side)
      twin_fail(map, "edge %zu goes on otherwise", e);
  }
  if (made->graph.edges)
    assert_memory_equal(put->graph.group, made->graph.group,
                        (PF_EDGE_GROUPS * n + 1) * sizeof *put->graph.group);
}

/* Makes the builder's graph, whose edges were sorted and linked differently. */
static pf_search_graph *by_builder(const pf_graph *full, int32_t bits,
                                   const pf_search_graph *like) {
  const int32_t n = full->vertex_count;
  pf_search_graph *made = calloc(1, sizeof *made);
  pf_graph weighed = *full;
  pf_graph_weigh(&weighed, bits);
  *made = (pf_search_graph){.graph = weighed, .units_per_fixed = like->units_per_fixed};
  made->first = malloc(((size_t)n + 1) * sizeof *made->first);
  made->to = malloc(((size_t)full->edge_count + 1) * sizeof *made->to);
  made->weight = malloc(((size_t)full->edge_count + 1) * sizeof *made->weight);
  for (int32_t v = 0; v <= n; v++) made->first[v] = pf_graph_first(full, v);
  for (int32_t e = 0; e < full->edge_count; e++) {
    made->to[e] = full->edges[e].to;
    made->weight[e] = full->edges[e].weight;
  }
  return made;
}

/* Checks that the graph without turns, where edges ascend, has the same edges and lengths. */
static void compare_sets(const twin_map *map, const pf_search_graph *lengths,
                         const pf_search_graph *turns) {
  for (int32_t v = 0; v < turns->graph.vertex_count; v++) {
    assert_int_equal(lengths->first[v + 1], turns->first[v + 1]);
    for (int32_t e = turns->first[v]; e < turns->first[v + 1]; e++) {
      int32_t same = lengths->first[v];
      while (same < lengths->first[v + 1] && lengths->to[same] < turns->to[e]) same++;
      if (same == lengths->first[v + 1] || lengths->to[same] != turns->to[e] ||
          lengths->weight[same] != turns->weight[e] ||
          lengths->weight[same] != pf_search_graph_length(lengths, v, turns->to[e]) ||
          lengths->graph.tie_hash[same] != turns->graph.tie_hash[e])
        twin_fail(map, "an edge from %d to %d is missing, or another", v, turns->to[e]);
      if (same > lengths->first[v]) assert_true(lengths->to[same - 1] < lengths->to[same]);
    }
  }
}

/* Compares the graph from a list of edges with the one from the mesh. */
static int64_t check_graph(const twin_map *map, const pathfan_index *index) {
  pf_generation *g = pf_index_retain(index);
  const pf_search_graph *put, *lengths, *turns;
  pf_search_graph *made, *made_turns;
  pf_graph full;
  pathfan_error error = {""};
  assert_int_equal(pf_generation_need_location(g, &error), PATHFAN_OK);
  assert_non_null(g->view.edges);
  const int32_t n = g->view.n;
  pf_wedge *wedge = malloc(((size_t)n + 1) * sizeof *wedge);
  for (int32_t v = 0; v < n; v++) wedge[v] = pf_vertex_wedge(&g->view, v);
  const pf_space *space = &g->space;
  const pf_graph_mesh of = {space->mesh, wedge, space->component, space->component_stride};
  assert_int_equal(
      pf_search_graph_build(of, space->fraction_bits,
                            pf_length_bits_most(space->frame.width, space->frame.height), &made),
      PATHFAN_OK);
  assert_int_equal(pf_search_graph_with_turns(made, &made_turns), PATHFAN_OK);
  assert_int_equal(pf_graph_build(of, 1, 0, &full, NULL, NULL), PATHFAN_OK);
  assert_int_equal(pf_space_need_turns(space, &turns, &error), PATHFAN_OK);
  assert_int_equal(pf_space_need_lengths(space, &lengths, &error), PATHFAN_OK);
  assert_int_equal(pf_space_need_graph(space, &put, &error), PATHFAN_OK);
  compare(map, put, made);
  compare(map, turns, made_turns);
  pf_search_graph *builder = by_builder(&full, made->graph.length_bits, made);
  compare(map, turns, builder);
  compare_sets(map, lengths, turns);
  assert_true(!put->weight && put->to == lengths->to && !lengths->graph.edges);
  const int64_t edges = made->graph.edge_count;
  free(builder->first);
  free(builder->to);
  free(builder->weight);
  free(builder);
  pf_graph_free(&full);
  pf_search_graph_free(made_turns);
  pf_search_graph_free(made);
  free(wedge);
  pf_generation_release(g);
  return edges;
}

static pathfan_build_options one_thread(void) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = 1;
  return options;
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(60);
  int64_t edges = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 30);
    pathfan_build_options options = one_thread();
    options.map.mesh = i % 3 ? PATHFAN_MESH_DEFAULT : PATHFAN_MESH_RECTANGLES;
    pathfan_index *index = twin_index(&map, &options);
    edges += check_graph(&map, index);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d grids, %lld edges\n", count, (long long)edges);
  if (twin_is_whole()) assert_true(edges > 300 * count);
}

static void test_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(60);
  int64_t edges = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 16);
    const pathfan_build_options options = one_thread();
    pathfan_index *index = twin_outline_index(&map, &options);
    edges += check_graph(&map, index);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d outlines, %lld edges\n", count, (long long)edges);
  assert_true(edges > 100 * count);
}

/* So many neighbours that groups are merged, and an obstacle that sees no vertex. */
static void test_stars(void **state) {
  (void)state;
  char rows[121 * 120 + 1];
  for (int y = 0; y < 120; y++)
    for (int x = 0; x < 121; x++)
      rows[121 * y + x] = x == 120 ? '\n' : (x * 7 + y * 13) % 31 == 0 && (x ^ y) & 1 ? '@' : '.';
  rows[121 * 120] = 0;
  twin_map dots = twin_map_drawn("dots", rows);
  twin_map open = twin_map_drawn("open", "...\n...\n"),
           one = twin_map_drawn("one", "...\n.@.\n...\n");
  const twin_map *maps[] = {&dots, &open, &one};
  const pathfan_build_options options = one_thread();
  for (int i = 0; i < 3; i++) {
    pathfan_index *index = twin_index(maps[i], &options);
    assert_int_equal(check_graph(maps[i], index) > 0, i != 1);
    pathfan_index_close(index);
  }
  twin_map_free(&dots);
  twin_map_free(&open);
  twin_map_free(&one);
}

/* ---- Answers ---- */

static void test_answers(void **state) {
  (void)state;
  const int count = twin_scaled(24);
  for (int i = 0; i < count; i++) {
    const bool grid = i % 2;
    twin_map map = grid ? twin_map_number(twin_drawn_count() + i, 32) : twin_outline_map(i, 20);
    interview with, without;
    interview_points points = {0};
    for (int none = 0; none < 2; none++) {
      pathfan_build_options options = one_thread();
      options.edges = !none;
      pathfan_index *index = grid ? twin_index(&map, &options) : twin_outline_index(&map, &options);
      pathfan_index_info info;
      pathfan_index_info_get(index, &info);
      assert_int_equal(info.edge_bytes > 0, !none);
      assert_int_equal(strstr(info.options, "edges=none") != NULL, none);
      if (!none) points = interview_points_of(index, (uint64_t)i);
      interview_index(index, &points, ASK_PATHS + i % (INTERVIEW_QUESTIONS - ASK_PATHS),
                      none ? &without : &with);
      pathfan_index_close(index);
    }
    for (int q = ASK_POLYGONS; q < INTERVIEW_QUESTIONS; q++)
      if (with.status[q] || without.status[q] || with.said[q] != without.said[q])
        twin_fail(&map, "question %d is answered otherwise without edges", q);
    twin_map_free(&map);
  }
}

/* ---- Damage ---- */

static const char *range = "a list cut off, or an id out of range";
static const char *number = "not as many edges as the header says";
static const char *unit = "an impossible unit of lengths";

/* Replaces the list of the subject's first vertex that has edges. */
static void refuse_list(forge_subject *s, const uint8_t *list, uint64_t bytes, uint64_t removed,
                        const char *what) {
  forge_sections f = forge_copy(&s->sound);
  forge_splice(forge_find(&f, "edges"), PF_EDGES_HEAD_BYTES, removed, list, bytes);
  forge_refused(s, &f, "edges", what);
}

static void test_forged(void **state) {
  (void)state;
  forge_take_both();
  test_sound(state);
  for (int i = 0; i < 2; i++) {
    forge_subject *s = &subjects[i];
    const content *edges = forge_find(&s->sound, "edges");
    const pf_layout_header *h = (const void *)forge_find(&s->sound, "header")->data;
    const uint8_t *list = edges->data + PF_EDGES_HEAD_BYTES;
    assert_true(list[0] >= 2 && list[0] < 127 && h->vertex_count > 4);
    forge_word(s, "edges", 0, -9, "edges", unit);
    forge_word(s, "edges", 0, 53, "edges", unit);
    forge_word(s, "edges", 0, 52, "edges", unit); /* not on a map of that size */
    forge_word(s, "edges", 0, INT32_MIN, "edges", unit);
    const uint8_t fewer = (uint8_t)(list[0] - 1);
    const uint8_t itself[] = {list[0], 0}, far[] = {list[0], 0xFF, 0x7F};
    const uint8_t many[] = {0xFF, 0xFF, 0xFF, 0x7F}, huge[] = {0xFF, 0xFF, 0xFF, 0xFF, 0x7F};
    refuse_list(s, itself, 2, 2, range);
    refuse_list(s, far, 3, 2, range);
    refuse_list(s, many, 4, 1, range);
    refuse_list(s, huge, 5, 1, range);
    /* One edge fewer: those that follow are taken for lists, or don't fill the section. */
    forge_sections f = forge_copy(&s->sound);
    content *c = forge_find(&f, "edges");
    c->data[PF_EDGES_HEAD_BYTES] = fewer;
    forge_splice(c, PF_EDGES_HEAD_BYTES + 1, 1, NULL, 0);
    /* The header counts more edges than that. */
    forge_splice(c, c->bytes, 0, "", 1);
    forge_refused(s, &f, "edges", "");
    /* Bytes behind the last list. */
    f = forge_copy(&s->sound);
    c = forge_find(&f, "edges");
    forge_splice(c, c->bytes, 0, "", 1);
    forge_refused(s, &f, "edges", number);
    /* Cut off. */
    f = forge_copy(&s->sound);
    c = forge_find(&f, "edges");
    c->data[c->bytes - 1] = 0x80;
    forge_refused(s, &f, "edges", range);
  }
}

/* Edges that are wrong by their ends, which lie in one place or in two components. Only that part
 * is checked, because other sections don't fit such vertices either. */
static void test_forged_ends(void **state) {
  (void)state;
  static const char *const says[] = {"an edge of no length", "an edge between two components"};
  for (int i = 0; i < 2 * subject_count; i++) {
    forge_sections f = forge_copy(&subjects[i / 2].sound);
    pf_layout_vertex *vertices = (void *)forge_find(&f, "vertices")->data;
    pf_layout_header *h = (void *)forge_find(&f, "header")->data;
    const uint8_t first = forge_find(&f, "edges")->data[PF_EDGES_HEAD_BYTES + 1];
    if (i % 2) {
      vertices[first].component_quadrant += (uint32_t)h->component_count++ << 2;
    } else {
      vertices[first].x = vertices[0].x;
      vertices[first].y = vertices[0].y;
    }
    char path[512];
    snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
    forge_write(&f, path);
    forge_free(&f);
    pathfan_index *index = forge_open(path, PATHFAN_OPEN_LAZY, "");
    pf_generation *g = pf_index_retain(index);
    pathfan_error error = {""};
    assert_int_equal(pf_generation_need(g, PF_PART_EDGES, &error), PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(error.text, says[i % 2]));
    pf_generation_release(g);
    pathfan_index_close(index);
  }
}

/* A header that doesn't fit the section. */
static void test_size(void **state) {
  (void)state;
  for (int i = 0; i < subject_count; i++)
    for (int k = 0; k < 3; k++) {
      forge_sections f = forge_copy(&subjects[i].sound);
      pf_layout_header *h = (void *)forge_find(&f, "header")->data;
      content *c = forge_find(&f, "edges");
      h->edge_count = k == 0 ? -1 : k == 1 ? INT64_MAX : h->edge_count;
      if (k == 2) forge_splice(c, 0, c->bytes, "123", 3);
      char path[512];
      snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
      forge_write(&f, path);
      forge_free(&f);
      pathfan_index *index;
      pathfan_error error = {""};
      assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, "section edges: of another size than the header says"));
    }
}

SUITE(test_edges) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids),  cmocka_unit_test(test_outlines),
      cmocka_unit_test(test_stars),  cmocka_unit_test(test_answers),
      cmocka_unit_test(test_forged), cmocka_unit_test(test_forged_ends),
      cmocka_unit_test(test_size),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, forge_teardown);
}
