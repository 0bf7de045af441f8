/* pieces.h - digests of small pieces of the large sections, so that a reader of a few lists checks
 * only these. A piece is all that belongs to some consecutive vertices (exits, labels, next labels,
 * hubs), to some cells (cone lists), or to some pairs of regions or of a hierarchy. Section
 * "pieces" holds their digests: those of vertices; those of cells if there are cone lists; and if
 * there are regions that of their head and tree, then those of pairs. */
#ifndef PF_FORMAT_PIECES_H
#define PF_FORMAT_PIECES_H

#include "layout.h"

/* The sections that are cut into pieces. An all-zero source has none. */
typedef struct pf_piece_source {
  int32_t n;     /* vertices */
  int32_t cells; /* 0: no cone lists */
  int id_bytes;
  const pf_layout_span *spans; /* [Size: n + 1] the last has the numbers of labels, exits */
  const uint8_t *exits;
  uint32_t exit_size; /* bytes */
  const uint64_t *labels;
  const uint8_t *next_labels;
  uint32_t next_bytes;
  const pf_label_gap *gaps; /* [Size: tiles] of exits, labels and next labels */
  int32_t tile_shift;
  const uint32_t *hub_first; /* [Size: n + 1] */
  const uint8_t *hubs;
  uint32_t id_bits;                  /* of an id in hubs */
  const pf_layout_polygon *polygons; /* [Size: cells + 1] */
  const uint8_t *cones;
  const uint8_t *regions; /* section regions or hierarchy; NULL: none */
  uint64_t tree_bytes;    /* its beginning: head, tree, and a hierarchy's offsets of partners */
  uint64_t pair_count;
  bool has_partners;  /* a hierarchy's; those of all pairs follow the tree */
  uint32_t via_count; /* number of ids; they follow the blocks */
} pf_piece_source;

/* Numbers of the first piece of cells and of regions, and the number of all pieces. */
typedef struct pf_piece_numbers {
  uint32_t cells, regions, count;
} pf_piece_numbers;

pf_piece_numbers pf_piece_numbers_of(const pf_piece_source *source);

/* The vertices, cells or blocks of a piece: begin .. end-1. Empty for regions' head and tree. */
typedef struct pf_piece_span {
  uint32_t begin, end;
} pf_piece_span;

pf_piece_span pf_piece_span_of(const pf_piece_source *source, uint32_t piece);

/* Returns the numbers of the ids in some blocks: begin .. end-1. */
pf_piece_span pf_piece_vias(const pf_piece_source *source, pf_piece_span blocks);

/* Whether the offsets of a piece ascend and stay inside their section, so that the piece can be
 * read. Those of spans and polygons must do so for all vertices and cells. */
bool pf_piece_in_order(const pf_piece_source *source, uint32_t piece);

/* Announces a piece of vertices, in order or not, to the system (base/system.h). */
void pf_piece_announce(const pf_piece_source *source, uint32_t piece);

/* Returns the digest of a piece, which must be in order. */
uint64_t pf_piece_digest(const pf_piece_source *source, uint32_t piece);

/* The parts of the section behind the tree. */
static inline const uint8_t *pf_piece_partners(const pf_piece_source *s) {
  return s->regions + s->tree_bytes;
}

static inline const uint8_t *pf_piece_blocks(const pf_piece_source *s) {
  return pf_piece_partners(s) + (s->has_partners ? 4 * s->pair_count : 0);
}

static inline const uint8_t *pf_piece_ids(const pf_piece_source *s) {
  return pf_piece_blocks(s) + pf_layout_pair_blocks(s->pair_count) * PF_BLOCK_BYTES;
}

/* Returns the number of the first id of a block of pairs. */
static inline uint32_t pf_block_first(const uint8_t *blocks, uint32_t block) {
  uint32_t first;
  memcpy(&first, blocks + (uint64_t)block * PF_BLOCK_BYTES, 4);
  return first;
}

#endif
