/* scenario.c - the public face of src/map/scenario.c. */
#include "map/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "pathfan/build.h"

/* An array that grows by doubling. */
typedef struct list {
  void *items;
  int32_t count, room;
} list;

/* Appends a new item of `size` bytes. Returns NULL if out of memory. */
static void *append(list *to, size_t size) {
  if (to->count == to->room) {
    int32_t room = to->room ? (to->room > INT32_MAX / 2 ? INT32_MAX : to->room * 2) : 256;
    void *items = to->room < room ? pf_resize(to->items, (uint64_t)room, size) : NULL;
    if (!items) return NULL;
    to->items = items;
    to->room = room;
  }
  return (char *)to->items + (size_t)to->count++ * size;
}

static bool keep_line(list *lines, int32_t number, int64_t line, const pf_scen_entry *entry) {
  pathfan_scenario_line *kept = append(lines, sizeof *kept);
  if (kept)
    *kept = (pathfan_scenario_line){.number = number,
                                    .line = (int32_t)line,
                                    .bucket = entry->bucket,
                                    .from_x = entry->from_x,
                                    .from_y = entry->from_y,
                                    .to_x = entry->to_x,
                                    .to_y = entry->to_y,
                                    .octile_length = entry->octile_length};
  return kept != NULL;
}

/* message has the form of pf_text_fail: name:line: sentence. */
static bool keep_flaw(list *flaws, int32_t number, const pf_text *text, const char *message) {
  int place = snprintf(NULL, 0, "%s:%lld: ", pf_name_tail(text->name), (long long)text->line);
  char *sentence = strdup(message + place);
  pathfan_scenario_flaw *kept = sentence ? append(flaws, sizeof *kept) : NULL;
  if (kept)
    *kept = (pathfan_scenario_flaw){
        .number = number, .line = (int32_t)text->line, .sentence = sentence};
  else
    free(sentence);
  return kept != NULL;
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
static pathfan_status read_lines(pf_text *text, list *lines, list *flaws,
                                 pathfan_scenario *scenario, pathfan_error *first) {
  for (int32_t number = 0;; number++) {
    pf_scen_entry entry;
    pathfan_error wrong = {""};
    bool more = false, kept;
    pathfan_status status = pf_scen_next(text, &entry, &more, &wrong);
    if (!status && !more) return flaws->count ? PATHFAN_ERR_MALFORMED : PATHFAN_OK;
    if (!status) {
      kept = keep_line(lines, number, text->line, &entry) && keep_map(scenario, &entry);
    } else {
      if (!flaws->count) *first = wrong;
      kept = keep_flaw(flaws, number, text, wrong.text);
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
  list lines = {0}, flaws = {0};
  pathfan_error first = {""};
  if (error) error->text[0] = 0;
  if (!path || !scenario)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no path or no scenario is given");
  *scenario = (pathfan_scenario){0};
  pathfan_status status = pf_read_file(path, PF_SCEN_MAX_BYTES, &bytes, &length, error);
  if (status) return status;

  pf_text text = pf_text_over(bytes, length, path);
  status = pf_scen_begin(&text, &first);
  if (!status) status = read_lines(&text, &lines, &flaws, scenario, &first);
  free(bytes);
  scenario->count = lines.count;
  scenario->lines = lines.items;
  scenario->flaw_count = flaws.count;
  scenario->flaws = flaws.items;
  if (status && status != PATHFAN_ERR_MALFORMED) pathfan_scenario_free(scenario);
  if (flaws.count > 1 && status == PATHFAN_ERR_MALFORMED)
    return pf_fail(error, status, "%s (the first of %d malformed lines)", first.text,
                   (int)flaws.count);
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
