/* Cone lists, cell by cell, against the vertices that a point sees by its own expansion: inside
 * cells, on their borders and corners, on lattice points and on the cuts of trees; and against
 * both, the vertices found without dead ends. Runs twice: with leaves as in an index, and
 * (test_cones_few) with leaves so small that nearly all lists are trees. */
#include <string.h>

#include "generation_fixture.h"
#include "map/generate.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_outline_maps.h"
#include "query/ends/visible_vertices.h"

typedef struct counts {
  int64_t points, cuts, left_out, apart;
} counts;

/* An index with lists, and a copy of its view that must do without them. */
typedef struct subject {
  const twin_map *map;
  const pf_index_view *listed;
  pf_index_view expanded;
  pf_layout_header header;
  pf_visible scratch;
  pf_visible_vertices by_lists, by_expansion, onward;
  pf_visible_vertices before, onward_before; /* of an earlier point */
  counts *counts;
} subject;

static const pf_visible_vertex *find(const pf_visible_vertices *seen, int32_t v) {
  for (int32_t i = 0; i < seen->count; i++)
    if (seen->list[i].vertex == v) return &seen->list[i];
  return NULL;
}

static bool is_dead_end(const pf_visible_vertices *seen, int32_t v) {
  for (int32_t i = 0; i < seen->dead_count; i++)
    if (seen->ids[i] == v) return true;
  return false;
}

/* If numbers say that no vertex is visible from both points, none is listed for both. */
static void check_apart(subject *s) {
  const pf_visible_vertices *one = &s->by_expansion, *two = &s->before;
  if (pf_may_see_one(&s->onward, &s->onward_before)) return;
  s->counts->apart++;
  for (int32_t i = 0; i < one->count; i++) assert_null(find(two, one->list[i].vertex));
}

static void swap(pf_visible_vertices *a, pf_visible_vertices *b) {
  const pf_visible_vertices swapped = *a;
  *a = *b;
  *b = swapped;
}

/* Checks that all visible vertices are listed in the same way or, if dead ends, only by id. */
static void check_onward(subject *s, pf_fixed_point p, int32_t cell) {
  const pf_visible_vertices *all = &s->by_expansion, *some = &s->onward;
  assert_int_equal(pf_find_onward_vertices(s->listed, p, cell, &s->scratch, &s->onward),
                   PATHFAN_OK);
  check_apart(s);
  for (int asked = 0; asked < 2; asked++) /* the second call changes nothing */
    assert_int_equal(pf_list_dead_ends(s->listed, &s->onward), PATHFAN_OK);
  for (int32_t i = 0; i < all->count; i++) {
    const pf_visible_vertex *x = &all->list[i], *y = find(some, x->vertex);
    if (y ? x->side != y->side || x->useful != y->useful || x->length != y->length
          : x->useful || !is_dead_end(some, x->vertex))
      twin_fail(s->map, "%s, cell %d, %lld,%lld: vertex %d, %s", s->map->name, cell, (long long)p.x,
                (long long)p.y, x->vertex, y ? "otherwise" : "left out");
    s->counts->left_out += !y;
  }
  for (int32_t i = 0; i < some->count; i++) assert_non_null(find(all, some->list[i].vertex));
  assert_true(pf_may_see_one(some, some) || !all->count);
  if (s->counts->points % 50) return;
  swap(&s->by_expansion, &s->before);
  swap(&s->onward, &s->onward_before);
}

static void check_point(subject *s, pf_fixed_point p, int32_t cell) {
  pf_visible_vertices *a = &s->by_lists, *b = &s->by_expansion;
  assert_int_equal(pf_find_visible_vertices(s->listed, p, cell, &s->scratch, a), PATHFAN_OK);
  assert_int_equal(pf_find_visible_vertices(&s->expanded, p, cell, &s->scratch, b), PATHFAN_OK);
  s->counts->points++;
  bool same = a->count == b->count;
  for (int32_t i = 0; i < a->count && same; i++) {
    const pf_visible_vertex *x = &a->list[i], *y = &b->list[i];
    same = x->vertex == y->vertex && x->side == y->side && x->useful == y->useful &&
           x->length == y->length;
  }
  if (!same)
    twin_fail(s->map, "%s, cell %d, %lld,%lld of %d bits: %d by the list, %d seen", s->map->name,
              cell, (long long)p.x, (long long)p.y, s->header.fraction_bits, a->count, b->count);
  check_onward(s, p, cell);
}

/* ---- Points of a cell ---- */

static bool lies_in(const subject *s, pf_fixed_point p, int32_t cell) {
  const pf_mesh *mesh = &s->listed->mesh;
  const uint32_t begin = mesh->first_corner[cell], end = mesh->first_corner[cell + 1];
  const int bits = s->header.fraction_bits;
  for (uint32_t c = begin; c < end; c++) {
    const uint32_t next = c + 1 < end ? c + 1 : begin;
    const pf_fixed_point a = pf_lift(mesh->vertices[mesh->corner_vertex[c]], bits);
    const pf_fixed_point b = pf_lift(mesh->vertices[mesh->corner_vertex[next]], bits);
    if (pf_turn(pf_fixed_from_to(a, b), pf_fixed_from_to(a, p)) < 0) return false;
  }
  return true;
}

/* Returns a point between three corners of a cell; it may lie on the border or at a corner. */
static pf_fixed_point random_point(const subject *s, pf_random *random, int32_t cell) {
  const pf_mesh *mesh = &s->listed->mesh;
  const uint32_t begin = mesh->first_corner[cell], count = mesh->first_corner[cell + 1] - begin;
  const int bits = s->header.fraction_bits, steps = bits < 12 ? bits : 12;
  const uint32_t first = (uint32_t)pf_random_below(random, count);
  pf_fixed_point corner[3];
  for (int i = 0; i < 3; i++) {
    const uint32_t c =
        i < 2 ? (first + (uint32_t)i) % count : (uint32_t)pf_random_below(random, count);
    corner[i] = pf_lift(mesh->vertices[mesh->corner_vertex[begin + c]], bits);
  }
  const int64_t one = INT64_C(1) << steps;
  const int64_t t = pf_random_below(random, one + 1);
  const int64_t u = pf_random_below(random, one - t + 1);
  /* Differences are multiples of 2^bits, so nothing is rounded. */
  return (pf_fixed_point){
      corner[0].x + (corner[1].x - corner[0].x) / one * t + (corner[2].x - corner[0].x) / one * u,
      corner[0].y + (corner[1].y - corner[0].y) / one * t + (corner[2].y - corner[0].y) / one * u};
}

/* Checks the point moved onto a lattice point, if that lies in the cell too. */
static void check_lattice_point(subject *s, pf_fixed_point p, int32_t cell) {
  const int64_t mask = (INT64_C(1) << s->header.fraction_bits) - 1;
  p.x &= ~mask;
  p.y &= ~mask;
  if (lies_in(s, p, cell)) check_point(s, p, cell);
}

/* Checks points on each cut of a cell's tree, and a step to either side of it. */
static void check_cuts(subject *s, pf_random *random, int32_t cell) {
  const pf_index_view *view = s->listed;
  uint64_t at = view->polygons[cell].cones;
  const uint64_t end = view->polygons[cell + 1].cones;
  while (at < end) {
    const pf_layout_cones head = pf_cones_at(view, at);
    if (pf_cones_kind_of(head) == PF_CONES_LEAF) {
      const pf_cone_leaf leaf = pf_cone_leaf_at(view, at, head);
      at += pf_cone_leaf_bytes(&leaf, view->id_bytes);
      continue;
    }
    at += sizeof head;
    s->counts->cuts++;
    for (int k = 0; k < 6; k++) {
      pf_fixed_point p = random_point(s, random, cell);
      int64_t *along = pf_cones_kind_of(head) == PF_CONES_CUT_X ? &p.x : &p.y;
      *along = head.parts_cut * (INT64_C(1) << s->header.fraction_bits) + k % 3 - 1;
      if (lies_in(s, p, cell)) check_point(s, p, cell);
      if (k % 3 == 1) check_lattice_point(s, p, cell);
    }
  }
}

static void check_cell(subject *s, pf_random *random, int32_t cell) {
  const pf_mesh *mesh = &s->listed->mesh;
  const int bits = s->header.fraction_bits;
  for (uint32_t c = mesh->first_corner[cell]; c < mesh->first_corner[cell + 1]; c++)
    check_point(s, pf_lift(mesh->vertices[mesh->corner_vertex[c]], bits), cell);
  for (int k = 0; k < 6; k++) {
    const pf_fixed_point p = random_point(s, random, cell);
    check_point(s, p, cell);
    check_lattice_point(s, p, cell);
  }
  check_cuts(s, random, cell);
}

/* Checks all cells of a map and closes the index. */
static void check_map(const twin_map *map, pathfan_index *index, counts *all) {
  const pf_generation *generation = generation_of(index);
  pf_random random = pf_random_from(map->seed + 5);
  subject s = {.map = map, .listed = &generation->view, .counts = all};
  assert_int_equal(pf_generation_need_location(generation, NULL), PATHFAN_OK);
  assert_int_equal(s.listed->header->has_cones, 1);
  s.header = *s.listed->header;
  s.header.has_cones = 0;
  s.expanded = *s.listed;
  s.expanded.header = &s.header;
  for (int32_t cell = 0; cell < s.header.polygon_count; cell++) check_cell(&s, &random, cell);
  pf_visible_free(&s.scratch);
  pf_visible_vertices_free(&s.by_lists);
  pf_visible_vertices_free(&s.by_expansion);
  pf_visible_vertices_free(&s.onward);
  pf_visible_vertices_free(&s.before);
  pf_visible_vertices_free(&s.onward_before);
  pathfan_index_close(index);
}

static pathfan_build_options options_of(int number) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = options.tables = 1;
  options.regions = false;
  options.cone_cap = UINT64_C(1) << 30; /* small leaves take much memory */
  options.id_bytes = number % 3 == 2 ? 4 : 0;
  return options;
}

/* ---- Maps ---- */

static void tell(int maps, const counts *c) {
  print_message(
      "%d maps, %lld points, %lld cuts, %lld dead ends left out; %lld pairs of points see "
      "no vertex both by its number\n",
      maps, (long long)c->points, (long long)c->cuts, (long long)c->left_out, (long long)c->apart);
  assert_true(c->left_out > 0);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(60);
  counts all = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 24);
    const pathfan_build_options options = options_of(i);
    check_map(&map, twin_index(&map, &options), &all);
    twin_map_free(&map);
  }
  tell(count, &all);
  assert_true(all.apart > 0);
}

static void test_generated(void **state) {
  (void)state;
  enum { WIDTH = 70, HEIGHT = 45 };
  const int count = twin_scaled(2);
  counts all = {0};
  for (int i = 0; i < 3 * count; i++) {
    const uint64_t seed = (uint64_t)i;
    twin_map map = {.name = "generated", .seed = seed};
    pf_grid *grid = &map.grid;
    assert_int_equal(
        i % 3 == 0   ? pf_generate_caves(&(pf_recipe){WIDTH, HEIGHT, seed, -1, 0}, grid, NULL)
        : i % 3 == 1 ? pf_generate_rooms(&(pf_recipe){WIDTH, HEIGHT, seed, -1, 0}, grid, NULL)
                     : pf_generate_random(&(pf_recipe){WIDTH, HEIGHT, seed, 0.03, 0}, grid, NULL),
        PATHFAN_OK);
    const pathfan_build_options options = options_of(i);
    check_map(&map, twin_index(&map, &options), &all);
    twin_map_free(&map);
  }
  tell(3 * count, &all);
  assert_true(all.apart > 0);
}

static void test_polygons(void **state) {
  (void)state;
  const int count = twin_scaled(80);
  counts all = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 12);
    const pathfan_build_options options = options_of(i);
    check_map(&map, twin_outline_index(&map, &options), &all);
    twin_map_free(&map);
  }
  tell(count, &all);
  assert_true(all.apart > 0);
}

/* A field surrounded by rows of pillars: so many vertices see into it between two others that its
 * list is a tree whatever the size of leaves. */
static void test_field(void **state) {
  (void)state;
  enum { SIDE = 46, FIELD = 15 };
  char rows[SIDE * (SIDE + 1) + 1] = "", *at = rows;
  counts all = {0};
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x < SIDE; x++) {
      const bool is_field = x >= FIELD && y >= FIELD && x < SIDE - FIELD && y < SIDE - FIELD;
      *at++ = !is_field && (x + 2 * y) % 5 == 0 && y % 2 ? '@' : '.';
    }
    *at++ = '\n';
  }
  for (int wide = 0; wide < 2; wide++) {
    twin_map map = twin_map_drawn("field", rows);
    const pathfan_build_options options = options_of(wide ? 2 : 0);
    check_map(&map, twin_index(&map, &options), &all);
    tell(1, &all);
    assert_true(all.cuts > 0);
    twin_map_free(&map);
  }
}

SUITE(test_cone_lists) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_generated),
      cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_field),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
