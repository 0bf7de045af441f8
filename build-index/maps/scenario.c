/* scenario.c - the public face of src/map/scenario.c. */
#include "map/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "pathfan/build.h"

/* Capacities of a scenario's lists while it is read. */
typedef struct capacities {
  int32_t lines, flaws;
} capacities;

static bool keep_line(pathfan_scenario *scenario, capacities *most, int32_t number, int64_t line,
                      const pf_scen_entry *entry) {
  if (pf_grow(&scenario->lines, &most->lines, (int64_t)scenario->count + 1)) return false;
  scenario->lines[scenario->count++] =
      (pathfan_scenario_line){.number = number,
                              .line = (int32_t)line,
                              .bucket = entry->bucket,
                              .from_x = entry->from_x,
                              .from_y = entry->from_y,
                              .to_x = entry->to_x,
                              .to_y = entry->to_y,
                              .octile_length = entry->octile_length};
  return true;
}

/* message has the form of pf_text_fail: name:line: sentence. */
static bool keep_flaw(pathfan_scenario *scenario, capacities *most, int32_t number,
                      const pf_text *text, const char *message) {
  int place = snprintf(NULL, 0, "%s:%lld: ", pf_name_tail(text->name), (long long)text->line);
  if (pf_grow(&scenario->flaws, &most->flaws, (int64_t)scenario->flaw_count + 1)) return false;
  char *sentence = strdup(message + place);
  if (!sentence) return false;
  scenario->flaws[scenario->flaw_count++] =
      (pathfan_scenario_flaw){.number = number, .line = (int32_t)text->line, .sentence = sentence};
  return true;
}

/* Keeps what the first good line says of the map. */
static bool keep_map(pathfan_scenario *scenario, const pf_scen_entry *entry) {
  if (scenario->map_name) return true;
  scenario->map_name = strndup(entry->map_name.at, entry->map_name.length);
  scenario->map_width = entry->width;
  scenario->map_height = entry->height;
  return scenario->map_name != NULL;
}

/* Reads every line after the version, and keeps what the scenario says of the map. first receives
 * the message of the first flaw. */
static pathfan_status read_lines(pf_text *text, pathfan_scenario *scenario, pathfan_error *first) {
  capacities most = {0};
  for (int32_t number = 0;; number++) {
    pf_scen_entry entry;
    pathfan_error wrong = {""};
    bool more = false, kept;
    pathfan_status status = pf_scen_next(text, &entry, &more, &wrong);
    if (!status && !more) return scenario->flaw_count ? PATHFAN_ERR_MALFORMED : PATHFAN_OK;
    if (!status) {
      kept = keep_line(scenario, &most, number, text->line, &entry) && keep_map(scenario, &entry);
    } else {
      if (!scenario->flaw_count) *first = wrong;
      kept = keep_flaw(scenario, &most, number, text, wrong.text);
    }
    if (!kept)
      return pf_fail(first, PATHFAN_ERR_NO_MEMORY, "%s:%lld: no memory for so many lines",
                     pf_name_tail(text->name), (long long)text->line);
  }
}

pathfan_status pathfan_scenario_read(const char *path, pathfan_scenario *scenario,
                                     pathfan_error *error) {
  char *bytes = NULL;
  size_t length;
  pathfan_error first = {""};
  if (error) error->text[0] = 0;
  if (!path || !scenario)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no path or no scenario is given");
  *scenario = (pathfan_scenario){0};
  pathfan_status status = pf_read_file(path, PF_SCEN_MAX_BYTES, &bytes, &length, error);
  if (status) return status;

  pf_text text = pf_text_over(bytes, length, path);
  status = pf_scen_begin(&text, &first);
  if (!status) status = read_lines(&text, scenario, &first);
  free(bytes);
  if (status && status != PATHFAN_ERR_MALFORMED) pathfan_scenario_free(scenario);
  if (status == PATHFAN_ERR_MALFORMED && scenario->flaw_count > 1)
    return pf_fail(error, status, "%s (the first of %d malformed lines)", first.text,
                   (int)scenario->flaw_count);
  return status ? pf_fail(error, status, "%s", first.text) : PATHFAN_OK;
}

void pathfan_scenario_free(pathfan_scenario *scenario) {
  if (!scenario) return;
  for (int32_t i = 0; i < scenario->flaw_count; i++) free(scenario->flaws[i].sentence);
  free(scenario->flaws);
  free(scenario->lines);
  free(scenario->map_name);
  *scenario = (pathfan_scenario){0};
}
