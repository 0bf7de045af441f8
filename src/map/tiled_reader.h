/* tiled_reader.h - shared by the parts of the reader of Tiled maps: the map being assembled, marks,
 * and messages with their place. For tiled*.c only. */
#ifndef PF_MAP_TILED_READER_H
#define PF_MAP_TILED_READER_H

#include <jansson.h>

#include "base/status.h"
#include "map/wishes.h"
#include "map/features.h"

/* Largest width and height in tiles, as for grid maps. */
#define PF_TILED_SIDE_MAX 16384

/* The bits of a gid that number the tile; the highest bits say how it is turned. */
#define PF_TILED_GID 0x0fffffff
#define PF_TILED_HORIZONTAL UINT32_C(0x80000000)
#define PF_TILED_VERTICAL UINT32_C(0x40000000)
#define PF_TILED_DIAGONAL UINT32_C(0x20000000)

/* Rectangles of tiles and all other shapes together: some 400 MB. */
#define PF_TILED_SHAPES_MAX (1 << 22)

/* Memory for a shape with its name, in lists that double as they grow. */
#define PF_TILED_SHAPE_BYTES 250

/* What is said of a layer, tile or object. The innermost mark counts. */
typedef enum pf_tiled_mark {
  PF_TILED_UNSAID = 0,
  PF_TILED_PASSES,
  PF_TILED_BLOCKS,
  PF_TILED_OUT,   /* passes, whatever is said further in: other layers have been chosen */
  PF_TILED_SHAPED /* of a tile: its shapes block */
} pf_tiled_mark;

struct pf_tiled_set;
struct pf_tiled_shaped;

/* How a tile with shapes stands on the map: a point of it is turned as `gid` says, scaled, moved by
 * (ax, ay), rotated and moved by (x, y). */
typedef struct pf_tiled_stand {
  uint32_t gid;
  double width, height; /* of the tile, before it is turned */
  double scale_x, scale_y, ax, ay, cosine, sine, x, y;
} pf_tiled_stand;

typedef struct pf_tiled_reader {
  const char *path;
  const pf_wishes *wishes; /* never NULL */
  pf_polygons *polygons;
  pf_features *features; /* what polygons belongs to, for links; NULL: there are none */
  pf_level_set levels;   /* of the layer, or of a group round it; empty: all */
  pathfan_error *error;
  uint8_t *marks; /* [Size: mark_count] by gid: the tileset's mark */
  int64_t mark_count;
  struct pf_tiled_set *sets; /* by first gid: tiled_sets.h */
  struct pf_tiled_shaped *shaped;
  int32_t set_count, set_capacity, shaped_count, shaped_capacity;
  const char *missing;            /* a tileset in a file of its own that isn't there; NULL: none */
  const pf_tiled_stand *stand;    /* of the tile whose shapes are read; NULL: of none */
  bool is_infinite, is_hidden;    /* is_hidden: the layer, or a group round it */
  int32_t width, height;          /* tiles; unused if the map is infinite */
  double tile_width, tile_height; /* pixels */
  double x, y;                    /* offset of the layer, pixels */
  double box[4]; /* of an infinite map: the area covered by tiles, pixels; least x and y, greatest x
                    and y; least above greatest: none */
  int64_t tiles; /* read so far, in all layers */
  int32_t layer; /* 0-based, in the order of the file, groups too; -1: none */
  const char *name; /* of the layer */
  const char *door; /* name of the object being read, if it is a door; else NULL */
  bool is_closed;   /* this door, to begin with */
  int32_t line;     /* of the file, of the element being read; 0: not known */
  bool any;         /* whether anything blocks so far */
  uint64_t found;   /* bit i: a layer has the name of wish i */
  char names[160];  /* of layers, as many as fit, for messages */
} pf_tiled_reader;

/* Fails with MALFORMED: "town.tmx:12: layer 0 "walls": " and the sentence. */
pathfan_status pf_tiled_complain(const pf_tiled_reader *r, const char *format, ...) PF_PRINTF(2, 3);

/* Returns the status, with a sentence unless it is OK. */
pathfan_status pf_tiled_worded(const pf_tiled_reader *r, pathfan_status status);

/* Takes a whole number, 0..most. False if it is none. */
bool pf_tiled_count(const json_t *object, const char *key, int64_t most, int64_t *count);

/* The mark that the properties of a layer, tile or object give it. Counts those that give none. */
pf_tiled_mark pf_tiled_mark_of(pf_tiled_reader *r, const json_t *of);

/* Returns the value of a property; NULL: there is none. */
const json_t *pf_tiled_property(const json_t *of, const char *name);

/* The same as a text in the buffer, for a number or a text that isn't empty; NULL: none. */
const char *pf_tiled_text(const json_t *of, const char *name, char number[PF_SHORTEST_BYTES]);

/* Counts marks of something that has none: they have no effect. */
void pf_tiled_note_marks(pf_tiled_reader *r, const json_t *of, const char *whose);

/* Whether an object has the property closed. */
bool pf_tiled_is_closed(const json_t *of);

/* The mark that the tileset gives a tile, however it is turned. */
pf_tiled_mark pf_tiled_mark_at(const pf_tiled_reader *r, int64_t gid);

/* Makes the line at which an object or layer begins that of messages from now on. */
void pf_tiled_note_line(pf_tiled_reader *r, const json_t *of);

/* Begins a polygon of one ring, whose points follow. */
pathfan_status pf_tiled_begin(pf_tiled_reader *r, pf_polygon_kind kind);

pathfan_status pf_tiled_add_box(pf_tiled_reader *r, pf_polygon_kind kind, double x, double y,
                                double width, double height);

#endif
