/* batch.c - a batch as bytes: many pairs of ends with the same options; docs/serve.md has the
 * layout.
 *
 * All is little-endian, as is every machine that reads indexes; fields lie at multiples of their
 * size, so arrays can be used in place. Input is copied before it is used, since a body may begin
 * at any address. Answers are gathered in three growing arrays, which are sent one after the
 * other. */
#include "serve/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/clock.h"
#include "base/json_load.h"
#include "serve/ask.h"
#include "serve/limits.h"

#define VERSION 1
static const char magic_of_requests[4] = "PFBQ", magic_of_answers[4] = "PFBA";

/* The input: this head, options as a JSON object, and the ends of each request. */
typedef struct requests_head {
  char magic[4];
  uint32_t version;
  uint32_t count;         /* of requests */
  uint32_t options_bytes; /* a multiple of 8; blanks at the end */
} requests_head;

typedef struct ends {
  double from_x, from_y, to_x, to_y;
} ends;

/* The output: this head, an answer for each request, their paths, and the points of these. */
typedef struct answers_head {
  char magic[4];
  uint32_t version;
  uint32_t count;       /* of answers */
  uint32_t path_count;  /* of all of them */
  uint32_t point_count; /* of all of these */
  uint32_t reserved;
} answers_head;

typedef struct answer_record {
  uint8_t outcome, reason; /* as in pathfan/query.h */
  uint16_t path_count;
  uint32_t first_path;
  uint32_t generation;
  uint32_t reserved;
} answer_record;

typedef struct path_record {
  double length;
  uint32_t first_point, point_count;
} path_record;

_Static_assert(sizeof(requests_head) == 16 && sizeof(ends) == 32 && sizeof(answers_head) == 24 &&
                   sizeof(answer_record) == 16 && sizeof(path_record) == 16 &&
                   sizeof(pathfan_point) == 16,
               "as docs/serve.md has it");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records go out as they are");

/* A growing array of bytes. */
typedef struct buffer {
  char *at;
  size_t count, capacity;
} buffer;

/* Returns room for `more` bytes; NULL: out of memory. */
static void *extend(buffer *b, size_t more) {
  if (pf_grow(&b->at, &b->capacity, b->count + more + 1)) return NULL;
  char *room = b->at + b->count;
  b->count += more;
  return room;
}

typedef struct answers {
  buffer records, paths, points;
  pf_tally tally;
} answers;

static void answers_free(answers *a) {
  free(a->records.at);
  free(a->paths.at);
  free(a->points.at);
}

/* Adds an answer; NULL: the request wasn't begun in time. False: out of memory. */
static bool add(answers *a, const pathfan_answer *answer) {
  const size_t count = answer ? (size_t)answer->path_count : 0;
  answer_record *record = extend(&a->records, sizeof *record);
  path_record *paths = extend(&a->paths, count * sizeof *paths);
  if (!record || !paths) return false;
  *record = (answer_record){.outcome = PATHFAN_OUTCOME_WORK_LIMIT,
                            .reason = PATHFAN_REASON_WORK_LIMIT,
                            .path_count = (uint16_t)count,
                            .first_path = (uint32_t)(a->paths.count / sizeof *paths - count)};
  if (!answer) return true;
  record->outcome = (uint8_t)answer->outcome;
  record->reason = (uint8_t)answer->reason;
  record->generation = answer->generation;
  for (size_t i = 0; i < count; i++) {
    const pathfan_path *path = &answer->paths[i];
    const size_t size = (size_t)path->point_count * sizeof *path->points;
    paths[i] = (path_record){.length = path->length,
                             .first_point = (uint32_t)(a->points.count / sizeof *path->points),
                             .point_count = (uint32_t)path->point_count};
    void *points = extend(&a->points, size);
    if (!points) return false;
    memcpy(points, path->points, size);
  }
  return true;
}

/* Answers the exchange with all of them. */
static void send(pf_serve_state *serve, pf_exchange *x, answers *a) {
  answers_head head = {.version = VERSION,
                       .count = (uint32_t)(a->records.count / sizeof(answer_record)),
                       .path_count = (uint32_t)(a->paths.count / sizeof(path_record)),
                       .point_count = (uint32_t)(a->points.count / sizeof(pathfan_point))};
  const size_t before = sizeof head + a->records.count + a->paths.count;
  const size_t size = before + a->points.count;
  /* The points, most of the answer, become its end where they are. */
  char *text = realloc(a->points.at, size);
  memcpy(head.magic, magic_of_answers, sizeof head.magic);
  if (text) {
    a->points.at = NULL;
    memmove(text + before, text, a->points.count);
    memcpy(text, &head, sizeof head);
    if (a->records.count) memcpy(text + sizeof head, a->records.at, a->records.count);
    if (a->paths.count) memcpy(text + sizeof head + a->records.count, a->paths.at, a->paths.count);
  }
  pf_metrics_tally(&serve->metrics, &a->tally);
  pf_exchange_text(x, 200, "application/vnd.pathfan.batch", text, size);
}

static bool read_head(const pf_exchange *x, requests_head *head, pf_refusal *refusal) {
  if (x->body_bytes < sizeof *head)
    return pf_refuse(refusal, 400, "bad_batch", "a batch begins with %zu bytes; there are %zu",
                     sizeof *head, x->body_bytes);
  memcpy(head, x->body, sizeof *head);
  if (memcmp(head->magic, magic_of_requests, sizeof head->magic) != 0)
    return pf_refuse(refusal, 400, "bad_batch", "a batch begins with PFBQ");
  if (head->version != VERSION)
    return pf_refuse(refusal, 400, "bad_batch", "version %u of batches isn't known, %d is",
                     head->version, VERSION);
  if (head->count > PF_SERVE_BATCH_REQUESTS)
    return pf_refuse(refusal, 413, "too_many_requests", "a batch may have at most %d requests",
                     PF_SERVE_BATCH_REQUESTS);
  if (head->options_bytes % 8)
    return pf_refuse(refusal, 400, "bad_batch", "options take a multiple of 8 bytes, not %u",
                     head->options_bytes);
  const uint64_t wanted =
      sizeof *head + (uint64_t)head->options_bytes + (uint64_t)head->count * sizeof(ends);
  if (x->body_bytes != wanted)
    return pf_refuse(refusal, 400, "bad_batch",
                     "%u requests and %u bytes of options take %llu bytes; there are %zu",
                     head->count, head->options_bytes, (unsigned long long)wanted, x->body_bytes);
  return true;
}

/* Reads the options that all requests share, as a request from (0, 0) to (0, 0). */
static bool read_options(const pf_serve_state *serve, const pf_exchange *x, uint32_t bytes,
                         pf_asked *asked, pf_refusal *refusal) {
  json_error_t error;
  json_t *object =
      bytes ? pf_json_load(x->body + sizeof(requests_head), bytes, JSON_REJECT_DUPLICATES, &error)
            : json_object();
  bool good = object != NULL;
  if (!bytes) pf_shortage_begin();
  if (!good && (!bytes || pf_shortage_seen()))
    pf_refuse(refusal, 503, "no_memory", "out of memory");
  else if (!good)
    pf_refuse(refusal, 400, "not_json", "the options aren't JSON: %s", error.text);
  if (good && (json_object_get(object, "from") || json_object_get(object, "to")))
    good = pf_refuse(refusal, 400, "bad_request", "options have neither \"from\" nor \"to\"");
  if (good && json_is_object(object)) {
    json_object_set_new(object, "from", json_pack("[i,i]", 0, 0));
    json_object_set_new(object, "to", json_pack("[i,i]", 0, 0));
  }
  if (good)
    good =
        pf_asked_read(asked, object, "obstacles", x->subject, serve->options->work_limit, refusal);
  json_decref(object);
  return good;
}

static bool is_finite(const ends *e) {
  return isfinite(e->from_x) && isfinite(e->from_y) && isfinite(e->to_x) && isfinite(e->to_y);
}

/* Answers all requests. An end that isn't finite makes its own request invalid, and so do ends of
 * which one looks like longitude and latitude; any other invalid field is in the options. */
static bool answer_all(pf_serve_state *serve, pf_exchange *x, pathfan_query *query, pf_asked *asked,
                       uint32_t first, uint32_t count, answers *a, pf_refusal *refusal) {
  const double until = pf_seconds() + PF_SERVE_SECONDS_BATCH;
  for (uint32_t i = 0; i < count; i++) {
    ends e;
    const pathfan_answer *answer = NULL;
    const pathfan_answer invalid = {.outcome = PATHFAN_OUTCOME_INVALID_REQUEST};
    memcpy(&e, x->body + first + (size_t)i * sizeof e, sizeof e);
    pf_degrees_shown shown = {.points = NULL};
    const bool is_sound =
        is_finite(&e) && pf_asked_between(asked, (pathfan_point){e.from_x, e.from_y},
                                          (pathfan_point){e.to_x, e.to_y}, refusal);
    if (!is_sound && is_finite(&e) && refusal->status == 503) return false;
    if (!is_sound)
      answer = &invalid;
    else if (pf_seconds() < until && !pf_asked_ask(asked, query, &answer, refusal))
      return false;
    const bool is_shown = answer && answer != &invalid && asked->in_degrees.is_given;
    bool good = !is_shown || !pf_degrees_show(&asked->degrees, &asked->in_degrees, answer, &shown);
    good = good && add(a, is_shown ? &shown.answer : answer);
    pf_degrees_shown_free(&shown);
    if (!good) return pf_refuse(refusal, 503, "no_memory", "out of memory");
    if (answer) pf_tally_answer(&a->tally, answer);
    if (!pf_serve_hold(serve, x, a->points.count + a->paths.count + a->records.count, refusal))
      return false;
    if (a->points.count > PF_SERVE_ANSWER_BYTES)
      return pf_refuse(refusal, 413, "too_large",
                       "the answer would have more than %u bytes: send fewer requests",
                       PF_SERVE_ANSWER_BYTES);
  }
  return true;
}

int pf_serve_batch(pf_serve_state *serve, pf_serve_lane lane, pf_worker *worker, pf_exchange *x) {
  const pf_served_index *index = x->subject;
  pf_refusal refusal;
  pf_asked asked = {.measures = false};
  answers a = {.records = {.at = NULL}};
  requests_head head;
  pathfan_query *query;
  pf_serve_lane wanted = lane;
  bool good =
      read_head(x, &head, &refusal) && read_options(serve, x, head.options_bytes, &asked, &refusal);
  if (good) wanted = pf_asked_lane(&asked);
  if (good && wanted <= lane && pf_worker_query(worker, index->held, &query))
    good = pf_refuse(&refusal, 503, "no_memory", "out of memory");
  if (good && wanted <= lane)
    good = answer_all(serve, x, query, &asked, (uint32_t)sizeof head + head.options_bytes,
                      head.count, &a, &refusal);
  if (!good)
    pf_exchange_refuse(x, &refusal);
  else if (wanted <= lane)
    send(serve, x, &a);
  answers_free(&a);
  pf_asked_free(&asked);
  return good && wanted > lane ? (int)wanted : -1;
}
