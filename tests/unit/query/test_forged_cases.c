/* One case for each check of vertices, polygons, cone lists and the locator: a sound index, wrong
 * in exactly that one place, with digests that fit. And data that only say where to look first may
 * say anything. Labels: test_forged_labels.c; the mesh: test_forged_mesh.c; tables:
 * test_forged_rows.c. */
#include "forge_fixture.h"

#include "query/open/generation.h"
#include "mesh/mesh_data.h"
#include "suite.h"

enum { GRID = 0, POLYGONS, SUBJECTS };

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  forge_take_both();
  return 0;
}

/* ---- Points and obstacles ---- */

static void test_vertices(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    const pf_layout_header *h = view.header;
    const struct {
      uint64_t byte;
      int64_t value;
      const char *what;
    } cases[] = {
        {0, -1, "a point off the map"},
        {4, -1, "a point off the map"},
        {0, h->width + 1, "a point off the map"},
        {4, h->height + 1, "a point off the map"},
        {8, view.n, "a rank out of range"},
        {8, -1, "a rank out of range"},
        {12, view.n, "a neighbour out of range"},
        {16, view.n, "a neighbour out of range"},
        {20, (int64_t)h->component_count << 2, "a component out of range"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
      forge_word(s, "vertices", 24 * (uint64_t)(view.n - 1) + cases[k].byte, cases[k].value,
                 "vertices", cases[k].what);
  }
}

static void test_wedges(void **state) {
  (void)state;
  forge_subject *s = &subjects[POLYGONS];
  const pf_index_view view = forge_view(&s->sound);
  const int32_t w = view.header->width + 1, h = view.header->height + 1;
  const pf_layout_wedge wide[] = {{0, 1, 1, 0}, {1, 0, -1, 0}, {0, 1, 0, -1}, {2, 2, 1, 1},
                                  {0, 0, 0, 0}, {1, 0, 0, 0},  {0, -1, 0, 1}, {-1, 0, 1, 1}};
  /* Less than half a turn. */
  const pf_layout_wedge longer[] = {{w, 0, 0, 1},  {-w, 0, 0, -1}, {0, h, -1, 0},
                                    {0, -h, 1, 0}, {0, -1, w, 0},  {0, 1, -w, 0},
                                    {1, 0, 0, h},  {-1, 0, 0, -h}, {INT32_MIN, 0, 0, -1}};
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    forge_sections f = forge_copy(&s->sound);
    memcpy(forge_find(&f, "wedges")->data + 16 * (i % (size_t)view.n), &wide[i], sizeof wide[i]);
    forge_refused(s, &f, "wedges", "an obstacle of half a turn or more");
  }
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
    forge_sections f = forge_copy(&s->sound);
    memcpy(forge_find(&f, "wedges")->data + 16 * (i % (size_t)view.n), &longer[i],
           sizeof longer[i]);
    forge_refused(s, &f, "wedges", "a vector longer than the map");
  }
}

/* ---- Cone lists ---- */

static void test_polygons(void **state) {
  (void)state;
  forge_subject *s = &subjects[POLYGONS];
  const pf_index_view view = forge_view(&s->sound);
  const uint64_t count = (uint64_t)view.header->polygon_count;
  const uint32_t size = view.polygons[count].cones;
  const char *fill = "cone lists don't fill their section";
  const char *ends = "a cone list that ends before it begins";
  forge_word(s, "polygons", 8 * count, (int64_t)size - 1, "polygons", fill);
  forge_word(s, "polygons", 0, 1, "polygons", fill);
  forge_word(s, "polygons", 4, -1, "polygons", "a component out of range");
  forge_word(s, "polygons", 4, view.header->component_count, "polygons",
             "a component out of range");
  forge_word(s, "polygons", 8, UINT32_MAX, "polygons", ends); /* beyond the section */
  /* A list that ends one byte before it begins, inside the section. */
  forge_sections f = forge_copy(&s->sound);
  pf_layout_polygon *polygons = (void *)forge_find(&f, "polygons")->data;
  polygons[2].cones = polygons[1].cones - 1;
  forge_refused(s, &f, "polygons", ends);
}

/* Makes the marks of onward vertices as many as a file with these cone lists has, and sets all. */
static void mark_all(forge_sections *f) {
  content *onward = forge_find(f, "onward");
  const uint64_t bytes = pf_layout_onward_bytes(forge_find(f, "cones")->bytes, 2);
  uint8_t *ones = malloc(bytes);
  memset(ones, 0xff, bytes);
  forge_splice(onward, 0, onward->bytes, ones, bytes);
  free(ones);
}

/* Returns the subject's sections with another list for polygon p. */
static forge_sections with_cones(forge_subject *s, int32_t p, const uint8_t *list, uint32_t bytes) {
  forge_sections f = forge_copy(&s->sound);
  pf_layout_polygon *polygons = (void *)forge_find(&f, "polygons")->data;
  const uint32_t begin = polygons[p].cones, end = polygons[p + 1].cones;
  forge_splice(forge_find(&f, "cones"), begin, end - begin, list, bytes);
  mark_all(&f);
  const int32_t count =
      ((const pf_layout_header *)(void *)forge_find(&f, "header")->data)->polygon_count;
  for (int32_t i = p + 1; i <= count; i++) polygons[i].cones += bytes - (end - begin);
  return f;
}

/* A list in words of two bytes; ids have two. L, X, Y: kinds of nodes. */
typedef struct cone_case {
  uint16_t words[40];
  uint32_t count;
} cone_case;

#define L(whole, parts) (whole) << 2, 0, parts, 0
#define X(second, cut) (second) | PF_CONES_CUT_X, 0, cut, 0
#define Y(second, cut) (second) | PF_CONES_CUT_Y, 0, cut, 0

static void check_cone_cases(forge_subject *s, int32_t p, const cone_case *cases, size_t count,
                             bool are_sound) {
  for (size_t k = 0; k < count; k++) {
    forge_sections f = with_cones(s, p, (const uint8_t *)cases[k].words, 2 * cases[k].count);
    if (are_sound)
      forge_accepted(&f);
    else
      forge_refused(s, &f, "cones", "a malformed list");
  }
}

static void test_cones(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    const uint16_t n = (uint16_t)view.n;
    assert_true(view.n > 8 && view.id_bytes == 2);
    const cone_case sound[] = {
        {{L(0, 0)}, 4},
        {{L(2, 0), 1, (uint16_t)(n - 1)}, 6},
        {{L(1, 0), 0, 7}, 6},              /* padding isn't looked at */
        {{L(0, 2), 1, 0, 1, 1, 1, 2}, 10}, /* vertex 1, its right ray through 0; its left one, 2 */
        {{L(1, 1), 5, 0, 1, (uint16_t)(n - 1)}, 8},
        {{X(16, 1), L(0, 0), L(0, 0)}, 12},
        {{Y(20, 3), L(2, 0), 0, 1, X(16, 1), L(0, 0), L(1, 0), 2, 0}, 24},
        {{X(32, 1), Y(16, 1), L(0, 0), L(0, 0), Y(16, -1), L(0, 0), L(0, 0)}, 28}};
    const cone_case bad[] = {{{L(0, 0)}, 0},                    /* nothing at all */
                             {{L(0, 0)}, 2},                    /* half a head */
                             {{L(2, 0), 1, 2}, 4},              /* fewer than announced */
                             {{L(1, 0), 1, 0}, 4},              /* the same */
                             {{L(0, 0), 0, 0}, 6},              /* bytes that belong to no node */
                             {{L(1, 0), n, 0}, 6},              /* no such vertex */
                             {{L(2, 0), 2, 2}, 6},              /* a vertex twice */
                             {{L(2, 0), 2, 1}, 6},              /* out of order */
                             {{L(0, 1), 1, 1, 1, 0, 0, 0}, 6},  /* a missing part */
                             {{L(0, 2), 1, 1, 1, 0, 1, 1}, 10}, /* parts out of order */
                             {{L(0, 2), 1, 1, 1, n, 1, 1}, 10}, /* no such viewer */
                             {{L(0, 2), 1, 1, 1, 2, n, 1}, 10}, /* a right ray through no vertex */
                             {{L(0, 2), 1, 1, 1, 2, 1, 0xffff}, 10}, /* a left one */
                             {{0, 0, 0, 0x8000}, 4},                 /* a negative number */
                             {{0, 0, 0xffff, 0x7fff}, 4},            /* very many */
                             {{0xfffc, 0xffff, 0, 0}, 4},            /* the same */
                             {{3, 0, 0, 0}, 4},                      /* no kind */
                             {{16 | 3, 0, 1, 0, L(0, 0), L(0, 0)}, 12},
                             {{X(8, 1), L(0, 0)}, 8},            /* halves that share a node */
                             {{X(0, 1), L(0, 0), L(0, 0)}, 12},  /* a half that is the whole */
                             {{X(16, 1), L(0, 0)}, 8},           /* no second half */
                             {{X(24, 1), L(0, 0), L(0, 0)}, 12}, /* a second half at the end */
                             {{X(12, 1), L(0, 0), L(0, 0)}, 12}, /* one that begins in the first */
                             {{X(20, 1), L(0, 0), L(0, 0)}, 12}, /* a gap */
                             {{1, 0x8000, 1, 0, L(0, 0), L(0, 0)}, 12} /* far outside */};
    check_cone_cases(s, 1, sound, sizeof sound / sizeof *sound, true);
    check_cone_cases(s, 0, bad, sizeof bad / sizeof *bad, false);
    check_cone_cases(s, view.header->polygon_count - 1, bad, sizeof bad / sizeof *bad, false);
  }
}

/* Asks random pairs for path 1 alone, which reads the marks, and for two paths: path 1 must be the
 * same. Returns how many have one. */
static int ask_alone(const pathfan_index *index, uint64_t seed) {
  pf_random random = pf_random_from(seed);
  pathfan_index_info info;
  pathfan_query *query;
  int found = 0;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int i = 0; i < 300; i++) {
    const pathfan_answer *answer;
    pathfan_request r;
    double at[4], alone = 0;
    for (int k = 0; k < 4; k++) at[k] = (double)pf_random_below(&random, 1001) / 1000;
    pathfan_request_init(&r);
    r.from =
        (pathfan_point){info.origin_x + at[0] * info.width, info.origin_y + at[1] * info.height};
    r.to = (pathfan_point){info.origin_x + at[2] * info.width, info.origin_y + at[3] * info.height};
    r.separation_share = seed % 2 ? 0.02 : 0;
    for (r.paths = 1; r.paths <= 2; r.paths++) {
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      if (!answer->path_count) break;
      if (r.paths == 1) alone = answer->paths[0].length;
      assert_true(answer->paths[0].length == alone);
      found++;
    }
  }
  pathfan_query_free(query);
  return found / 2;
}

/* Whatever is marked, the shortest path is found: without marks both ends look at all vertices.
 * Marks of another size count as none. */
static void test_onward(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++)
    for (int marks = -1; marks <= 1; marks++) { /* as they are; none; all */
      char path[512];
      forge_sections f = forge_copy(&subjects[i].sound);
      content *onward = forge_find(&f, "onward");
      if (marks >= 0) memset(onward->data, marks ? 0xff : 0, onward->bytes);
      snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
      forge_write(&f, path);
      pathfan_index *index = forge_open(path, PATHFAN_OPEN_LAZY, "");
      assert_true(ask_alone(index, (uint64_t)i) > 50);
      pathfan_index_close(index);
      pathfan_error error = {""};
      forge_splice(onward, 0, 1, NULL, 0);
      forge_write(&f, path);
      forge_free(&f);
      assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, "section onward: of another size than cone lists"));
    }
}

/* Whatever a section says of the via nodes to try, answers are paths, the first as short as
 * ever. */
static void check_tried(const char *name) {
  for (int i = 0; i < SUBJECTS; i++)
    for (int byte = 0; byte <= 0xff; byte += 0xff) {
      forge_sections f = forge_copy(&subjects[i].sound);
      content *section = forge_find(&f, name);
      char path[512], sentence[100];
      pathfan_index *index;
      pathfan_error error = {""};
      snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
      snprintf(sentence, sizeof sentence, "section %s: not one for each pair of regions", name);
      memset(section->data, byte, section->bytes);
      forge_write(&f, path);
      index = forge_open(path, PATHFAN_OPEN_LAZY, "");
      assert_true(ask_alone(index, (uint64_t)i) > 50);
      pathfan_index_close(index);
      forge_splice(section, 0, section->section.element_size, NULL, 0);
      forge_write(&f, path);
      forge_free(&f);
      assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, sentence));
    }
}

static void test_leading(void **state) {
  (void)state;
  check_tried("leading");
}

static void test_default_vias(void **state) {
  (void)state;
  check_tried("default-vias");
}

/* A tree as deep as the reader's stack, and one a level deeper. */
static void test_deep_cones(void **state) {
  (void)state;
  forge_subject *s = &subjects[GRID];
  for (int more = 0; more < 2; more++) {
    enum { MOST = PF_CONES_DEPTH_MOST + 1 };
    const int depth = PF_CONES_DEPTH_MOST + more;
    pf_layout_cones nodes[2 * MOST + 1] = {{0, 0}};
    /* First the inner nodes, each the first half of the one before; then all leaves. */
    for (int k = 0; k < depth; k++)
      nodes[k] = (pf_layout_cones){
          (uint32_t)(2 * (depth - k)) * (uint32_t)sizeof *nodes | PF_CONES_CUT_X, 1};
    forge_sections f =
        with_cones(s, 0, (const uint8_t *)nodes, (uint32_t)((2 * depth + 1) * (int)sizeof *nodes));
    if (more)
      forge_refused(s, &f, "cones", "a malformed list");
    else
      forge_accepted(&f);
  }
}

#undef L
#undef X
#undef Y

/* ---- Location ---- */

static void test_locator(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    const pf_locator *l = &view.locator;
    const uint64_t first = sizeof(pf_layout_locator), ids = first + 4 * (l->cell_count + 1ull);
    uint32_t cell = 0;
    while (l->first[cell + 1] - l->first[cell] < 2) cell++;
    const char *lists = "lists out of order";
    forge_word(s, "locator", first, 1, "locator", lists);
    forge_word(s, "locator", first + 4 * (cell + 1ull), UINT32_MAX, "locator", lists);
    forge_word(s, "locator", first + 4 * (cell + 1ull), (int64_t)l->first[l->cell_count] + 1,
               "locator", lists);
    if (l->first[cell])
      forge_word(s, "locator", first + 4 * (cell + 1ull), (int64_t)l->first[cell] - 1, "locator",
                 lists);
    const uint32_t begin = l->first[cell], end = l->first[cell + 1];
    const uint32_t a = pf_load_id(l->polygon, begin, l->entry_bytes);
    const uint32_t b = pf_load_id(l->polygon, begin + 1, l->entry_bytes);
    const struct {
      uint32_t at, id;
      const char *what;
    } cases[] = {
        {begin + 1, a, "entries out of order"}, /* the same one twice */
        {begin, b, "entries out of order"},
        {begin, b + 1, "entries out of order"},
        {end - 1, (uint32_t)view.header->polygon_count, "a polygon out of range"},
        {end - 1, PF_LAYOUT_NONE, "a polygon out of range"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
      forge_sections f = forge_copy(&s->sound);
      pf_store_id(forge_find(&f, "locator")->data + ids, cases[k].at, l->entry_bytes, cases[k].id);
      forge_refused(s, &f, "locator", cases[k].what);
    }
  }
}

SUITE(test_forged_cases) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),   cmocka_unit_test(test_vertices),
      cmocka_unit_test(test_wedges),  cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_cones),   cmocka_unit_test(test_deep_cones),
      cmocka_unit_test(test_locator), cmocka_unit_test(test_onward),
      cmocka_unit_test(test_leading), cmocka_unit_test(test_default_vias),
  };
  return cmocka_run_group_tests(tests, setup, forge_teardown);
}
