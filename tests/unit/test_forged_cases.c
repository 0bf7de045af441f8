/* One case for each check of the sections that are looked at before anything else, and of
 * the mesh: a sound index, wrong in exactly that one place, with digests that fit. Also
 * what is shown of sections whose digests don't. Tables: test_forged_rows.c. */
#include "forge_fixture.h"

#include "generation.h"
#include "mesh/mesh_data.h"
#include "suite.h"

enum { GRID = 0, POLYGONS, SUBJECTS };

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  forge_take_both();
  return 0;
}

/* The sections as the library sees them. */
static pathfan_index_view view_of(forge_sections *all) {
  const pathfan_layout_header *h = (const void *)forge_find(all, "header")->data;
  const uint32_t n = (uint32_t)h->vertex_count;
  const content *locator = forge_find(all, "locator");
  static const pathfan_label_gap no_gap;
  pathfan_index_view view = {
      .header = h,
      .gaps = &no_gap,
      .tile_shift = PATHFAN_TILE_SHIFT_NONE,
      .n = h->vertex_count,
      .id_bytes = h->id_bytes,
      .id_bits = pathfan_number_bits(n),
      .vertices = (const void *)forge_find(all, "vertices")->data,
      .polygons = (const void *)forge_find(all, "polygons")->data,
      .cones = forge_find(all, "cones")->data,
      .spans = (const void *)forge_find(all, "spans")->data,
      .labels = (const void *)forge_find(all, "labels")->data,
      .next_labels = forge_find(all, "next-labels")->data,
      .hub_first = (const void *)forge_find(all, "hubs")->data,
      .hubs = forge_find(all, "hubs")->data + 4 * (n + 1),
  };
  pathfan_view_exits(&view, forge_find(all, "exits")->data);
  assert_true(pathfan_locator_open(locator->data, locator->bytes, &view.locator));
  assert_true(n & (n - 1)); /* so that a number of its bits may be out of range */
  return view;
}

/* ---- Points and obstacles ---- */

static void test_vertices(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pathfan_index_view view = view_of(&s->sound);
    const pathfan_layout_header *h = view.header;
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
  const pathfan_index_view view = view_of(&s->sound);
  const int32_t w = view.header->width + 1, h = view.header->height + 1;
  const pathfan_layout_wedge wide[] = {{0, 1, 1, 0}, {1, 0, -1, 0}, {0, 1, 0, -1}, {2, 2, 1, 1},
                                       {0, 0, 0, 0}, {1, 0, 0, 0},  {0, -1, 0, 1}, {-1, 0, 1, 1}};
  /* Less than half a turn. */
  const pathfan_layout_wedge longer[] = {{w, 0, 0, 1},  {-w, 0, 0, -1}, {0, h, -1, 0},
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
  const pathfan_index_view view = view_of(&s->sound);
  const uint64_t count = (uint64_t)view.header->polygon_count;
  const uint32_t size = view.polygons[count].cones;
  const char *fill = "cone lists don't fill their section";
  const char *ends = "a cone list that ends before it begins";
  forge_word(s, "polygons", 8 * count, (int64_t)size - 1, "polygons", fill);
  forge_word(s, "polygons", 0, 1, "polygons", fill);
  forge_word(s, "polygons", 4, -1, "polygons", "a component out of range");
  forge_word(s, "polygons", 4, view.header->component_count, "polygons",
             "a component out of range");
  forge_word(s, "polygons", 8, UINT32_MAX, "polygons", ends); /* behind the section */
  /* Back to where the first began, after one that ends rightly. */
  forge_sections f = forge_copy(&s->sound);
  pathfan_layout_polygon *polygons = (void *)forge_find(&f, "polygons")->data;
  polygons[2].cones = polygons[1].cones - 1;
  forge_refused(s, &f, "polygons", ends);
}

/* As many marks of onward vertices as a file of these cone lists has, all of them ones. */
static void mark_all(forge_sections *f) {
  content *onward = forge_find(f, "onward");
  const uint64_t bytes = pathfan_layout_onward_bytes(forge_find(f, "cones")->bytes, 2);
  uint8_t *ones = malloc(bytes);
  memset(ones, 0xff, bytes);
  forge_splice(onward, 0, onward->bytes, ones, bytes);
  free(ones);
}

/* A polygon's list is another. */
static forge_sections with_cones(forge_subject *s, int32_t p, const uint8_t *list, uint32_t bytes) {
  forge_sections f = forge_copy(&s->sound);
  pathfan_layout_polygon *polygons = (void *)forge_find(&f, "polygons")->data;
  const uint32_t begin = polygons[p].cones, end = polygons[p + 1].cones;
  forge_splice(forge_find(&f, "cones"), begin, end - begin, list, bytes);
  mark_all(&f);
  const int32_t count =
      ((const pathfan_layout_header *)(void *)forge_find(&f, "header")->data)->polygon_count;
  for (int32_t i = p + 1; i <= count; i++) polygons[i].cones += bytes - (end - begin);
  return f;
}

/* A list in words of two bytes; ids have two. L, X, Y: kinds of nodes. */
typedef struct cone_case {
  uint16_t words[40];
  uint32_t count;
} cone_case;

#define L(whole, parts) (whole) << 2, 0, parts, 0
#define X(second, cut) (second) | PATHFAN_CONES_CUT_X, 0, cut, 0
#define Y(second, cut) (second) | PATHFAN_CONES_CUT_Y, 0, cut, 0

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
    const pathfan_index_view view = view_of(&s->sound);
    const uint16_t n = (uint16_t)view.n;
    assert_true(view.n > 8 && view.id_bytes == 2);
    const cone_case sound[] = {
        {{L(0, 0)}, 4},
        {{L(2, 0), 1, (uint16_t)(n - 1)}, 6},
        {{L(1, 0), 0, 7}, 6},              /* what fills up isn't looked at */
        {{L(0, 2), 1, 0, 1, 1, 1, 2}, 10}, /* vertex 1, its right ray through 0; its left one, 2 */
        {{L(1, 1), 5, 0, 1, (uint16_t)(n - 1)}, 8},
        {{X(16, 1), L(0, 0), L(0, 0)}, 12},
        {{Y(20, 3), L(2, 0), 0, 1, X(16, 1), L(0, 0), L(1, 0), 2, 0}, 24},
        {{X(32, 1), Y(16, 1), L(0, 0), L(0, 0), Y(16, -1), L(0, 0), L(0, 0)}, 28}};
    const cone_case bad[] = {{{L(0, 0)}, 0},                    /* nothing at all */
                             {{L(0, 0)}, 2},                    /* half a head */
                             {{L(2, 0), 1, 2}, 4},              /* fewer than announced */
                             {{L(1, 0), 1, 0}, 4},              /* the same */
                             {{L(0, 0), 0, 0}, 6},              /* bytes that belong to nobody */
                             {{L(1, 0), n, 0}, 6},              /* a vertex that there isn't */
                             {{L(2, 0), 2, 2}, 6},              /* one twice */
                             {{L(2, 0), 2, 1}, 6},              /* out of order */
                             {{L(0, 1), 1, 1, 1, 0, 0, 0}, 6},  /* a part that is missing */
                             {{L(0, 2), 1, 1, 1, 0, 1, 1}, 10}, /* parts out of order */
                             {{L(0, 2), 1, 1, 1, n, 1, 1}, 10}, /* a viewer that there isn't */
                             {{L(0, 2), 1, 1, 1, 2, n, 1}, 10}, /* a right ray */
                             {{L(0, 2), 1, 1, 1, 2, 1, 0xffff}, 10}, /* a left one */
                             {{0, 0, 0, 0x8000}, 4},                 /* less than none */
                             {{0, 0, 0xffff, 0x7fff}, 4},            /* very many */
                             {{0xfffc, 0xffff, 0, 0}, 4},            /* the same */
                             {{3, 0, 0, 0}, 4},                      /* no kind */
                             {{16 | 3, 0, 1, 0, L(0, 0), L(0, 0)}, 12},
                             {{X(8, 1), L(0, 0)}, 8},            /* halves that share a node */
                             {{X(0, 1), L(0, 0), L(0, 0)}, 12},  /* a half that is the whole */
                             {{X(16, 1), L(0, 0)}, 8},           /* no second half */
                             {{X(24, 1), L(0, 0), L(0, 0)}, 12}, /* one that begins at the end */
                             {{X(12, 1), L(0, 0), L(0, 0)}, 12}, /* one that begins in the first */
                             {{X(20, 1), L(0, 0), L(0, 0)}, 12}, /* a gap */
                             {{1, 0x8000, 1, 0, L(0, 0), L(0, 0)}, 12} /* far outside */};
    check_cone_cases(s, 1, sound, sizeof sound / sizeof *sound, true);
    check_cone_cases(s, 0, bad, sizeof bad / sizeof *bad, false);
    check_cone_cases(s, view.header->polygon_count - 1, bad, sizeof bad / sizeof *bad, false);
  }
}

/* As deep as the reader's stack, and one deeper. */
/* Random requests for path 1 alone, by which marks are read, and for another one besides. Returns
 * how many have a path. */
static int ask_alone(const pathfan_index *index, uint64_t seed) {
  pathfan_random random = pathfan_random_from(seed);
  pathfan_index_info info;
  pathfan_query *query;
  int found = 0;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int i = 0; i < 300; i++) {
    const pathfan_answer *answer;
    pathfan_request r;
    double at[4], alone = 0;
    for (int k = 0; k < 4; k++) at[k] = (double)pathfan_random_below(&random, 1001) / 1000;
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

/* Whatever is marked, the shortest path is found: without marks both ends look for all. Of another
 * size they are none. */
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

/* Whatever a section says of which via nodes are tried, answers are paths, the first as short as
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

static pathfan_status open_tiled(const forge_sections *f, pathfan_error *error) {
  char path[512];
  pathfan_index *index = NULL;
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  forge_write_plainly(f, path);
  const pathfan_status status = pathfan_index_open(path, NULL, &index, error);
  if (index) pathfan_index_close(index);
  return status;
}

/* Labels in values that end within a tile, and tiles of no size. */
static void test_label_tiles(void **state) {
  (void)state;
  static const int32_t wrong[] = {-1, 0, 2, 31, 32, INT32_MAX};
  pathfan_error error = {""};
  for (int i = 0; i < SUBJECTS; i++) {
    forge_sections f = forge_copy(&subjects[i].sound);
    content *tiles = &f.sections[f.count++];
    *tiles =
        (content){.section = {.element_size = 4, .count = 1, .flags = PATHFAN_SECTION_REQUIRED},
                  .data = malloc(4),
                  .bytes = 4};
    assert_non_null(tiles->data);
    snprintf(tiles->section.name, sizeof tiles->section.name, "label-tiles");
    int32_t shift = 3;
    memcpy(tiles->data, &shift, 4);
    assert_int_equal(open_tiled(&f, &error), PATHFAN_OK); /* in one value after all */
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
      memcpy(tiles->data, &wrong[k], 4);
      assert_int_equal(open_tiled(&f, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, "section label-tiles: no size of tiles"));
    }
    shift = 30;
    memcpy(tiles->data, &shift, 4);
    f.chunked = "labels";
    f.chunk_bytes = 1 << 16;
    while (forge_find(&f, "labels")->bytes < 2 * f.chunk_bytes) f.chunk_bytes /= 2;
    assert_int_equal(open_tiled(&f, &error), PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(error.text, "section labels: cut within a tile"));
    forge_free(&f);
  }
}

static void test_deep_cones(void **state) {
  (void)state;
  forge_subject *s = &subjects[GRID];
  for (int more = 0; more < 2; more++) {
    enum { MOST = PATHFAN_CONES_DEPTH_MOST + 1 };
    const int depth = PATHFAN_CONES_DEPTH_MOST + more;
    pathfan_layout_cones nodes[2 * MOST + 1] = {{0, 0}};
    /* First the inner nodes, each the first half of the one before; then all leaves. */
    for (int k = 0; k < depth; k++)
      nodes[k] = (pathfan_layout_cones){
          (uint32_t)(2 * (depth - k)) * (uint32_t)sizeof *nodes | PATHFAN_CONES_CUT_X, 1};
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
    const pathfan_index_view view = view_of(&s->sound);
    const pathfan_locator *l = &view.locator;
    const uint64_t first = sizeof(pathfan_layout_locator), ids = first + 4 * (l->cell_count + 1ull);
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
    const uint32_t a = pathfan_load_id(l->polygon, begin, l->entry_bytes);
    const uint32_t b = pathfan_load_id(l->polygon, begin + 1, l->entry_bytes);
    const struct {
      uint32_t at, id;
      const char *what;
    } cases[] = {
        {begin + 1, a, "entries out of order"}, /* twice the same */
        {begin, b, "entries out of order"},
        {begin, b + 1, "entries out of order"},
        {end - 1, (uint32_t)view.header->polygon_count, "a polygon out of range"},
        {end - 1, PATHFAN_LAYOUT_NONE, "a polygon out of range"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
      forge_sections f = forge_copy(&s->sound);
      pathfan_store_id(forge_find(&f, "locator")->data + ids, cases[k].at, l->entry_bytes,
                       cases[k].id);
      forge_refused(s, &f, "locator", cases[k].what);
    }
  }
}

/* ---- Labels and hubs ---- */

static void test_spans(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pathfan_index_view view = view_of(&s->sound);
    const char *const what[] = {"labels out of order", "exits out of order"};
    int done = 0;
    for (int32_t v = 1; v < view.n && done < 4; v++) {
      const uint64_t at = (uint64_t)v * sizeof *view.spans;
      const pathfan_layout_span *span = &view.spans[v];
      if (span[1].exits[0] - span->exits[0] < 2) continue;
      done++;
      forge_word(s, "spans", at, span[1].labels + 1ll, "spans", what[0]);
      forge_word(s, "spans", at, span[-1].labels - 1ll, "spans", what[0]);
      forge_word(s, "spans", at, UINT32_MAX, "spans", what[0]);
      for (uint32_t g = 0; g < PATHFAN_LABEL_GROUPS; g++) {
        forge_word(s, "spans", at + 4 + 4ull * g, span[1].exits[0] + 1ll, "spans", what[1]);
        forge_word(s, "spans", at + 4 + 4ull * g, UINT32_MAX, "spans", what[1]);
        if (g && span->exits[g - 1]) /* one that ends before it begins */
          forge_word(s, "spans", at + 4 + 4ull * g, span->exits[g - 1] - 1ll, "spans", what[1]);
      }
    }
    assert_true(done);
    /* The first ones are nobody's; no other order is wrong. Nor is there a group after the last. */
    const uint64_t last = (uint64_t)view.n * sizeof *view.spans;
    forge_word(s, "spans", 0, 1, "spans", what[0]);
    forge_word(s, "spans", 4, 1, "spans", what[1]);
    forge_word(s, "spans", last + 8, view.spans[view.n].exits[0] + 1ll, "spans", what[1]);
  }
}

static void refuse_exit(forge_subject *s, uint32_t e, pathfan_exit exit, const char *what) {
  const pathfan_index_view view = view_of(&s->sound);
  forge_sections f = forge_copy(&s->sound);
  uint8_t *at = forge_find(&f, "exits")->data + (uint64_t)e * view.exit_size;
  memcpy(at, &exit.next, (size_t)view.id_bytes);
  memcpy(at + view.id_bytes, &exit.end, (size_t)view.header->end_bytes);
  forge_refused(s, &f, "exits", what);
}

static void test_exits(void **state) {
  (void)state;
  const char *range = "an id out of range", *order = "ends out of order";
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pathfan_index_view view = view_of(&s->sound);
    int done = 0;
    for (int32_t v = 0; v < view.n && done < 4; v++) {
      const uint32_t begin = view.spans[v].exits[0], end = view.spans[v + 1].exits[0];
      if (end - begin < 2) continue;
      done++;
      const pathfan_exit a = pathfan_exit_at(&view, v, begin),
                         z = pathfan_exit_at(&view, v, end - 1);
      refuse_exit(s, begin, (pathfan_exit){(uint32_t)view.n, a.end}, range);
      refuse_exit(s, end - 1, (pathfan_exit){(uint32_t)v, z.end}, range);
      refuse_exit(s, end - 1, (pathfan_exit){PATHFAN_LAYOUT_NONE, z.end}, range);
      refuse_exit(s, begin, (pathfan_exit){a.next, 0}, order);
      refuse_exit(s, begin, (pathfan_exit){a.next, pathfan_exit_at(&view, v, begin + 1).end},
                  order);
      refuse_exit(s, end - 1, (pathfan_exit){z.next, z.end + 1}, order);
      if (z.end - 1 > pathfan_exit_at(&view, v, end - 2).end)
        refuse_exit(s, end - 1, (pathfan_exit){z.next, z.end - 1}, "labels that take none");
    }
    assert_true(done);
  }
}

/* A label: the vertex that has it, and which of its labels it is. */
typedef struct label_place {
  int32_t v;
  uint32_t number;
} label_place;

static pathfan_label_fields label_of(const pathfan_index_view *view, label_place l) {
  return pathfan_label_open(view, l.v, l.number);
}

static uint32_t none_of(const pathfan_index_view *view) {
  return UINT32_MAX >> (32 - 8 * view->header->next_bytes);
}

/* A label is another; its next vertex is its exit's business. next_label: as it is stored. */
static void put_label(const pathfan_index_view *view, forge_sections *f, label_place l,
                      int64_t length, uint32_t hub, uint32_t next_label) {
  const uint64_t i = view->spans[l.v].labels + l.number, size = (uint64_t)view->header->next_bytes;
  const uint64_t word = (uint64_t)length << PATHFAN_HUB_BITS | hub;
  memcpy(forge_find(f, "labels")->data + 8 * i, &word, 8);
  memcpy(forge_find(f, "next-labels")->data + size * i, &next_label, size);
}

static void refuse_label(forge_subject *s, label_place l, int64_t length, uint32_t hub,
                         uint32_t next_label, const char *what) {
  const pathfan_index_view view = view_of(&s->sound);
  forge_sections f = forge_copy(&s->sound);
  put_label(&view, &f, l, length, hub, next_label);
  forge_refused(s, &f, "labels", what);
}

static uint32_t label_count(const pathfan_index_view *view, int32_t v) {
  return view->spans[v + 1].labels - view->spans[v].labels;
}

/* Whether another label goes on with that one. */
static bool is_next(const pathfan_index_view *view, label_place l) {
  for (int32_t v = 0; v < view->n; v++)
    for (uint32_t k = 0; k < label_count(view, v); k++) {
      const pathfan_label_fields other = label_of(view, (label_place){v, k});
      if (other.next_label == l.number && other.next == (uint32_t)l.v) return true;
    }
  return false;
}

static void test_labels(void **state) {
  (void)state;
  const char *range = "an id out of range", *elsewhere = "a next label that leads elsewhere";
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pathfan_index_view view = view_of(&s->sound);
    const uint32_t none = none_of(&view);
    int ids = 0, nexts = 0, others = 0;
    for (int32_t v = 0; v < view.n; v++)
      for (uint32_t k = 0; k < label_count(&view, v); k++) {
        const label_place place = {v, k};
        const pathfan_label_fields l = label_of(&view, place);
        if (l.next_label == PATHFAN_LAYOUT_NONE) {
          if (ids++ >= 2 || is_next(&view, place)) continue;
          refuse_label(s, place, l.length, (uint32_t)view.n, none, range);
          refuse_label(s, place, l.length, (uint32_t)v, none - 1, range);
          refuse_label(s, place, l.length, (1u << PATHFAN_HUB_BITS) - 1, none, range);
          continue;
        }
        const uint32_t count = label_count(&view, (int32_t)l.next);
        if (count < none - 1 && nexts++ < 2) {
          refuse_label(s, place, l.length, l.hub, count, "the next label out of range");
          refuse_label(s, place, l.length, l.hub, none - 2, "the next label out of range");
        }
        /* One for another hub, nearer too. */
        for (uint32_t o = 0; o < count && others < 2; o++) {
          const pathfan_label_fields other = label_of(&view, (label_place){(int32_t)l.next, o});
          if (other.hub == l.hub || other.length >= l.length) continue;
          others++;
          refuse_label(s, place, l.length, l.hub, o, elsewhere);
        }
      }
    assert_true(ids && nexts && others);
  }
}

/* The exit of a label leads to another vertex, which of all its labels only that one minds. */
static void turn_exit(const pathfan_index_view *view, forge_sections *f, label_place l,
                      uint32_t next) {
  uint32_t e = view->spans[l.v].exits[0], begin = 0;
  for (; pathfan_exit_at(view, l.v, e).end <= l.number; e++)
    begin = pathfan_exit_at(view, l.v, e).end;
  memcpy(forge_find(f, "exits")->data + (uint64_t)e * view->exit_size, &next,
         (size_t)view->id_bytes);
  for (uint32_t k = begin; k < pathfan_exit_at(view, l.v, e).end; k++) {
    const pathfan_label_fields other = label_of(view, (label_place){l.v, k});
    if (k != l.number)
      put_label(view, f, (label_place){l.v, k}, other.length, other.hub, none_of(view) - 1);
  }
}

/* Labels that lead in circles, or on without getting nearer. */
static void test_circles(void **state) {
  (void)state;
  const char *what = "a next label that leads elsewhere";
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pathfan_index_view view = view_of(&s->sound);
    int circles = 0;
    for (int32_t v = 0; v < view.n && circles < 3; v++)
      for (uint32_t k = 0; k < label_count(&view, v) && circles < 3; k++) {
        const label_place place = {v, k};
        const pathfan_label_fields l = label_of(&view, place);
        if (l.next_label == PATHFAN_LAYOUT_NONE) continue;
        const label_place on = {(int32_t)l.next, l.next_label};
        const int64_t rest = label_of(&view, on).length;
        circles++;
        forge_sections f = forge_copy(&s->sound);
        turn_exit(&view, &f, on, (uint32_t)v);
        put_label(&view, &f, on, rest, l.hub, k); /* there and back */
        forge_refused(s, &f, "labels", what);
        f = forge_copy(&s->sound);
        turn_exit(&view, &f, on, (uint32_t)v);
        put_label(&view, &f, on, l.length, l.hub, k); /* the same, as far both times */
        forge_refused(s, &f, "labels", what);
        if (view.header->length_bits >= 0) /* no circle, but no nearer */
          refuse_label(s, place, rest, l.hub, l.next_label, what);
        if (rest) refuse_label(s, place, rest - 1, l.hub, l.next_label, what); /* farther */
        /* Rounded to larger units, a few steps may be lost, but no circle. */
        f = forge_copy(&s->sound);
        ((pathfan_layout_header *)(void *)forge_find(&f, "header")->data)->length_bits = -2;
        turn_exit(&view, &f, on, (uint32_t)v);
        put_label(&view, &f, on, l.length, l.hub, k);
        forge_refused(s, &f, "labels", what);
      }
    assert_true(circles);
  }
}

static void test_hubs(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pathfan_index_view view = view_of(&s->sound);
    const uint64_t head = 4 * ((uint64_t)view.n + 1);
    const uint32_t hubs = view.hub_first[view.n];
    const uint32_t places[] = {0, hubs / 2, hubs - 1};
    assert_true(hubs);
    for (int k = 0; k < 3; k++) {
      forge_sections f = forge_copy(&s->sound);
      forge_bits(forge_find(&f, "hubs")->data + head, (uint64_t)places[k] * view.id_bits,
                 view.id_bits, (uint32_t)view.n);
      forge_refused(s, &f, "hubs", "an id out of range");
    }
    forge_word(s, "hubs", 0, 1, "hubs", "lists out of order");
    forge_word(s, "hubs", 4, hubs + 1ll, "hubs", "lists out of order");
  }
}

SUITE(test_forged_cases) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),        cmocka_unit_test(test_vertices),
      cmocka_unit_test(test_wedges),       cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_cones),        cmocka_unit_test(test_deep_cones),
      cmocka_unit_test(test_locator),      cmocka_unit_test(test_spans),
      cmocka_unit_test(test_exits),        cmocka_unit_test(test_labels),
      cmocka_unit_test(test_circles),      cmocka_unit_test(test_hubs),
      cmocka_unit_test(test_onward),       cmocka_unit_test(test_leading),
      cmocka_unit_test(test_default_vias), cmocka_unit_test(test_label_tiles),
  };
  return cmocka_run_group_tests(tests, setup, forge_teardown);
}
