/* fuzz_serve.c - data from clients of `serve`: one request, for paths or for costs, JSON Lines, or
 * a batch of bytes, as it is or with a head that fits it. The first byte says which, and which
 * index is asked.
 *
 * There must always be an answer: either it is consistent with its own lengths and places, or it is
 * an error with a message. */
#include <jansson.h>
#include <math.h>

#include "fuzz.h"
#include "pathfan/query.h"
#include "serve/costs.h"
#include "serve/limits.h"
#include "serve/service.h"
#include "serve/state.h"
#include "sound.h"

#define WORK_MAX 3000 /* more takes too long under a sanitizer */

#define COSTS 248 /* first bytes from here on are of fields and corridors */

static const char type_json[] = "application/json", type_lines[] = "application/jsonl",
                  type_batch[] = "application/vnd.pathfan.batch";

/* One of the sound indexes, opened once, as `serve` holds it. */
static pf_served_index *served(int32_t number) {
  static pf_served_index all[SOUND_COUNT + 1];
  pf_served_index *one = &all[number];
  if (one->held) return one;
  size_t size;
  sound_index content = sound_index_of(number);
  uint8_t *file = sound_assemble(&content, &size);
  pathfan_index *index;
  sound_index_free(&content);
  fuzz_check(pathfan_index_open_memory(file, size, "sound", NULL, &index, NULL) == PATHFAN_OK);
  one->name = (char *)"sound";
  one->held = pf_held_source_make(index, NULL);
  one->is_terrain = number == SOUND_TERRAIN;
  fuzz_check(one->held != NULL);
  return one;
}

/* ---- Answers ---- */

static void check_error(const json_t *object) {
  const json_t *error = json_object_get(object, "error");
  fuzz_check(json_is_string(json_object_get(error, "code")));
  fuzz_check(json_string_length(json_object_get(error, "message")) > 0);
}

static void check_object(const char *text, size_t bytes, bool has_id) {
  json_t *object = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
  fuzz_check(json_is_object(object));
  if (has_id) fuzz_check(json_object_get(object, "id") != NULL);
  if (json_object_get(object, "error"))
    check_error(object);
  else
    fuzz_check(json_is_string(json_object_get(object, "status")));
  json_decref(object);
}

static void check_lines(const char *text, size_t bytes) {
  const char *end = text + bytes;
  while (text < end) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    fuzz_check(stop != NULL);
    check_object(text, (size_t)(stop - text), true);
    text = stop + 1;
  }
}

static uint32_t number_at(const char *at) {
  uint32_t number;
  memcpy(&number, at, sizeof number);
  return number;
}

/* The format of docs/serve.md: records of answers, of paths, points; each begins where the last
 * ended. */
static void check_batch(const char *text, size_t bytes, uint32_t wanted) {
  fuzz_check(bytes >= 24 && !memcmp(text, "PFBA", 4) && number_at(text + 4) == 1);
  const uint32_t n = number_at(text + 8), p = number_at(text + 12), q = number_at(text + 16);
  fuzz_check(n == wanted && bytes == 24 + 16 * ((size_t)n + p + q));
  const char *record = text + 24, *path = record + 16 * (size_t)n, *point = path + 16 * (size_t)p;
  uint32_t paths = 0, points = 0;
  for (uint32_t i = 0; i < n; i++, record += 16) {
    uint16_t count;
    memcpy(&count, record + 2, sizeof count);
    fuzz_check((uint8_t)record[0] <= PATHFAN_OUTCOME_INVALID_REQUEST);
    fuzz_check(number_at(record + 4) == paths && (count || record[0]));
    paths += count;
  }
  fuzz_check(paths == p);
  for (uint32_t i = 0; i < p; i++, path += 16) {
    double length;
    memcpy(&length, path, sizeof length);
    fuzz_check(isfinite(length) && length >= 0 && number_at(path + 8) == points);
    points += number_at(path + 12);
  }
  fuzz_check(points == q);
  for (uint32_t i = 0; i < 2 * q; i++, point += 8) {
    double at;
    memcpy(&at, point, sizeof at);
    fuzz_check(isfinite(at));
  }
}

/* ---- Requests ---- */

/* Sends a body through the lanes it is passed to, and checks the answer. wanted: the number of
 * answers in an answered batch. */
static void send(pf_served_index *index, const char *type, char *body, size_t bytes,
                 uint32_t wanted) {
  static const pf_serve_options options = {.work_limit = WORK_MAX};
  static pf_serve_state serve = {.options = &options};
  static pf_worker worker;
  pf_exchange x = {.subject = index,
                   .how = type == type_json ? PF_LANE_QUICK : PF_LANE_BATCH,
                   .content_type = type,
                   .body = body,
                   .body_bytes = bytes,
                   .client = 1};
  int hops = 0;
  bool is_last = false;
  for (; !is_last; x.has_begun = true) {
    const size_t before = x.progress.at;
    while (pf_serve_service.work(&serve, &worker, &x) != PF_HTTP_ANSWERED)
      fuzz_check(++hops < PF_LANE_COUNT);
    is_last = !x.is_partial;
    fuzz_check(is_last || (x.status == 200 && type == type_lines && x.progress.at > before));
    if (!is_last) check_lines(x.text, x.bytes);
  }
  fuzz_check(x.status == 200 || (x.status >= 400 && x.status < 500));
  if (x.status != 200 || type == type_json)
    check_object(x.text, x.bytes, false);
  else if (type == type_lines)
    check_lines(x.text, x.bytes);
  else
    check_batch(x.text, x.bytes, wanted);
  x.body = NULL; /* the caller's */
  pf_exchange_clear(&x);
}

/* Asks for a field or a corridor. */
static void ask_costs(pf_served_index *index, bool is_corridor, char *body, size_t bytes) {
  static const pf_serve_options options = {.work_limit = WORK_MAX / PF_SERVE_COSTS_WORK};
  static pf_serve_state serve = {.options = &options};
  static pf_worker worker;
  pf_exchange x = {
      .subject = index, .content_type = type_json, .body = body, .body_bytes = bytes, .client = 1};
  (is_corridor ? pf_serve_corridor : pf_serve_field)(&serve, &worker, &x);
  fuzz_check(x.status == 200 || (x.status >= 400 && x.status < 500));
  check_object(x.text, x.bytes, false);
  x.body = NULL; /* the caller's */
  pf_exchange_clear(&x);
}

/* Sends a batch with a head that fits: options up to the first zero byte, ends made of bytes,
 * mostly on the map. */
static void send_fitting(pf_served_index *index, const uint8_t *data, size_t size) {
  const uint8_t *zero = memchr(data, 0, size);
  const size_t text = zero ? (size_t)(zero - data) : size;
  const uint32_t options = (uint32_t)(text + 7) / 8 * 8;
  const uint8_t *ends = data + text + (zero != NULL);
  const uint32_t count = (uint32_t)((size_t)(data + size - ends) / 4);
  const size_t bytes = 16 + options + 32 * (size_t)count;
  char *body = malloc(bytes);
  fuzz_check(body != NULL);
  memcpy(body, "PFBQ\1\0\0", 8);
  memcpy(body + 8, &count, 4);
  memcpy(body + 12, &options, 4);
  memset(body + 16, ' ', options);
  if (text) memcpy(body + 16, data, text);
  for (uint32_t i = 0; i < 4 * count; i++) {
    const double at = ends[i] == 255 ? NAN : ends[i] / 8.0;
    memcpy(body + 16 + options + 8 * (size_t)i, &at, sizeof at);
  }
  send(index, type_batch, body, bytes, count);
  free(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  pf_served_index *index = served(data[0] / 4 % (SOUND_COUNT + 1));
  const size_t bytes = size - 1;
  char *body = malloc(bytes + 1);
  fuzz_check(body != NULL);
  memcpy(body, data + 1, bytes);
  body[bytes] = '\0';
  if (data[0] >= COSTS)
    ask_costs(served(data[0] % 4 < 2 ? SOUND_TERRAIN : 0), data[0] % 2, body, bytes);
  else
    switch (data[0] % 4) {
    case 0: send(index, type_json, body, bytes, 0); break;
    case 1: send(index, type_lines, body, bytes, 0); break;
    case 2: send(index, type_batch, body, bytes, bytes >= 12 ? number_at(body + 8) : 0); break;
    default: send_fitting(index, data + 1, bytes);
    }
  free(body);
  return 0;
}
