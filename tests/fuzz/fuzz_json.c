/* fuzz_json.c - requests as JSON, such as a line of `query --batch`, must survive any bytes;
 * accepted ones must be read the same after being written, and the library must answer them, if
 * only that they are invalid. */
#include <jansson.h>
#include <math.h>

#include "fuzz.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "request/read.h"

/* A number that is read back as the same one. */
static json_t *real(double value) {
  return json_real(value);
}

static json_t *point(pathfan_point p) {
  return json_pack("[o,o]", real(p.x), real(p.y));
}

static json_t *area(const pathfan_area *a) {
  if (!a->corner_count)
    return json_pack("{s:[o,o,o]}", "circle", real(a->centre.x), real(a->centre.y),
                     real(a->radius));
  json_t *corners = json_array();
  for (int32_t i = 0; i < a->corner_count; i++)
    json_array_append_new(corners, point(a->corners[i]));
  return json_pack("{s:o}", "polygon", corners);
}

static json_t *written(const pathfan_request *r) {
  json_t *avoid = json_array();
  for (int32_t i = 0; i < r->avoid_count; i++) json_array_append_new(avoid, area(&r->avoid[i]));
  json_t *object = json_pack(
      "{s:o,s:o,s:i,s:i,s:i,s:o,s:o,s:o,s:o,s:o,s:s,s:I,s:s,s:o}", "from", point(r->from), "to",
      point(r->to), "paths", r->paths, "tables", r->tables, "access", r->access, "stretch",
      real(r->stretch), "penalty", real(r->penalty), "snap", real(r->snap), "max_bounded_stretch",
      real(r->max_bounded_stretch), "min_local_optimality", real(r->min_local_optimality), "effort",
      r->effort ? "thorough" : "fast", "max_work", (json_int_t)r->work_limit, "algorithm",
      pathfan_algorithm_name(r->algorithm), "avoid", avoid);
  const pathfan_objective *o = &r->objective;
  json_object_set_new(object, "objective",
                      json_pack("{s:o,s:o,s:o,s:o}", "length", real(o->length), "bounded_stretch",
                                real(o->bounded_stretch), "similarity", real(o->similarity),
                                "local-optimality", real(o->local_optimality)));
  if (r->bind_dissimilarity) json_object_set_new(object, "dissimilarity", real(r->dissimilarity));
  fuzz_check(object != NULL);
  return object;
}

static bool same_points(pathfan_point a, pathfan_point b) {
  return a.x == b.x && a.y == b.y;
}

static void check_same(const pathfan_request *a, const pathfan_request *b) {
  fuzz_check(same_points(a->from, b->from) && same_points(a->to, b->to));
  fuzz_check(a->paths == b->paths && a->tables == b->tables && a->access == b->access);
  fuzz_check(a->effort == b->effort && a->algorithm == b->algorithm);
  fuzz_check(a->stretch == b->stretch && a->penalty == b->penalty && a->snap == b->snap);
  fuzz_check(a->dissimilarity == b->dissimilarity && a->work_limit == b->work_limit);
  fuzz_check(a->bind_dissimilarity == b->bind_dissimilarity);
  fuzz_check(a->max_bounded_stretch == b->max_bounded_stretch);
  fuzz_check(a->min_local_optimality == b->min_local_optimality);
  fuzz_check(!memcmp(&a->objective, &b->objective, sizeof a->objective));
  fuzz_check(a->avoid_count == b->avoid_count);
  for (int32_t i = 0; i < a->avoid_count; i++) {
    const pathfan_area *x = &a->avoid[i], *y = &b->avoid[i];
    fuzz_check(x->corner_count == y->corner_count && x->radius == y->radius);
    fuzz_check(same_points(x->centre, y->centre));
    for (int32_t c = 0; c < x->corner_count; c++)
      fuzz_check(same_points(x->corners[c], y->corners[c]));
  }
}

static void check_again(const pathfan_request *request) {
  pathfan_request again;
  pf_area_list areas = {0};
  pf_complaint wrong = {""};
  json_t *object = written(request);
  char *line = json_dumps(object, JSON_COMPACT);
  json_decref(object);
  fuzz_check(line != NULL);
  object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
  pathfan_request_init(&again);
  fuzz_check(pf_request_read(object, "", &again, &areas, &wrong));
  check_same(request, &again);
  json_decref(object);
  free(line);
  pf_area_list_free(&areas);
}

static void ask(const pathfan_request *request) {
  static const char text[] = "type octile\nheight 3\nwidth 5\nmap\n.....\n..@..\n.....\n";
  static pathfan_map *map;
  const pathfan_answer *answer;
  pathfan_query *query;
  if (!map)
    fuzz_check(pathfan_map_parse(text, sizeof text - 1, "m", NULL, &map, NULL) == PATHFAN_OK);
  pathfan_request r = *request;
  if (!r.work_limit || r.work_limit > 10000) r.work_limit = 10000;
  fuzz_check(pathfan_query_create_online(map, &query) == PATHFAN_OK);
  const pathfan_status status = pathfan_query_paths(query, &r, &answer);
  fuzz_check(status ? status == PATHFAN_ERR_ARGUMENT && pathfan_query_error(query)[0]
                    : answer != NULL);
  pathfan_query_free(query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  json_error_t error;
  pathfan_request request;
  pf_area_list areas = {0};
  pf_complaint wrong = {""};
  json_t *object = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, &error);
  if (!object) return 0;
  pathfan_request_init(&request);
  if (pf_request_read(object, "id", &request, &areas, &wrong)) {
    check_again(&request);
    ask(&request);
  } else {
    fuzz_check(wrong.text[0]);
  }
  fuzz_check(areas.count == request.avoid_count && areas.areas == request.avoid);
  pf_area_list_free(&areas);
  json_decref(object);
  return 0;
}
