/* Path 1 by lists of hubs, against path 1 by looking from the ends: the hubs at which both ends
 * meet, the lengths there and the first vertices are the same, between all points of a lattice
 * twice as fine as the map's, with its corners, edges and cuts; and answers are the same, to the
 * last bit. Lists that lack an entry, or that say something wrong, are noticed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer_sum.h"
#include "forge_fixture.h"
#include "generation_fixture.h"
#include "query/open/pieces.h"
#include "query/paths/shortest.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_index.h"
#include "twin_outline_maps.h"

enum { TIES = 64 };

/* The same two ends, looked from and by lists. */
typedef struct subject {
  const twin_map *map;
  const pf_index_view *view;
  const pf_space *space;
  pf_ends all, by_lists;
  int64_t asked, listed, tied, wrong;
} subject;

static pathfan_build_options with_lists(bool are_wanted) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.listed_share = are_wanted ? PATHFAN_LISTED_SHARE_ALWAYS : 0;
  return options;
}

static bool place(const subject *s, pf_ends *ends, const pathfan_point at[2]) {
  bool free = true;
  pf_ends_forget(ends);
  for (int e = 0; e < 2; e++) free = pf_ends_place(ends, e, s->space, at[e], 0).is_free && free;
  if (!free || pf_ends_outcome(ends, s->space, false, false) || pf_ends_are_one(ends)) return false;
  pf_ends_order(ends);
  return !pf_ends_see(ends, s->space);
}

/* Whether the ends meet at the same hubs, by the same first vertices. */
static bool meet_alike(subject *s) {
  pf_meeting one[TIES], two[TIES];
  int32_t ones, twos;
  const pf_end *a = s->all.end, *b = s->by_lists.end;
  const int64_t least = pf_join_hubs(&a[0].distances, &a[1].distances, one, TIES, &ones);
  bool alike =
      pf_join_hubs(&b[0].distances, &b[1].distances, two, TIES, &twos) == least && ones == twos;
  for (int32_t i = 0; i < ones && alike; i++) {
    const int32_t h = one[i].hub;
    for (int e = 0; e < 2; e++)
      alike = alike && a[e].distances.of[h].length == b[e].distances.of[h].length &&
              a[e].distances.of[h].from == b[e].distances.of[h].from;
  }
  s->tied += ones > 1;
  return alike;
}

static void compare(subject *s, const pathfan_point at[2]) {
  bool found;
  if (!place(s, &s->all, at) || !place(s, &s->by_lists, at)) return;
  s->asked++;
  assert_int_equal(pf_ends_find_listed(&s->by_lists, s->view, &found), PATHFAN_OK);
  if (!found) return;
  s->listed++;
  assert_int_equal(pf_ends_scatter(&s->all, s->view), PATHFAN_OK);
  s->wrong += !meet_alike(s);
}

static subject begin(const twin_map *map, const pathfan_index *index) {
  const pf_generation *generation = generation_of(index);
  subject s = {.map = map, .view = &generation->view, .space = &generation->space};
  assert_int_equal(pf_generation_need_location(generation, NULL), PATHFAN_OK);
  assert_int_equal(pf_generation_need(generation, PF_PART_ONWARD, NULL), PATHFAN_OK);
  assert_int_equal(pf_generation_need(generation, PF_PART_LISTED, NULL), PATHFAN_OK);
  assert_true(pf_ends_init(&s.all, s.view->n) && pf_ends_init(&s.by_lists, s.view->n));
  return s;
}

static void end(subject *s) {
  pf_ends_free(&s->all);
  pf_ends_free(&s->by_lists);
}

/* Compares a share of all pairs of points of a lattice: halves of cells, whose even points are
 * corners. */
static void compare_lattice(subject *s, int32_t side, int64_t step) {
  const int64_t across = 2 * side + 1, points = across * across;
  for (int64_t pair = s->map->seed % step; pair < points * points; pair += step) {
    const int64_t a = pair / points, b = pair % points;
    const pathfan_point at[2] = {{(double)(a % across) / 2, (double)(a / across) / 2},
                                 {(double)(b % across) / 2, (double)(b / across) / 2}};
    if (a < b) compare(s, at);
  }
}

static double unit(pf_random *random) {
  return ldexp((double)pf_random_below(random, INT64_C(1) << 40), -40);
}

/* Random points, of which some lie in line with two vertices, some on cuts. */
static void compare_some(subject *s, pf_random *random, int count) {
  for (int i = 0; i < count; i++) {
    pathfan_point at[2];
    for (int e = 0; e < 2; e++) {
      const pf_index_view *view = s->view;
      at[e] =
          (pathfan_point){unit(random) * view->header->width, unit(random) * view->header->height};
      const int32_t u = (int32_t)pf_random_below(random, view->n);
      const int32_t w = (int32_t)pf_random_below(random, view->n);
      const pf_lattice_point p = pf_vertex_at(view, u), q = pf_vertex_at(view, w);
      const double t = (double)(1 + pf_random_below(random, 16)) / 16;
      if (i % 3 == 1) at[e] = (pathfan_point){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
      if (i % 3 == 2) at[e].x = p.x;
    }
    for (int e = 0; e < 2; e++) {
      const pathfan_point own = at[e];
      const pf_frame *frame = &s->space->frame;
      at[e] = (pathfan_point){(frame->origin_x + own.x) / frame->scale,
                              (frame->origin_y + own.y) / frame->scale};
    }
    compare(s, at);
  }
}

static void test_lattice(void **state) {
  (void)state;
  int64_t asked = 0, listed = 0, tied = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(60); i++) {
    twin_map map = twin_map_number(i, 16);
    const pathfan_build_options options = with_lists(true);
    pathfan_index *index = twin_index(&map, &options);
    if (generation_of(index)->view.listed.head) {
      pf_random random = pf_random_from(map.seed + 3);
      subject s = begin(&map, index);
      compare_lattice(&s, map.grid.width > map.grid.height ? map.grid.width : map.grid.height, 11);
      compare_some(&s, &random, 60);
      if (s.wrong) twin_fail(&map, "%lld of %lld", (long long)s.wrong, (long long)s.listed);
      asked += s.asked, listed += s.listed, tied += s.tied;
      end(&s);
    }
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  printf("listed: %lld of %lld pairs of points, %lld with ties\n", (long long)listed,
         (long long)asked, (long long)tied);
  if (twin_is_whole()) assert_true(listed > 10000 && listed > asked / 2 && tied > 100);
}

static void test_outlines(void **state) {
  (void)state;
  int64_t listed = 0;
  for (int i = 0; i < twin_scaled(40); i++) {
    twin_map map = twin_outline_map(i, 10);
    const pathfan_build_options options = with_lists(true);
    pathfan_index *index = twin_outline_index(&map, &options);
    if (generation_of(index)->view.listed.head) {
      pf_random random = pf_random_from(map.seed + 5);
      subject s = begin(&map, index);
      compare_some(&s, &random, 200);
      if (s.wrong) twin_fail(&map, "%lld of %lld", (long long)s.wrong, (long long)s.listed);
      listed += s.listed;
      end(&s);
    }
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  if (twin_is_whole()) assert_true(listed > 500);
}

/* ---- Lists that lack something ---- */

/* Returns the number of the entry by which an end reaches a hub. */
static uint32_t entry_of(const pf_index_view *view, const pf_end *end, int32_t hub) {
  const pf_listed *l = &view->listed;
  const int32_t region = pf_listed_region_of(view, end->at);
  const uint32_t district = (uint32_t)region / l->each;
  for (uint32_t slot = 0; slot < l->first_hub[district + 1] - l->first_hub[district]; slot++) {
    const pf_range all = pf_listed_entries(l, region, slot);
    for (uint32_t i = all.begin; i < all.end && pf_listed_hub(l, district, slot) == hub; i++) {
      const uint32_t first = l->spans[region].first + pf_listed_entry_at(l, i).number;
      if ((int32_t)pf_load_id(l->firsts, first, view->id_bytes) == end->distances.of[hub].from)
        return i;
    }
  }
  fail_msg("vertex %d isn't listed for hub %d", end->distances.of[hub].from, hub);
  return 0;
}

/* Makes the length of an entry so long that it is of no use; then the comparison must fail, if
 * nothing else gives the same length. Returns whether it was tried. */
static bool drop_entry(subject *s, const pathfan_point at[2]) {
  pf_meeting meeting[TIES];
  int32_t meetings;
  pf_index_view lacking = *s->view;
  const pf_index_view *whole = s->view;
  const int64_t listed = s->listed;
  compare(s, at);
  if (s->listed == listed) return false;
  const pf_end *end = s->by_lists.end;
  (void)pf_join_hubs(&end[0].distances, &end[1].distances, meeting, TIES, &meetings);
  const int32_t hub = meeting[0].hub;
  if (meetings > 1 || end[0].distances.of[hub].other >= 0) return false;
  const uint64_t bytes =
      (uint64_t)(const void *)lacking.listed.cuts - (uint64_t)(const void *)lacking.listed.entries;
  const uint32_t each = (uint32_t)lacking.listed.head->entry_bytes;
  uint8_t *entries = malloc(bytes);
  memcpy(entries, lacking.listed.entries, bytes);
  memset(entries + (uint64_t)entry_of(s->view, &end[0], hub) * each + each - PF_LENGTH_BYTES, 0xff,
         PF_LENGTH_BYTES);
  lacking.listed.entries = entries;
  const int64_t wrong = s->wrong;
  s->view = &lacking;
  compare(s, at);
  s->view = whole;
  const bool noticed = s->wrong > wrong || s->listed < listed + 2;
  free(entries);
  if (!noticed) twin_fail(s->map, "an entry for hub %d isn't missed", hub);
  return true;
}

static void test_power(void **state) {
  (void)state;
  int tried = 0;
  for (int i = 0; i < 20 && tried < 40; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 20);
    const pathfan_build_options options = with_lists(true);
    pathfan_index *index = twin_index(&map, &options);
    if (generation_of(index)->view.listed.head) {
      pf_random random = pf_random_from(map.seed + 7);
      subject s = begin(&map, index);
      for (int k = 0; k < 40; k++) {
        const pathfan_point at[2] = {
            {unit(&random) * map.grid.width, unit(&random) * map.grid.height},
            {unit(&random) * map.grid.width, unit(&random) * map.grid.height}};
        tried += drop_entry(&s, at);
      }
      end(&s);
    }
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  assert_true(tried >= 10);
}

/* ---- Files ---- */

static const char *const sections[] = {"listed-firsts", "listed-pairs", "listed-pieces"};
enum { SECTIONS = 3 };

static void test_threads(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 5, 48);
  forge_sections made[3];
  const int32_t threads[] = {1, 2, 7};
  for (int i = 0; i < 3; i++) {
    pathfan_build_options options = with_lists(true);
    options.threads = threads[i];
    pathfan_index_close(twin_index(&map, &options));
    made[i] = forge_read(twin_scratch("map.pathfan"));
    for (int k = 0; k < SECTIONS; k++) {
      const content *one = forge_find(&made[0], sections[k]);
      const content *other = forge_find(&made[i], sections[k]);
      assert_int_equal(one->bytes, other->bytes);
      assert_memory_equal(one->data, other->data, one->bytes);
    }
  }
  for (int i = 0; i < 3; i++) forge_free(&made[i]);
  twin_map_free(&map);
}

/* An index with lists, and what is asked of it and of one without. */
typedef struct files {
  twin_map map;
  forge_sections sound;
  pathfan_point points[24];
  double shortest[24][24]; /* INFINITY: no path */
} files;

static double ask(pathfan_query *query, pathfan_point from, pathfan_point to,
                  pathfan_status *status) {
  const pathfan_answer *answer;
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = from;
  r.to = to;
  r.paths = 1;
  *status = pathfan_query_paths(query, &r, &answer);
  if (*status || !answer->path_count) return INFINITY;
  const pathfan_path *path = &answer->paths[0];
  double length = 0;
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    length +=
        hypot(path->points[i + 1].x - path->points[i].x, path->points[i + 1].y - path->points[i].y);
  assert_true(fabs(length - path->length) < 1e-6);
  return length;
}

static files make_files(void) {
  files f = {.map = twin_map_number(twin_drawn_count() + 3, 24)};
  pf_random random = pf_random_from(11);
  pathfan_query *query;
  pathfan_build_options options = with_lists(false);
  pathfan_index *index = twin_index(&f.map, &options);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int i = 0; i < 24; i++)
    f.points[i] =
        (pathfan_point){unit(&random) * f.map.grid.width, unit(&random) * f.map.grid.height};
  for (int i = 0; i < 24; i++)
    for (int k = 0; k < 24; k++) {
      pathfan_status status;
      f.shortest[i][k] = ask(query, f.points[i], f.points[k], &status);
      assert_int_equal(status, PATHFAN_OK);
    }
  pathfan_query_free(query);
  pathfan_index_close(index);
  options = with_lists(true);
  pathfan_index_close(twin_index(&f.map, &options));
  f.sound = forge_read(twin_scratch("map.pathfan"));
  return f;
}

/* Asks a file whose lists may be wrong: it is refused, or gives paths, none shorter than the
 * shortest. Counts what was refused and what was answered. */
static void use(const files *f, int policy, int64_t *refused, int64_t *answered) {
  const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  pathfan_status status =
      pathfan_index_open(twin_scratch("forged.pathfan"), &options, &index, &error);
  if (status) {
    assert_int_equal(status, PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(error.text, "listed-"));
    ++*refused;
    return;
  }
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int i = 0; i < 24; i++)
    for (int k = 0; k < 24; k++) {
      const double length = ask(query, f->points[i], f->points[k], &status);
      assert_true(!status || status == PATHFAN_ERR_DAMAGED);
      if (status) assert_non_null(strstr(pathfan_query_error(query), "listed-"));
      if (!status &&
          (length < f->shortest[i][k] - 1e-9 || isfinite(length) != isfinite(f->shortest[i][k])))
        twin_fail(&f->map, "%d to %d: %.17g instead of %.17g", i, k, length, f->shortest[i][k]);
      *refused += status != PATHFAN_OK;
      *answered += !status;
    }
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* Bytes changed anywhere; the digests of the pieces are made to fit, or not. */
static void test_damage(void **state) {
  (void)state;
  files f = make_files();
  pf_random random = pf_random_from(13);
  int64_t refused = 0, answered = 0;
  for (int i = 0; i < twin_scaled(120); i++) {
    forge_sections forged = forge_copy(&f.sound);
    content *c = forge_find(&forged, sections[i % 2]);
    for (int64_t k = pf_random_below(&random, 3); k >= 0; k--)
      c->data[pf_random_below(&random, (int64_t)c->bytes)] ^=
          (uint8_t)(1 + pf_random_below(&random, 255));
    if (i % 8)
      forge_write(&forged, twin_scratch("forged.pathfan"));
    else
      forge_write_plainly(&forged, twin_scratch("forged.pathfan"));
    forge_free(&forged);
    use(&f, i % 3, &refused, &answered);
  }
  printf("damaged lists: %lld refusals, %lld answers\n", (long long)refused, (long long)answered);
  if (twin_is_whole()) assert_true(refused > 20 && answered > 20);
  forge_free(&f.sound);
  twin_map_free(&f.map);
}

static void refused(const files *f, const char *section, uint64_t at, uint64_t removed,
                    const void *bytes, uint64_t added, const char *says) {
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
  forge_sections forged = forge_copy(&f->sound);
  pathfan_index *index;
  pathfan_error error = {""};
  forge_splice(forge_find(&forged, section), at, removed, bytes, added);
  forge_write(&forged, twin_scratch("forged.pathfan"));
  forge_free(&forged);
  if (pathfan_index_open(twin_scratch("forged.pathfan"), &eager, &index, &error) !=
          PATHFAN_ERR_DAMAGED ||
      !strstr(error.text, says))
    fail_msg("\"%s\" where \"%s\" was expected", error.text, says);
}

static void test_faults(void **state) {
  (void)state;
  files f = make_files();
  const content *firsts = forge_find(&f.sound, sections[0]);
  const content *pairs = forge_find(&f.sound, sections[1]);
  const pf_layout_listed *head = (const void *)firsts->data;
  pf_listed l = {0};
  assert_true(pf_listed_open(&l, firsts->data, firsts->bytes, pairs->data, pairs->bytes));
  const int32_t levels = PF_LISTED_LEVELS_MAX + 1, none = 0;
  const uint8_t byte = 0xff;
  const uint32_t cut = PF_REGION_CUT_NONE << 1 | 2, many = UINT32_MAX;
  const uint16_t end = UINT16_MAX;
#define AT(part) (uint64_t)((const uint8_t *)(part)-firsts->data)
  refused(&f, "listed-firsts", 0, 4, &levels, 4, "section listed-firsts: of another form");
  refused(&f, "listed-firsts", offsetof(pf_layout_listed, entry_bytes), 4, &none, 4,
          "section listed-firsts: of another form");
  refused(&f, "listed-firsts", firsts->bytes - 1, 1, NULL, 0,
          "section listed-firsts: of another form");
  refused(&f, "listed-pairs", pairs->bytes - 1, 1, NULL, 0,
          "section listed-firsts: of another form");
  refused(&f, "listed-firsts", AT(l.entries) + (uint32_t)head->entry_bytes - 1, 1, &byte, 1,
          "an entry that isn't its vertex's label");
  refused(&f, "listed-firsts", AT(l.entries), 1, &byte, 1,
          "an entry that isn't its vertex's label");
  if (l.count > 1) refused(&f, "listed-firsts", AT(l.cuts + 1), 4, &cut, 4, "a cut off the map");
  refused(&f, "listed-firsts", AT(l.spans), 4, &many, 4, "lists out of order");
  refused(&f, "listed-firsts", AT(l.ends), 2, &end, 2, "lists out of order");
  refused(&f, "listed-firsts", AT(l.firsts), 2, &end, 2, "an id out of range or out of order");
  refused(&f, "listed-firsts", AT(l.hubs), 2, &end, 2, "an id out of range or out of order");
  refused(&f, "listed-pairs", 4, 2, &end, 2, "pairs out of order");
  refused(&f, "listed-pairs", (uint64_t)(l.records - l.blocks), 1, &byte, 1, "a slot out of range");
#undef AT
  forge_free(&f.sound);
  twin_map_free(&f.map);
}

/* Lists that agree with themselves but lack entries: only lengths show it. */
static void test_lack(void **state) {
  (void)state;
  files f = make_files();
  pathfan_index *index;
  pathfan_error error = {""};
  for (int lacks = 0; lacks < 2; lacks++) {
    forge_sections forged = forge_copy(&f.sound);
    const content *firsts = forge_find(&forged, sections[0]);
    const content *pairs = forge_find(&forged, sections[1]);
    pf_listed l = {0};
    assert_true(pf_listed_open(&l, firsts->data, firsts->bytes, pairs->data, pairs->bytes));
    const size_t each = (size_t)l.head->entry_bytes;
    uint8_t *entries = firsts->data + (l.entries - firsts->data);
    for (int32_t r = 0; r < l.count && lacks; r++) {
      const uint32_t district = (uint32_t)r / l.each;
      const uint32_t slots = l.first_hub[district + 1] - l.first_hub[district];
      for (uint32_t slot = 0; slot < slots; slot++) {
        const pf_range list = pf_listed_entries(&l, r, slot);
        for (uint32_t i = list.begin; i < list.end; i++)
          memcpy(entries + i * each, entries + list.begin * each, each);
      }
    }
    forge_write(&forged, twin_scratch("forged.pathfan"));
    forge_free(&forged);
    assert_int_equal(pathfan_index_open(twin_scratch("forged.pathfan"), NULL, &index, &error),
                     PATHFAN_OK);
    assert_int_equal(pathfan_index_verify(index, &error), lacks ? PATHFAN_ERR_DAMAGED : PATHFAN_OK);
    if (lacks) assert_non_null(strstr(error.text, "the lists lack the shortest path from"));
    pathfan_index_close(index);
  }
  forge_free(&f.sound);
  twin_map_free(&f.map);
}

/* ---- Answers ---- */

/* Answers are the same to the last bit, whatever is asked. */
static void test_answers(void **state) {
  (void)state;
  int64_t turning = 0;
  for (int i = 0; i < twin_scaled(30); i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 40);
    pathfan_index *index[2];
    pathfan_query *query[2];
    pf_random random = pf_random_from(map.seed + 17);
    for (int k = 0; k < 2; k++) {
      pathfan_build_options options = with_lists(k);
      options.id_bytes = i % 3 ? 0 : 4;
      index[k] = twin_index(&map, &options);
      assert_int_equal(pathfan_query_create(index[k], &query[k]), PATHFAN_OK);
    }
    for (int k = 0; k < 200; k++) {
      const pathfan_answer *answer[2];
      pathfan_request r;
      pathfan_request_init(&r);
      r.from = (pathfan_point){unit(&random) * map.grid.width, unit(&random) * map.grid.height};
      r.to = (pathfan_point){unit(&random) * map.grid.width, unit(&random) * map.grid.height};
      r.paths = k % 2 ? 1 : 3;
      r.snap = 2;
      for (int q = 0; q < 2; q++)
        assert_int_equal(pathfan_query_paths(query[q], &r, &answer[q]), PATHFAN_OK);
      if (sum_of(answer[0]) != sum_of(answer[1]))
        twin_fail(&map, "from %.17g,%.17g to %.17g,%.17g: another answer", r.from.x, r.from.y,
                  r.to.x, r.to.y);
      turning += answer[0]->path_count && answer[0]->paths[0].point_count > 2;
    }
    for (int k = 0; k < 2; k++) {
      pathfan_query_free(query[k]);
      pathfan_index_close(index[k]);
    }
    twin_map_free(&map);
  }
  if (twin_is_whole()) assert_true(turning > 1000);
}

SUITE(test_listed) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lattice), cmocka_unit_test(test_outlines),
      cmocka_unit_test(test_power),   cmocka_unit_test(test_threads),
      cmocka_unit_test(test_damage),  cmocka_unit_test(test_faults),
      cmocka_unit_test(test_lack),    cmocka_unit_test(test_answers)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
