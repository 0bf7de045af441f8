/* tiled.c - reads maps of the editor Tiled (https://doc.mapeditor.org, "JSON Map Format", "TMX Map
 * Format"), in pixels. Both forms hold the same: jansson parses the one, tiled_xml.c makes the same
 * tree of the other. Layers are visited in order, those in groups too; tiled_tiles.c and
 * tiled_objects.c make shapes of them.
 *
 * Obstacles can't be guessed, so they must be marked: by the name of a layer; by a property, true
 * or false, of a layer, tile or object, where the innermost counts; or by the caller, who chooses
 * layers. Then marks of other layers don't count. */
#include "map/tiled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/json_load.h"
#include "base/memory.h"
#include "base/text.h"
#include "map/tiled_files.h"
#include "map/tiled_objects.h"
#include "map/tiled_old.h"
#include "map/tiled_reader.h"
#include "map/tiled_sets.h"
#include "map/tiled_tiles.h"
#include "map/tiled_xml.h"

/* Nesting of groups; a deeper one is an attack. */
#define DEPTH_MAX 64

typedef pf_tiled_reader reader;
typedef pf_tiled_mark mark;

/* ---- Tilesets in files of their own ---- */

static pathfan_status read_json(const reader *r, const char *path, pf_span text, json_t **map) {
  json_error_t wrong;
  *map =
      pf_json_load(text.at, text.length, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &wrong);
  if (*map) return pf_tiled_worded(r, pf_tiled_modernize(*map));
  const bool memory = pf_shortage_seen();
  return pf_fail(r->error, memory ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_MALFORMED, "%s:%d: %s",
                 pf_name_tail(path), wrong.line > 0 ? wrong.line : 1,
                 memory ? "no memory" : wrong.text);
}

/* Parses either form; root: the element of the XML. */
static pathfan_status read_tree(const reader *r, const char *path, pf_span text, const char *root,
                                json_t **tree) {
  const char *begin = text.at, *end = text.at + text.length;
  while (begin < end && *begin && strchr(" \t\r\n", *begin)) begin++;
  /* Blanks before it are passed on, as their lines count. */
  return begin < end && *begin == '<' ? pf_tiled_xml_read(text.at, text.length, path, root,
                                                          r->wishes->limits, tree, r->error)
                                      : read_json(r, path, text, tree);
}

/* Adds the members of tilesets that are files of their own, if the text has them. Layers may be
 * marked without them. */
static pathfan_status join_sets(reader *r, const char *text, size_t bytes, const json_t *tilesets) {
  for (size_t s = 0; s < json_array_size(tilesets); s++) {
    json_t *set = json_array_get(tilesets, s), *joined = NULL;
    const char *source = json_string_value(json_object_get(set, "source"));
    char quoted[PF_QUOTE_BYTES];
    pf_span file;
    if (!source) continue;
    if (!pf_tiled_file_of(text, bytes, source, &file)) {
      r->missing = source;
      pf_ignore(&r->polygons->ignored, PF_IGNORED_TILESET, 1, "tileset %zu, %s", s,
                pf_span_quote((pf_span){source, strlen(source)}, quoted));
      continue;
    }
    pathfan_status status = read_tree(r, source, file, "tileset", &joined);
    if (!status && json_object_update_missing(set, joined))
      status = pf_tiled_worded(r, PATHFAN_ERR_NO_MEMORY);
    json_decref(joined);
    if (status) return status;
  }
  return PATHFAN_OK;
}

/* ---- Chosen layers ---- */

/* Takes the next of names given one a line. False: there is none. */
static bool next_wish(const char **names, pf_span *name) {
  while (**names == '\n') ++*names;
  *name = (pf_span){*names, strcspn(*names, "\n")};
  *names += name->length;
  return name->length > 0;
}

static bool is_wished(reader *r, const char *name) {
  const char *names = r->wishes->layers;
  pf_span wish;
  bool any = false;
  for (int i = 0; name && i < PF_LAYERS_MAX && next_wish(&names, &wish); i++)
    if (strlen(name) == wish.length && !strncasecmp(name, wish.at, wish.length)) {
      r->found |= (uint64_t)1 << i; /* a name may be given twice */
      any = true;
    }
  return any;
}

/* Keeps the name for the message when a chosen layer doesn't exist. */
static void note_name(reader *r, const char *name) {
  char quoted[PF_NAME_QUOTE_BYTES];
  const size_t at = strlen(r->names), room = sizeof r->names - at;
  if (!name || !*name) return;
  pf_name_quote(name, quoted);
  if (strlen(quoted) + 2 < room)
    snprintf(r->names + at, room, "%s%s", at ? "," : "", quoted);
  else if (room > 5 && strcmp(r->names + at - 3, "...") != 0)
    snprintf(r->names + at, room, " ...");
}

static pathfan_status check_wishes(reader *r) {
  const char *names = r->wishes->layers;
  pf_span wish;
  if (!names) return PATHFAN_OK;
  for (int i = 0; next_wish(&names, &wish); i++) {
    char quoted[PF_QUOTE_BYTES];
    if (i == PF_LAYERS_MAX)
      return pf_tiled_complain(r, "at most %d layers can be chosen", PF_LAYERS_MAX);
    if (!(r->found >> i & 1))
      return pf_tiled_complain(r, "no layer or group is called %s%s%s", pf_span_quote(wish, quoted),
                               *r->names ? "; there are" : "; none has a name", r->names);
  }
  return PATHFAN_OK;
}

/* ---- Layers ---- */

static mark mark_of_layer(reader *r, const json_t *layer) {
  static const char *const names[] = {"collision", "collisions", "obstacle", "obstacles",
                                      "wall",      "walls",      "blocked"};
  if (r->wishes->layers) return is_wished(r, r->name) ? PF_TILED_BLOCKS : PF_TILED_UNSAID;
  const mark said = pf_tiled_mark_of(r, layer);
  if (said || !r->name) return said;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcasecmp(r->name, names[i])) return PF_TILED_BLOCKS;
  return PF_TILED_UNSAID;
}

/* Counts what has no effect on a layer that blocks. */
static void note_useless(reader *r, const json_t *layer, const char *type, mark said) {
  const json_t *x = json_object_get(layer, "parallaxx"), *y = json_object_get(layer, "parallaxy");
  char quoted[PF_NAME_QUOTE_BYTES];
  if (said != PF_TILED_BLOCKS) return;
  if (json_number_value(json_object_get(layer, "x")) != 0 ||
      json_number_value(json_object_get(layer, "y")) != 0)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_ATTRIBUTE, 1, "x and y of layer %d%s",
              (int)r->layer, pf_name_quote(r->name, quoted));
  if (!strcmp(type, "imagelayer"))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_IMAGE_LAYER, 1, "layer %d%s", (int)r->layer,
              pf_name_quote(r->name, quoted));
  if ((x && json_number_value(x) != 1) || (y && json_number_value(y) != 1))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_PARALLAX, 1, "layer %d%s", (int)r->layer,
              pf_name_quote(r->name, quoted));
}

/* Counts a hidden layer that blocks. */
static void note_hidden(reader *r) {
  char quoted[PF_NAME_QUOTE_BYTES];
  pf_ignore(&r->polygons->ignored, PF_IGNORED_HIDDEN, 1, "layer %d%s", (int)r->layer,
            pf_name_quote(r->name, quoted));
}

static void note_type(reader *r, const char *type) {
  char quoted[PF_QUOTE_BYTES];
  pf_ignore(&r->polygons->ignored, PF_IGNORED_ATTRIBUTE, 1, "type %s of layer %d",
            pf_span_quote((pf_span){type, strlen(type)}, quoted), (int)r->layer);
}

static pathfan_status take_layers(reader *r, const json_t *layers, mark outer, double x, double y,
                                  int depth) {
  pathfan_status status = PATHFAN_OK;
  const bool in_hidden = r->is_hidden;
  const pf_level_set outer_levels = r->levels;
  char number[PF_SHORTEST_BYTES];
  if (depth > DEPTH_MAX)
    return pf_tiled_complain(r, "more than %d groups in each other", DEPTH_MAX);
  for (size_t i = 0; i < json_array_size(layers) && !status; i++) {
    const json_t *layer = json_array_get(layers, i);
    const char *type = json_string_value(json_object_get(layer, "type"));
    r->layer++;
    r->name = json_string_value(json_object_get(layer, "name"));
    pf_tiled_note_line(r, layer);
    note_name(r, r->name);
    const mark own = mark_of_layer(r, layer), said = own ? own : outer;
    r->x = x + json_number_value(json_object_get(layer, "offsetx"));
    r->y = y + json_number_value(json_object_get(layer, "offsety"));
    if (!(fabs(r->x) <= PF_COORDINATE_MAX && fabs(r->y) <= PF_COORDINATE_MAX))
      return pf_tiled_complain(r, "it lies beyond %g", PF_COORDINATE_MAX);
    if (!type) return pf_tiled_complain(r, "it has no type");
    note_useless(r, layer, type, said);
    r->is_hidden = in_hidden || json_is_false(json_object_get(layer, "visible"));
    const char *level = r->wishes->all_levels ? pf_tiled_text(layer, "level", number) : NULL;
    if (level) r->levels = pf_levels_of(&r->polygons->levels, level);
    if (level && !r->levels)
      return pf_tiled_complain(r, "its level can't be read, or there are more than %d levels",
                               PF_LEVELS_MAX);
    const int32_t before = r->polygons->polygon_count;
    const bool has_own = !!strcmp(type, "group");
    if (!strcmp(type, "tilelayer"))
      status = pf_tiled_take_tiles(r, layer, said);
    else if (!strcmp(type, "objectgroup"))
      status = pf_tiled_take_objects(r, layer, said);
    else if (!strcmp(type, "group"))
      status = take_layers(r, json_object_get(layer, "layers"), said, r->x, r->y, depth + 1);
    else if (strcmp(type, "imagelayer") != 0)
      note_type(r, type);
    if (has_own && r->is_hidden && r->polygons->polygon_count > before) note_hidden(r);
    r->is_hidden = in_hidden;
    r->levels = outer_levels;
  }
  return status;
}

/* ---- Maps ---- */

static pathfan_status take_sizes(reader *r, const json_t *map) {
  const int most = PF_TILED_SIDE_MAX;
  int64_t width = 1, height = 1, tile_width, tile_height;
  if (!r->is_infinite && (!pf_tiled_count(map, "width", most, &width) || !width ||
                          !pf_tiled_count(map, "height", most, &height) || !height))
    return pf_tiled_complain(r, "the width and height must be 1 to %d tiles", most);
  if (!pf_tiled_count(map, "tilewidth", most, &tile_width) || !tile_width ||
      !pf_tiled_count(map, "tileheight", most, &tile_height) || !tile_height)
    return pf_tiled_complain(r, "the tilewidth and tileheight must be 1 to %d pixels", most);
  r->width = (int32_t)width;
  r->height = (int32_t)height;
  r->tile_width = (double)tile_width;
  r->tile_height = (double)tile_height;
  return PATHFAN_OK;
}

/* Reports that nothing blocks: most likely nothing has been marked. */
static pathfan_status miss_marks(const reader *r) {
  char external[160] = "", quoted[PF_NAME_QUOTE_BYTES];
  if (r->missing)
    snprintf(external, sizeof external,
             "; properties of tiles in%s, a file of its own that isn't there, aren't known",
             pf_name_quote(r->missing, quoted));
  if (r->wishes->layers)
    return pf_tiled_complain(r, "nothing in the layers chosen blocks the way%s", external);
  return pf_tiled_complain(r,
                           "nothing in this map of Tiled blocks the way: call a layer "
                           "collision, give a layer, tile or object the property collides, draw "
                           "shapes in the tile collision editor, or choose layers by --layer%s",
                           external);
}

static pathfan_status take_map(reader *r, const json_t *map) {
  char quoted[PF_QUOTE_BYTES];
  const char *orientation = json_string_value(json_object_get(map, "orientation"));
  if (orientation && strcmp(orientation, "orthogonal") != 0)
    return pf_tiled_complain(r, "its orientation is %s; only orthogonal maps of Tiled are read",
                             pf_span_quote((pf_span){orientation, strlen(orientation)}, quoted));
  r->is_infinite = json_is_true(json_object_get(map, "infinite"));
  pf_tiled_note_marks(r, map, "the map");
  pathfan_status status = take_sizes(r, map);
  if (!status && !r->is_infinite)
    status = pf_tiled_add_box(r, PF_POLYGON_FREE, 0, 0, r->width * r->tile_width,
                              r->height * r->tile_height);
  if (!status) status = pf_tiled_take_sets(r, json_object_get(map, "tilesets"));
  if (!status)
    status = take_layers(r, json_object_get(map, "layers"),
                         r->wishes->layers ? PF_TILED_OUT : PF_TILED_UNSAID, 0, 0, 1);
  if (status) return status;
  r->layer = -1;
  r->line = 0;
  r->name = NULL;
  status = check_wishes(r);
  if (!status && !r->any) status = miss_marks(r);
  if (!status && r->box[0] < r->box[2])
    status = pf_tiled_add_box(r, PF_POLYGON_FREE, r->box[0], r->box[1], r->box[2] - r->box[0],
                              r->box[3] - r->box[1]);
  return status;
}

/* features: what polygons belongs to; NULL: links aren't read. */
static pathfan_status parse(const char *text, size_t bytes, const char *path,
                            const pf_wishes *wishes, pf_polygons *polygons, pf_features *features,
                            pathfan_error *error) {
  static const pf_wishes none;
  const size_t mark_bytes = pf_mark_bytes(text, bytes);
  reader r = {.path = path,
              .wishes = wishes ? wishes : &none,
              .polygons = polygons,
              .features = features,
              .error = error,
              .box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
              .layer = -1};
  json_t *map = NULL;
  *polygons = (pf_polygons){.place_is = "layer"};
  const pf_span own = pf_tiled_map_of(text + mark_bytes, bytes - mark_bytes);
  pathfan_status status = read_tree(&r, path, own, "map", &map);
  if (!status) status = join_sets(&r, text, bytes, json_object_get(map, "tilesets"));
  if (!status) status = take_map(&r, map);
  json_decref(map);
  pf_tiled_free_sets(&r);
  return status;
}

pathfan_status pf_tiled_parse(const char *text, size_t bytes, const char *path,
                              const pf_wishes *wishes, pf_polygons *polygons,
                              pathfan_error *error) {
  const pathfan_status status = parse(text, bytes, path, wishes, polygons, NULL, error);
  if (status) pf_polygons_free(polygons);
  return status;
}

pathfan_status pf_tiled_parse_features(const char *text, size_t bytes, const char *path,
                                       const pf_wishes *wishes, pf_features *features,
                                       pathfan_error *error) {
  *features = (pf_features){.background_rate = 1};
  const pathfan_status status = parse(text, bytes, path, wishes, &features->areas, features, error);
  if (status) pf_features_free(features);
  return status;
}
