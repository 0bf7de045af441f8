/* One case for each check of the mesh, like those of test_forged_cases.c for sections that are
 * checked before it; cells that don't fit together; and what is shown of sections whose digests
 * don't fit. */
#include "forge_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"

enum { GRID = 0, POLYGONS, ISLANDS, SUBJECTS };

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.map.mesh = PATHFAN_MESH_CDT;
  twin_map islands = twin_map_drawn("two components", ".....@.....\n"
                                                      ".@@..@..@..\n"
                                                      ".@@..@..@..\n"
                                                      ".....@.....\n");
  forge_take_both();
  forge_take(twin_index(&islands, &options));
  twin_map_free(&islands);
  return 0;
}

/* The mesh, and the data that bound its ids. */
typedef struct cells {
  pf_layout_header *header;
  int32_t *first, *corner, *neighbour, *xy;
  pf_layout_polygon *polygons;
} cells;

static cells cells_of(forge_sections *all) {
  cells c = {.header = (void *)forge_find(all, "header")->data,
             .first = (void *)forge_find(all, "mesh")->data,
             .polygons = (void *)forge_find(all, "polygons")->data};
  c.corner = c.first + c.header->polygon_count + 1;
  c.neighbour = c.corner + c.header->mesh_corner_count;
  c.xy = c.neighbour + c.header->mesh_corner_count;
  return c;
}

static void refuse_mesh(forge_subject *s, const int32_t *place, int64_t value, const char *what) {
  const cells c = cells_of(&s->sound);
  forge_word(s, "mesh", (uint64_t)(place - c.first) * 4, value, "mesh", what);
}

static void test_corners(void **state) {
  (void)state;
  const char *fill = "corners don't fill their place", *range = "a corner out of range";
  const char *few = "a polygon of fewer than three corners", *off = "a vertex off the map";
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const cells c = cells_of(&s->sound);
    const pf_layout_header *h = c.header;
    const int32_t last = h->polygon_count;
    refuse_mesh(s, &c.first[0], 1, fill);
    refuse_mesh(s, &c.first[0], -1, fill);
    refuse_mesh(s, &c.first[last], (int64_t)h->mesh_corner_count - 1, fill);
    refuse_mesh(s, &c.first[last], (int64_t)h->mesh_corner_count + 1, fill);
    for (int32_t p = 1; p < last; p += 1 + last / 4) {
      refuse_mesh(s, &c.first[p], (int64_t)c.first[p - 1] + 2, few);
      refuse_mesh(s, &c.first[p], c.first[p - 1], few);
      refuse_mesh(s, &c.first[p], -1, few);
      refuse_mesh(s, &c.first[p], INT32_MAX, few); /* far beyond the end */
    }
    for (int32_t k = 0; k < h->mesh_corner_count; k += 1 + h->mesh_corner_count / 3) {
      refuse_mesh(s, &c.corner[k], -1, range);
      refuse_mesh(s, &c.corner[k], h->mesh_vertex_count, range);
      refuse_mesh(s, &c.corner[k], INT32_MAX, range);
      refuse_mesh(s, &c.neighbour[k], -2, range);
      refuse_mesh(s, &c.neighbour[k], h->polygon_count, range);
      refuse_mesh(s, &c.neighbour[k], INT32_MAX, range);
    }
    assert_true(h->mesh_vertex_count > h->vertex_count);
    refuse_mesh(s, &c.xy[0], -1, off);
    refuse_mesh(s, &c.xy[1], -1, off);
    refuse_mesh(s, &c.xy[0], (int64_t)h->width + 1, off);
    refuse_mesh(s, &c.xy[1], (int64_t)h->height + 1, off);
  }
}

/* A convex vertex gives its cells to another vertex at the same point. */
static void test_vertex_without_cells(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const int32_t n = cells_of(&s->sound).header->vertex_count;
    for (int32_t v = 0; v < n; v += n - 1) {
      forge_sections f = forge_copy(&s->sound);
      content *mesh = forge_find(&f, "mesh");
      const pf_layout_vertex *at =
          (const pf_layout_vertex *)(const void *)forge_find(&f, "vertices")->data + v;
      const int32_t point[2] = {at->x, at->y};
      forge_splice(mesh, mesh->bytes, 0, point, sizeof point);
      const cells c = cells_of(&f);
      const int32_t other = c.header->mesh_vertex_count++;
      for (int32_t k = 0; k < c.header->mesh_corner_count; k++)
        if (c.corner[k] == v) c.corner[k] = other;
      forge_refused(s, &f, "mesh", "a vertex that no polygon touches");
    }
  }
}

/* Ids in range, but cells that don't fit together. */
static void test_cells(void **state) {
  (void)state;
  const char *convex = "a polygon that isn't convex", *agree = "neighbours that don't agree";
  pf_random random = pf_random_from(79);
  int others = 0;
  for (int i = 0; i < 20; i++) {
    forge_subject *s = &subjects[i % SUBJECTS];
    const cells c = cells_of(&s->sound);
    int32_t p = (int32_t)pf_random_below(&random, c.header->polygon_count);
    /* Picks the polygon that a read of corner -1, which doesn't exist, gives as neighbour. */
    if (i < SUBJECTS && c.neighbour[-1] < c.header->polygon_count) p = c.neighbour[-1];
    const int32_t k = c.first[p], from = c.corner[k], to = c.corner[k + 1], beyond = c.neighbour[k];
    forge_sections f = forge_copy(&s->sound);
    cells changed = cells_of(&f);
    changed.corner[k] = to; /* a reversed edge */
    changed.corner[k + 1] = from;
    forge_refused(s, &f, "mesh", convex);
    refuse_mesh(s, &c.corner[k + 1], from, convex); /* an edge of no length */
    if (beyond < 0) continue;
    others++;
    refuse_mesh(s, &c.neighbour[k], (beyond + 1) % c.header->polygon_count, agree); /* another's */
    refuse_mesh(s, &c.neighbour[k], -1, agree); /* a wall on one side alone */
  }
  assert_true(others > 5);
}

/* A polygon that goes round twice, turning only left: its corners are there twice. */
static void test_round_twice(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    forge_sections f = forge_copy(&s->sound);
    const cells c = cells_of(&f);
    const int32_t count = c.first[1], corners = c.header->mesh_corner_count;
    content *mesh = forge_find(&f, "mesh");
    int32_t twice[2][64];
    assert_true(count <= 64);
    memcpy(twice[0], c.corner, (size_t)count * 4);
    memcpy(twice[1], c.neighbour, (size_t)count * 4);
    const uint64_t corner = (uint64_t)(c.corner - c.first) * 4;
    for (int32_t p = 1; p <= c.header->polygon_count; p++) c.first[p] += count;
    c.header->mesh_corner_count += count;
    /* Neighbours first: they come later. */
    forge_splice(mesh, corner + (uint64_t)corners * 4, 0, twice[1], (uint64_t)count * 4);
    forge_splice(mesh, corner, 0, twice[0], (uint64_t)count * 4);
    forge_refused(s, &f, "mesh", "a polygon that isn't convex");
  }
}

static void test_components(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const cells c = cells_of(&s->sound);
    const int32_t last = c.header->polygon_count;
    int32_t p = 0; /* a polygon with a neighbour; then its whole component, vertices aside */
    while (c.neighbour[c.first[p]] < 0) p++;
    for (int all = 0; all < 2; all++) {
      forge_sections f = forge_copy(&s->sound);
      cells changed = cells_of(&f);
      const int32_t mine = c.polygons[p].component, other = changed.header->component_count++;
      for (int32_t q = 0; q < last; q++)
        if (q == p || (all && c.polygons[q].component == mine))
          changed.polygons[q].component = other;
      forge_refused(s, &f, "mesh",
                    all ? "a vertex of another component" : "neighbours of two components");
    }
  }
}

/* ---- Digests that don't fit ---- */

/* Changes bytes of a raw section of the forged file, and nothing else. */
static void patch_file(const char *path, const content *c, uint64_t at, const void *bytes,
                       uint64_t count) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  uint8_t *all = malloc(size);
  assert_int_equal(fread(all, 1, size, file), size);
  fclose(file);
  uint8_t *found = all;
  while (found + c->bytes <= all + size && memcmp(found, c->data, c->bytes)) found++;
  assert_true(found + c->bytes <= all + size);
  memcpy(found + at, bytes, count);
  unlink(path); /* a published file must not be written to */
  file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(all, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
  free(all);
}

/* Changes a word: only the digest is wrong, and it must be refused lazily and eagerly. */
static void check_damage(const forge_subject *s, const char *section, uint64_t at, uint32_t word) {
  char path[512];
  pathfan_index *index;
  pathfan_error error;
  bool needs[INTERVIEW_QUESTIONS];
  interview now;
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  forge_sections f = forge_copy(&s->sound);
  forge_write(&f, path);
  patch_file(path, forge_find(&f, section), at, &word, sizeof word);
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
  assert_int_equal(pathfan_index_open(path, &eager, &index, &error), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, section));
  const int begin = forge_needs(section, needs);
  if (begin == ASK_REGIONS) needs[ASK_INFO] = true;
  for (int i = 0; i < 2; i++) { /* whatever is asked first */
    index = forge_open(path, PATHFAN_OPEN_LAZY, section);
    interview_index(index, &s->points, i ? ASK_INFO : begin, &now);
    for (int q = 0; q < INTERVIEW_QUESTIONS; q++)
      if (needs[q] && now.status[q] != PATHFAN_ERR_DAMAGED)
        fail_msg("%s: question %d has status %d", section, q, (int)now.status[q]);
    pathfan_index_close(index);
  }
  index = forge_open(path, PATHFAN_OPEN_LAZY, section);
  pathfan_point corners[4] = {{0, 0}};
  for (int32_t p = 0; p < cells_of(&f).header->polygon_count && begin != ASK_REGIONS; p++)
    assert_int_equal(pathfan_index_polygon(index, p, corners, 4), 0);
  pathfan_index_close(index);
  forge_free(&f);
}

static bool is_accepted(const forge_sections *f) {
  char path[512];
  pathfan_index *index;
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
  snprintf(path, sizeof path, "%s", twin_scratch("tried.pathfan"));
  forge_write(f, path);
  const bool is = !pathfan_index_open(path, &eager, &index, NULL);
  pathfan_index_close(is ? index : NULL);
  return is;
}

/* A vertex is moved, but all cells stay convex: without digests, false cells would be shown. */
static void test_moved_vertex(void **state) {
  (void)state;
  forge_subject *s = &subjects[POLYGONS];
  int found = 0;
  for (int32_t v = 0; v < cells_of(&s->sound).header->vertex_count && found < 4; v++)
    for (uint64_t axis = 0; axis < 2 && found < 4; axis++) {
      forge_sections f = forge_copy(&s->sound);
      const uint64_t at = (uint64_t)v * sizeof(pf_layout_vertex) + 4 * axis;
      uint32_t coordinate;
      memcpy(&coordinate, forge_find(&f, "vertices")->data + at, 4);
      coordinate += v % 2 ? 1 : -1u;
      memcpy(forge_find(&f, "vertices")->data + at, &coordinate, 4);
      if (is_accepted(&f)) {
        found++;
        check_damage(s, "vertices", at, coordinate);
      }
      forge_free(&f);
    }
  assert_true(found);
}

/* Other regions and other via nodes, as valid as the right ones. */
static void test_damaged_regions(void **state) {
  (void)state;
  int cuts = 0, vias = 0;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const content *regions = forge_find(&s->sound, "regions");
    const pf_layout_regions *r = (const void *)regions->data;
    const uint32_t places[] = {sizeof *r + sizeof(uint32_t), (uint32_t)regions->bytes - 4};
    for (int k = 0; k < 2; k++) { /* the first cut, and the last via nodes */
      uint32_t word;
      memcpy(&word, regions->data + places[k], sizeof word);
      word = k ? 0 : word ^ 1;
      forge_sections f = forge_copy(&s->sound);
      memcpy(forge_find(&f, "regions")->data + places[k], &word, sizeof word);
      const bool accepted = is_accepted(&f);
      forge_free(&f);
      if (!accepted) continue;
      cuts += !k;
      vias += k;
      check_damage(s, "regions", places[k], word);
    }
  }
  assert_true(cuts && vias);
}

SUITE(test_forged_mesh) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),        cmocka_unit_test(test_corners),
      cmocka_unit_test(test_cells),        cmocka_unit_test(test_vertex_without_cells),
      cmocka_unit_test(test_round_twice),  cmocka_unit_test(test_components),
      cmocka_unit_test(test_moved_vertex), cmocka_unit_test(test_damaged_regions),
  };
  return cmocka_run_group_tests(tests, setup, forge_teardown);
}
