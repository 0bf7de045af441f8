/* request_options.c - reads an option's text strictly, by the kind of its field. Unlike JSON,
 * options are checked against the field's range here, where the message can name the option. */
#include "cli/request_options.h"

#include <string.h>

#include "cli/avoid.h"
#include "pathfan/inspect.h"
#include "request/fields.h"

/* Returns the field of an option; NULL if it isn't one of a request. */
static const pf_field *field_of(int option) {
  int number = CLI_OPTION_REQUEST;
  for (const pf_field *f = pf_fields; f->name; f++, number++)
    if (number == option) return f->is_end ? NULL : f;
  return NULL;
}

bool cli_is_request_option(int option, const char *name) {
  const pf_field *field = field_of(option);
  return field && strcmp(field->name, name) == 0;
}

int cli_refuse_request_option(const cli_command *command, int option, const char *text) {
  const pf_field *field = field_of(option);
  char name[PF_FIELD_NAME_BYTES], wanted[PF_FIELD_BYTES];
  return cli_usage(command, "--%s must be %s, not '%s'", pf_field_option(field, name),
                   pf_field_wanted(field, wanted), text);
}

/* ---- Lists, separated by commas ---- */

/* Takes the first item off a list; false at its end. */
static bool next_item(const char **list, const char **item, size_t *length) {
  if (!*list) return false;
  *item = *list;
  *length = strcspn(*list, ",");
  *list = (*item)[*length] ? *item + *length + 1 : NULL;
  return true;
}

static bool take_flags(const pf_field *field, const char *text, uint32_t *flags) {
  uint32_t bits = 0;
  const char *item;
  size_t length;
  while (next_item(&text, &item, &length)) {
    const int32_t number = pf_field_name(field, item, length);
    if (number < 0) return false;
    bits |= UINT32_C(1) << number;
  }
  *flags = bits;
  return true;
}

/* Reads a list of NAME=WEIGHT. */
static bool take_weights(const pf_field *field, const char *text, pathfan_objective *weights) {
  pathfan_objective given = {0};
  const char *item;
  size_t length;
  while (next_item(&text, &item, &length)) {
    char weight[64] = "";
    const size_t name = strcspn(item, "=,");
    const int32_t number = pf_field_name(field, item, name);
    if (number < 0 || item[name] != '=' || length - name > sizeof weight) return false;
    memcpy(weight, item + name + 1, length - name - 1);
    double *into = pf_field_weight(&given, number);
    if (!cli_read_number(weight, into) || *into < 0) return false;
  }
  *weights = given;
  return true;
}

/* ---- One option ---- */

static bool take_count(const pf_field *field, const char *text, int32_t *count) {
  int64_t value;
  if (!cli_read_integer(text, INT32_MIN, INT32_MAX, &value)) return false;
  if (!pf_field_holds(field, (double)value)) return false;
  *count = (int32_t)value;
  return true;
}

static bool take_number(const pf_field *field, const char *text, double *number) {
  double value;
  if (!cli_read_number(text, &value) || !pf_field_holds(field, value)) return false;
  *number = value;
  return true;
}

/* Reads a distance, or a share N%, which is the value of another field: *field becomes that one. */
static bool take_distance(const pf_field **field, const char *text, pathfan_request *request) {
  char number[64];
  double share;
  const size_t length = strlen(text);
  if (!(*field)->share || !length || text[length - 1] != '%')
    return take_number(*field, text, pf_field_in(*field, request));
  if (length > sizeof number) return false;
  memcpy(number, text, length - 1);
  number[length - 1] = '\0';
  if (!cli_read_number(number, &share) || !(share >= 0 && share <= 100)) return false;
  const size_t at = (*field)->share;
  for (*field = pf_fields; (*field)->at != at;) (*field)++;
  *(double *)pf_field_in(*field, request) = share / 100;
  return true;
}

static bool take_level(const pf_field *field, const char *text, pathfan_request *request,
                       pf_area_list *areas, int *code) {
  if (take_number(field, text, pf_field_in(field, request))) return true;
  if (!*text) return false;
  if (!pf_area_list_name(areas, request, pf_field_end(field), text))
    *code = cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  return true;
}

static bool take_choice(const pf_field *field, const char *text, int32_t *choice) {
  const int32_t number = pf_field_name(field, text, strlen(text));
  if (number < 0) return false;
  *choice = number;
  return true;
}

static bool take_preset(const pf_field *field, const char *text, pathfan_request *request) {
  int32_t number;
  return take_choice(field, text, &number) &&
         pathfan_request_preset(request, (pathfan_preset)number);
}

bool cli_request_option(const cli_command *command, int option, const char *text,
                        pathfan_request *request, pf_area_list *areas, int *code) {
  const pf_field *field = field_of(option);
  bool good = false;
  if (!field) return false;
  void *into = pf_field_in(field, request);
  switch (field->kind) {
  case PF_FIELD_POINT: good = cli_read_point(text, into); break;
  case PF_FIELD_COUNT: good = take_count(field, text, into); break;
  case PF_FIELD_WORK: good = cli_read_whole(text, into); break;
  case PF_FIELD_NUMBER: good = take_number(field, text, into); break;
  case PF_FIELD_DISTANCE: good = take_distance(&field, text, request); break;
  case PF_FIELD_LEVEL: good = take_level(field, text, request, areas, code); break;
  case PF_FIELD_SWITCH: good = *(bool *)into = true; break;
  case PF_FIELD_CHOICE: good = take_choice(field, text, into); break;
  case PF_FIELD_PRESET: good = take_preset(field, text, request); break;
  case PF_FIELD_FLAGS: good = take_flags(field, text, into); break;
  case PF_FIELD_WEIGHTS: good = take_weights(field, text, into); break;
  case PF_FIELD_AREAS: *code = cli_avoid_option(command, text, areas, request); return true;
  }
  if (good)
    pf_field_given(field, request);
  else
    *code = cli_refuse_request_option(command, option, text);
  return true;
}

int cli_check_tables(const cli_command *command, const pathfan_index *index,
                     const pathfan_request *request) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  if (request->tables <= info.table_count || info.is_terrain) return CLI_OK; /* reported later */
  return cli_usage(command, "--tables %d: the index has %d", request->tables, info.table_count);
}
