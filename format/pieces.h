/* pieces.h - digests of small pieces of the large sections, so that who reads a few lists of them
 * checks no others. A piece is all that belongs to some consecutive vertices (exits, labels, next
 * labels, hubs), to some cells (cone lists), or to some pairs of regions or of a
 * hierarchy. Section "pieces" holds their digests: of vertices, of cells if there are cone lists,
 * and where there are regions that of their head and tree, and those of pairs. */
#ifndef PATHFAN_FORMAT_PIECES_H
#define PATHFAN_FORMAT_PIECES_H

#include "layout.h"

/* The sections that pieces are of. An all-zero source has none. */
typedef struct pathfan_piece_source {
  int32_t n;     /* vertices */
  int32_t cells; /* 0: no cone lists */
  int id_bytes;
  const pathfan_layout_span *spans; /* [Size: n + 1] the last tells how many labels and exits */
  const uint8_t *exits;
  uint32_t exit_size; /* bytes */
  const uint64_t *labels;
  const uint8_t *next_labels;
  uint32_t next_bytes;
  const pathfan_label_gap *gaps; /* [Size: tiles] of these three */
  int32_t tile_shift;
  const uint32_t *hub_first; /* [Size: n + 1] */
  const uint8_t *hubs;
  uint32_t id_bits;                       /* of a vertex in hubs */
  const pathfan_layout_polygon *polygons; /* [Size: cells + 1] */
  const uint8_t *cones;
  const uint8_t *regions; /* the section of them or of a hierarchy; NULL: none */
  uint64_t tree_bytes;    /* what begins it: head and tree, and where partners begin */
  uint64_t pair_count;
  bool has_partners;  /* a hierarchy's, of all pairs, behind the tree */
  uint32_t via_count; /* ids behind the blocks, which come then */
} pathfan_piece_source;

/* Where pieces of cells and of regions begin, and how many there are. */
typedef struct pathfan_piece_numbers {
  uint32_t cells, regions, count;
} pathfan_piece_numbers;

pathfan_piece_numbers pathfan_piece_numbers_of(const pathfan_piece_source *source);

/* The vertices, cells or blocks of a piece: begin .. end-1. Of regions' head and tree: none. */
typedef struct pathfan_piece_span {
  uint32_t begin, end;
} pathfan_piece_span;

pathfan_piece_span pathfan_piece_span_of(const pathfan_piece_source *source, uint32_t piece);

/* Numbers of the ids that a piece of blocks names: begin .. end-1. */
pathfan_piece_span pathfan_piece_vias(const pathfan_piece_source *source,
                                      pathfan_piece_span blocks);

/* Whether the offsets of a piece ascend and lead nowhere outside, so that it can be read; those of
 * spans and polygons must do so, for all vertices and cells. */
bool pathfan_piece_in_order(const pathfan_piece_source *source, uint32_t piece);

/* Announces a piece of vertices, in order or not (base/system.h). */
void pathfan_piece_announce(const pathfan_piece_source *source, uint32_t piece);

/* The digest of a piece that is in order. */
uint64_t pathfan_piece_digest(const pathfan_piece_source *source, uint32_t piece);

/* What is behind the tree. */
static inline const uint8_t *pathfan_piece_partners(const pathfan_piece_source *s) {
  return s->regions + s->tree_bytes;
}

static inline const uint8_t *pathfan_piece_blocks(const pathfan_piece_source *s) {
  return pathfan_piece_partners(s) + (s->has_partners ? 4 * s->pair_count : 0);
}

static inline const uint8_t *pathfan_piece_ids(const pathfan_piece_source *s) {
  return pathfan_piece_blocks(s) + pathfan_layout_pair_blocks(s->pair_count) * PATHFAN_BLOCK_BYTES;
}

/* A block of regions' pairs: the number of its first id. */
static inline uint32_t pathfan_block_first(const uint8_t *blocks, uint32_t block) {
  uint32_t first;
  memcpy(&first, blocks + (uint64_t)block * PATHFAN_BLOCK_BYTES, 4);
  return first;
}

#endif
