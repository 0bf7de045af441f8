/* batch.c - many requests as JSON Lines on stdin.
 *
 * A batch line is an object with "from" and "to" and, if wanted, "id" and any field of a request;
 * the command line's options are the defaults. A line that can't be read gets an error object in
 * its place, and the rest go on. The library checks ranges: a field out of range gives the status
 * invalid_request. */
#include "cli/batch.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/text.h"
#include "cli/answer.h"
#include "request/read.h"

/* A request with as many areas as are taken has a tenth of it. */
#define LINE_BYTES (1 << 20)

int cli_answer_line(const cli_asking *asking, const pathfan_request *request, const char *id,
                    int64_t number) {
  if (asking->distance) {
    double length = 0;
    pathfan_outcome outcome;
    int code = cli_ask_distance(asking, request, &length, &outcome);
    if (code == CLI_OK) cli_distance_json(stdout, id, asking, outcome, length);
    return code;
  }
  cli_reply reply;
  int code = cli_ask_paths(asking, request, number, &reply);
  if (code == CLI_OK) cli_answer_json(stdout, id, &reply);
  cli_reply_free(&reply);
  return code;
}

/* ---- One batch line ---- */

/* Reads one line into request; avoid holds its areas. *id becomes the given id, if usable, as JSON
 * that the caller frees, even if the line is bad. */
static bool read_line(const char *line, size_t bytes, pathfan_request *request, pf_area_list *avoid,
                      char **id, pf_complaint *wrong) {
  json_error_t error;
  json_t *object = json_loadb(line, bytes, JSON_REJECT_DUPLICATES, &error);
  if (!object) return pf_complain(wrong, "not JSON: %.200s", error.text);
  const json_t *given = json_object_get(object, "id");
  const bool usable = json_is_string(given) || json_is_number(given);
  if (usable) *id = json_dumps(given, JSON_ENCODE_ANY | JSON_COMPACT);
  bool good = pf_request_read(object, "id", request, avoid, wrong);
  if (good && given && !usable) good = pf_complain(wrong, "\"id\" must be a string or a number");
  json_decref(object);
  return good;
}

static bool is_blank(const char *line, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (!strchr(" \t\r\n", line[i]) || line[i] == '\0') return false;
  return true;
}

int cli_batch(const cli_asking *asking) {
  char *line = NULL;
  size_t capacity = 0;
  int64_t bytes, number = 0, line_number = 0;
  int code = CLI_OK;
  errno = 0;
  while ((bytes = pf_stream_line(stdin, LINE_BYTES, &line, &capacity)) >= 0) {
    line_number++;
    const size_t mark = line_number == 1 ? pf_mark_bytes(line, (size_t)bytes) : 0;
    const char *said = line + mark; /* a byte order mark isn't JSON */
    bytes -= (int64_t)mark;
    if (is_blank(said, (size_t)bytes)) continue;
    pathfan_request request = asking->request;
    pf_area_list avoid = {0};
    pf_complaint wrong = {""};
    char *given = NULL, counted[24];
    snprintf(counted, sizeof counted, "%" PRId64, number);
    bool good = bytes <= LINE_BYTES
                    ? read_line(said, (size_t)bytes, &request, &avoid, &given, &wrong)
                    : pf_complain(&wrong, "the line has more than %d bytes", LINE_BYTES);
    const char *id = given ? given : counted;
    if (good && !pf_source_can(&asking->source, request.algorithm))
      good = pf_complain(&wrong, "algorithm %s %s", pathfan_algorithm_name(request.algorithm),
                         pf_source_refusal(&asking->source));
    if (good && request.avoid_count && request.algorithm == PATHFAN_ALGORITHM_ASTAR)
      good = pf_complain(&wrong, "algorithm astar can't keep out of areas");
    if (good) {
      int failed = cli_answer_line(asking, &request, id, number);
      if (failed != CLI_OK) code = failed;
    } else {
      cli_error_json(stdout, id, wrong.text, line_number);
      cli_message("line %" PRId64 ": %s", line_number, wrong.text);
      code = CLI_MALFORMED;
    }
    free(given);
    pf_area_list_free(&avoid);
    number++;
    /* A program that sends one line at a time waits for each answer. */
    if (fflush(stdout) != 0) break;
    if (code == CLI_SYSTEM || code == CLI_DAMAGED) break;
    errno = 0;
  }
  if (bytes < 0 && (ferror(stdin) || errno == ENOMEM)) {
    cli_message("can't read standard input: %s", strerror(errno));
    code = CLI_SYSTEM;
  }
  free(line);
  return code;
}
