/* read.c - a request from a JSON object. */
#include "request/read.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "request/names.h"

bool pathfan_complain(pathfan_complaint *wrong, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(wrong->text, sizeof wrong->text, format, arguments);
  va_end(arguments);
  return false;
}

bool pathfan_request_read_point(const char *name, const json_t *value, pathfan_point *point,
                                pathfan_complaint *wrong) {
  if (!json_is_array(value) || json_array_size(value) != 2 ||
      !json_is_number(json_array_get(value, 0)) || !json_is_number(json_array_get(value, 1)))
    return pathfan_complain(wrong, "\"%s\" must be two numbers, [x, y]", name);
  point->x = json_number_value(json_array_get(value, 0));
  point->y = json_number_value(json_array_get(value, 1));
  return true;
}

bool pathfan_request_read_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole) {
  /* JSON doesn't tell 2.0 from 2; up to here neither do doubles. */
  const double number = json_number_value(value), limit = 9007199254740992;
  if (!json_is_number(value) || !(fabs(number) <= limit) || number != floor(number)) return false;
  const int64_t given = json_is_integer(value) ? json_integer_value(value) : (int64_t)number;
  if (given < least || given > most) return false;
  *whole = given;
  return true;
}

static bool take_int32(const char *name, const json_t *value, int32_t *field,
                       pathfan_complaint *wrong) {
  int64_t whole;
  if (!pathfan_request_read_whole(value, INT32_MIN, INT32_MAX, &whole))
    return pathfan_complain(wrong, "\"%s\" must be a whole number", name);
  *field = (int32_t)whole;
  return true;
}

static bool take_number(const char *name, const json_t *value, double *field,
                        pathfan_complaint *wrong) {
  if (!json_is_number(value)) return pathfan_complain(wrong, "\"%s\" must be a number", name);
  *field = json_number_value(value);
  return true;
}

static bool take_objective(const json_t *value, pathfan_objective *objective,
                           pathfan_complaint *wrong) {
  pathfan_objective given = {0};
  const char *name;
  json_t *weight;
  bool good = json_is_object(value);
  json_object_foreach((json_t *)value, name, weight) {
    double *field = pathfan_objective_weight(&given, name, strlen(name));
    good = good && field && json_is_number(weight);
    if (good) *field = json_number_value(weight);
  }
  if (!good)
    return pathfan_complain(wrong, "\"objective\" must be an object of numbers, any of \"length\", "
                                   "\"bounded_stretch\", \"similarity\", \"local_optimality\"");
  *objective = given;
  return true;
}

static bool take_algorithm(const json_t *value, pathfan_algorithm *algorithm,
                           pathfan_complaint *wrong) {
  const char *text = json_string_value(value);
  if (!text) return pathfan_complain(wrong, "\"algorithm\" must be a string");
  return pathfan_read_algorithm(text, algorithm) ||
         pathfan_complain(wrong, "\"algorithm\": \"%.40s\" %s", text, pathfan_no_algorithm);
}

static bool take_work(const char *name, const json_t *value, uint64_t *work,
                      pathfan_complaint *wrong) {
  int64_t whole;
  if (!pathfan_request_read_whole(value, 0, INT64_MAX, &whole))
    return pathfan_complain(wrong, "\"%s\" must be a whole number, 0 or more", name);
  *work = (uint64_t)whole;
  return true;
}

static bool take_field(const char *name, const json_t *value, pathfan_request *request,
                       pathfan_area_list *areas, pathfan_complaint *wrong) {
  if (strcmp(name, "from") == 0)
    return pathfan_request_read_point(name, value, &request->from, wrong);
  if (strcmp(name, "to") == 0) return pathfan_request_read_point(name, value, &request->to, wrong);
  if (strcmp(name, "paths") == 0) return take_int32(name, value, &request->paths, wrong);
  if (strcmp(name, "tables") == 0) return take_int32(name, value, &request->tables, wrong);
  if (strcmp(name, "access") == 0) return take_int32(name, value, &request->access, wrong);
  if (strcmp(name, "regions") == 0) return take_int32(name, value, &request->regions, wrong);
  if (strcmp(name, "stretch") == 0) return take_number(name, value, &request->stretch, wrong);
  if (strcmp(name, "dissimilarity") == 0) {
    request->bind_dissimilarity = true;
    return take_number(name, value, &request->dissimilarity, wrong);
  }
  if (strcmp(name, "penalty") == 0) return take_number(name, value, &request->penalty, wrong);
  if (strcmp(name, "snap") == 0) return take_number(name, value, &request->snap, wrong);
  if (strcmp(name, "max_bounded_stretch") == 0)
    return take_number(name, value, &request->max_bounded_stretch, wrong);
  if (strcmp(name, "min_local_optimality") == 0)
    return take_number(name, value, &request->min_local_optimality, wrong);
  if (strcmp(name, "objective") == 0) return take_objective(value, &request->objective, wrong);
  if (strcmp(name, "effort") == 0)
    return (json_is_string(value) &&
            pathfan_read_effort(json_string_value(value), &request->effort)) ||
           pathfan_complain(wrong, "\"effort\" must be \"fast\" or \"thorough\"");
  if (strcmp(name, "max_work") == 0 || strcmp(name, "max-work") == 0)
    return take_work(name, value, &request->work_limit, wrong);
  if (strcmp(name, "algorithm") == 0) return take_algorithm(value, &request->algorithm, wrong);
  if (strcmp(name, "avoid") == 0)
    return pathfan_area_list_read(value, areas, request) ||
           pathfan_complain(wrong, "\"avoid\" must be a list of {\"circle\": [x, y, r]} and "
                                   "{\"polygon\": [[x, y], ...]}");
  return pathfan_complain(wrong, "unknown field \"%.40s\"", name);
}

/* Whether a list of words between blanks has this one. */
static bool has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; length && *at;) {
    const size_t here = strcspn(at, " ");
    if (here == length && strncmp(at, word, here) == 0) return true;
    at += here + (at[here] != '\0');
  }
  return false;
}

bool pathfan_request_read(const json_t *object, const char *others, pathfan_request *request,
                          pathfan_area_list *areas, pathfan_complaint *wrong) {
  const char *name;
  json_t *value;
  if (!json_is_object(object)) return pathfan_complain(wrong, "not a JSON object");
  json_object_foreach((json_t *)object, name, value) {
    if (has_word(others, name)) continue;
    if (!take_field(name, value, request, areas, wrong)) return false;
  }
  if (!json_object_get(object, "from")) return pathfan_complain(wrong, "\"from\" is missing");
  if (!json_object_get(object, "to")) return pathfan_complain(wrong, "\"to\" is missing");
  return true;
}
