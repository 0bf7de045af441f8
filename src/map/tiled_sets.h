/* tiled_sets.h - the tilesets of a Tiled map: the marks of their tiles, and the shapes drawn for
 * them in the tile collision editor. */
#ifndef PF_MAP_TILED_SETS_H
#define PF_MAP_TILED_SETS_H

#include "map/tiled_reader.h"

/* A tileset. */
typedef struct pf_tiled_set {
  int64_t first;             /* gid of its first tile */
  double width, height;      /* of its tiles, pixels */
  double offset_x, offset_y; /* at which its tiles are drawn */
  double align_x, align_y; /* where in a tile object its position is: 0 left or top, 0.5, 1 right or
                              bottom */
} pf_tiled_set;

/* A tile with shapes. */
typedef struct pf_tiled_shaped {
  int64_t gid;
  const json_t *objects;
} pf_tiled_shaped;

/* Reads all tilesets of the map into r. Errors: NO_MEMORY, MALFORMED. */
pathfan_status pf_tiled_take_sets(pf_tiled_reader *r, const json_t *tilesets);

/* The tileset that has a gid, however it is turned; NULL if none has. */
const pf_tiled_set *pf_tiled_set_at(const pf_tiled_reader *r, int64_t gid);

/* The shapes of a tile marked PF_TILED_SHAPED. */
const json_t *pf_tiled_shapes_at(const pf_tiled_reader *r, int64_t gid);

void pf_tiled_free_sets(pf_tiled_reader *r);

#endif
