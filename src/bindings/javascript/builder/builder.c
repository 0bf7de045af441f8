/* builder.c - the builder as WebAssembly (build.sh): from a map in memory to an index in memory.
 *
 * A module makes one index: builder_room for the map, builder_set ... for options, builder_make,
 * then builder_index. builder.js alone talks to it. */
#include <emscripten.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "build-index/run/stage.h"
#include "pathfan/build.h"
#include "picture.h"

static pathfan_build_options options;
static pathfan_build_report report;
static pathfan_error error;
static double radii[8];
static void *index_at;
static size_t index_bytes;

/* Imported: called about ten times a second while a stage goes on. share: of the whole build. */
__attribute__((import_module("env"), import_name("builder_progress"))) extern void
builder_progress(const char *stage, double share);

static void tell(void *context, const char *stage, int64_t done, int64_t total) {
  (void)context;
  builder_progress(stage, pf_stage_share(stage, done, total));
}

/* Allocates so many bytes, for the map or a text; 0: out of memory. */
EMSCRIPTEN_KEEPALIVE void *builder_room(size_t bytes) {
  return malloc(bytes ? bytes : 1);
}

EMSCRIPTEN_KEEPALIVE void builder_begin(void) {
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.progress = tell;
}

/* Sets an option by its number, in the order of NUMBERS in builder.js. */
EMSCRIPTEN_KEEPALIVE void builder_set(int option, double value) {
  pathfan_map_options *map = &options.map;
  switch (option) {
  case 0: map->agent_radius = value; break;
  case 1: options.max_memory = (uint64_t)value; break;
  case 2: map->unit = value; break;
  case 3: map->wall_width = value; break;
  case 4: map->background_rate = value; break;
  case 5: map->simplify = value; break;
  case 6: map->skip_others = value != 0; break;
  case 7: map->strict = value != 0; break;
  case 8: map->walkable = value != 0; break;
  case 9: map->projection = value != 0 ? PATHFAN_PROJECTION_LOCAL : PATHFAN_PROJECTION_NONE; break;
  case 10: options.edges = value != 0; break;
  default: break;
  }
}

/* Sets one of the texts, which comes from builder_room, in the order of TEXTS in builder.js. */
EMSCRIPTEN_KEEPALIVE void builder_set_text(int option, const char *text) {
  const char **const texts[] = {&options.map.passable, &options.map.layers, &options.map.level,
                                &options.map.profile};
  *texts[option] = text;
}

/* Adds a radius, of several, ascending. False: there are 8 already. */
EMSCRIPTEN_KEEPALIVE int builder_add_radius(double radius) {
  if (options.radius_count == (int32_t)(sizeof radii / sizeof *radii)) return 0;
  radii[options.radius_count++] = radius;
  options.radii = radii;
  return 1;
}

/* Makes the index of a map, or a picture, from builder_room. Returns a status: 0, see
 * builder_index; else builder_error. */
EMSCRIPTEN_KEEPALIVE int builder_make(const void *map, size_t bytes, const char *name) {
  pathfan_status status = PATHFAN_OK;
  char *cells = NULL;
  if (pf_picture_is(map, bytes)) {
    status = pf_picture_cells(map, bytes, name, &cells, &bytes, &error);
    map = cells;
  }
  if (!status)
    status =
        pathfan_build_memory(map, bytes, name, &options, &report, &index_at, &index_bytes, &error);
  free(cells);
  if (status && !error.text[0])
    strncpy(error.text, pathfan_status_text(status), sizeof error.text - 1);
  return (int)status;
}

EMSCRIPTEN_KEEPALIVE const char *builder_error(void) {
  return error.text;
}

EMSCRIPTEN_KEEPALIVE const void *builder_index(void) {
  return index_at;
}

EMSCRIPTEN_KEEPALIVE size_t builder_index_bytes(void) {
  return index_bytes;
}

/* Returns a number of the report, in the order of REPORT in builder.js. */
EMSCRIPTEN_KEEPALIVE double builder_report(int number) {
  const double values[] = {report.vertex_count, report.polygon_count, report.component_count,
                           report.skipped,      report.vanished,      report.wall_seconds};
  return values[number];
}
