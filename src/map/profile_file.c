/* profile_file.c - see profile_file.h. */
#include "map/profile_file.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_load.h"
#include "base/memory.h"
#include "base/status.h"

/* A line that no JSON has: a record separator, then these words. */
#define MARK "\n\x1epathfan profile\n"
#define FILE_BYTES_MAX (1 << 16)
#define ROWS_MAX 1000

bool pf_profile_is_file(const char *name) {
  return pf_name_ends_in(name, ".json");
}

size_t pf_profile_split(const char *text, size_t bytes, pf_span *own) {
  const char *at = pf_bytes_find(text, bytes, MARK, strlen(MARK));
  *own = (pf_span){0};
  if (!at) return bytes;
  const size_t map = (size_t)(at - text), used = map + strlen(MARK);
  *own = (pf_span){text + used, bytes - used};
  return map;
}

pathfan_status pf_profile_join(const char *path, size_t max_bytes, char **text, size_t *bytes,
                               pathfan_error *error) {
  pf_span earlier;
  char *file = NULL;
  size_t file_bytes = 0;
  pathfan_status status = pf_read_file(path, FILE_BYTES_MAX, &file, &file_bytes, error);
  if (status) return status;
  const size_t map = pf_profile_split(*text, *bytes, &earlier), used = map + strlen(MARK);
  char *joined = NULL;
  if (used + file_bytes > max_bytes)
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "%s: the map and it have more than %zu bytes", path,
                     max_bytes);
  else if (!(joined = pf_resize(*text, used + file_bytes + 1, 1)))
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory", path);
  if (!status) {
    memcpy(joined + map, MARK, strlen(MARK));
    memcpy(joined + used, file, file_bytes + 1); /* including the terminating zero */
    *text = joined;
    *bytes = used + file_bytes;
  }
  free(file);
  return status;
}

/* ---- Reading ---- */

typedef struct reader {
  const char *name;
  pathfan_error *error;
  char place[32]; /* "table[3]", or "" */
} reader;

static pathfan_status complain(const reader *r, const char *format, ...) PF_PRINTF(2, 3);
static pathfan_status complain(const reader *r, const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s%s%s", r->name, r->place,
                 *r->place ? ": " : "", text);
}

/* Refuses members of other names than these, which are between bars. */
static pathfan_status check_keys(const reader *r, const json_t *object, const char *names) {
  const char *key;
  json_t *value;
  char quoted[PF_QUOTE_BYTES], barred[80];
  json_object_foreach((json_t *)object, key, value) {
    const int length = snprintf(barred, sizeof barred, "|%s|", key);
    if (!strchr(key, '|') && length < (int)sizeof barred && strstr(names, barred)) continue;
    char listed[80];
    snprintf(listed, sizeof listed, "%.*s", (int)strlen(names) - 2, names + 1);
    for (char *bar = listed; (bar = strchr(bar, '|'));) *bar = ' ';
    return complain(r, "unknown key %s; keys are: %s",
                    pf_span_quote((pf_span){key, strlen(key)}, quoted), listed);
  }
  return PATHFAN_OK;
}

/* Takes a number; *has: there is one. */
static pathfan_status take_number(const reader *r, const json_t *object, const char *key,
                                  double *number, bool *has) {
  const json_t *value = json_object_get(object, key);
  *has = value;
  if (!value) return PATHFAN_OK;
  *number = json_is_number(value) ? json_number_value(value) : 0;
  if (!(*number >= 1e-9 && *number <= 1e9))
    return complain(r, "%s must be a number from 1e-9 to 1e9", key);
  return PATHFAN_OK;
}

static pathfan_status take_kind(const reader *r, const json_t *object, pf_use *use) {
  static const char *const names[] = {
      [PF_USE_NONE] = "none",   [PF_USE_CLOSED] = "",   [PF_USE_ROAD] = "road",
      [PF_USE_RIVER] = "river", [PF_USE_AREA] = "area", [PF_USE_OBSTACLE] = "obstacle"};
  const char *kind = json_string_value(json_object_get(object, "kind"));
  for (int i = 0; kind && *kind && i < (int)(sizeof names / sizeof *names); i++)
    if (!strcmp(kind, names[i])) {
      *use = (pf_use)i;
      return PATHFAN_OK;
    }
  return complain(r, "kind must be road, area, river, obstacle or none");
}

/* Takes what a row says of its kind: exactly one of the keys that go with it. */
static pathfan_status take_value(const reader *r, const json_t *object, pf_profile_row *row) {
  const bool is_rated = row->use == PF_USE_ROAD || row->use == PF_USE_AREA;
  const json_t *closed = json_object_get(object, "closed");
  double speed = 0, rate = 0, cost = 0;
  bool has_speed, has_rate, has_cost;
  pathfan_status status = take_number(r, object, "speed", &speed, &has_speed);
  if (!status) status = take_number(r, object, "rate", &rate, &has_rate);
  if (!status) status = take_number(r, object, "cost", &cost, &has_cost);
  if (status) return status;
  if (closed && !json_is_true(closed)) return complain(r, "closed must be true, or be left out");
  if (has_speed + has_rate + has_cost + (closed != NULL) != (is_rated || row->use == PF_USE_RIVER))
    return complain(r, is_rated ? "a road or an area has one of speed, rate and closed"
                       : row->use == PF_USE_RIVER ? "a river has one of cost and closed"
                                                  : "this kind has no speed, rate, cost or closed");
  if (is_rated ? has_cost : has_speed || has_rate)
    return complain(r, is_rated ? "cost is of a river" : "speed and rate are of roads and areas");
  double of = 0;
  if (is_rated) of = closed ? PF_PROFILE_NO : has_speed ? speed : pf_rate_of_speed(rate);
  if (row->use == PF_USE_RIVER) of = closed ? INFINITY : cost;
  for (int i = 0; i < PF_PROFILES; i++) row->of[i] = of;
  return PATHFAN_OK;
}

/* Takes the values of a tag, which need room between bars. */
static pathfan_status take_values(const reader *r, const json_t *list, char **values) {
  size_t bytes = 2, used = 1;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *value = json_string_value(json_array_get(list, i));
    if (!value || !*value || strchr(value, '|'))
      return complain(r, "values must be texts that aren't empty, without |");
    bytes += strlen(value) + 1;
  }
  if (bytes == 2) return complain(r, "values must be a list of texts; without it any value fits");
  char *text = pf_alloc(bytes, 1);
  if (!text) return PATHFAN_ERR_NO_MEMORY;
  text[0] = '|';
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *value = json_string_value(json_array_get(list, i));
    const size_t length = strlen(value);
    memcpy(text + used, value, length);
    used += length;
    text[used++] = '|';
  }
  text[used] = 0;
  *values = text;
  return PATHFAN_OK;
}

static pathfan_status take_row(const reader *r, const json_t *object, pf_profile_row *row) {
  const char *key = json_string_value(json_object_get(object, "tag"));
  const json_t *values = json_object_get(object, "values");
  char *text = NULL;
  if (!json_is_object(object)) return complain(r, "it must be an object");
  pathfan_status status = check_keys(r, object, "|tag|values|kind|speed|rate|cost|closed|");
  if (!status && !(key && *key)) status = complain(r, "tag must be a text, such as \"highway\"");
  if (!status) status = take_kind(r, object, &row->use);
  if (!status) status = take_value(r, object, row);
  if (!status && values) status = take_values(r, values, &text);
  row->values = text;
  if (status) return status;
  char *name = pf_alloc(strlen(key) + 1, 1);
  row->key = name;
  if (!name) return PATHFAN_ERR_NO_MEMORY;
  memcpy(name, key, strlen(key) + 1);
  return PATHFAN_OK;
}

static pathfan_status take_all(reader *r, const json_t *document, pf_profile *p) {
  const char *like = json_string_value(json_object_get(document, "like"));
  const json_t *table = json_object_get(document, "table");
  const size_t count = json_array_size(table);
  bool has;
  if (!json_is_object(document)) return complain(r, "a profile must be an object");
  pathfan_status status = check_keys(r, document, "|like|ground|allowed|table|");
  if (status) return status;
  if (!like || !pf_profile_named(like))
    return complain(r, "like must be foot, bicycle, car or offroad");
  if (table && !json_is_array(table)) return complain(r, "table must be a list of rows");
  if (count > ROWS_MAX) return complain(r, "table has more than %d rows", ROWS_MAX);
  *p = *pf_profile_named(like);
  status = take_number(r, document, "ground", &p->ground, &has);
  if (!status) status = take_number(r, document, "allowed", &p->allowed, &has);
  if (!status && count) p->own = pf_alloc_zero(count, sizeof *p->own);
  if (!status && count) p->is_used = pf_alloc_zero(count, sizeof *p->is_used);
  if (!status && count && (!p->own || !p->is_used)) return PATHFAN_ERR_NO_MEMORY;
  for (size_t i = 0; i < count && !status; i++) {
    snprintf(r->place, sizeof r->place, "table[%zu]", i);
    p->own_count++;
    status = take_row(r, json_array_get(table, i), &p->own[i]);
  }
  return status;
}

pathfan_status pf_profile_parse(pf_span text, const char *name, pf_profile **profile,
                                pathfan_error *error) {
  json_error_t wrong;
  reader r = {.name = name, .error = error};
  *profile = NULL;
  if (memchr(text.at, 0, text.length))
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: has a byte of zero, so it is no text", name);
  json_t *document = pf_json_load(text.at, text.length, JSON_REJECT_DUPLICATES, &wrong);
  if (!document && pf_shortage_seen())
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory", name);
  if (!document)
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s:%d: %s", name, wrong.line > 0 ? wrong.line : 1,
                   wrong.text);
  pf_profile *p = pf_alloc_zero(1, sizeof *p);
  pathfan_status status = p ? take_all(&r, document, p) : PATHFAN_ERR_NO_MEMORY;
  json_decref(document);
  if (status == PATHFAN_ERR_NO_MEMORY) pf_fail(error, status, "%s: no memory", name);
  if (status) {
    pf_profile_free(p);
    return status;
  }
  *profile = p;
  return PATHFAN_OK;
}
