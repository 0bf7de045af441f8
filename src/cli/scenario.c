/* scenario.c - every line of a scenario file, as JSON lines or as a table. */
#include <inttypes.h>

#include "cli/answer.h"
#include "cli/batch.h"
#include "pathfan/build.h"

/* Room for an id: the number of a line. */
#define ID_BYTES 16

/* One row of the table for people. */
static int print_row(const cli_asking *asking, const pathfan_request *request,
                     const pathfan_scenario_line *line) {
  if (asking->distance) {
    double length = 0;
    pathfan_outcome outcome;
    int code = cli_ask_distance(asking, request, &length, &outcome);
    if (code != CLI_OK) return code;
    printf("%6d  %-15s", line->line, pathfan_outcome_name(outcome));
    if (outcome == PATHFAN_OUTCOME_OK) printf("  %.4f", length);
    putchar('\n');
    return CLI_OK;
  }
  cli_reply reply;
  int code = cli_ask_paths(asking, request, line->number, &reply);
  if (code == CLI_OK) {
    const pathfan_answer *answer = reply.answer;
    printf("%6d  %-15s  %5d", line->line, pathfan_outcome_name(answer->outcome),
           answer->path_count);
    if (reply.each)
      printf("  %7.4f  %7.4f  %7.4f", reply.all.bounded_stretch, reply.all.local_optimality,
             reply.all.similarity);
    else if (asking->measures)
      printf("%27s", "");
    for (int32_t i = 0; i < answer->path_count; i++)
      printf("%s%.4f%s", i ? " " : "  ", answer->paths[i].length, i == reply.chosen ? "*" : "");
    putchar('\n');
  }
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
    printf("%6d  malformed        %s\n", flaw->line, flaw->sentence);
}

int cli_scenario(const cli_asking *asking, const char *path) {
  pathfan_scenario scenario = {0};
  pathfan_error error = {""};
  pathfan_status status = pathfan_scenario_read(path, &scenario, &error);
  int malformed = status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
  if (status != PATHFAN_OK && scenario.flaw_count == 0) return malformed;
  if (!asking->json)
    printf("%s  line  status           %s%s\n", cli_bold(),
           asking->distance   ? "length"
           : asking->measures ? "paths  bounded  optimal  similar  lengths"
                              : "paths  lengths",
           cli_plain());
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
