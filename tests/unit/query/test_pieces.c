/* Pieces of labels, cone lists and via sets: damage in a piece is found by its first reader;
 * requests that don't read it are answered as before. */
#include <pthread.h>

#include "forge_fixture.h"
#include "generation_fixture.h"
#include "query/open/pieces.h"
#include "suite.h"

static forge_subject *subject;

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  twin_map grid = twin_map_number(twin_drawn_count() + 3, 24);
  subject = forge_take(twin_index(&grid, NULL));
  twin_map_free(&grid);
  return 0;
}

/* Touches a piece as its first reader does. */
static pathfan_status touch(const pf_index_view *view, uint32_t piece) {
  const pf_piece_source source = pf_pieces_source(view);
  const pf_piece_numbers numbers = pf_piece_numbers_of(&source);
  const pf_piece_span span = pf_piece_span_of(&source, piece);
  if (piece < numbers.cells) return pf_touch_vertex(view, (int32_t)span.begin);
  if (piece < numbers.regions) return pf_touch_cell(view, (int32_t)span.begin);
  return pf_piece_check(view, piece);
}

/* Announces all pieces of vertices, as a large index does: this decides nothing about a piece, and
 * keeps any verdict. */
static void announce(const pf_index_view *view) {
  const pf_piece_source source = pf_pieces_source(view);
  for (uint32_t piece = 0; piece < pf_piece_numbers_of(&source).cells; piece++) {
    const int32_t v = (int32_t)pf_piece_span_of(&source, piece).begin;
    if (pf_peek_vertex(view, v) == PF_PIECE_ANNOUNCED)
      atomic_store(&view->pieces->state[piece], PF_PIECE_UNKNOWN);
    const unsigned before = pf_peek_vertex(view, v);
    pf_announce_vertex(view, v);
    assert_int_equal(pf_peek_vertex(view, v),
                     before == PF_PIECE_UNKNOWN ? PF_PIECE_ANNOUNCED : before);
  }
}

/* A wrong digest is found when its piece is touched, and nowhere else. The trust policy doesn't
 * check, but verifying does. */
static void test_digests(void **state) {
  (void)state;
  char path[512];
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  const uint32_t count = (uint32_t)(forge_bytes(&subject->sound, "pieces") / 8);
  assert_true(count > 4);
  for (uint32_t bad = 0; bad < count; bad++) {
    forge_sections f = forge_copy(&subject->sound);
    forge_find(&f, "pieces")->data[8ull * bad + bad % 8] ^= (uint8_t)(1u << bad % 8);
    forge_write_plainly(&f, path);
    forge_free(&f);
    for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_TRUST; policy++) {
      const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
      pathfan_index *index;
      pathfan_error error = {""};
      const pathfan_status opened = pathfan_index_open(path, &options, &index, &error);
      if (policy == PATHFAN_OPEN_EAGER) {
        assert_int_equal(opened, PATHFAN_ERR_DAMAGED);
        assert_non_null(strstr(error.text, "section pieces"));
        continue;
      }
      assert_int_equal(opened, PATHFAN_OK);
      const pf_generation *g = generation_of(index);
      const bool trusts = policy == PATHFAN_OPEN_TRUST;
      assert_int_equal(pf_generation_need_location(g, &error), PATHFAN_OK);
      for (int twice = 0; twice < 2; twice++) {
        if (bad % 2 || twice) announce(&g->view);
        for (uint32_t i = 0; i < count; i++)
          assert_int_equal(touch(&g->view, i),
                           i == bad && !trusts ? PATHFAN_ERR_DAMAGED : PATHFAN_OK);
      }
      error.text[0] = 0;
      pf_generation_explain(g, &error);
      assert_int_equal(error.text[0] != 0, !trusts);
      assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, "section pieces"));
      pathfan_index_close(index);
    }
  }
}

/* Flips bits here and there: requests that read them are refused, with the section's name; the
 * others have the same answers as before. */
static void test_flips(void **state) {
  (void)state;
  static const char *const names[] = {"exits", "labels", "next-labels", "cones", "regions"};
  char sound[512], path[512];
  int refused = 0, same = 0;
  snprintf(sound, sizeof sound, "%s", twin_scratch("sound.pathfan"));
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  forge_write(&subject->sound, sound);
  pathfan_index *whole;
  pathfan_query *expected;
  assert_int_equal(pathfan_index_open(sound, NULL, &whole, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(whole, &expected), PATHFAN_OK);
  for (int i = 0; i < twin_scaled_harm(60); i++) {
    const char *name = names[i % 5];
    forge_sections f = forge_copy(&subject->sound);
    content *c = forge_find(&f, name);
    const uint64_t at = (c->bytes - 9) * (uint64_t)i / (uint64_t)twin_scaled_harm(60);
    c->data[at] ^= (uint8_t)(1 << i % 8);
    forge_write_plainly(&f, path);
    forge_free(&f);
    pathfan_index *index;
    pathfan_query *query;
    const pathfan_status opened = pathfan_index_open(path, NULL, &index, NULL);
    if (opened) continue; /* the head of a section was hit */
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int q = 0; q < INTERVIEW_REQUESTS; q++) {
      uint64_t was = 0, is = 0;
      assert_int_equal(ask_paths(expected, &subject->points, q, &was), PATHFAN_OK);
      const pathfan_status status = ask_paths(query, &subject->points, q, &is);
      assert_true(!status || status == PATHFAN_ERR_DAMAGED);
      if (status) assert_non_null(strstr(pathfan_query_error(query), "section"));
      if (!status) assert_true(was == is);
      refused += status != PATHFAN_OK;
      same += !status;
    }
    assert_int_equal(pathfan_index_verify(index, NULL), PATHFAN_ERR_DAMAGED);
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  pathfan_query_free(expected);
  pathfan_index_close(whole);
  print_message("%d requests refused, %d answered as ever\n", refused, same);
  assert_true(refused && same);
}

/* Threads that touch the same pieces reach the same verdicts. */
enum { THREADS = 8 };

typedef struct toucher {
  const pf_index_view *view;
  uint32_t count, bad;
  int troubles;
} toucher;

static void *touch_all(void *context) {
  toucher *t = context;
  for (uint32_t i = 0; i < t->count; i++)
    t->troubles += touch(t->view, i) != (i == t->bad ? PATHFAN_ERR_DAMAGED : PATHFAN_OK);
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  char path[512];
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  const uint32_t count = (uint32_t)(forge_bytes(&subject->sound, "pieces") / 8);
  for (int round = 0; round < twin_scaled_harm(10); round++) {
    forge_sections f = forge_copy(&subject->sound);
    const uint32_t bad = (uint32_t)round % count;
    forge_find(&f, "pieces")->data[8ull * bad] ^= 1;
    forge_write_plainly(&f, path);
    forge_free(&f);
    pathfan_index *index;
    pthread_t threads[THREADS];
    toucher touchers[THREADS];
    assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
    const pf_generation *g = generation_of(index);
    assert_int_equal(pf_generation_need_location(g, NULL), PATHFAN_OK);
    for (int i = 0; i < THREADS; i++) {
      touchers[i] = (toucher){&g->view, count, bad, 0};
      assert_int_equal(pthread_create(&threads[i], NULL, touch_all, &touchers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) assert_int_equal(touchers[i].troubles, 0);
    pathfan_index_close(index);
  }
}

SUITE(test_pieces) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_digests), cmocka_unit_test(test_flips),
                                     cmocka_unit_test(test_threads)};
  return cmocka_run_group_tests(tests, setup, forge_teardown);
}
