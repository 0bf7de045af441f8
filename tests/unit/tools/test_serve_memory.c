/* Every allocation of answering a request fails in turn: `serve` answers as it does with memory, or
 * 503, or puts that into the line; it never says that the request is wrong. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/shortage.h"
#include "failing_allocations.h"
#include "pathfan/build.h"
#include "query_fixture.h"
#include "serve/costs.h"
#include "serve/service.h"
#include "serve/state.h"
#include "suite.h"

static pf_served_index served, terrain, town;

/* What is asked; NULL: `served`, or `terrain` for costs. */
static pf_served_index *asked_of;

/* What answers; NULL: the service, by the type of the body. */
static void (*costs)(pf_serve_state *serve, pf_worker *worker, pf_exchange *x);
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
  pf_exchange x = {.subject = asked_of ? asked_of
                              : costs  ? &terrain
                                       : &served,
                   .how = PF_LANE_SLOW,
                   .content_type = type,
                   .client = 1};
  x.body = (char *)body;
  x.body_bytes = bytes;
  if (costs) costs(&serve, &worker, &x);
  while (!costs && pf_serve_service.work(&serve, &worker, &x) != PF_HTTP_ANSWERED) {
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

/* Whether answers to batches of two requests in bytes must have their statuses. */
static bool are_statuses_same;

static void starve_on(const char *type, const char *body, size_t bytes, int due, long least) {
  int status;
  char *wanted = answer(type, body, bytes, &status);
  if (status != due) fail_msg("%d %s", status, wanted);
  blank_time(wanted);
  for (int alone = 0; alone < 2; alone++) {
    shortage s = {.alone = alone};
    while (starve(&s)) {
      begin_shortage(&s);
      char *text = answer(type, body, bytes, &status);
      const bool has_failed = end_shortage();
      blank_time(text);
      if (status != due) {
        if (!has_failed || status != 503) fail_msg("allocation %g: %d %s", s.at, status, text);
        assert_non_null(strstr(text, "no_memory"));
      } else if (due == 200 && type[12] == 'j' && strstr(text, "\"error\"")) { /* jsonl */
        if (!has_failed || !strstr(text, "\"no_memory\"") || strstr(text, "bad_") ||
            strstr(text, "not_json"))
          fail_msg("allocation %g: %s", s.at, text);
      } else if (due != 200 && has_failed) { /* a refusal may lose its sentence */
      } else if (are_statuses_same && (text[24] != wanted[24] || text[40] != wanted[40])) {
        fail_msg("allocation %g: requests have status %d and %d, not %d and %d", s.at, text[24],
                 text[40], wanted[24], wanted[40]);
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
  starve_on("application/json", REQUEST, strlen(REQUEST), 200, 60);
}

/* Paths through an opening aren't measured: that there is one must be seen. */
static void test_refused(void **state) {
  static const char text[] =
      "{\"from\":[0.5,0.5],\"to\":[9.5,9.5],\"measures\":true,\"obstacles\":["
      "{\"circle\":[5,5,4],\"kind\":\"opening\"}]}";
  int status;
  char *refused = answer("application/json", text, sizeof text - 1, &status);
  (void)state;
  assert_non_null(strstr(refused, "openings"));
  free(refused);
  starve_on("application/json", text, sizeof text - 1, 400, 30);
}

static void test_lines(void **state) {
  static const char lines[] =
      REQUEST "\n\n{\"id\":\"two\",\"from\":[1,1],\"to\":[9,9],\"snap\":4}\n";
  (void)state;
  starve_on("application/jsonl", lines, sizeof lines - 1, 200, 60);
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
  starve_on("application/vnd.pathfan.batch", body, 16 + head[2] + sizeof ends, 200, 40);
}

/* Ends in degrees: no request of the batch becomes an invalid one. */
static void test_bytes_in_degrees(void **state) {
  static const char text[] = "{\"avoid\":[{\"polygon\":[[11.572,49.944],[11.573,49.944],"
                             "[11.572,49.945]]}]}";
  const double ends[8] = {11.571, 49.941, 11.579, 49.949, 11.571, 49.948, 11.578, 49.942};
  const uint32_t head[3] = {1, 2, (sizeof text - 1 + 7) / 8 * 8};
  char body[300] = "PFBQ";
  (void)state;
  memcpy(body + 4, head, sizeof head);
  memset(body + 16, ' ', head[2]);
  memcpy(body + 16, text, sizeof text - 1);
  memcpy(body + 16 + head[2], ends, sizeof ends);
  asked_of = &town;
  are_statuses_same = true;
  starve_on("application/vnd.pathfan.batch", body, 16 + head[2] + sizeof ends, 200, 10);
  are_statuses_same = false;
  asked_of = NULL;
}

static void test_costs(void **state) {
  static const char field[] = "{\"to\":[9,8],\"grid\":[3,2],\"max_work\":900}";
  static const char corridor[] = "{\"from\":[1,1],\"to\":[9,8],\"within\":0.1,\"tolerance\":0.3}";
  (void)state;
  costs = pf_serve_field;
  starve_on("application/json", field, sizeof field - 1, 200, 20);
  costs = pf_serve_corridor;
  starve_on("application/json", corridor, sizeof corridor - 1, 200, 40);
  costs = NULL;
}

static int make_terrain(void) {
  static const char map[] =
      "{\"type\":\"FeatureCollection\",\"features\":["
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","
      "\"coordinates\":[[[0,0],[10,0],[10,10],[0,10],[0,0]]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5},\"geometry\":{"
      "\"type\":"
      "\"LineString\",\"coordinates\":[[1,2],[8,3],[9,9]]}}]}";
  pathfan_build_options how;
  pathfan_index *index;
  pathfan_build_options_init(&how);
  how.threads = 1;
  twin_scratch_write("terrain.geojson", map);
  if (pathfan_build_index(twin_scratch("terrain.geojson"), twin_scratch("terrain.pathfan"), &how,
                          NULL, NULL) ||
      pathfan_index_open(twin_scratch("terrain.pathfan"), NULL, &index, NULL))
    return -1;
  terrain = (pf_served_index){
      .name = (char *)"terrain", .held = pf_held_source_make(index, NULL), .is_terrain = true};
  return terrain.held ? 0 : -1;
}

static int make_town(void) {
  static const char map[] =
      "{\"type\":\"FeatureCollection\",\"features\":["
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","
      "\"coordinates\":[[[11.57,49.94],[11.58,49.94],[11.58,49.95],[11.57,49.95],[11.57,49.94]]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":"
      "\"Polygon\",\"coordinates\":[[[11.574,49.944],[11.576,49.944],[11.575,49.946],"
      "[11.574,49.944]]]}}]}";
  pathfan_build_options how;
  pathfan_index *index;
  pathfan_build_options_init(&how);
  how.threads = 1;
  how.map.projection = PATHFAN_PROJECTION_LOCAL;
  twin_scratch_write("town.geojson", map);
  if (pathfan_build_index(twin_scratch("town.geojson"), twin_scratch("town.pathfan"), &how, NULL,
                          NULL) ||
      pathfan_index_open(twin_scratch("town.pathfan"), NULL, &index, NULL))
    return -1;
  town = (pf_served_index){
      .name = (char *)"town", .held = pf_held_source_make(index, NULL), .is_projected = true};
  return town.held ? 0 : -1;
}

static int setup(void **state) {
  json_set_alloc_funcs(pf_shortage_malloc, free);
  if (twin_scratch_make(state)) return -1;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 12);
  pathfan_index *index = twin_index(&map, NULL);
  twin_map_free(&map);
  served = (pf_served_index){.name = (char *)"it", .held = pf_held_source_make(index, NULL)};
  return !served.held || make_terrain() ? -1 : make_town();
}

static int teardown(void **state) {
  pf_held_source_release(town.held);
  pf_held_source_release(terrain.held);
  pf_held_source_release(served.held);
  return twin_scratch_remove(state);
}

SUITE(test_serve_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_lines),
                                     cmocka_unit_test(test_bytes),
                                     cmocka_unit_test(test_bytes_in_degrees),
                                     cmocka_unit_test(test_costs)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
