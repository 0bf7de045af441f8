/* scenario.c - every line of a scenario file, as JSON lines or as a table. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/text.h"
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
    cli_distance_row(line->line, outcome, length);
    return CLI_OK;
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

/* Letters before the last dot. */
static size_t stem(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? (size_t)(dot - name) : strlen(name);
}

/* What comes behind the last slash, of either kind: scenarios come from everywhere. */
static const char *tail(const char *path) {
  const char *name = path;
  for (; *path; path++)
    if (*path == '/' || *path == '\\') name = path + 1;
  return name;
}

/* Whether the name that a scenario has for its map may be that of another file: arena.map, from
 * which arena-merged.mesh was made. */
static bool is_same_map(const char *a, const char *b) {
  const size_t left = stem(a), right = stem(b), shorter = left < right ? left : right;
  const char *longer = left < right ? b : a;
  return shorter && !strncasecmp(a, b, shorter) &&
         (left == right || strchr("-_.", longer[shorter]));
}

/* Whether a name is that of cells, whose sides scenarios tell. */
static bool is_cells(const char *name) {
  return strcasecmp(name + stem(name), ".map") == 0;
}

void cli_warn_scenario(const char *path, const pathfan_scenario *scenario, const char *source_path,
                       const pathfan_source *source) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_source_facts facts;
  pathfan_source_look(source, &facts);
  const pathfan_index_info *map = &facts.info;
  const char *name = map->source_name[0] ? map->source_name : tail(source_path);
  if (!scenario->map_name || !strcmp(name, tail(PATHFAN_STANDARD_INPUT))) return;
  const char *told = tail(scenario->map_name);
  const bool is_same = is_same_map(told, name);
  const bool other_sides =
      is_cells(name) && is_cells(told) &&
      (map->width != scenario->map_width || map->height != scenario->map_height);
  if (is_same && !other_sides) return;
  pathfan_span_quote((pathfan_span){told, strlen(told)}, quoted);
  if (other_sides)
    cli_message("%s: names the map %s of %" PRId32 " x %" PRId32 ", this is %s of %.8g x %.8g",
                path, quoted, scenario->map_width, scenario->map_height, name, map->width,
                map->height);
  else
    cli_message("%s: names the map %s, this is %s", path, quoted, name);
}

int cli_scenario(const cli_asking *asking, const char *path, const char *source_path) {
  pathfan_scenario scenario = {0};
  pathfan_error error = {""};
  pathfan_status status = pathfan_scenario_read(path, &scenario, &error);
  int malformed = status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
  if (status != PATHFAN_OK && scenario.flaw_count == 0) return malformed;
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
