/* scenario.c - answers every line of a scenario file, as JSON lines or as a table. */
#include <inttypes.h>

#include "cli/answer.h"
#include "cli/batch.h"
#include "cli/scenario_map.h"
#include "pathfan/build.h"

/* Room for an id: the number of a line. */
#define ID_BYTES 16

/* Prints one row of the table for people. */
static int print_row(const cli_asking *asking, const pathfan_request *request,
                     const pathfan_scenario_line *line) {
  if (asking->distance) {
    cli_distance distance;
    int code = cli_ask_distance(asking, request, &distance);
    if (code == CLI_OK) cli_distance_row(line->line, &distance);
    return code;
  }
  cli_reply reply;
  int code = cli_ask_paths(asking, request, line->number, &reply);
  if (code == CLI_OK) cli_answer_row(asking, line->line, &reply);
  cli_reply_free(&reply);
  return code;
}

static int answer_line(const cli_asking *asking, const pathfan_scenario_line *line) {
  char id[ID_BYTES];
  pathfan_request request = asking->request;
  request.from = (pathfan_point){line->from_x, line->from_y};
  request.to = (pathfan_point){line->to_x, line->to_y};
  if (!asking->json) return print_row(asking, &request, line);
  snprintf(id, sizeof id, "%" PRId32, line->number);
  return cli_answer_line(asking, &request, id, line->number);
}

static void print_flaw(const pathfan_scenario_flaw *flaw, bool json) {
  char id[ID_BYTES];
  snprintf(id, sizeof id, "%" PRId32, flaw->number);
  if (json)
    cli_error_json(stdout, id, flaw->sentence, flaw->line);
  else
    cli_error_row(flaw->line, flaw->sentence);
}

int cli_scenario(const cli_asking *asking, const char *path, const char *source_path) {
  pathfan_scenario scenario = {0};
  pathfan_error error = {""};
  pathfan_status status = pathfan_scenario_read(path, &scenario, &error);
  int malformed = status ? cli_failure(status, error.text) : CLI_OK;
  if (status && scenario.flaw_count == 0) return malformed;
  cli_warn_scenario(path, &scenario, source_path, &asking->source);
  if (!asking->json) cli_rows_head(asking);
  const int32_t total = scenario.count + scenario.flaw_count;
  int32_t lines = 0, flaws = 0;
  int code = CLI_OK;
  while (lines + flaws < total && code == CLI_OK && !ferror(stdout)) {
    if (flaws < scenario.flaw_count && scenario.flaws[flaws].number == lines + flaws)
      print_flaw(&scenario.flaws[flaws++], asking->json);
    else
      code = answer_line(asking, &scenario.lines[lines++]);
  }
  pathfan_scenario_free(&scenario);
  return code == CLI_OK ? malformed : code;
}
