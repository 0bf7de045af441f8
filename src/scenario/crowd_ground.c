/* crowd_ground.c - builds an index if an environment or a strategy needs one, in a folder of its
 * own. The folder is removed as soon as the index is open; the index stays readable until it is
 * closed. */
#include "scenario/crowd_ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/leftovers.h"
#include "base/status.h"

/* Builds the index in a folder and opens it. */
static pathfan_status build_in(const char *folder, const pf_crowd_scenario *s,
                               pf_crowd_ground *ground, pathfan_error *error) {
  pathfan_build_options options;
  pathfan_status status = PATHFAN_OK;
  char *map = NULL, *index = NULL;
  if (asprintf(&map, "%s/map.geojson", folder) < 0) map = NULL;
  if (asprintf(&index, "%s/map.pathfan", folder) < 0) index = NULL;
  if (!map || !index) status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  /* Windows removes no mapped file. */
  const pathfan_open_options how = {.private_copy = PATHFAN_WITH_WINDOWS};
  pathfan_build_options_init(&options);
  options.map.walkable = s->walkable;
  pf_leftover_add(map);
  pf_leftover_add(index);
  if (!status && s->environment) status = pf_output_text(map, s->environment->geojson, error);
  if (!status)
    status = pathfan_build_index(s->environment ? map : s->map, index, &options, NULL, error);
  if (!status) status = pathfan_index_open(index, &how, &ground->source.index, error);
  if (map) (void)unlink(map);
  if (index) (void)unlink(index);
  pf_leftover_drop(map);
  pf_leftover_drop(index);
  free(map);
  free(index);
  return status;
}

static pathfan_status build(const pf_crowd_scenario *s, pf_crowd_ground *ground,
                            pathfan_error *error) {
  const double begin = pf_seconds();
  char *folder;
  pathfan_status status = pf_temporary_folder("pathfan-crowd", &folder, error);
  if (status) return status;
  pf_leftover_add(folder);
  status = build_in(folder, s, ground, error);
  (void)rmdir(folder);
  pf_leftover_drop(folder);
  free(folder);
  ground->building_ms = 1e3 * (pf_seconds() - begin);
  return status;
}

pathfan_status pf_crowd_ground_open(pf_crowd_scenario *s, pf_crowd_ground *ground,
                                    pathfan_error *error) {
  const bool wants_index =
      s->options.strategy == PATHFAN_CROWD_ALTERNATIVES || s->levels.count || s->wants_index;
  pathfan_map_options options;
  pathfan_status status = PATHFAN_OK;
  memset(ground, 0, sizeof *ground);
  if (s->options.index) return pf_crowd_levels_resolve(&s->levels, s->options.index, error);
  pathfan_map_options_init(&options);
  options.walkable = s->walkable;
  if (s->map) status = pf_regular_check(s->map, error);
  if (!status && s->map) status = pf_source_open(s->map, NULL, &options, &ground->source, error);
  if (!status && (s->environment || (ground->source.map && wants_index))) {
    pf_crowd_ground_close(ground);
    status = build(s, ground, error);
  }
  if (!status) status = pf_crowd_levels_resolve(&s->levels, ground->source.index, error);
  if (status) pf_crowd_ground_close(ground);
  s->options.index = ground->source.index;
  s->options.map = ground->source.map;
  return status;
}

void pf_crowd_ground_close(pf_crowd_ground *ground) {
  pf_source_close(&ground->source);
  memset(ground, 0, sizeof *ground);
}
