/* tiled_reader.h - what the parts of the reader of Tiled's maps have in common: the map as it is
 * put together, marks, and sentences that say where. For tiled*.c alone. */
#ifndef PATHFAN_MAP_TILED_READER_H
#define PATHFAN_MAP_TILED_READER_H

#include <jansson.h>

#include "base/status.h"
#include "map/layers.h"
#include "map/polygons.h"

/* Tiles side by side, as of grid maps. */
#define PATHFAN_TILED_SIDE_MAX 16384

/* A gid has marks in its highest bits: how a tile is turned. */
#define PATHFAN_TILED_GID 0x0fffffff

/* What somebody says of a layer, tile or object. Inward, the last word counts. */
typedef enum pathfan_tiled_mark {
  PATHFAN_TILED_UNSAID = 0,
  PATHFAN_TILED_PASSES,
  PATHFAN_TILED_BLOCKS,
  PATHFAN_TILED_OUT /* it passes, whatever is said further in: other layers have been chosen */
} pathfan_tiled_mark;

typedef struct pathfan_tiled_reader {
  const char *path;
  const pathfan_layer_wishes *wishes; /* never NULL */
  pathfan_polygons *polygons;
  pathfan_error *error;
  const json_t *tilesets;
  uint8_t *marks; /* [Size: mark_count] by gid: what the tileset says of it */
  int64_t mark_count;
  bool is_infinite;
  int32_t width, height;          /* tiles, unless it's infinite */
  double tile_width, tile_height; /* pixels */
  double x, y;                    /* where the layer lies, pixels */
  double box[4];    /* of an infinite map: what tiles cover, pixels; least x and y, most
                       x and y; least above most: there is none */
  int64_t tiles;    /* taken so far, of all layers */
  int32_t layer;    /* 0-based, in the order of the file, groups too; -1: none */
  const char *name; /* of the layer */
  int32_t line;     /* of the file, of what is taken; 0: not known */
  bool any;         /* something has been marked */
  uint64_t found;   /* bit i: a layer is called as wish i says */
  char names[160];  /* of layers, as far as there is room, for messages */
} pathfan_tiled_reader;

/* MALFORMED: "town.tmx:12: layer 0 "walls": " and the sentence. */
pathfan_status pathfan_tiled_complain(const pathfan_tiled_reader *r, const char *format, ...)
    PATHFAN_PRINTF(2, 3);

/* The status; a sentence unless it is OK. */
pathfan_status pathfan_tiled_worded(const pathfan_tiled_reader *r, pathfan_status status);

/* A number that is whole, 0..most. */
bool pathfan_tiled_count(const json_t *object, const char *key, int64_t most, int64_t *count);

/* What the properties of a layer, tile or object say. */
pathfan_tiled_mark pathfan_tiled_mark_of(const json_t *of);

/* What the tileset says of a tile, whatever way that is turned. */
pathfan_tiled_mark pathfan_tiled_mark_at(const pathfan_tiled_reader *r, int64_t gid);

/* The line of the file in which an object or layer begins is that of messages from now on. */
void pathfan_tiled_note_line(pathfan_tiled_reader *r, const json_t *of);

/* Begins a polygon of one ring, to be given its points. */
pathfan_status pathfan_tiled_begin(pathfan_tiled_reader *r, pathfan_polygon_kind kind);

pathfan_status pathfan_tiled_add_box(pathfan_tiled_reader *r, pathfan_polygon_kind kind, double x,
                                     double y, double width, double height);

#endif
