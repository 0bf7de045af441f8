/* tiled_reader.h - shared by the parts of the reader of Tiled maps: the map being assembled, marks,
 * and messages with their place. For tiled*.c only. */
#ifndef PATHFAN_MAP_TILED_READER_H
#define PATHFAN_MAP_TILED_READER_H

#include <jansson.h>

#include "base/status.h"
#include "map/layers.h"
#include "map/polygons.h"

/* Largest width and height in tiles, as for grid maps. */
#define PATHFAN_TILED_SIDE_MAX 16384

/* The bits of a gid that number the tile; the highest bits say how it is turned. */
#define PATHFAN_TILED_GID 0x0fffffff

/* What is said of a layer, tile or object. The innermost mark counts. */
typedef enum pathfan_tiled_mark {
  PATHFAN_TILED_UNSAID = 0,
  PATHFAN_TILED_PASSES,
  PATHFAN_TILED_BLOCKS,
  PATHFAN_TILED_OUT /* passes, whatever is said further in: other layers have been chosen */
} pathfan_tiled_mark;

typedef struct pathfan_tiled_reader {
  const char *path;
  const pathfan_layer_choice *wishes; /* never NULL */
  pathfan_polygons *polygons;
  pathfan_error *error;
  const json_t *tilesets;
  uint8_t *marks; /* [Size: mark_count] by gid: the tileset's mark */
  int64_t mark_count;
  bool is_infinite;
  int32_t width, height;          /* tiles; unused if the map is infinite */
  double tile_width, tile_height; /* pixels */
  double x, y;                    /* offset of the layer, pixels */
  double box[4]; /* of an infinite map: the area covered by tiles, pixels; least x and y, greatest x
                    and y; least above greatest: none */
  int64_t tiles; /* read so far, in all layers */
  int32_t layer; /* 0-based, in the order of the file, groups too; -1: none */
  const char *name; /* of the layer */
  int32_t line;     /* of the file, of the element being read; 0: not known */
  bool any;         /* whether anything blocks so far */
  uint64_t found;   /* bit i: a layer has the name of wish i */
  char names[160];  /* of layers, as many as fit, for messages */
} pathfan_tiled_reader;

/* Fails with MALFORMED: "town.tmx:12: layer 0 "walls": " and the sentence. */
pathfan_status pathfan_tiled_complain(const pathfan_tiled_reader *r, const char *format, ...)
    PATHFAN_PRINTF(2, 3);

/* Returns the status, with a sentence unless it is OK. */
pathfan_status pathfan_tiled_worded(const pathfan_tiled_reader *r, pathfan_status status);

/* Takes a whole number, 0..most. False if it is none. */
bool pathfan_tiled_count(const json_t *object, const char *key, int64_t most, int64_t *count);

/* The mark that the properties of a layer, tile or object give it. */
pathfan_tiled_mark pathfan_tiled_mark_of(const json_t *of);

/* The mark that the tileset gives a tile, however it is turned. */
pathfan_tiled_mark pathfan_tiled_mark_at(const pathfan_tiled_reader *r, int64_t gid);

/* Makes the line at which an object or layer begins that of messages from now on. */
void pathfan_tiled_note_line(pathfan_tiled_reader *r, const json_t *of);

/* Begins a polygon of one ring, whose points follow. */
pathfan_status pathfan_tiled_begin(pathfan_tiled_reader *r, pathfan_polygon_kind kind);

pathfan_status pathfan_tiled_add_box(pathfan_tiled_reader *r, pathfan_polygon_kind kind, double x,
                                     double y, double width, double height);

#endif
