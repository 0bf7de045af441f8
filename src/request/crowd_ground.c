/* crowd_ground.c - what has no index gets one where a strategy asks it, in a folder of its own,
 * which is gone as soon as the index is open: it stays readable until it is closed. */
#include "request/crowd_ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/status.h"

typedef struct folder {
  char path[512], map[560], index[560];
} folder;

static pathfan_status make_folder(folder *f, pathfan_error *error) {
  const char *place = getenv("TMPDIR");
  (void)snprintf(f->path, sizeof f->path, "%.400s/pathfan-crowd-XXXXXX",
                 place && *place ? place : "/tmp");
  if (!mkdtemp(f->path))
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: no folder can be made there", f->path);
  (void)snprintf(f->map, sizeof f->map, "%s/map.geojson", f->path);
  (void)snprintf(f->index, sizeof f->index, "%s/map.pathfan", f->path);
  return PATHFAN_OK;
}

static void remove_folder(const folder *f) {
  (void)unlink(f->map);
  (void)unlink(f->index);
  (void)rmdir(f->path);
}

static pathfan_status write_text(const char *path, const char *text, pathfan_error *error) {
  pathfan_output output;
  const pathfan_status status = pathfan_output_open(&output, path, error);
  if (status) return status;
  (void)fputs(text, output.stream);
  return pathfan_output_close(&output, error);
}

static pathfan_status build(const pathfan_crowd_scenario *s, pathfan_crowd_ground *ground,
                            pathfan_error *error) {
  const double begin = pathfan_seconds();
  pathfan_build_options options;
  folder f;
  pathfan_status status = make_folder(&f, error);
  if (status) return status;
  pathfan_build_options_init(&options);
  if (s->environment) status = write_text(f.map, s->environment->geojson, error);
  if (!status)
    status = pathfan_build_index(s->environment ? f.map : s->map, f.index, &options, NULL, error);
  if (!status) status = pathfan_index_open(f.index, NULL, &ground->source.index, error);
  remove_folder(&f);
  ground->building_ms = 1e3 * (pathfan_seconds() - begin);
  return status;
}

pathfan_status pathfan_crowd_ground_open(pathfan_crowd_scenario *s, pathfan_crowd_ground *ground,
                                         pathfan_error *error) {
  const bool wants_index = s->options.strategy == PATHFAN_CROWD_ALTERNATIVES;
  pathfan_map_options options;
  pathfan_status status = PATHFAN_OK;
  memset(ground, 0, sizeof *ground);
  pathfan_map_options_init(&options);
  if (s->map) status = pathfan_source_open(s->map, NULL, &options, &ground->source, error);
  if (!status && (s->environment || (ground->source.map && wants_index))) {
    pathfan_crowd_ground_close(ground);
    status = build(s, ground, error);
  }
  s->options.index = ground->source.index;
  s->options.map = ground->source.map;
  return status;
}

void pathfan_crowd_ground_close(pathfan_crowd_ground *ground) {
  pathfan_source_close(&ground->source);
  memset(ground, 0, sizeof *ground);
}
