/* batch.c - many requests as JSON Lines on stdin.
 *
 * A batch line is an object with "from" and "to" and, if wanted, "id" and any
 * field of a request; the command line's options are the defaults. A line that
 * can't be read gets an error object in its place and the rest go on. A field
 * that can be read but is out of range is the library's business: its status is
 * invalid_request. */
#include "cli/batch.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/avoid.h"
#include "cli/options.h"

int cli_answer_line(const cli_asking *asking, const pathfan_request *request, const char *id,
                    int64_t number) {
  if (asking->distance) {
    double length = 0;
    pathfan_outcome outcome;
    int code = cli_ask_distance(asking, request, &length, &outcome);
    if (code == CLI_OK) cli_distance_json(stdout, id, outcome, length);
    return code;
  }
  cli_reply reply;
  int code = cli_ask_paths(asking, request, number, &reply);
  if (code == CLI_OK) cli_answer_json(stdout, id, &reply);
  cli_reply_free(&reply);
  return code;
}

/* ---- One batch line ---- */

/* What is wrong with a line. */
typedef struct complaint {
  char text[256];
} complaint;

static bool complain(complaint *out, const char *format, ...) PATHFAN_PRINTF(2, 3);

static bool complain(complaint *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(out->text, sizeof out->text, format, arguments);
  va_end(arguments);
  return false;
}

static bool take_point(const char *name, const json_t *value, pathfan_point *point,
                       complaint *wrong) {
  if (!json_is_array(value) || json_array_size(value) != 2 ||
      !json_is_number(json_array_get(value, 0)) || !json_is_number(json_array_get(value, 1)))
    return complain(wrong, "\"%s\" must be two numbers, [x, y]", name);
  point->x = json_number_value(json_array_get(value, 0));
  point->y = json_number_value(json_array_get(value, 1));
  return true;
}

static bool take_int32(const char *name, const json_t *value, int32_t *field, complaint *wrong) {
  if (!json_is_integer(value) || json_integer_value(value) < INT32_MIN ||
      json_integer_value(value) > INT32_MAX)
    return complain(wrong, "\"%s\" must be a whole number", name);
  *field = (int32_t)json_integer_value(value);
  return true;
}

static bool take_number(const char *name, const json_t *value, double *field, complaint *wrong) {
  if (!json_is_number(value)) return complain(wrong, "\"%s\" must be a number", name);
  *field = json_number_value(value);
  return true;
}

static bool take_objective(const json_t *value, pathfan_objective *objective, complaint *wrong) {
  pathfan_objective given = {0};
  const char *name;
  json_t *weight;
  bool good = json_is_object(value);
  json_object_foreach((json_t *)value, name, weight) {
    double *field = cli_objective_weight(&given, name, strlen(name));
    good = good && field && json_is_number(weight);
    if (good) *field = json_number_value(weight);
  }
  if (!good)
    return complain(wrong, "\"objective\" must be an object of numbers, any of \"length\", "
                           "\"bounded_stretch\", \"similarity\", \"local_optimality\"");
  *objective = given;
  return true;
}

static bool take_field(const char *name, const json_t *value, pathfan_request *request,
                       complaint *wrong) {
  if (strcmp(name, "id") == 0) {
    if (json_is_string(value) || json_is_number(value)) return true;
    return complain(wrong, "\"id\" must be a string or a number");
  }
  if (strcmp(name, "from") == 0) return take_point(name, value, &request->from, wrong);
  if (strcmp(name, "to") == 0) return take_point(name, value, &request->to, wrong);
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
    return (json_is_string(value) && cli_read_effort(json_string_value(value), &request->effort)) ||
           complain(wrong, "\"effort\" must be \"fast\" or \"thorough\"");
  if (strcmp(name, "max_work") == 0 || strcmp(name, "max-work") == 0) {
    if (!json_is_integer(value) || json_integer_value(value) < 0)
      return complain(wrong, "\"%s\" must be a whole number, 0 or more", name);
    request->work_limit = (uint64_t)json_integer_value(value);
    return true;
  }
  if (strcmp(name, "algorithm") == 0) {
    const char *why, *text = json_string_value(value);
    if (!text) return complain(wrong, "\"algorithm\" must be a string");
    return cli_read_algorithm(text, &request->algorithm, &why) ||
           complain(wrong, "\"algorithm\": \"%.40s\" %s", text, why);
  }
  return complain(wrong, "unknown field \"%.40s\"", name);
}

/* Reads one line into request; avoid holds its areas. *id becomes the id given, as JSON that the
 * caller frees, whenever there is a usable one, also when the line is bad. */
static bool read_line(const char *line, size_t bytes, pathfan_request *request, cli_avoid *avoid,
                      char **id, complaint *wrong) {
  json_error_t error;
  json_t *object = json_loadb(line, bytes, JSON_REJECT_DUPLICATES, &error);
  if (!object) return complain(wrong, "not JSON: %.200s", error.text);
  bool good = true;
  if (!json_is_object(object)) {
    good = complain(wrong, "not a JSON object");
  } else {
    const char *name;
    json_t *value;
    const json_t *given = json_object_get(object, "id");
    if (json_is_string(given) || json_is_number(given))
      *id = json_dumps(given, JSON_ENCODE_ANY | JSON_COMPACT);
    json_object_foreach(object, name, value) {
      if (strcmp(name, "avoid") == 0)
        good = cli_avoid_json(value, avoid, request) ||
               complain(wrong, "\"avoid\" must be a list of {\"circle\": [x, y, r]} and "
                               "{\"polygon\": [[x, y], ...]}");
      else
        good = take_field(name, value, request, wrong);
      if (!good) break;
    }
    if (good && !json_object_get(object, "from")) good = complain(wrong, "\"from\" is missing");
    if (good && !json_object_get(object, "to")) good = complain(wrong, "\"to\" is missing");
  }
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
  ssize_t bytes;
  int64_t number = 0, line_number = 0;
  int code = CLI_OK;
  errno = 0;
  while ((bytes = getline(&line, &capacity, stdin)) >= 0) {
    line_number++;
    if (is_blank(line, (size_t)bytes)) continue;
    pathfan_request request = asking->request;
    cli_avoid avoid = {0};
    complaint wrong = {""};
    char *given = NULL, counted[24];
    snprintf(counted, sizeof counted, "%" PRId64, number);
    bool good = read_line(line, (size_t)bytes, &request, &avoid, &given, &wrong);
    const char *id = given ? given : counted;
    if (good && !cli_world_can(&asking->world, request.algorithm))
      good = complain(&wrong, "algorithm %s can't answer from this file",
                      pathfan_algorithm_name(request.algorithm));
    if (good && request.avoid_count && request.algorithm == PATHFAN_ALGORITHM_ASTAR)
      good = complain(&wrong, "algorithm astar can't keep out of areas");
    if (good) {
      int failed = cli_answer_line(asking, &request, id, number);
      if (failed != CLI_OK) code = failed;
    } else {
      cli_error_json(stdout, id, wrong.text, line_number);
      cli_message("line %" PRId64 ": %s", line_number, wrong.text);
      code = CLI_MALFORMED;
    }
    free(given);
    cli_avoid_free(&avoid);
    number++;
    /* Whoever feeds lines one at a time waits for each answer. */
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
