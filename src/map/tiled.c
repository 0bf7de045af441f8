/* tiled.c - maps of the editor Tiled, saved as JSON (https://doc.mapeditor.org, "JSON Map Format"),
 * in pixels. jansson parses; layers are gone through in order, those of groups too.
 *
 * What blocks the way is nobody's to guess, so it has to be said: by the name of a layer, or by a
 * property that is true or false of a layer, a tile or an object. The innermost word counts.
 *
 * Tiles are made rectangles, as wide as tiles in a row are blocked, and as high as rows are alike.
 */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "map/polygons.h"

/* Groups in groups; deeper ones are attacks. */
#define DEPTH_MAX 64

/* As of grid maps. */
#define TILES_MAX 16384

/* Sides of an ellipse. */
#define ELLIPSE 32

/* A gid has marks in its highest bits: how a tile is turned. */
#define GID_MASK 0x0fffffff

/* Marks are kept by gid: of so many at most. */
#define MARKED_MAX (1 << 24)

typedef struct reader {
  const char *path;
  pathfan_polygons *polygons;
  pathfan_error *error;
  const json_t *tilesets;
  uint8_t *blocks; /* [Size: tile_count] a mark by gid: what the tileset says of it */
  int64_t tile_count;
  int32_t width, height;          /* tiles */
  double tile_width, tile_height; /* pixels */
  double x, y;                    /* where the layer lies, pixels */
  int32_t layer;                  /* 0-based, in the order of the file, groups too, for messages */
  const char *name;               /* of the layer */
  bool any;                       /* something has been marked */
} reader;

typedef enum mark { UNSAID = 0, PASSES, BLOCKS } mark;

static pathfan_status complain(const reader *r, const char *format, ...) PATHFAN_PRINTF(2, 3);

static pathfan_status complain(const reader *r, const char *format, ...) {
  char sentence[256], quoted[PATHFAN_NAME_QUOTE_BYTES];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  if (r->layer < 0)
    return pathfan_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s", pathfan_name_tail(r->path),
                        sentence);
  return pathfan_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: layer %d%s: %s",
                      pathfan_name_tail(r->path), (int)r->layer,
                      pathfan_name_quote(r->name, quoted), sentence);
}

static pathfan_status full(const reader *r, pathfan_status status) {
  return status ? pathfan_fail(r->error, status, "%s: %s", pathfan_name_tail(r->path),
                               pathfan_status_text(status))
                : PATHFAN_OK;
}

/* ---- What blocks ---- */

static mark mark_of(const json_t *of) {
  static const char *const blocking[] = {"collides", "obstacle", "solid", "blocked"};
  const json_t *properties = json_object_get(of, "properties");
  mark found = UNSAID;
  for (size_t i = 0; i < json_array_size(properties); i++) {
    const json_t *property = json_array_get(properties, i);
    const char *name = json_string_value(json_object_get(property, "name"));
    const json_t *value = json_object_get(property, "value");
    if (!name || !json_is_boolean(value)) continue;
    if (!strcasecmp(name, "walkable")) found = json_is_true(value) ? PASSES : BLOCKS;
    for (size_t k = 0; k < sizeof blocking / sizeof *blocking; k++)
      if (!strcasecmp(name, blocking[k])) found = json_is_true(value) ? BLOCKS : PASSES;
  }
  return found;
}

static mark mark_of_layer(const json_t *layer, const char *name) {
  static const char *const names[] = {"collision", "collisions", "obstacle", "obstacles",
                                      "wall",      "walls",      "blocked"};
  const mark said = mark_of(layer);
  if (said || !name) return said;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcasecmp(name, names[i])) return BLOCKS;
  return UNSAID;
}

static bool take_count(const json_t *object, const char *key, int64_t most, int64_t *count) {
  const double number = json_number_value(json_object_get(object, key));
  if (!(number >= 0 && number <= (double)most) || number != floor(number)) return false;
  *count = (int64_t)number;
  return json_is_number(json_object_get(object, key));
}

/* Tiles that their tileset marks. Of a tileset in a file of its own nothing is known: a map may be
 * marked by its layers all the same. */
static pathfan_status take_tilesets(reader *r) {
  int64_t first, id, most = 0;
  for (int pass = 0; pass < 2; pass++) { /* count, then mark */
    for (size_t s = 0; s < json_array_size(r->tilesets); s++) {
      const json_t *set = json_array_get(r->tilesets, s), *tiles = json_object_get(set, "tiles");
      if (!take_count(set, "firstgid", MARKED_MAX, &first))
        return complain(r, "tileset %zu has no firstgid", s);
      for (size_t t = 0; t < json_array_size(tiles); t++) {
        const json_t *tile = json_array_get(tiles, t);
        const mark said = mark_of(tile);
        if (!said) continue;
        if (!take_count(tile, "id", MARKED_MAX - first, &id))
          return complain(r, "tile %zu of tileset %zu has no id up to %d", t, s, MARKED_MAX);
        if (pass)
          r->blocks[first + id] = (uint8_t)said;
        else if (first + id > most)
          most = first + id;
      }
    }
    if (pass) break;
    r->blocks = pathfan_alloc_zero((uint64_t)most + 1, 1);
    if (!r->blocks) return full(r, PATHFAN_ERR_NO_MEMORY);
    r->tile_count = most + 1;
  }
  return PATHFAN_OK;
}

/* ---- Shapes ---- */

static pathfan_status begin(reader *r, pathfan_polygon_kind kind) {
  pathfan_status status = pathfan_polygons_begin(r->polygons, kind, r->name);
  if (!status) status = pathfan_polygons_ring(r->polygons, r->layer < 0 ? 0 : r->layer);
  return full(r, status);
}

static pathfan_status add_box(reader *r, pathfan_polygon_kind kind, double x, double y, double w,
                              double h) {
  const double corners[4][2] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
  pathfan_status status = begin(r, kind);
  for (int i = 0; i < 4 && !status; i++)
    status = full(r, pathfan_polygons_point(r->polygons, corners[i][0], corners[i][1]));
  return status;
}

/* ---- Tile layers ---- */

static bool is_blocked(const reader *r, int64_t gid, mark layer) {
  const mark tile = gid < r->tile_count ? (mark)r->blocks[gid] : UNSAID;
  return gid > 0 && (tile ? tile : layer) == BLOCKS;
}

/* The row's tiles that block, 1 or 0. */
static pathfan_status read_row(const reader *r, const json_t *data, int32_t y, mark layer,
                               uint8_t *row) {
  for (int32_t x = 0; x < r->width; x++) {
    const size_t at = (size_t)y * (size_t)r->width + (size_t)x;
    const double gid = json_number_value(json_array_get(data, at));
    if (!json_is_number(json_array_get(data, at)) || !(gid >= 0 && gid <= UINT32_MAX))
      return complain(r, "tile %zu is no number of a tile", at);
    row[x] = is_blocked(r, (int64_t)gid & GID_MASK, layer);
  }
  return PATHFAN_OK;
}

/* open[x]: the row in which a rectangle began whose tiles from x on were blocked ever since;
 * wide[x]: how many they are; 0: none. */
static pathfan_status close_boxes(reader *r, const uint8_t *row, int32_t y, int32_t *open,
                                  int32_t *wide) {
  const double w = r->tile_width, h = r->tile_height;
  pathfan_status status = PATHFAN_OK;
  for (int32_t x = 0, run; x < r->width && !status; x += run ? run : 1) {
    for (run = 0; row && x + run < r->width && row[x + run];) run++;
    for (int32_t k = x; k < x + (run ? run : 1); k++) {
      if (!wide[k] || (k == x && wide[k] == run)) continue;
      if (!status)
        status = add_box(r, PATHFAN_POLYGON_OBSTACLE, r->x + k * w, r->y + open[k] * h, wide[k] * w,
                         (y - open[k]) * h);
      wide[k] = 0;
    }
    if (run && !wide[x]) {
      open[x] = y;
      wide[x] = run;
    }
  }
  return status;
}

static pathfan_status take_tiles(reader *r, const json_t *layer, mark said) {
  const json_t *data = json_object_get(layer, "data");
  const size_t count = (size_t)r->width * (size_t)r->height;
  if (json_is_string(data))
    return complain(r, "its tiles are encoded; choose CSV as the Tile Layer Format in the map's "
                       "properties");
  if (json_array_size(data) != count)
    return complain(r, "it has %zu tiles, a map of %d x %d has %zu", json_array_size(data),
                    (int)r->width, (int)r->height, count);
  uint8_t *row = pathfan_alloc((uint64_t)r->width, 1);
  int32_t *open = pathfan_alloc_zero(2 * (uint64_t)r->width, sizeof *open);
  pathfan_status status = row && open ? PATHFAN_OK : full(r, PATHFAN_ERR_NO_MEMORY);
  const int32_t before = r->polygons->polygon_count;
  for (int32_t y = 0; y < r->height && !status; y++) {
    status = read_row(r, data, y, said, row);
    if (!status) status = close_boxes(r, row, y, open, open + r->width);
  }
  if (!status) status = close_boxes(r, NULL, r->height, open, open + r->width);
  r->any |= r->polygons->polygon_count > before;
  free(row);
  free(open);
  return status;
}

/* ---- Objects ---- */

typedef struct object {
  int32_t number;
  double x, y, width, height, cosine, sine;
} object;

/* Sine and cosine differ in the last bit from machine to machine, and maps must not: thousandths of
 * a pixel are told apart. */
static double in_steps(double x) {
  return fabs(x) < 0x1p40 ? nearbyint(x * 1000) / 1000 : x;
}

/* A point of an object, turned about its place. */
static pathfan_status add_point(reader *r, const object *o, double dx, double dy) {
  const double x = in_steps(r->x + o->x + dx * o->cosine - dy * o->sine);
  const double y = in_steps(r->y + o->y + dx * o->sine + dy * o->cosine);
  if (!(fabs(x) <= PATHFAN_COORDINATE_MAX && fabs(y) <= PATHFAN_COORDINATE_MAX))
    return complain(r, "object %d lies beyond %g", (int)o->number, PATHFAN_COORDINATE_MAX);
  return full(r, pathfan_polygons_point(r->polygons, x, y));
}

static pathfan_status take_corners(reader *r, const object *o, const json_t *corners, bool closed) {
  pathfan_status status = begin(r, closed ? PATHFAN_POLYGON_OBSTACLE : PATHFAN_POLYGON_WALL);
  for (size_t i = 0; i < json_array_size(corners) && !status; i++) {
    const json_t *x = json_object_get(json_array_get(corners, i), "x");
    const json_t *y = json_object_get(json_array_get(corners, i), "y");
    if (!json_is_number(x) || !json_is_number(y))
      return complain(r, "object %d has a corner without x or y", (int)o->number);
    status = add_point(r, o, json_number_value(x), json_number_value(y));
  }
  if (status) return status;
  if (!closed)
    pathfan_polygons_close_wall(r->polygons);
  else if (pathfan_polygons_close_ring(r->polygons) < 3)
    return complain(r, "object %d has less than 3 different corners", (int)o->number);
  return PATHFAN_OK;
}

static pathfan_status take_ellipse(reader *r, const object *o) {
  const double a = o->width / 2, b = o->height / 2;
  pathfan_status status = begin(r, PATHFAN_POLYGON_OBSTACLE);
  for (int i = 0; i < ELLIPSE && !status; i++) {
    const double angle = 2 * 3.14159265358979323846 * i / ELLIPSE;
    /* Drawn round it, so that nothing of the ellipse is free. */
    const double beyond = 1 / cos(3.14159265358979323846 / ELLIPSE);
    status = add_point(r, o, a + a * beyond * cos(angle), b + b * beyond * sin(angle));
  }
  return status;
}

static pathfan_status take_object(reader *r, const json_t *given, int32_t number) {
  static const char *const keys[] = {"x", "y", "width", "height", "rotation"};
  double values[5];
  for (int i = 0; i < 5; i++) {
    values[i] = json_number_value(json_object_get(given, keys[i]));
    if (!(fabs(values[i]) <= PATHFAN_COORDINATE_MAX))
      return complain(r, "object %d has a %s of %g", (int)number, keys[i], values[i]);
  }
  const double angle = values[4] * 3.14159265358979323846 / 180;
  const bool is_straight = values[4] == 0;
  object o = {number,
              values[0],
              values[1],
              values[2],
              values[3],
              is_straight ? 1 : cos(angle),
              is_straight ? 0 : sin(angle)};
  const json_t *polygon = json_object_get(given, "polygon");
  const json_t *line = json_object_get(given, "polyline");
  if (polygon || line) return take_corners(r, &o, polygon ? polygon : line, polygon != NULL);
  if (!(o.width > 0 && o.height > 0)) return PATHFAN_OK; /* a point, a label */
  if (json_is_true(json_object_get(given, "ellipse"))) return take_ellipse(r, &o);
  const double top = json_object_get(given, "gid") ? -o.height : 0; /* a tile hangs on its foot */
  pathfan_status status = begin(r, PATHFAN_POLYGON_OBSTACLE);
  for (int i = 0; i < 4 && !status; i++)
    status = add_point(r, &o, i == 1 || i == 2 ? o.width : 0, top + (i > 1 ? o.height : 0));
  return status;
}

static pathfan_status take_objects(reader *r, const json_t *layer, mark said) {
  const json_t *objects = json_object_get(layer, "objects");
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(objects) && i < INT32_MAX && !status; i++) {
    const json_t *given = json_array_get(objects, i);
    mark its = mark_of(given);
    int64_t gid;
    if (!its && take_count(given, "gid", UINT32_MAX, &gid) && (gid & GID_MASK) < r->tile_count)
      its = (mark)r->blocks[gid & GID_MASK];
    if ((its ? its : said) != BLOCKS) continue;
    r->any = true;
    status = take_object(r, given, (int32_t)i);
  }
  return status;
}

/* ---- Layers ---- */

static pathfan_status take_layers(reader *r, const json_t *layers, mark outer, double x, double y,
                                  int depth) {
  pathfan_status status = PATHFAN_OK;
  if (depth > DEPTH_MAX) return complain(r, "more than %d groups in each other", DEPTH_MAX);
  for (size_t i = 0; i < json_array_size(layers) && !status; i++) {
    const json_t *layer = json_array_get(layers, i);
    const char *type = json_string_value(json_object_get(layer, "type"));
    r->layer++;
    r->name = json_string_value(json_object_get(layer, "name"));
    const mark own = mark_of_layer(layer, r->name), said = own ? own : outer;
    r->x = x + json_number_value(json_object_get(layer, "offsetx"));
    r->y = y + json_number_value(json_object_get(layer, "offsety"));
    if (!(fabs(r->x) <= PATHFAN_COORDINATE_MAX && fabs(r->y) <= PATHFAN_COORDINATE_MAX))
      return complain(r, "it lies beyond %g", PATHFAN_COORDINATE_MAX);
    if (!type) return complain(r, "it has no type");
    if (!strcmp(type, "tilelayer"))
      status = take_tiles(r, layer, said);
    else if (!strcmp(type, "objectgroup"))
      status = take_objects(r, layer, said);
    else if (!strcmp(type, "group"))
      status = take_layers(r, json_object_get(layer, "layers"), said, r->x, r->y, depth + 1);
  }
  return status;
}

static pathfan_status take_map(reader *r, const json_t *map) {
  const char *orientation = json_string_value(json_object_get(map, "orientation"));
  int64_t width, height, tile_width, tile_height;
  if (orientation && strcmp(orientation, "orthogonal") != 0)
    return complain(r, "a map of Tiled that isn't orthogonal can't be read");
  if (json_is_true(json_object_get(map, "infinite")))
    return complain(r, "a map of Tiled that is infinite can't be read; switch that off in its "
                       "properties");
  if (!take_count(map, "width", TILES_MAX, &width) || !width ||
      !take_count(map, "height", TILES_MAX, &height) || !height)
    return complain(r, "the width and height must be 1 to %d tiles", TILES_MAX);
  if (!take_count(map, "tilewidth", TILES_MAX, &tile_width) || !tile_width ||
      !take_count(map, "tileheight", TILES_MAX, &tile_height) || !tile_height)
    return complain(r, "the tilewidth and tileheight must be 1 to %d pixels", TILES_MAX);
  r->width = (int32_t)width;
  r->height = (int32_t)height;
  r->tile_width = (double)tile_width;
  r->tile_height = (double)tile_height;
  r->tilesets = json_object_get(map, "tilesets");
  pathfan_status status = add_box(r, PATHFAN_POLYGON_FREE, 0, 0, (double)(width * tile_width),
                                  (double)(height * tile_height));
  if (!status) status = take_tilesets(r);
  if (!status) status = take_layers(r, json_object_get(map, "layers"), UNSAID, 0, 0, 1);
  r->layer = -1;
  if (!status && !r->any)
    status = complain(r, "nothing in this map of Tiled blocks the way: call a layer collision, or "
                         "give a layer, tile or object the property collides");
  return status;
}

pathfan_status pathfan_tiled_parse(const char *text, size_t bytes, const char *path,
                                   pathfan_polygons *polygons, pathfan_error *error) {
  const size_t mark_bytes = pathfan_mark_bytes(text, bytes);
  reader r = {.path = path, .polygons = polygons, .error = error, .layer = -1};
  json_error_t wrong;
  *polygons = (pathfan_polygons){.place_is = "layer"};
  json_t *map = json_loadb(text + mark_bytes, bytes - mark_bytes, JSON_DECODE_INT_AS_REAL, &wrong);
  pathfan_status status;
  if (map) {
    status = take_map(&r, map);
  } else {
    const bool memory = json_error_code(&wrong) == json_error_out_of_memory || !wrong.text[0];
    status = pathfan_fail(error, memory ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_MALFORMED,
                          "%s:%d: %s", pathfan_name_tail(path), wrong.line > 0 ? wrong.line : 1,
                          memory ? "no memory" : wrong.text);
  }
  json_decref(map);
  free(r.blocks);
  if (status) pathfan_polygons_free(polygons);
  return status;
}
