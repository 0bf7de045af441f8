/* pieces.h - digests of small pieces of the large sections, so that a reader of a few lists checks
 * only these. A piece is all that belongs to some consecutive vertices (exits, labels, next labels,
 * hubs), to some cells (cone lists), to some pairs of regions or of a hierarchy, to a district
 * of listed hubs, or to some pairs of districts. Section "pieces" holds their digests: those of
 * vertices; those of cells if there are cone lists; and if there are regions that of their head and
 * tree, then those of pairs. Section "listed-pieces" holds those of listed hubs: of head and tree,
 * of districts, of pairs. */
#ifndef PF_FORMAT_PIECES_H
#define PF_FORMAT_PIECES_H

#include "layout.h"

/* Sections listed-firsts and listed-pairs, taken apart (format/layout.h, "Listed hubs"). All zero:
 * none. */
typedef struct pf_listed {
  const pf_layout_listed *head;
  int32_t count, districts;
  uint32_t each; /* regions of a district */
  int id_bytes;
  const uint8_t *entries;
  const uint32_t *cuts;               /* [Size: count] */
  const pf_layout_listed_span *spans; /* [Size: count + 1] */
  const uint32_t *first_hub;          /* [Size: districts + 1] */
  const uint16_t *ends;
  const uint8_t *firsts, *hubs; /* ids */
  uint64_t pair_count;
  const uint8_t *blocks;
  const uint8_t *records;
  uint32_t record_count; /* as the last block says */
} pf_listed;

/* Takes the two sections apart. False: they aren't of the size, or not of the form, that the head
 * says; what it leads to isn't looked at. */
bool pf_listed_open(pf_listed *listed, const uint8_t *firsts, uint64_t firsts_size,
                    const uint8_t *pairs, uint64_t pairs_size);

/* Returns the number of a block's first record. */
static inline uint32_t pf_listed_block_first(const pf_listed *l, uint32_t block) {
  uint32_t first;
  memcpy(&first, l->blocks + (uint64_t)block * PF_LISTED_BLOCK_BYTES, 4);
  return first;
}

/* Returns the end of the records of pair i of a block, counted from the block's first. */
static inline uint32_t pf_listed_block_end(const pf_listed *l, uint32_t block, uint32_t i) {
  uint16_t end;
  memcpy(&end, l->blocks + (uint64_t)block * PF_LISTED_BLOCK_BYTES + 4 + 2 * (uint64_t)i, 2);
  return end;
}

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
  pf_listed listed;
} pf_piece_source;

/* Numbers of the first piece of cells, of regions, of listed hubs and of their pairs, and the
 * number of all pieces. */
typedef struct pf_piece_numbers {
  uint32_t cells, regions, listed, listed_pairs, count;
} pf_piece_numbers;

pf_piece_numbers pf_piece_numbers_of(const pf_piece_source *source);

/* The vertices, cells, blocks or districts of a piece: begin .. end-1. Empty for heads and trees.
 */
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
