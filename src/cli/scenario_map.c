/* scenario_map.c - a scenario names its map and that map's sides, no more; an index keeps the name
 * of its map. Files are renamed, moved and converted, so a mismatch gives a hint, not a refusal. */
#include "cli/scenario_map.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"

/* Counts the bytes before the last dot. */
static size_t stem(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? (size_t)(dot - name) : strlen(name);
}

/* Returns the part after the last slash of either kind: scenarios come from any system. */
static const char *tail(const char *path) {
  const char *name = path;
  for (; *path; path++)
    if (*path == '/' || *path == '\\') name = path + 1;
  return name;
}

/* Whether a scenario's name for its map may stand for another file: arena.map for
 * arena-merged.mesh, which was made from it. */
static bool is_same_map(const char *a, const char *b) {
  const size_t left = stem(a), right = stem(b), shorter = left < right ? left : right;
  const char *longer = left < right ? b : a;
  if (!strcasecmp(a, b)) return true;
  return shorter && !strncasecmp(a, b, shorter) &&
         (left == right || strchr("-_.", longer[shorter]));
}

/* Whether a name is that of a map of cells, whose sides scenarios give. */
static bool is_cells(const char *name) {
  return strcasecmp(name + stem(name), ".map") == 0;
}

void cli_warn_scenario(const char *path, const pathfan_scenario *scenario, const char *source_path,
                       const pf_source *source) {
  char quoted[PF_QUOTE_BYTES], own[PF_QUOTE_BYTES];
  pf_source_facts facts;
  pf_source_look(source, &facts);
  const pathfan_index_info *map = &facts.info;
  const char *name = map->source_name[0] ? map->source_name : tail(source_path);
  if (!scenario->map_name || !strcmp(name, tail(PF_STANDARD_INPUT))) return;
  const char *named = tail(scenario->map_name);
  const bool is_same = is_same_map(named, name);
  const bool other_sides =
      is_cells(name) && is_cells(named) &&
      (map->width != scenario->map_width || map->height != scenario->map_height);
  if (is_same && !other_sides) return;
  pf_span_quote((pf_span){named, strlen(named)}, quoted);
  pf_span_quote((pf_span){name, strlen(name)}, own);
  if (other_sides)
    cli_message("%s: names the map %s of %" PRId32 " x %" PRId32 ", this is %s of %.8g x %.8g",
                path, quoted, scenario->map_width, scenario->map_height, own, map->width,
                map->height);
  else
    cli_message("%s: names the map %s, this is %s", path, quoted, own);
}
