/* tiled_sets.c - reads tilesets (https://doc.mapeditor.org, "Tileset", "Tile"). Marks are kept by
 * gid; shapes in a list by gid, as few tiles have some. A single rectangle that covers its tile is
 * a mark like any other, so that such tiles become large rectangles (tiled_tiles.c). */
#include "map/tiled_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Marks are kept by gid, up to this one. */
#define MARKED_MAX (1 << 24)

typedef pf_tiled_reader reader;

/* The shapes of a tile, NULL if it has none. */
static const json_t *objects_of(const json_t *tile) {
  const json_t *group = json_object_get(tile, "objectgroup");
  if (json_is_array(group)) group = json_array_get(group, 0); /* of a .tmx */
  const json_t *objects = json_object_get(group, "objects");
  return json_array_size(objects) ? objects : NULL;
}

static double number_of(const json_t *of, const char *key) {
  return json_number_value(json_object_get(of, key));
}

static bool has(const json_t *of, const char *key) {
  return json_object_get(of, key) != NULL;
}

/* Whether shapes are one rectangle that covers a tile as large as those of the map. */
static bool is_whole(const reader *r, const pf_tiled_set *set, const json_t *objects) {
  const json_t *one = json_array_get(objects, 0);
  return json_array_size(objects) == 1 && set->width == r->tile_width &&
         set->height == r->tile_height && set->offset_x == 0 && set->offset_y == 0 &&
         !has(one, "polygon") && !has(one, "polyline") && !has(one, "text") && !has(one, "point") &&
         !json_is_true(json_object_get(one, "ellipse")) && number_of(one, "rotation") == 0 &&
         number_of(one, "x") <= 0 && number_of(one, "y") <= 0 &&
         number_of(one, "x") + number_of(one, "width") >= set->width &&
         number_of(one, "y") + number_of(one, "height") >= set->height;
}

static void align(pf_tiled_set *set, const char *word) {
  set->align_x = 0;
  set->align_y = 1; /* "unspecified", and the default: bottom left */
  if (!word || !strcmp(word, "unspecified")) return;
  const bool is_top = !strncmp(word, "top", 3), is_bottom = !strncmp(word, "bottom", 6);
  const char *side = word + (is_top ? 3 : is_bottom ? 6 : 0);
  set->align_y = is_top ? 0 : is_bottom ? 1 : 0.5;
  set->align_x = !strcmp(side, "left") ? 0 : !strcmp(side, "right") ? 1 : 0.5;
}

/* A .tmx has the offset among the members of the tileset itself (tiled_xml.c). */
static pf_tiled_set set_of(const reader *r, const json_t *given, int64_t first) {
  const json_t *offset = json_object_get(given, "tileoffset");
  pf_tiled_set set = {.first = first,
                      .width = number_of(given, "tilewidth"),
                      .height = number_of(given, "tileheight"),
                      .offset_x = number_of(offset ? offset : given, "x"),
                      .offset_y = number_of(offset ? offset : given, "y")};
  if (!(set.width > 0 && set.width <= PF_TILED_SIDE_MAX)) set.width = r->tile_width;
  if (!(set.height > 0 && set.height <= PF_TILED_SIDE_MAX)) set.height = r->tile_height;
  if (!(set.offset_x >= -PF_TILED_SIDE_MAX && set.offset_x <= PF_TILED_SIDE_MAX)) set.offset_x = 0;
  if (!(set.offset_y >= -PF_TILED_SIDE_MAX && set.offset_y <= PF_TILED_SIDE_MAX)) set.offset_y = 0;
  align(&set, json_string_value(json_object_get(given, "objectalignment")));
  return set;
}

/* Marks a tile by its property, or by its shapes. */
static pathfan_status take_tile(reader *r, const pf_tiled_set *set, const json_t *tile,
                                int64_t id) {
  const json_t *objects = objects_of(tile);
  pf_tiled_mark said = pf_tiled_mark_of(r, tile);
  if (!said && objects) said = is_whole(r, set, objects) ? PF_TILED_BLOCKS : PF_TILED_SHAPED;
  r->marks[set->first + id] = (uint8_t)said;
  if (said != PF_TILED_SHAPED) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&r->shaped, &r->shaped_capacity, r->shaped_count + 1);
  if (status) return pf_tiled_worded(r, status);
  r->shaped[r->shaped_count++] = (pf_tiled_shaped){set->first + id, objects};
  return PATHFAN_OK;
}

/* Counts what has no effect. */
static void note_useless(reader *r, const json_t *given, size_t number) {
  const char *size = json_string_value(json_object_get(given, "tilerendersize"));
  char whose[32];
  snprintf(whose, sizeof whose, "tileset %zu", number);
  pf_tiled_note_marks(r, given, whose);
  if (size && strcmp(size, "tile") != 0)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_ATTRIBUTE, 1, "tilerendersize of %s", whose);
}

/* Reads a tileset; without marks, only finds the largest gid that may need one. */
static pathfan_status take_set(reader *r, const json_t *given, size_t number, int64_t *most) {
  const json_t *tiles = json_object_get(given, "tiles");
  int64_t first, id;
  pathfan_status status = PATHFAN_OK;
  pf_tiled_note_line(r, given);
  if (!r->marks) note_useless(r, given, number);
  if (!pf_tiled_count(given, "firstgid", MARKED_MAX, &first))
    return pf_tiled_complain(r, "tileset %zu has no firstgid", number);
  const pf_tiled_set set = set_of(r, given, first);
  if (!r->marks) {
    status = pf_grow(&r->sets, &r->set_capacity, r->set_count + 1);
    if (status) return pf_tiled_worded(r, status);
    r->sets[r->set_count++] = set;
  }
  for (size_t t = 0; t < json_array_size(tiles) && !status; t++) {
    const json_t *tile = json_array_get(tiles, t);
    if (!has(tile, "properties") && !objects_of(tile)) continue;
    if (!pf_tiled_count(tile, "id", MARKED_MAX - first, &id))
      return pf_tiled_complain(r, "tile %zu of tileset %zu has no id up to %d", t, number,
                               MARKED_MAX);
    if (r->marks)
      status = take_tile(r, &set, tile, id);
    else if (first + id > *most)
      *most = first + id;
  }
  return status;
}

static int by_gid(const void *a, const void *b) {
  const pf_tiled_shaped *s = a, *t = b;
  return s->gid < t->gid ? -1 : s->gid > t->gid;
}

static int by_first(const void *a, const void *b) {
  const pf_tiled_set *s = a, *t = b;
  return s->first < t->first ? -1 : s->first > t->first;
}

pathfan_status pf_tiled_take_sets(pf_tiled_reader *r, const json_t *tilesets) {
  pathfan_status status = PATHFAN_OK;
  int64_t most = 0;
  for (int pass = 0; pass < 2 && !status; pass++) { /* count, then mark */
    for (size_t s = 0; s < json_array_size(tilesets) && !status; s++)
      status = take_set(r, json_array_get(tilesets, s), s, &most);
    if (pass || status) break;
    r->marks = pf_alloc_zero((uint64_t)most + 1, 1);
    if (!r->marks) return pf_tiled_worded(r, PATHFAN_ERR_NO_MEMORY);
    r->mark_count = most + 1;
  }
  if (r->shaped_count) qsort(r->shaped, (size_t)r->shaped_count, sizeof *r->shaped, by_gid);
  if (r->set_count) qsort(r->sets, (size_t)r->set_count, sizeof *r->sets, by_first);
  return status;
}

const pf_tiled_set *pf_tiled_set_at(const pf_tiled_reader *r, int64_t gid) {
  const pf_tiled_set *found = NULL;
  for (int32_t i = 0; i < r->set_count && r->sets[i].first <= (gid & PF_TILED_GID); i++)
    found = &r->sets[i];
  return found;
}

const json_t *pf_tiled_shapes_at(const pf_tiled_reader *r, int64_t gid) {
  const pf_tiled_shaped wanted = {gid & PF_TILED_GID, NULL};
  const pf_tiled_shaped *found =
      r->shaped_count ? bsearch(&wanted, r->shaped, (size_t)r->shaped_count, sizeof wanted, by_gid)
                      : NULL;
  return found ? found->objects : NULL;
}

void pf_tiled_free_sets(pf_tiled_reader *r) {
  free(r->marks);
  free(r->shaped);
  free(r->sets);
}
