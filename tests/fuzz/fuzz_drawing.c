/* fuzz_drawing.c - drawings, as a client sends them and as a map's text is taken for one, must
 * survive any bytes. Accepted ones must be read the same after being written, as JSON and as a map,
 * and the readers of maps must read those maps.
 *
 * The first byte chooses: a drawing as JSON, or a map's text. */
#include <jansson.h>
#include <math.h>

#include "fuzz.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "viewer/drawing.h"

#define SIDE_MAX 200 /* larger maps only take longer */
#define OBSTACLES_MAX 40

/* Whether two sides are equal, but for rounding if they don't begin at 0. */
static bool is_same(double a, double b, double begin) {
  return begin == 0 ? a == b : fabs(a - b) <= 1e-9 * (fabs(begin) + a);
}

/* The sizes, and the numbers of things, must agree. */
static void check_alike(const pf_drawing *a, const pf_drawing *b) {
  fuzz_check(a->x == b->x && a->y == b->y);
  fuzz_check(is_same(a->width, b->width, a->x) && is_same(a->height, b->height, a->y));
  fuzz_check(json_array_size(a->obstacles) == json_array_size(b->obstacles));
  fuzz_check(json_array_size(a->things.roads) == json_array_size(b->things.roads));
  fuzz_check(json_array_size(a->things.rivers) == json_array_size(b->things.rivers));
  fuzz_check(json_array_size(a->things.bridges) == json_array_size(b->things.bridges));
}

static void check_json(const pf_drawing *drawing) {
  pf_drawing again;
  pf_complaint wrong = {""};
  json_t *json = pf_drawing_json(drawing);
  char *text = json_dumps(json, JSON_COMPACT);
  json_decref(json);
  fuzz_check(text != NULL);
  json = json_loads(text, 0, NULL);
  free(text);
  fuzz_check(pf_drawing_read(json, &again, &wrong));
  check_alike(drawing, &again);
  pf_drawing_free(&again);
  json_decref(json);
}

/* The text must be a map of that size, unless the drawing leaves nothing free. */
static void check_map(const char *text, size_t bytes, const pf_drawing *drawing, bool cells) {
  pathfan_map *map;
  pathfan_map_info info;
  pathfan_error error = {""};
  fuzz_check(text[bytes] == '\0');
  if (drawing->width > SIDE_MAX || drawing->height > SIDE_MAX ||
      json_array_size(drawing->obstacles) > OBSTACLES_MAX ||
      json_array_size(drawing->things.roads) > OBSTACLES_MAX ||
      json_array_size(drawing->things.rivers) > OBSTACLES_MAX)
    return;
  const pathfan_status status = pathfan_map_parse(text, bytes, "drawing", NULL, &map, &error);
  fuzz_check(!status || (!cells && status != PATHFAN_ERR_NO_MEMORY && error.text[0]));
  if (status) return;
  pathfan_map_info_get(map, &info);
  fuzz_check(info.is_grid == cells);
  if (cells) fuzz_check(info.width == drawing->width && info.height == drawing->height);
  pathfan_map_free(map);
}

static void check_texts(const pf_drawing *drawing) {
  pf_drawing again;
  pf_complaint wrong;
  size_t bytes = 0, more = 0;
  char *text = pf_drawing_geojson(drawing, &bytes);
  fuzz_check(text != NULL);
  check_map(text, bytes, drawing, false);
  if (pf_drawing_of(text, bytes, &again)) { /* fails if a corner comes twice, for example */
    check_alike(drawing, &again);
    pf_drawing_free(&again);
  }
  free(text);
  if (drawing->width > SIDE_MAX || drawing->height > SIDE_MAX) return;
  text = pf_drawing_map(drawing, &bytes, &wrong);
  fuzz_check(!text == !!*wrong.text);
  if (!text) return;
  check_map(text, bytes, drawing, true);
  fuzz_check(pf_drawing_of(text, bytes, &again));
  char *second = pf_drawing_map(&again, &more, &wrong);
  fuzz_check(second && more == bytes && !memcmp(text, second, bytes));
  free(second);
  free(text);
  pf_drawing_free(&again);
}

static void check(pf_drawing *drawing) {
  fuzz_check(drawing->width > 0 && drawing->height > 0 && json_is_array(drawing->obstacles));
  check_json(drawing);
  check_texts(drawing);
  pf_drawing_free(drawing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_drawing drawing;
  pf_complaint wrong = {""};
  if (size < 1) return 0;
  char *text = malloc(size); /* ends with a zero, as a file that was read does */
  fuzz_check(text != NULL);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = 0;
  if (data[0] & 1) {
    if (pf_drawing_of(text, size - 1, &drawing)) check(&drawing);
  } else {
    json_t *json = json_loadb(text, size - 1, JSON_REJECT_DUPLICATES, NULL);
    if (pf_drawing_read(json, &drawing, &wrong))
      check(&drawing);
    else
      fuzz_check(wrong.text[0] && !drawing.obstacles);
    json_decref(json);
  }
  free(text);
  return 0;
}
