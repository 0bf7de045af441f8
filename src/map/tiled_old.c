/* tiled_old.c - Tiled before 1.2 wrote properties as {"collides": true}, with their types beside
 * them, the tiles of a tileset as {"3": {...}}, and their properties as
 * "tileproperties": {"3": {"collides": true}}. */
#include "map/tiled_old.h"

#include <stdlib.h>

/* Groups in each other: the reader refuses more (tiled.c). */
#define DEPTH_MAX 64

/* Makes a list of the properties of an object, if they aren't one. */
static pathfan_status list_properties(json_t *of) {
  json_t *old = json_object_get(of, "properties"), *value;
  const char *name;
  if (!json_is_object(old)) return PATHFAN_OK;
  json_t *list = json_array();
  json_object_foreach(old, name, value) {
    json_t *property = json_pack("{s:s,s:O}", "name", name, "value", value);
    if (!property || json_array_append_new(list, property)) {
      json_decref(list);
      return PATHFAN_ERR_NO_MEMORY;
    }
  }
  return json_object_set_new(of, "properties", list) ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK;
}

/* Returns the tile whose number is in `key`, which is added if it isn't there; NULL: no memory. */
static json_t *tile_of(json_t *tiles, const char *key) {
  const double id = atof(key);
  json_t *tile;
  size_t i;
  json_array_foreach(tiles, i, tile) {
    if (json_number_value(json_object_get(tile, "id")) == id) return tile;
  }
  tile = json_pack("{s:f}", "id", id);
  return tile && !json_array_append_new(tiles, tile) ? tile : NULL;
}

/* Makes a list of the tiles of a tileset, if they aren't one. */
static pathfan_status list_tiles(json_t *set) {
  static const char *const keys[] = {"tiles", "tileproperties"};
  if (!json_is_object(json_object_get(set, keys[0])) && !json_object_get(set, keys[1]))
    return PATHFAN_OK;
  json_t *list = json_array();
  for (int i = 0; i < 2; i++) {
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(set, keys[i]), key, value) {
      json_t *tile = tile_of(list, key);
      if (!tile || (i ? json_object_set(tile, "properties", value)
                      : json_object_update_missing(tile, value))) {
        json_decref(list);
        return PATHFAN_ERR_NO_MEMORY;
      }
    }
  }
  return json_object_set_new(set, "tiles", list) ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK;
}

/* Visits what may hold properties, in a tree and under these keys of its objects. */
static pathfan_status visit(json_t *of, int depth) {
  static const char *const inner[] = {"layers", "objects", "tiles", "objectgroup"};
  pathfan_status status = list_properties(of);
  if (depth > DEPTH_MAX) return status;
  for (int k = 0; k < 4 && !status; k++) {
    json_t *list = json_object_get(of, inner[k]);
    if (json_is_object(list)) status = visit(list, depth + 1);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
      status = visit(json_array_get(list, i), depth + 1);
  }
  return status;
}

pathfan_status pf_tiled_modernize(json_t *tree) {
  json_t *sets = json_object_get(tree, "tilesets");
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(sets) && !status; i++) {
    status = list_tiles(json_array_get(sets, i));
    if (!status) status = visit(json_array_get(sets, i), 1);
  }
  if (!status) status = list_tiles(tree); /* if it is a tileset */
  return status ? status : visit(tree, 0);
}
