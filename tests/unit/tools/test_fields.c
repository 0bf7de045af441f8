/* The table of a request's fields against its sources: the struct, the library's own ranges and
 * names, and the description of the viewer's API. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pathfan/build.h"
#include "pathfan/map.h"
#include "request/fields.h"
#include "request/read.h"
#include "suite.h"
#include "twin_maps.h"
#include "viewer/limits.h"
#include "viewer/page.h"

/* ---- pathfan_request ---- */

typedef struct member {
  size_t at, bytes, alignment;
} member;

static int by_place(const void *a, const void *b) {
  const member *left = a, *right = b;
  return (left->at > right->at) - (left->at < right->at);
}

#define MEMBER(type, name) ((member){offsetof(pathfan_request, name), sizeof(type), _Alignof(type)})

static member member_of(const pf_field *field) {
  switch (field->kind) {
  case PF_FIELD_POINT: return (member){field->at, sizeof(pathfan_point), 8};
  case PF_FIELD_COUNT:
  case PF_FIELD_CHOICE:
  case PF_FIELD_FLAGS: return (member){field->at, 4, 4};
  case PF_FIELD_SWITCH: return (member){field->at, sizeof(bool), _Alignof(bool)};
  case PF_FIELD_WEIGHTS: return (member){field->at, sizeof(pathfan_objective), 8};
  default: return (member){field->at, 8, 8};
  }
}

static size_t aligned(size_t at, size_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

/* Every member has a row: between the rows' members lies only padding, after them only room. */
static void test_every_member_is_a_field(void **state) {
  member members[64] = {MEMBER(bool, bind_dissimilarity),
                        MEMBER(bool, bind_separation),
                        MEMBER(int32_t, avoid_count),
                        MEMBER(const pathfan_trace *, trace),
                        MEMBER(bool, bind_loop),
                        MEMBER(const pathfan_obstacles *, obstacles),
                        MEMBER(const char *const *, floors)};
  size_t count = 7, end = 0;
  (void)state;
  for (const pf_field *f = pf_fields; f->name; f++)
    if (f->kind != PF_FIELD_PRESET) members[count++] = member_of(f);
  qsort(members, count, sizeof *members, by_place);
  for (size_t i = 0; i < count; i++) {
    assert_int_equal(members[i].at, aligned(end, members[i].alignment));
    end = members[i].at + members[i].bytes;
  }
  assert_int_equal(aligned(end, 8), offsetof(pathfan_request, reserved));
}

/* ---- Ranges ---- */

typedef struct asked {
  pathfan_map *map;
  pathfan_query *query;
} asked;

static int begin(void **state) {
  static asked it;
  static const char text[] = "type octile\nheight 2\nwidth 2\nmap\n..\n..\n";
  assert_int_equal(pathfan_map_parse(text, sizeof text - 1, "m", NULL, &it.map, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(it.map, &it.query), PATHFAN_OK);
  *state = &it;
  return 0;
}

static int end(void **state) {
  asked *it = *state;
  pathfan_query_free(it->query);
  pathfan_map_free(it->map);
  return 0;
}

static pathfan_request sound(void) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.to = (pathfan_point){1, 1};
  request.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  return request;
}

/* Checks that the library accepts a request, or refuses it with a sentence about the field. */
static void expect(const asked *it, const pathfan_request *request, const pf_field *field,
                   bool good) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(it->query, request, &answer), PATHFAN_OK);
  if ((answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST) != good)
    fail_msg("%s: the table and the library disagree: %s", field->name,
             pathfan_query_error(it->query));
  if (!good)
    assert_ptr_equal(strstr(pathfan_query_error(it->query), field->name),
                     pathfan_query_error(it->query));
}

static void expect_number(const asked *it, const pf_field *field, double number) {
  pathfan_request request = sound();
  /* Which radii are good depends on the index; there is none. */
  if (number > 0 && strcmp(field->name, "radius") == 0) return;
  if (field->kind == PF_FIELD_COUNT)
    *(int32_t *)pf_field_in(field, &request) = (int32_t)number;
  else
    *(double *)pf_field_in(field, &request) = number;
  expect(it, &request, field, pf_field_holds(field, number));
}

/* Checks the ends of a range and the numbers beside them. */
static void check_range(const asked *it, const pf_field *field) {
  const bool whole = field->kind == PF_FIELD_COUNT;
  const double ends[] = {0, field->least, field->most > 0 ? field->most : 1000};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    expect_number(it, field, ends[i]);
    expect_number(it, field, whole ? ends[i] - 1 : nextafter(ends[i], -HUGE_VAL));
    expect_number(it, field, whole ? ends[i] + 1 : nextafter(ends[i], HUGE_VAL));
  }
  if (whole) return;
  pathfan_request usual = sound();
  if (!isnan(*(const double *)pf_field_in(field, &usual))) expect_number(it, field, NAN);
  expect_number(it, field, HUGE_VAL);
  expect_number(it, field, -HUGE_VAL);
}

static void check_weights(const asked *it, const pf_field *field) {
  static const double weights[] = {0, 1, 1e9, -1e-300, NAN, HUGE_VAL};
  for (int32_t i = 0; i < field->names; i++)
    for (size_t k = 0; k < sizeof weights / sizeof *weights; k++) {
      pathfan_request request = sound();
      *pf_field_weight(pf_field_in(field, &request), i) = weights[k];
      expect(it, &request, field, k < 3);
    }
}

/* Checks that there are as many choices as names. */
static void check_names(const asked *it, const pf_field *field) {
  const bool flags = field->kind == PF_FIELD_FLAGS;
  for (int32_t i = 0; i <= field->names; i++) {
    pathfan_request request = sound();
    const pathfan_answer *answer;
    *(uint32_t *)pf_field_in(field, &request) = flags ? UINT32_C(1) << i : (uint32_t)i;
    if (i == field->names)
      expect(it, &request, field, false);
    else if (pathfan_query_paths(it->query, &request, &answer) == PATHFAN_OK)
      assert_int_not_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  }
}

static void test_ranges_are_the_librarys(void **state) {
  const asked *it = *state;
  for (const pf_field *f = pf_fields; f->name; f++) switch (f->kind) {
    case PF_FIELD_COUNT:
    case PF_FIELD_NUMBER:
    case PF_FIELD_DISTANCE: check_range(it, f); break;
    case PF_FIELD_WEIGHTS: check_weights(it, f); break;
    case PF_FIELD_CHOICE:
    case PF_FIELD_FLAGS: check_names(it, f); break;
    default: break; /* any work is allowed; ends and areas have shapes, not ranges */
    }
}

/* ---- Names ---- */

static void test_names(void **state) {
  (void)state;
  for (const pf_field *f = pf_fields; f->name; f++) {
    char option[PF_FIELD_NAME_BYTES];
    assert_ptr_equal(pf_field_find(f->name), f);
    assert_ptr_equal(pf_field_find(pf_field_option(f, option)), f);
    assert_null(strchr(option, '_'));
    assert_true(f->is_end || f->help);
    assert_true(f->is_end || !f->value == (f->kind == PF_FIELD_SWITCH));
    for (int32_t i = 0; i < f->names; i++) {
      const char *name = f->name_of(i);
      assert_string_not_equal(name, "unknown");
      assert_int_equal(pf_field_name(f, name, strlen(name)), i);
      assert_int_equal(pf_field_name(f, name, strlen(name) - 1), -1);
    }
  }
  assert_string_equal(pathfan_algorithm_name(PATHFAN_ALGORITHM_COUNT), "unknown");
  assert_null(pf_field_find("path"));
  assert_null(pf_field_find(""));
}

static void test_sentences(void **state) {
  static const struct {
    const char *name, *wanted, *help;
  } rows[] = {
      {"paths", "a whole number from 1 to 2147483647", "how many paths to find, 1 or more (3)"},
      {"tables", "a whole number from 0 (all) to 2147483647",
       "use the first M tables of the index; 0 means all (0)"},
      {"max_bounded_stretch", "a number, 1 or more, or 0 (no bound)", NULL},
      {"penalty", "a number above 1", NULL},
      {"snap", "a distance, 0 or more",
       "move a blocked end to the nearest free point within R from which the other end can be "
       "reached (0)"},
      {"effort", "fast or thorough",
       "how hard to look for paths: fast or thorough (fast); thorough tries every corner as a via "
       "node, as dissimilarity does"},
      {"objective",
       "a list of length=W,bounded-stretch=W,similarity=W,local-optimality=W,nearness=W, weights 0 "
       "or more",
       NULL},
      {"separation", "a distance, 0 or more, or a share of it, 0% to 100%", NULL},
      {"without", "a list of root-history, dead-ends, cul-de-sacs, intermediate, components",
       NULL}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[PF_FIELD_BYTES];
    const pf_field *field = pf_field_find(rows[i].name);
    assert_string_equal(pf_field_wanted(field, text), rows[i].wanted);
    if (rows[i].help) assert_string_equal(pf_field_help(field, text), rows[i].help);
  }
}

/* ---- JSON ---- */

static bool reads(const char *text, pathfan_request *request, pf_complaint *wrong) {
  pf_area_list areas = {0};
  json_t *object = json_loads(text, 0, NULL);
  pathfan_request_init(request);
  const bool good = pf_request_read(object, "id", request, &areas, wrong);
  pf_area_list_free(&areas);
  json_decref(object);
  return good;
}

static void test_json(void **state) {
  static const struct {
    const char *field, *wrong;
  } rows[] = {{"\"without\": 1", "unknown field \"without\""},
              {"\"paths\": 1.5", "\"paths\" must be a whole number"},
              {"\"paths\": 2147483648", "\"paths\" must be a whole number"},
              {"\"max_work\": -1", "\"max_work\" must be a whole number, 0 or more"},
              {"\"snap\": \"1\"", "\"snap\" must be a number"},
              {"\"effort\": 1", "\"effort\" must be \"fast\" or \"thorough\""},
              {"\"algorithm\": \"walk\"",
               "\"algorithm\" must be \"index\", \"polyanya\", \"astar\", \"plateaus\", "
               "\"dissimilarity\", \"penalty\", \"cvpd\" or \"terrain\", not \"walk\""},
              {"\"objective\": {\"width\": 1}",
               "\"objective\" must be an object of numbers: \"length\", \"bounded_stretch\", "
               "\"similarity\", \"local_optimality\" or \"nearness\""},
              {"\"avoid\": 1", "\"avoid\" must be a list of {\"circle\": [x, y, r]} and "
                               "{\"polygon\": [[x, y], ...]}, each perhaps with a \"level\""}};
  pathfan_request request;
  pf_complaint wrong;
  char text[256];
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    snprintf(text, sizeof text, "{\"from\": [1, 2], \"to\": [3, 4], %s}", rows[i].field);
    assert_false(reads(text, &request, &wrong));
    assert_string_equal(wrong.text, rows[i].wrong);
  }
  assert_false(reads("{\"from\": [1, 2]}", &request, &wrong));
  assert_string_equal(wrong.text, "\"to\" is missing");
  assert_true(reads("{\"from\": [1, 2], \"to\": [3, 4], \"id\": {}, \"max-work\": 5, "
                    "\"dissimilarity\": 0.25, \"objective\": {\"local-optimality\": 2}}",
                    &request, &wrong));
  assert_true(request.work_limit == 5 && request.dissimilarity == 0.25);
  assert_true(request.bind_dissimilarity && request.objective.local_optimality == 2);
  assert_true(reads("{\"from\": [1, 2], \"to\": [3, 4]}", &request, &wrong));
  assert_true(!request.bind_dissimilarity && request.to.y == 4);
}

/* A preset comes before the fields that it sets, wherever it is. */
static void test_presets(void **state) {
  pathfan_request request;
  pf_complaint wrong;
  (void)state;
  assert_true(reads("{\"max_loop\": 2, \"from\": [1, 2], \"to\": [3, 4], \"separation\": 3, "
                    "\"preset\": \"paper\"}",
                    &request, &wrong));
  assert_true(request.max_loop == 2 && request.bind_loop && request.separation == 3);
  assert_int_equal(request.splices, PATHFAN_SPLICES_NEVER);
  assert_true(request.separation_share == 0);
  assert_true(
      reads("{\"from\": [1, 2], \"to\": [3, 4], \"preset\": \"distinct\"}", &request, &wrong));
  assert_true(request.dissimilarity == 0.8 && request.max_loop == 1.5 && !request.bind_loop);
  assert_false(reads("{\"from\": [1, 2], \"to\": [3, 4], \"preset\": 1}", &request, &wrong));
  assert_string_equal(wrong.text, "\"preset\" must be \"game\", \"distinct\" or \"paper\"");
  assert_false(pathfan_request_preset(&request, PATHFAN_PRESET_COUNT));
  assert_string_equal(pathfan_preset_name(PATHFAN_PRESET_COUNT), "unknown");
}

/* ---- The description of the API ---- */

static const json_t *member_named(const json_t *object, const char *name, const char *of) {
  const json_t *found = json_object_get(object, name);
  if (!found) fail_msg("openapi.json: %s has no \"%s\"", of, name);
  return found;
}

static void check_described_number(const pf_field *f, const json_t *described) {
  pathfan_request request;
  pathfan_request_init(&request);
  const void *at = pf_field_in(f, &request);
  const bool is_whole = f->kind == PF_FIELD_COUNT || f->kind == PF_FIELD_WORK;
  const char *type = json_string_value(member_named(described, "type", f->name));
  assert_string_equal(type, is_whole ? "integer" : "number");
  if (isfinite(f->least))
    assert_true(json_number_value(member_named(described, f->above ? "exclusiveMinimum" : "minimum",
                                               f->name)) == (f->zero ? 0 : f->least));
  if (strcmp(f->name, "paths") == 0) /* the viewer allows so many */
    assert_int_equal(json_integer_value(json_object_get(described, "maximum")), PF_PATHS_MAX);
  else
    assert_true(json_number_value(json_object_get(described, "maximum")) == f->most);
  if (f->kind == PF_FIELD_WORK) return;                /* the viewer has a limit of its own */
  if (!is_whole && isnan(*(const double *)at)) return; /* JSON has no number for none */
  assert_true(json_number_value(member_named(described, "default", f->name)) ==
              (is_whole ? *(const int32_t *)at : *(const double *)at));
}

static void check_described_choice(const pf_field *f, const json_t *described) {
  pathfan_request request;
  pathfan_request_init(&request);
  const json_t *names = member_named(described, "enum", f->name);
  size_t at = 0;
  for (int32_t i = 0; i < f->names; i++) {
    /* From cell to cell: an index, which the viewer serves, has no such algorithm. */
    if (strcmp(f->name_of(i), "astar") == 0) continue;
    const char *name = json_string_value(json_array_get(names, at++));
    if (!name) fail_msg("openapi.json: %s lacks \"%s\"", f->name, f->name_of(i));
    assert_string_equal(name, f->name_of(i));
  }
  assert_int_equal(json_array_size(names), at);
  assert_string_equal(json_string_value(member_named(described, "default", f->name)),
                      f->name_of(*(const int32_t *)pf_field_in(f, &request)));
}

static void check_described_weights(const pf_field *f, const json_t *described) {
  const json_t *weights = member_named(described, "properties", f->name);
  for (int32_t i = 0; i < f->names; i++) member_named(weights, f->name_of(i), f->name);
  assert_int_equal(json_object_size(weights), f->names);
}

static void check_described(const pf_field *f, const json_t *described) {
  switch (f->kind) {
  case PF_FIELD_POINT:
    assert_string_equal(json_string_value(member_named(described, "$ref", f->name)),
                        "#/components/schemas/Point");
    break;
  case PF_FIELD_COUNT:
  case PF_FIELD_WORK:
  case PF_FIELD_NUMBER:
  case PF_FIELD_DISTANCE: check_described_number(f, described); break;
  case PF_FIELD_CHOICE: check_described_choice(f, described); break;
  case PF_FIELD_SWITCH:
    assert_string_equal(json_string_value(member_named(described, "type", f->name)), "boolean");
    break;
  case PF_FIELD_WEIGHTS: check_described_weights(f, described); break;
  case PF_FIELD_AREAS:
    assert_string_equal(json_string_value(member_named(described, "type", f->name)), "array");
    break;
  case PF_FIELD_LEVEL:
    assert_int_equal(json_array_size(member_named(described, "type", f->name)), 2);
    break;
  case PF_FIELD_PRESET:
    assert_int_equal(json_array_size(member_named(described, "enum", f->name)), f->names);
    break;
  case PF_FIELD_FLAGS: fail_msg("%s: how are flags described?", f->name);
  }
}

static void test_openapi_has_every_field_and_no_other(void **state) {
  (void)state;
  const pf_page_file *file = pf_page_find("openapi.json");
  assert_non_null(file);
  json_t *document = json_loadb(file->text, file->bytes, 0, NULL);
  const json_t *schemas = json_object_get(json_object_get(document, "components"), "schemas");
  const json_t *described = json_object_get(schemas, "Request");
  const json_t *properties = json_object_get(described, "properties");
  size_t count = 2; /* "measures" and "obstacles", which whoever reads a request takes */
  assert_non_null(properties);
  for (const pf_field *f = pf_fields; f->name; f++) {
    if (f->is_option) continue;
    check_described(f, member_named(properties, f->name, "Request"));
    count++;
  }
  assert_int_equal(json_object_size(properties), count);
  assert_int_equal(json_array_size(json_object_get(described, "required")), 2);
  json_decref(document);
}

SUITE(test_fields) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_member_is_a_field),
      cmocka_unit_test_setup_teardown(test_ranges_are_the_librarys, begin, end),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_sentences),
      cmocka_unit_test(test_presets),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_openapi_has_every_field_and_no_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
