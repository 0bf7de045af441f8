/* read.c - reads a request from a JSON object. */
#include "request/read.h"

#include <math.h>
#include <string.h>

#include "request/fields.h"

bool pf_request_read_point(const char *name, const json_t *value, pathfan_point *point,
                           pf_complaint *wrong) {
  if (!json_is_array(value) || json_array_size(value) != 2 ||
      !json_is_number(json_array_get(value, 0)) || !json_is_number(json_array_get(value, 1)))
    return pf_complain(wrong, "\"%s\" must be two numbers, [x, y]", name);
  point->x = json_number_value(json_array_get(value, 0));
  point->y = json_number_value(json_array_get(value, 1));
  return true;
}

bool pf_request_read_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole) {
  /* JSON doesn't distinguish 2.0 from 2; up to here neither do doubles. */
  const double number = json_number_value(value), limit = 9007199254740992;
  if (!json_is_number(value) || !(fabs(number) <= limit) || number != floor(number)) return false;
  const int64_t given = json_is_integer(value) ? json_integer_value(value) : (int64_t)number;
  if (given < least || given > most) return false;
  *whole = given;
  return true;
}

static bool take_objective(const json_t *value, const pf_field *field,
                           pathfan_objective *objective) {
  pathfan_objective given = {0};
  const char *name;
  json_t *weight;
  if (!json_is_object(value)) return false;
  json_object_foreach((json_t *)value, name, weight) {
    const int32_t number = pf_field_name(field, name, strlen(name));
    if (number < 0 || !json_is_number(weight)) return false;
    *pf_field_weight(&given, number) = json_number_value(weight);
  }
  *objective = given;
  return true;
}

/* Reads a whole number that fits the library's field. */
static bool take_whole(const json_t *value, pf_field_kind kind, void *into) {
  const bool is_count = kind == PF_FIELD_COUNT;
  int64_t whole;
  if (!pf_request_read_whole(value, is_count ? INT32_MIN : 0, is_count ? INT32_MAX : INT64_MAX,
                             &whole))
    return false;
  if (is_count)
    *(int32_t *)into = (int32_t)whole;
  else
    *(uint64_t *)into = (uint64_t)whole;
  return true;
}

static bool take_choice(const json_t *value, const pf_field *field, int32_t *into) {
  const char *text = json_string_value(value);
  const int32_t number = text ? pf_field_name(field, text, strlen(text)) : -1;
  if (number < 0) return false;
  *into = number;
  return true;
}

/* Complains and says what a field must be. */
static bool refuse(const pf_field *field, const char *name, const json_t *value,
                   pf_complaint *wrong) {
  char names[PF_FIELD_BYTES];
  switch (field->kind) {
  case PF_FIELD_COUNT: return pf_complain(wrong, "\"%s\" must be a whole number", name);
  case PF_FIELD_WORK: return pf_complain(wrong, "\"%s\" must be a whole number, 0 or more", name);
  case PF_FIELD_CHOICE:
  case PF_FIELD_PRESET:
    pf_field_quoted(field, names);
    if (json_is_string(value))
      return pf_complain(wrong, "\"%s\" must be %s, not \"%.40s\"", name, names,
                         json_string_value(value));
    return pf_complain(wrong, "\"%s\" must be %s", name, names);
  case PF_FIELD_SWITCH: return pf_complain(wrong, "\"%s\" must be true or false", name);
  case PF_FIELD_WEIGHTS:
    return pf_complain(wrong, "\"%s\" must be an object of numbers: %s", name,
                       pf_field_quoted(field, names));
  case PF_FIELD_AREAS:
    return pf_complain(wrong,
                       "\"%s\" must be a list of {\"circle\": [x, y, r]} and "
                       "{\"polygon\": [[x, y], ...]}, each perhaps with a \"level\"",
                       name);
  case PF_FIELD_LEVEL:
    return pf_complain(wrong, "\"%s\" must be a number, or the name of a floor", name);
  default: return pf_complain(wrong, "\"%s\" must be a number", name);
  }
}

static bool take_preset(const json_t *value, const pf_field *field, pathfan_request *request) {
  int32_t number;
  return take_choice(value, field, &number) &&
         pathfan_request_preset(request, (pathfan_preset)number);
}

static bool take_level(const json_t *value, const pf_field *field, pathfan_request *request,
                       pf_area_list *areas) {
  const char *name = json_string_value(value);
  if (name) return *name && pf_area_list_name(areas, request, pf_field_end(field), name);
  if (!json_is_number(value)) return false;
  *(double *)pf_field_in(field, request) = json_number_value(value);
  return true;
}

static bool take_field(const char *name, const json_t *value, pathfan_request *request,
                       pf_area_list *areas, pf_complaint *wrong) {
  const pf_field *field = pf_field_find(name);
  if (!field || field->is_option) return pf_complain(wrong, "unknown field \"%.40s\"", name);
  void *into = pf_field_in(field, request);
  bool good = false;
  switch (field->kind) {
  case PF_FIELD_POINT: return pf_request_read_point(name, value, into, wrong);
  case PF_FIELD_COUNT:
  case PF_FIELD_WORK: good = take_whole(value, field->kind, into); break;
  case PF_FIELD_NUMBER:
  case PF_FIELD_DISTANCE:
    good = json_is_number(value);
    if (good) *(double *)into = json_number_value(value);
    break;
  case PF_FIELD_LEVEL: good = take_level(value, field, request, areas); break;
  case PF_FIELD_SWITCH:
    good = json_is_boolean(value);
    if (good) *(bool *)into = json_is_true(value);
    break;
  case PF_FIELD_CHOICE: good = take_choice(value, field, into); break;
  case PF_FIELD_PRESET: good = take_preset(value, field, request); break;
  case PF_FIELD_WEIGHTS: good = take_objective(value, field, into); break;
  case PF_FIELD_AREAS: good = pf_area_list_read(value, areas, request); break;
  case PF_FIELD_FLAGS: break; /* options only */
  }
  if (!good) return refuse(field, name, value, wrong);
  pf_field_given(field, request);
  return true;
}

bool pf_has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; length && *at;) {
    const size_t here = strcspn(at, " ");
    if (here == length && strncmp(at, word, here) == 0) return true;
    at += here + (at[here] != '\0');
  }
  return false;
}

/* Takes only the members whose fields are of a round. */
static bool take_members(const json_t *object, const char *others, int round,
                         pathfan_request *request, pf_area_list *areas, pf_complaint *wrong) {
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)object, name, value) {
    const pf_field *field = pf_field_find(name);
    if (pf_has_word(others, name) || (field ? pf_field_round(field) : 0) != round) continue;
    if (!take_field(name, value, request, areas, wrong)) return false;
  }
  return true;
}

bool pf_request_read(const json_t *object, const char *others, pathfan_request *request,
                     pf_area_list *areas, pf_complaint *wrong) {
  if (!json_is_object(object)) return pf_complain(wrong, "not a JSON object");
  for (int round = 0; round < PF_FIELD_ROUNDS; round++)
    if (!take_members(object, others, round, request, areas, wrong)) return false;
  for (const pf_field *f = pf_fields; f->name; f++)
    if (f->is_end && !json_object_get(object, f->name))
      return pf_complain(wrong, "\"%s\" is missing", f->name);
  return true;
}
