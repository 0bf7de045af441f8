/* drawing.c - drawings by users. */
#include "viewer/drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_load.h"
#include "base/program.h"
#include "base/text.h"
#include "viewer/limits.h"
#include "server/tag.h"

/* Cells of the largest drawing that can become a .map. */
#define CELLS_MAX (UINT64_C(4) << 20)

#define RATE_MAX 1e9

void pf_drawing_free(pf_drawing *drawing) {
  json_decref(drawing->obstacles);
  json_decref(drawing->attribution);
  drawing->obstacles = drawing->attribution = NULL;
  pf_things_free(&drawing->things);
}

/* Members that aren't set are left out, so that drawings without them keep their tags. */
json_t *pf_drawing_json(const pf_drawing *drawing) {
  json_t *json = json_pack("{s:f,s:f,s:O}", "width", drawing->width, "height", drawing->height,
                           "obstacles", drawing->obstacles);
  if (drawing->x != 0 || drawing->y != 0)
    json_object_set_new(json, "origin", json_pack("[f,f]", drawing->x, drawing->y));
  if (drawing->background_rate > 0)
    json_object_set_new(json, "background_rate", json_real(drawing->background_rate));
  if (drawing->agent_radius > 0)
    json_object_set_new(json, "agent_radius", json_real(drawing->agent_radius));
  if (drawing->attribution) json_object_set(json, "attribution", drawing->attribution);
  pf_things_put(&drawing->things, json);
  return json;
}

bool pf_drawing_tag(const pf_drawing *drawing, uint64_t *tag) {
  json_t *json = pf_drawing_json(drawing);
  char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
  json_decref(json);
  if (text) *tag = pf_tag_of(text, strlen(text));
  free(text);
  return text != NULL;
}

/* ---- Reading ---- */

/* Returns number `at` of an array; NAN if there is none. */
static double number(const json_t *array, size_t at) {
  const json_t *value = json_array_get(array, at);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static bool is_rectangle(const json_t *rect) {
  bool good = json_array_size(rect) == 4 && number(rect, 2) > 0 && number(rect, 3) > 0;
  for (size_t i = 0; i < 4; i++) good = good && pf_is_drawable(number(rect, i));
  return good;
}

static bool is_obstacle(const json_t *item, size_t *corners) {
  const json_t *rect = json_object_get(item, "rect"), *polygon = json_object_get(item, "polygon");
  const size_t members = 1 + (json_object_get(item, "name") != NULL);
  if (json_object_size(item) != members || !pf_may_be_named(item)) return false;
  *corners += json_array_size(polygon);
  return rect ? is_rectangle(rect) : polygon && pf_are_points(polygon, 3);
}

static bool take_side(const json_t *object, const char *name, double *side, pf_complaint *wrong) {
  const json_t *value = json_object_get(object, name);
  *side = json_number_value(value);
  return (json_is_number(value) && *side > 0 && *side <= PF_SIDE_MAX) ||
         pf_complain(wrong, "\"%s\" must be a number above 0, at most %d", name, PF_SIDE_MAX);
}

/* Reads the optional members. */
static bool take_rest(const json_t *object, pf_drawing *drawing, pf_complaint *wrong) {
  const json_t *origin = json_object_get(object, "origin");
  const json_t *rate = json_object_get(object, "background_rate");
  const json_t *radius = json_object_get(object, "agent_radius");
  const json_t *attribution = json_object_get(object, "attribution");
  if (origin) {
    drawing->x = number(origin, 0);
    drawing->y = number(origin, 1);
    if (json_array_size(origin) != 2 || !pf_is_drawable(drawing->x) || !pf_is_drawable(drawing->y))
      return pf_complain(wrong, "\"origin\" must be [x, y]");
  }
  drawing->background_rate = json_number_value(rate);
  if (rate && !(drawing->background_rate > 0 && drawing->background_rate <= RATE_MAX))
    return pf_complain(wrong, "\"background_rate\" must be a number above 0");
  drawing->agent_radius = json_number_value(radius);
  if (radius && !(json_is_number(radius) && drawing->agent_radius >= 0 &&
                  drawing->agent_radius <= PF_SIDE_MAX))
    return pf_complain(wrong, "\"agent_radius\" must be a number from 0 to %d", PF_SIDE_MAX);
  return !attribution || json_is_string(attribution) ||
         pf_complain(wrong, "\"attribution\" must be a string");
}

bool pf_drawing_read(const json_t *object, pf_drawing *drawing, pf_complaint *wrong) {
  json_t *obstacles = json_object_get(object, "obstacles");
  size_t corners = 0, count = json_array_size(obstacles);
  *drawing = (pf_drawing){.obstacles = NULL};
  if (!take_rest(object, drawing, wrong) || !take_side(object, "width", &drawing->width, wrong) ||
      !take_side(object, "height", &drawing->height, wrong))
    return false;
  if (!json_is_array(obstacles))
    return pf_complain(wrong, "\"obstacles\" must be a list of {\"rect\": [x, y, w, h]} and "
                              "{\"polygon\": [[x, y], ...]}");
  for (size_t i = 0; i < json_array_size(obstacles); i++) {
    if (!is_obstacle(json_array_get(obstacles, i), &corners))
      return pf_complain(wrong,
                         "obstacle %zu is neither {\"rect\": [x, y, w, h]}, w and h above 0, "
                         "nor {\"polygon\": [[x, y], ...]} of 3 corners or more",
                         i);
  }
  if (!pf_things_read(object, &drawing->things, &count, &corners, wrong)) return false;
  if (count > PF_OBSTACLES_MAX || corners > PF_CORNERS_MAX) {
    pf_things_free(&drawing->things);
    return pf_complain(wrong,
                       "at most %d obstacles, roads, rivers, bridges and areas, and %d corners",
                       PF_OBSTACLES_MAX, PF_CORNERS_MAX);
  }
  drawing->obstacles = json_incref(obstacles);
  drawing->attribution = json_incref(json_object_get(object, "attribution"));
  return true;
}

/* ---- From a .map ---- */

/* Adds blocked cells as rectangles: each run of a row, extended down as far as the same run is
 * blocked. Clears the cells that it covers. */
static bool add_runs(char *cells, int64_t width, int64_t height, json_t *obstacles) {
  for (int64_t y = 0; y < height; y++)
    for (int64_t x = 0; x < width; x++) {
      if (cells[y * width + x] != '@') continue;
      int64_t end = x, bottom = y;
      while (end < width && cells[y * width + end] == '@') end++;
      for (bool same = true; same; bottom += same) {
        for (int64_t k = x; k < end && same; k++)
          same = bottom < height && cells[bottom * width + k] == '@';
        for (int64_t k = x; k < end && same; k++) cells[bottom * width + k] = '.';
      }
      if (json_array_size(obstacles) >= PF_OBSTACLES_MAX) return false;
      json_array_append_new(obstacles, json_pack("{s:[f,f,f,f]}", "rect", (double)x, (double)y,
                                                 (double)(end - x), (double)(bottom - y)));
    }
  return true;
}

/* Makes a drawing from a valid .map: type, height, width, map, rows. */
static bool of_cells(const char *text, size_t bytes, pf_drawing *drawing) {
  const char *stop = text + bytes, *rows = NULL;
  long long width = 0, height = 0;
  for (const char *line = text; line && line < stop && !rows;) {
    const char *end = memchr(line, '\n', (size_t)(stop - line));
    if (sscanf(line, "width %lld", &width) != 1 && sscanf(line, "height %lld", &height) != 1 &&
        strncmp(line, "map", 3) == 0 && end)
      rows = end + 1;
    line = end ? end + 1 : NULL;
  }
  if (!rows || width < 1 || height < 1 || width > PF_SIDE_MAX || height > PF_SIDE_MAX) return false;
  char *cells = malloc((size_t)width * (size_t)height);
  json_t *obstacles = json_array();
  bool good = cells && obstacles;
  for (long long y = 0; y < height && good; y++) {
    good = rows && stop - rows >= width;
    for (long long x = 0; x < width && good; x++)
      cells[y * width + x] = rows[x] == '.' || rows[x] == 'G' ? '.' : '@';
    if (good) {
      const char *end = memchr(rows, '\n', (size_t)(stop - rows));
      rows = end ? end + 1 : NULL;
    }
  }
  good = good && add_runs(cells, width, height, obstacles);
  free(cells);
  if (!good) {
    json_decref(obstacles);
    return false;
  }
  *drawing = (pf_drawing){.width = (double)width, .height = (double)height, .obstacles = obstacles};
  return true;
}

/* ---- From GeoJSON ---- */

/* Returns the corners of a feature that is one polygon without holes, the last not repeated, as a
 * new list; else NULL. */
static json_t *ring_of(const json_t *feature) {
  const json_t *geometry = json_object_get(feature, "geometry");
  const json_t *rings = json_object_get(geometry, "coordinates");
  const char *type = json_string_value(json_object_get(geometry, "type"));
  if (!type || strcmp(type, "Polygon") != 0 || json_array_size(rings) != 1) return NULL;
  const json_t *ring = json_array_get(rings, 0);
  json_t *corners = json_array();
  for (size_t i = 0; i + 1 < json_array_size(ring); i++) {
    const json_t *at = json_array_get(ring, i);
    json_array_append_new(corners, json_pack("[f,f]", number(at, 0), number(at, 1)));
  }
  return corners;
}

/* Whether a ring is an upright rectangle; its x, y, width, height, if so. */
static bool is_box(const json_t *ring, double box[4]) {
  double x[4], y[4];
  if (json_array_size(ring) != 4) return false;
  for (size_t i = 0; i < 4; i++) {
    x[i] = number(json_array_get(ring, i), 0);
    y[i] = number(json_array_get(ring, i), 1);
  }
  /* Sides alternate between horizontal and vertical. */
  const bool level_first = y[0] == y[1] && x[1] == x[2] && y[2] == y[3] && x[3] == x[0];
  const bool upright_first = x[0] == x[1] && y[1] == y[2] && x[2] == x[3] && y[3] == y[0];
  if ((!level_first && !upright_first) || x[0] == x[2] || y[0] == y[2]) return false;
  box[0] = x[0] < x[2] ? x[0] : x[2];
  box[1] = y[0] < y[2] ? y[0] : y[2];
  box[2] = fabs(x[2] - x[0]);
  box[3] = fabs(y[2] - y[0]);
  return true;
}

/* Adds a polygon to a drawing's JSON: its only frame, or an obstacle. */
static bool take_polygon(const json_t *feature, json_t *object) {
  const json_t *properties = json_object_get(feature, "properties");
  const char *kind = json_string_value(json_object_get(properties, "kind"));
  json_t *ring = ring_of(feature), *item = NULL;
  double box[4];
  bool good = ring != NULL && !(kind && strcmp(kind, "area") == 0); /* one with holes or a layer */
  if (good && kind && strcmp(kind, "free") == 0) {
    good = is_box(ring, box) && !json_object_get(object, "width");
    if (good) {
      json_object_set_new(object, "origin", json_pack("[f,f]", box[0], box[1]));
      json_object_set_new(object, "width", json_real(box[2]));
      json_object_set_new(object, "height", json_real(box[3]));
    }
  } else if (good) {
    item = is_box(ring, box) ? json_pack("{s:[f,f,f,f]}", "rect", box[0], box[1], box[2], box[3])
                             : json_pack("{s:O}", "polygon", ring);
    json_t *name = json_object_get(properties, "name");
    if (json_is_string(name)) json_object_set(item, "name", name);
    good = !json_array_append_new(json_object_get(object, "obstacles"), item);
  }
  json_decref(ring);
  return good;
}

/* Takes the members of a whole collection. */
static void take_collection(const json_t *document, json_t *object) {
  json_t *rate = json_object_get(document, "background_rate");
  json_t *radius = json_object_get(document, "agent_radius");
  json_t *attribution = json_object_get(document, "attribution");
  if (json_is_number(radius)) json_object_set(object, "agent_radius", radius);
  if (json_is_number(rate)) json_object_set(object, "background_rate", rate);
  if (json_is_string(attribution)) json_object_set(object, "attribution", attribution);
}

static bool of_features(const char *text, size_t bytes, pf_drawing *drawing) {
  if (pf_json_bytes(text, bytes) > PF_READING_MEMORY) return false;
  json_t *document = pf_json_load(text, bytes, JSON_DECODE_INT_AS_REAL, NULL);
  const json_t *features = json_object_get(document, "features");
  json_t *object = json_pack("{s:[]}", "obstacles");
  pf_complaint wrong;
  bool good = object && json_is_array(features);
  for (size_t i = 0; i < json_array_size(features) && good; i++) {
    const json_t *feature = json_array_get(features, i);
    good = pf_things_take(feature, object) || take_polygon(feature, object);
  }
  if (good) take_collection(document, object);
  good = good && pf_drawing_read(object, drawing, &wrong);
  json_decref(document);
  json_decref(object);
  return good;
}

bool pf_drawing_of(const char *text, size_t bytes, pf_drawing *drawing) {
  while (bytes && strchr(" \t\r\n", *text)) text++, bytes--;
  if (bytes > 4 && strncmp(text, "type", 4) == 0) return of_cells(text, bytes, drawing);
  return bytes && *text == '{' && of_features(text, bytes, drawing);
}

/* ---- To text ---- */

static bool is_whole(double value) {
  return value == floor(value);
}

/* Whether the drawing consists of whole cells; wrong says why not. */
static bool is_cells(const pf_drawing *d, pf_complaint *wrong) {
  if (pf_things_are_there(&d->things))
    return pf_complain(wrong, "roads, rivers, bridges and areas aren't made of cells");
  if (d->x != 0 || d->y != 0)
    return pf_complain(wrong, "it begins at [%g, %g], not at [0, 0]", d->x, d->y);
  if (!is_whole(d->width) || !is_whole(d->height) || d->width * d->height > (double)CELLS_MAX)
    return pf_complain(wrong, "%g x %g is not a whole number of cells, or more than %.0f", d->width,
                       d->height, (double)CELLS_MAX);
  for (size_t i = 0; i < json_array_size(d->obstacles); i++) {
    const json_t *item = json_array_get(d->obstacles, i), *rect = json_object_get(item, "rect");
    const json_t *corner = rect ? rect : json_array_get(json_object_get(item, "polygon"), 0);
    bool whole = rect != NULL;
    for (size_t k = 0; k < 4 && whole; k++) whole = is_whole(number(rect, k));
    if (!whole)
      return pf_complain(wrong, "obstacle %zu, a %s at [%g, %g], isn't on whole cells", i,
                         rect ? "rectangle" : "polygon", number(corner, 0), number(corner, 1));
  }
  return true;
}

/* Clamps a value to 0..most. */
static size_t cut(double value, double most) {
  return (size_t)(value < 0 ? 0 : value > most ? most : value);
}

char *pf_drawing_map(const pf_drawing *d, size_t *bytes, pf_complaint *wrong) {
  char head[100];
  wrong->text[0] = '\0';
  if (!is_cells(d, wrong)) return NULL;
  const size_t width = (size_t)d->width, height = (size_t)d->height;
  const size_t begin = (size_t)snprintf(head, sizeof head,
                                        "type octile\nheight %zu\nwidth %zu\nmap\n", height, width);
  *bytes = begin + height * (width + 1);
  char *text = malloc(*bytes + 1);
  if (!text) return NULL;
  memcpy(text, head, begin);
  char *rows = text + begin;
  memset(rows, '.', height * (width + 1));
  for (size_t y = 0; y < height; y++) rows[y * (width + 1) + width] = '\n';
  text[*bytes] = '\0';
  for (size_t i = 0; i < json_array_size(d->obstacles); i++) {
    const json_t *rect = json_object_get(json_array_get(d->obstacles, i), "rect");
    const double x = number(rect, 0), y = number(rect, 1);
    const size_t left = cut(x, d->width), right = cut(x + number(rect, 2), d->width);
    const size_t bottom = cut(y + number(rect, 3), d->height);
    for (size_t row = cut(y, d->height); row < bottom; row++)
      memset(rows + row * (width + 1) + left, '@', right - left);
  }
  return text;
}

/* named: the thing whose name is written, or NULL. */
static void write_feature(pf_json_writer *w, const char *kind, const json_t *named,
                          const json_t *corners) {
  pf_begin_feature(w);
  pf_write_text(w, "kind", kind);
  pf_write_string(w, "name", json_object_get(named, "name"));
  pf_begin_geometry(w, "Polygon");
  pf_write_ring(w, corners);
  pf_end_feature(w);
}

/* r: x, y, width, height. */
static void write_rectangle(pf_json_writer *w, const char *kind, const json_t *named,
                            const double r[4]) {
  const double left = r[0], top = r[1], right = r[0] + r[2], bottom = r[1] + r[3];
  json_t *corners =
      json_pack("[[f,f],[f,f],[f,f],[f,f]]", left, top, right, top, right, bottom, left, bottom);
  if (corners) write_feature(w, kind, named, corners);
  json_decref(corners);
}

char *pf_drawing_geojson(const pf_drawing *d, size_t *bytes) {
  char *text = NULL;
  pf_json_writer w = {.out = pf_text_stream(&text, bytes)};
  if (!w.out) return NULL;
  pf_begin_collection(&w);
  pf_write_string(&w, "attribution", d->attribution);
  if (d->agent_radius > 0) pf_write_exactly(&w, "agent_radius", d->agent_radius);
  if (d->background_rate > 0) pf_write_exactly(&w, "background_rate", d->background_rate);
  pf_write_begin(&w, "features", '[');
  write_rectangle(&w, "free", NULL, (const double[4]){d->x, d->y, d->width, d->height});
  for (size_t i = 0; i < json_array_size(d->obstacles); i++) {
    const json_t *item = json_array_get(d->obstacles, i);
    const json_t *rect = json_object_get(item, "rect");
    if (rect)
      write_rectangle(
          &w, "obstacle", item,
          (const double[4]){number(rect, 0), number(rect, 1), number(rect, 2), number(rect, 3)});
    else
      write_feature(&w, "obstacle", item, json_object_get(item, "polygon"));
  }
  pf_things_write(&w, &d->things);
  pf_end_collection(&w);
  return pf_written(w.out, &text);
}

char *pf_drawing_text(const pf_drawing *d, size_t *bytes) {
  pf_complaint wrong;
  char *text = pf_drawing_map(d, bytes, &wrong);
  return text ? text : pf_drawing_geojson(d, bytes);
}
