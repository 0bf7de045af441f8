/* batch.c - many requests as JSON Lines on stdin.
 *
 * A batch line is an object with "from" and "to" and, if wanted, "id" and any field of a request;
 * the command line's options are the defaults. A line that can't be read gets an error object in
 * its place, and the rest go on. The library checks ranges: a field out of range gives the status
 * invalid_request.
 *
 * A line may also ask about a place (request/places.h). A request may have changes of obstacles of
 * its own, in "obstacles". A line {"change": [...]} holds for all requests after it, and is
 * answered by the new version and the changes' ids. */
#include "cli/batch.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_load.h"
#include "base/program.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/place.h"
#include "request/changes.h"
#include "request/read.h"

/* A request with as many areas as are taken has a tenth of it. */
#define LINE_BYTES (1 << 20)

int cli_answer_line(const cli_asking *asking, const pathfan_request *request, const char *id,
                    int64_t number) {
  if (asking->distance) {
    cli_distance distance;
    int code = cli_ask_distance(asking, request, &distance);
    if (code == CLI_OK) cli_distance_json(stdout, id, asking, &distance);
    return code;
  }
  cli_reply reply;
  int code = cli_ask_paths(asking, request, number, &reply);
  if (code == CLI_OK) cli_answer_json(stdout, id, &reply);
  cli_reply_free(&reply);
  return code;
}

/* ---- One batch line ---- */

/* A line, and what is made of it. */
typedef struct batch_line {
  json_t *object;
  char *id; /* as JSON; NULL: none is given */
  bool is_change;
  pf_place_question place; /* asked about; or none is */
  pathfan_request request;
  pf_area_list avoid;
  pf_change_list changes;       /* of the request, or of a change */
  pathfan_obstacles *obstacles; /* with these changes */
} batch_line;

static void free_line(batch_line *line) {
  json_decref(line->object);
  free(line->id);
  pf_area_list_free(&line->avoid);
  pf_change_list_free(&line->changes);
  pf_place_free(&line->place);
  pathfan_obstacles_release(line->obstacles);
}

/* Reads one line, even if it is bad its id. request: the defaults, with the obstacles that there
 * are. */
static bool read_line(const char *text, size_t bytes, const pathfan_request *request,
                      batch_line *line, pf_complaint *wrong) {
  json_error_t error;
  line->request = *request;
  line->object = pf_json_load(text, bytes, JSON_REJECT_DUPLICATES, &error);
  if (!line->object) return pf_complain(wrong, "not JSON: %.200s", error.text);
  const json_t *given = json_object_get(line->object, "id");
  const json_t *change = json_object_get(line->object, "change");
  const json_t *changes = change ? change : json_object_get(line->object, "obstacles");
  const bool usable = json_is_string(given) || json_is_number(given);
  if (usable) line->id = json_dumps(given, JSON_ENCODE_ANY | JSON_COMPACT);
  line->is_change = change != NULL;
  if (change && json_object_size(line->object) != 1 + (size_t)(given != NULL))
    return pf_complain(wrong, "\"change\" goes with \"id\" only");
  if (!change && pf_place_is_asked(line->object)) {
    if (!pf_place_read(line->object, "id obstacles", request->radius, &line->place, wrong))
      return false;
  } else if (!change &&
             !pf_request_read(line->object, "id obstacles", &line->request, &line->avoid, wrong))
    return false;
  if (given && !usable) return pf_complain(wrong, "\"id\" must be a string or a number");
  return !changes || pf_change_list_read(changes, &line->changes, wrong);
}

/* Makes the obstacles of a line that has changes. ids: [Size: count of them] or NULL */
static bool change(const cli_asking *asking, batch_line *line, int64_t *ids, pf_complaint *wrong) {
  pathfan_error error;
  if (!line->is_change && !line->changes.count) return true;
  if (asking->is_terrain)
    return pf_complain(wrong, "obstacles are not for terrains: \"avoid\" closes areas there");
  if (!asking->source.index) return pf_complain(wrong, "obstacles need an index");
  if (!pf_change_list_to_map(&line->changes, &asking->degrees, wrong)) return false;
  if (pf_change_list_apply(&line->changes, asking->source.index, line->request.obstacles,
                           &line->obstacles, ids, &error))
    return pf_complain(wrong, "%s", error.text);
  line->request.obstacles = line->obstacles;
  return true;
}

/* Answers a change, which then holds for all requests. */
static bool take_change(const cli_asking *asking, batch_line *line, const char *id,
                        pathfan_obstacles **world, pf_complaint *wrong) {
  int64_t *ids = calloc((size_t)line->changes.count + 1, sizeof *ids);
  const bool good =
      (ids || pf_complain(wrong, "out of memory")) && change(asking, line, ids, wrong);
  if (good) {
    pathfan_obstacles_release(*world);
    *world = line->obstacles;
    line->obstacles = NULL;
    cli_change_json(stdout, id, *world, ids, line->changes.count);
  }
  free(ids);
  return good;
}

/* Answers a question about a place. False: it can't be asked. */
static bool take_place(const cli_asking *asking, batch_line *line, const char *id,
                       pf_complaint *wrong) {
  pathfan_error error;
  if (!change(asking, line, NULL, wrong)) return false;
  if (!pf_place_to_map(&line->place, &asking->degrees, wrong)) return false;
  if (pf_place_ask(&line->place, asking->query, line->request.obstacles, &error))
    return pf_complain(wrong, "%s", error.text);
  cli_place_json(stdout, id, &line->place);
  return true;
}

/* Answers a request. False: it can't be asked. */
static bool take_request(const cli_asking *asking, batch_line *line, const char *id, int64_t number,
                         int *code, pf_complaint *wrong) {
  const pathfan_request *request = &line->request;
  if (!pf_source_can(&asking->source, request->algorithm))
    return pf_complain(wrong, "algorithm %s %s", pathfan_algorithm_name(request->algorithm),
                       pf_source_refusal(&asking->source));
  bool are_degrees;
  if (cli_degrees_decide(&asking->degrees, request->from, request->to, &are_degrees) != CLI_OK)
    return pf_complain(wrong, "one end looks like longitude and latitude, the other doesn't");
  if (request->avoid_count && request->algorithm == PATHFAN_ALGORITHM_ASTAR)
    return pf_complain(wrong, "algorithm astar can't keep out of areas");
  const char *flaw = asking->is_terrain ? cli_closed_flaw(request) : NULL;
  if (flaw) return pf_complain(wrong, "%s", flaw);
  if (!change(asking, line, NULL, wrong)) return false;
  bool is_open = false;
  if (asking->measures && pf_has_openings(request->obstacles, &is_open))
    return pf_complain(wrong, "out of memory");
  if (is_open) return pf_complain(wrong, PF_NOT_MEASURED);
  const int failed = cli_answer_line(asking, request, id, number);
  if (failed == CLI_USAGE) return pf_complain(wrong, "%s", pathfan_query_error(asking->query));
  if (failed != CLI_OK) *code = failed;
  return true;
}

static bool is_blank(const char *line, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (!strchr(" \t\r\n", line[i]) || line[i] == '\0') return false;
  return true;
}

int cli_batch(const cli_asking *asking) {
  pathfan_obstacles *world = NULL; /* once it has changed */
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
    pathfan_request defaults = asking->request;
    if (world) defaults.obstacles = world;
    batch_line read = {.object = NULL};
    pf_complaint wrong = {""};
    char counted[24];
    snprintf(counted, sizeof counted, "%" PRId64, number);
    bool good = bytes <= LINE_BYTES
                    ? read_line(said, (size_t)bytes, &defaults, &read, &wrong)
                    : pf_complain(&wrong, "the line has more than %d bytes", LINE_BYTES);
    const char *id = read.id ? read.id : counted;
    if (good)
      good = read.is_change    ? take_change(asking, &read, id, &world, &wrong)
             : read.place.kind ? take_place(asking, &read, id, &wrong)
                               : take_request(asking, &read, id, number, &code, &wrong);
    if (!good) {
      cli_error_json(stdout, id, wrong.text, line_number);
      cli_message("line %" PRId64 ": %s", line_number, wrong.text);
      code = CLI_MALFORMED;
    }
    free_line(&read);
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
  pathfan_obstacles_release(world);
  free(line);
  return code;
}
