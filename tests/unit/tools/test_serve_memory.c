/* Every allocation of answering a request fails in turn: `serve` answers as it does with memory, or
 * 503, or puts that into the line; it never says that the request is wrong. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/shortage.h"
#include "failing_allocations.h"
#include "query_fixture.h"
#include "serve/service.h"
#include "serve/state.h"
#include "suite.h"

static pf_served_index served;
static const pf_serve_options options = {.work_limit = 100000};

#define AREAS                                                                                      \
  "\"avoid\":[{\"circle\":[3,3,0.25]},{\"polygon\":[[1,1],[1.5,1],[1,1.5]]}],"                     \
  "\"obstacles\":[{\"circle\":[5,5,0.25],\"name\":\"pillar\"},{\"open\":\"pillar\"}]"
#define REQUEST                                                                                    \
  "{\"from\":[0.5,0.5],\"to\":[9.5,9.5],\"snap\":4,\"paths\":3,\"algorithm\":"                     \
  "\"ind\\u0065x\"," AREAS "}"

/* Answers the body; the text is the caller's. */
static char *answer(const char *type, const char *body, size_t bytes, int *status) {
  pf_serve_state serve = {.options = &options};
  pf_worker worker = {.count = 0};
  pf_exchange x = {.subject = &served, .how = PF_LANE_SLOW, .content_type = type, .client = 1};
  x.body = (char *)body;
  x.body_bytes = bytes;
  while (pf_serve_service.work(&serve, &worker, &x) != PF_HTTP_ANSWERED) {
  }
  char *text = __real_malloc(x.bytes + 1);
  memcpy(text, x.text, x.bytes);
  text[x.bytes] = '\0';
  *status = x.status;
  x.body = NULL;
  pf_exchange_clear(&x);
  pf_worker_clear(&worker);
  return text;
}

/* Blanks the time, which differs. */
static void blank_time(char *text) {
  for (char *at = text; (at = strstr(at, "\"time_us\":")) != NULL;)
    for (at += strlen("\"time_us\":"); *at && *at != ',' && *at != '}';) *at++ = '0';
}

/* Without what is a number of its own length. */
static bool is_same(const char *one, const char *other) {
  while (*one && *one == *other) {
    one++, other++;
    if (one[-1] == ':' && (*one == '0' || *other == '0')) {
      one += strspn(one, "0123456789.e+-");
      other += strspn(other, "0123456789.e+-");
    }
  }
  return *one == *other;
}

static void starve_on(const char *type, const char *body, size_t bytes, long least) {
  int status;
  char *wanted = answer(type, body, bytes, &status);
  assert_int_equal(status, 200);
  blank_time(wanted);
  for (int alone = 0; alone < 2; alone++) {
    shortage s = {.alone = alone};
    while (starve(&s)) {
      begin_shortage(&s);
      char *text = answer(type, body, bytes, &status);
      const bool has_failed = end_shortage();
      blank_time(text);
      if (status != 200) {
        if (!has_failed || status != 503) fail_msg("allocation %g: %d %s", s.at, status, text);
        assert_non_null(strstr(text, "no_memory"));
      } else if (type[12] == 'j' && strstr(text, "\"error\"")) { /* jsonl */
        if (!has_failed || !strstr(text, "\"no_memory\"") || strstr(text, "bad_") ||
            strstr(text, "not_json"))
          fail_msg("allocation %g: %s", s.at, text);
      } else if (type[12] != 'v' && !is_same(text, wanted)) {
        fail_msg("allocation %g:\n%s\nin place of\n%s", s.at, text, wanted);
      }
      free(text);
    }
    print_message("%s: %ld allocations failed in turn\n", type, s.failed);
    assert_true(s.failed > least);
  }
  free(wanted);
}

static void test_one(void **state) {
  (void)state;
  starve_on("application/json", REQUEST, strlen(REQUEST), 60);
}

static void test_lines(void **state) {
  static const char lines[] =
      REQUEST "\n\n{\"id\":\"two\",\"from\":[1,1],\"to\":[9,9],\"snap\":4}\n";
  (void)state;
  starve_on("application/jsonl", lines, sizeof lines - 1, 60);
}

static void test_bytes(void **state) {
  static const char text[] = "{\"snap\":4,\"paths\":3,\"obstacles\":[{\"circle\":[5,5,0.25]}]}";
  const double ends[8] = {0.5, 0.5, 9.5, 9.5, 9, 1, 1, 9};
  const uint32_t head[3] = {1, 2, (sizeof text - 1 + 7) / 8 * 8};
  char body[300] = "PFBQ";
  (void)state;
  memcpy(body + 4, head, sizeof head);
  memset(body + 16, ' ', head[2]);
  memcpy(body + 16, text, sizeof text - 1);
  memcpy(body + 16 + head[2], ends, sizeof ends);
  starve_on("application/vnd.pathfan.batch", body, 16 + head[2] + sizeof ends, 40);
}

static int setup(void **state) {
  json_set_alloc_funcs(pf_shortage_malloc, free);
  if (twin_scratch_make(state)) return -1;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 12);
  pathfan_index *index = twin_index(&map, NULL);
  twin_map_free(&map);
  served = (pf_served_index){.name = (char *)"it", .held = pf_held_source_make(index, NULL)};
  return served.held ? 0 : -1;
}

static int teardown(void **state) {
  pf_held_source_release(served.held);
  return twin_scratch_remove(state);
}

SUITE(test_serve_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one), cmocka_unit_test(test_lines),
                                     cmocka_unit_test(test_bytes)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
