/* lines.c - a batch as JSON Lines: one request and one answer per line, in the same order.
 *
 * Lines are those of `query --batch`. A line that can't be answered gets an error in its place, and
 * the rest go on. Answers are made in pieces, each when the client has taken the one before; so a
 * batch takes the memory of one piece, whatever its answers are. */
#include "serve/lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/clock.h"
#include "base/json_load.h"
#include "serve/ask.h"
#include "serve/limits.h"

/* A batch in progress. */
typedef struct batch {
  pf_serve_state *serve;
  pf_served_index *index;
  pf_serve_lane lane, wanted; /* wanted: that of the line read last */
  pathfan_query *query;
  double until;    /* no line is begun later */
  bool is_partial; /* the piece is full, and lines may be left */
  FILE *out;
  pf_tally tally;
} batch;

static void write_error(pf_json_writer *w, const pf_refusal *refusal) {
  pf_write_begin(w, "error", '{');
  pf_write_text(w, "code", refusal->code);
  pf_write_text(w, "message", refusal->text.text);
  pf_write_end(w, '}');
}

/* Reads the line. *id becomes its id, if usable, as JSON that the caller frees. */
static bool read_line(batch *b, const char *line, size_t bytes, pf_asked *asked, char **id,
                      pf_refusal *refusal) {
  json_error_t error;
  json_t *object = pf_json_load(line, bytes, JSON_REJECT_DUPLICATES, &error);
  *asked = (pf_asked){.measures = false};
  if (!object && pf_shortage_seen()) return pf_refuse(refusal, 503, "no_memory", "out of memory");
  if (!object) return pf_refuse(refusal, 400, "not_json", "not JSON: %.200s", error.text);
  const json_t *given = json_object_get(object, "id");
  const bool usable = json_is_string(given) || json_is_number(given);
  if (usable) *id = json_dumps(given, JSON_ENCODE_ANY | JSON_COMPACT);
  if (usable && !*id) pf_shortage_note();
  bool good = pf_asked_read(asked, object, "id measures obstacles", b->index,
                            b->serve->options->work_limit, refusal);
  if (good && given && !usable)
    good = pf_refuse(refusal, 400, "bad_request", "\"id\" must be a string or a number");
  json_decref(object);
  if (good && pf_shortage_seen()) good = pf_refuse(refusal, 503, "no_memory", "out of memory");
  return good;
}

/* Answers a line that was read: writes the members of an answer or of an error. */
static void answer_line(batch *b, pf_asked *asked, pf_json_writer *w) {
  const pathfan_answer *answer;
  pf_refusal refusal;
  const double began = pf_seconds();
  bool good =
      began < b->until || pf_refuse(&refusal, 503, "too_late", "the batch has taken %d s already",
                                    PF_SERVE_SECONDS_BATCH);
  good = good && pf_asked_ask(asked, b->query, &answer, &refusal);
  if (good) {
    pf_tally_answer(&b->tally, answer);
    good = pf_asked_write(asked, b->query, answer, pf_seconds() - began, w, &refusal);
  }
  if (!good) write_error(w, &refusal);
}

/* Answers one line, number `number`. False: a later lane is to answer it. */
static bool take_line(batch *b, const char *line, size_t bytes, int32_t number) {
  pf_json_writer w = {.out = b->out, .compact = true};
  pf_refusal refusal;
  pf_asked asked;
  char *id = NULL;
  const bool good = read_line(b, line, bytes, &asked, &id, &refusal);
  b->wanted = good ? pf_asked_lane(&asked) : b->lane;
  if (b->wanted <= b->lane) {
    pf_write_begin(&w, NULL, '{');
    pf_write_name(&w, "id");
    if (id)
      fputs(id, b->out);
    else
      fprintf(b->out, "%" PRId32, number);
    if (good)
      answer_line(b, &asked, &w);
    else
      write_error(&w, &refusal);
    pf_write_end(&w, '}');
    putc('\n', b->out);
  }
  free(id);
  pf_asked_free(&asked);
  return b->wanted <= b->lane;
}

static bool is_blank(const char *line, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (!strchr(" \t\r", line[i]) || line[i] == '\0') return false;
  return true;
}

/* Finds the next line that isn't blank, from *at on, which moves behind it. False: there is none.
 */
static bool next_line(const pf_exchange *x, size_t *at, const char **line, size_t *bytes) {
  while (*at < x->body_bytes) {
    const char *text = x->body + *at, *end = x->body + x->body_bytes;
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    *line = text;
    *bytes = (size_t)((stop ? stop : end) - text);
    *at += *bytes + (stop != NULL);
    if (!is_blank(text, *bytes)) return true;
  }
  return false;
}

static bool are_too_many(const pf_exchange *x) {
  const char *line;
  size_t at = 0, bytes;
  int32_t count = 0;
  while (count <= PF_SERVE_BATCH_REQUESTS && next_line(x, &at, &line, &bytes)) count++;
  return count > PF_SERVE_BATCH_REQUESTS;
}

/* Answers lines until they make a piece, up to one for a later lane. False: no room for them. */
static bool take_lines(batch *b, pf_exchange *x, pf_refusal *refusal) {
  pf_progress *done = &x->progress;
  const double until = pf_seconds() + PF_SERVE_SECONDS_PIECE;
  const char *line;
  size_t at = done->at, bytes;
  while (next_line(x, &at, &line, &bytes)) {
    if (!take_line(b, line, bytes, done->count)) return true;
    done->at = at;
    done->count++;
    const long written = ftell(b->out);
    if (written > PF_SERVE_PIECE_BYTES && !pf_serve_hold(b->serve, x, (uint64_t)written, refusal))
      return false;
    b->is_partial = written >= PF_SERVE_PIECE_BYTES || pf_seconds() > until;
    if (b->is_partial) return true;
  }
  return true;
}

int pf_serve_lines(pf_serve_state *serve, pf_serve_lane lane, pf_worker *worker, pf_exchange *x) {
  const double began = pf_seconds();
  batch b = {.serve = serve,
             .index = x->subject,
             .lane = lane,
             .wanted = lane,
             .until = began - x->progress.spent + PF_SERVE_SECONDS_BATCH};
  pf_refusal refusal = {.status = 503, .code = "no_memory", .text = {"out of memory"}};
  const size_t before = x->progress.at;
  char *text = NULL;
  size_t bytes = 0;
  bool good = !pf_worker_query(worker, b.index->held, &b.query);
  if (!before && are_too_many(x))
    good = pf_refuse(&refusal, 413, "too_many_requests", "a batch may have at most %d requests",
                     PF_SERVE_BATCH_REQUESTS);
  b.out = good ? pf_text_stream(&text, &bytes) : NULL;
  good = b.out && take_lines(&b, x, &refusal);
  if (b.out && (ferror(b.out) | fclose(b.out))) good = false;
  x->progress.spent += pf_seconds() - began;
  if (good && b.wanted > lane && x->progress.at == before) { /* not even one line */
    free(text);
    return (int)b.wanted;
  }
  if (good) {
    pf_metrics_tally(&serve->metrics, &b.tally);
    pf_exchange_text(x, 200, "application/jsonl", text, bytes);
    x->is_partial = b.is_partial || b.wanted > lane;
  } else {
    free(text);
    pf_exchange_refuse(x, &refusal);
  }
  return -1;
}
