/* standard_run.c - writes a floor as GeoJSON, runs a crowd on it, and notes where all are after
 * each step. */
#include "evaluate/standard_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/leftovers.h"
#include "base/memory.h"
#include "base/status.h"
#include "pathfan/build.h"

#define TEXT_BYTES 8192

/* ---- The floor ---- */

static void put_box(char *text, const pf_standard_box *b, const char *kind) {
  const size_t length = strlen(text);
  (void)snprintf(
      text + length, TEXT_BYTES - length,
      "%s{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\"},\"geometry\":{\"type\":\"Polygon\","
      "\"coordinates\":[[[%g,%g],[%g,%g],[%g,%g],[%g,%g],[%g,%g]]]}}",
      text[length - 1] == '[' ? "" : ",", kind, b->left, b->low, b->right, b->low, b->right,
      b->high, b->left, b->high, b->left, b->low);
}

static void write_floor(const pf_standard_floor *floor, char text[TEXT_BYTES]) {
  (void)snprintf(text, TEXT_BYTES, "{\"type\":\"FeatureCollection\",\"features\":[");
  for (int32_t i = 0; i < floor->free_count; i++) put_box(text, &floor->free[i], "free");
  for (int32_t i = 0; i < floor->blocked_count; i++) put_box(text, &floor->blocked[i], "obstacle");
  const size_t length = strlen(text);
  (void)snprintf(text + length, TEXT_BYTES - length, "]}");
}

static pathfan_crowd_place place_of(const pf_standard_box *b, pathfan_point corners[4]) {
  corners[0] = (pathfan_point){b->left, b->low};
  corners[1] = (pathfan_point){b->right, b->low};
  corners[2] = (pathfan_point){b->right, b->high};
  corners[3] = (pathfan_point){b->left, b->high};
  return (pathfan_crowd_place){corners, b->right > b->left ? 4 : 1};
}

/* ---- The run ---- */

static pathfan_status note(pf_standard_tracks *t, const pathfan_crowd *crowd,
                           pathfan_crowd_agent *agents) {
  const int64_t begin = (int64_t)t->frames * t->agents;
  const pathfan_status status = pf_grow(&t->at, &t->capacity, begin + t->agents);
  if (status) return status;
  for (int32_t i = 0; i < t->agents; i++) t->at[begin + i] = (pathfan_point){NAN, NAN};
  const int32_t count = pathfan_crowd_agents(crowd, agents, t->agents);
  for (int32_t i = 0; i < count; i++)
    t->at[begin + agents[i].id] = (pathfan_point){agents[i].x, agents[i].y};
  t->frames++;
  return PATHFAN_OK;
}

static pathfan_status steps(pathfan_crowd *crowd, int32_t most_steps, pf_standard_tracks *t) {
  pathfan_crowd_agent *agents = malloc((size_t)t->agents * sizeof *agents);
  pathfan_crowd_arrival *arrivals = malloc((size_t)t->agents * sizeof *arrivals);
  t->walks_at = malloc((size_t)t->agents * sizeof *t->walks_at);
  pathfan_status status = agents && arrivals && t->walks_at ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pathfan_crowd_start(crowd);
  if (!status) status = note(t, crowd, agents);
  for (int32_t i = 0; i < most_steps && !status && !pathfan_crowd_is_done(crowd); i++) {
    status = pathfan_crowd_step(crowd);
    if (!status) status = note(t, crowd, agents);
  }
  if (!status) {
    t->arrived = pathfan_crowd_arrivals(crowd, 0, arrivals, t->agents);
    for (int32_t i = 0; i < t->agents; i++) t->walks_at[i] = NAN;
    for (int32_t i = 0; i < t->arrived; i++)
      t->walks_at[arrivals[i].id] = arrivals[i].egress - arrivals[i].travel;
  }
  free(agents);
  free(arrivals);
  return status;
}

/* Builds an index of the floor in a folder and opens it. */
static pathfan_status build_in(const char *folder, const char *text, pathfan_index **index,
                               pathfan_error *error) {
  pathfan_build_options options;
  pathfan_status status = PATHFAN_OK;
  char *map = NULL, *path = NULL;
  if (asprintf(&map, "%s/map.geojson", folder) < 0) map = NULL;
  if (asprintf(&path, "%s/map.pathfan", folder) < 0) path = NULL;
  if (!map || !path) status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_build_options_init(&options);
  options.threads = 1; /* like a crowd */
  pf_leftover_add(map);
  pf_leftover_add(path);
  if (!status) status = pf_output_text(map, text, error);
  if (!status) status = pathfan_build_index(map, path, &options, NULL, error);
  if (!status) status = pathfan_index_open(path, NULL, index, error);
  if (map) (void)unlink(map);
  if (path) (void)unlink(path);
  pf_leftover_drop(map);
  pf_leftover_drop(path);
  free(map);
  free(path);
  return status;
}

static pathfan_status open_floor(const pf_standard_floor *floor, pathfan_index **index,
                                 pathfan_error *error) {
  char text[TEXT_BYTES];
  char *folder;
  *index = NULL;
  write_floor(floor, text);
  pathfan_status status = pf_temporary_folder("pathfan-standard", &folder, error);
  if (status) return status;
  pf_leftover_add(folder);
  status = build_in(folder, text, index, error);
  (void)rmdir(folder);
  pf_leftover_drop(folder);
  free(folder);
  return status;
}

pathfan_status pf_standard_run(const pf_standard_floor *floor, const pathfan_crowd_options *options,
                               int32_t most_steps, pf_standard_tracks *tracks,
                               pathfan_error *error) {
  pathfan_point from[4], to[PF_STANDARD_BOXES][4];
  pathfan_crowd_place goals[PF_STANDARD_BOXES];
  pathfan_index *index;
  pathfan_crowd *crowd = NULL;
  for (int32_t i = 0; i < floor->to_count; i++) goals[i] = place_of(&floor->to[i], to[i]);
  const pathfan_crowd_flow flow = {.from = place_of(&floor->from, from),
                                   .to = goals,
                                   .to_count = floor->to_count,
                                   .agents = floor->agents};
  pathfan_crowd_options own = *options;
  own.law = PATHFAN_CROWD_WEIDMANN;
  own.spawn = PATHFAN_CROWD_AT_ONCE;
  own.flows = &flow;
  own.flow_count = 1;
  *tracks = (pf_standard_tracks){.seconds = own.step_seconds, .agents = floor->agents};
  pathfan_status status = open_floor(floor, &index, error);
  own.index = index;
  if (!status) status = pathfan_crowd_create(&own, &crowd, error);
  if (!status) {
    status = steps(crowd, most_steps, tracks);
    if (status) status = pf_fail(error, status, "%s", pathfan_status_text(status));
  }
  pathfan_crowd_free(crowd);
  pathfan_index_close(index);
  return status;
}

void pf_standard_tracks_free(pf_standard_tracks *t) {
  free(t->at);
  free(t->walks_at);
  memset(t, 0, sizeof *t);
}
