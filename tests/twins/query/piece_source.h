/* piece_source.h - the source of pieces for an index taken apart, for tests that forge sections and
 * need digests that fit. */
#ifndef PF_TWINS_PIECE_SOURCE_H
#define PF_TWINS_PIECE_SOURCE_H

#include <string.h>

#include "format/pieces.h"

typedef struct named_content {
  const char *name;
  const uint8_t *data;
  uint64_t bytes;
} named_content;

/* A section's content; NULL if it is missing or shorter than `least`. */
static inline const void *content_of(const named_content *all, uint32_t count, const char *name,
                                     uint64_t least) {
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(all[i].name, name)) return all[i].bytes >= least ? all[i].data : NULL;
  return NULL;
}

static inline uint64_t bytes_of_content(const named_content *all, uint32_t count,
                                        const char *name) {
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(all[i].name, name)) return all[i].bytes;
  return 0;
}

static inline bool hierarchy_of_source(const named_content *all, uint32_t count,
                                       pf_piece_source *s) {
  const uint64_t size = bytes_of_content(all, count, "hierarchy");
  const pf_layout_hierarchy *head = content_of(all, count, "hierarchy", 0);
  if (!head) return true;
  if (size < sizeof *head || head->levels < 0 || head->levels > PF_HIERARCHY_LEVELS_MAX)
    return false;
  s->regions = (const void *)head;
  s->tree_bytes = sizeof *head + ((UINT64_C(3) << head->levels) + 1) * 4;
  s->pair_count = head->pair_count;
  s->has_partners = true;
  const uint64_t before =
      s->tree_bytes + s->pair_count * 4 + pf_layout_pair_blocks(s->pair_count) * PF_BLOCK_BYTES;
  if (size < before) return false;
  s->via_count = (uint32_t)((size - before) / (uint64_t)s->id_bytes);
  return true;
}

static inline bool regions_of_source(const named_content *all, uint32_t count, pf_piece_source *s) {
  const uint64_t size = bytes_of_content(all, count, "regions");
  const pf_layout_regions *head = content_of(all, count, "regions", 0);
  if (!head) return hierarchy_of_source(all, count, s);
  if (size < sizeof *head || head->levels < 0 || head->levels > PF_REGION_LEVELS_MAX) return false;
  s->regions = (const void *)head;
  s->tree_bytes = sizeof *head + (UINT64_C(4) << head->levels);
  s->pair_count = pf_layout_region_pairs(1 << head->levels);
  const uint64_t before = s->tree_bytes + pf_layout_pair_blocks(s->pair_count) * PF_BLOCK_BYTES;
  if (size < before) return false;
  s->via_count = (uint32_t)((size - before) / (uint64_t)s->id_bytes);
  return true;
}

static inline bool listed_of_source(const named_content *all, uint32_t count, pf_piece_source *s) {
  const uint8_t *firsts = content_of(all, count, "listed-firsts", 0);
  const uint8_t *pairs = content_of(all, count, "listed-pairs", 0);
  if (!firsts || !pairs) return true;
  return pf_listed_open(&s->listed, firsts, bytes_of_content(all, count, "listed-firsts"), pairs,
                        bytes_of_content(all, count, "listed-pairs"));
}

/* The pieces whose digests a section holds: begin .. end-1; none of other sections. */
static inline pf_piece_span pieces_of_section(const pf_piece_source *s, const char *name) {
  const pf_piece_numbers numbers = pf_piece_numbers_of(s);
  if (!strcmp(name, "pieces")) return (pf_piece_span){0, numbers.listed};
  if (!strcmp(name, "listed-pieces")) return (pf_piece_span){numbers.listed, numbers.count};
  return (pf_piece_span){0, 0};
}

/* Whether a piece can be read: its offsets are in order, as are those that lead to it. */
static inline bool piece_is_readable(const pf_piece_source *s, uint32_t piece) {
  const pf_piece_numbers numbers = pf_piece_numbers_of(s);
  if (piece > numbers.listed && piece < numbers.listed_pairs &&
      !pf_piece_in_order(s, numbers.listed))
    return false;
  return pf_piece_in_order(s, piece);
}

/* Fills *s. False: the sizes don't fit, so that reading the content would go out of bounds. */
static inline bool piece_source_of(const named_content *all, uint32_t count, pf_piece_source *s) {
  const pf_layout_header *h = content_of(all, count, "header", sizeof *h);
  if (!h || h->vertex_count < 0 || h->vertex_count >= 1 << 24 || h->polygon_count < 0 ||
      (h->id_bytes != 2 && h->id_bytes != 4) || h->end_bytes < 1 || h->end_bytes > 4 ||
      h->next_bytes < 1 || h->next_bytes > 4)
    return false;
  static const pf_label_gap no_gap; /* contents are contiguous */
  const uint64_t n = (uint64_t)h->vertex_count, cells = (uint64_t)h->polygon_count;
  *s = (pf_piece_source){.n = h->vertex_count,
                         .cells = h->has_cones ? h->polygon_count : 0,
                         .id_bytes = h->id_bytes,
                         .exit_size = (uint32_t)(h->id_bytes + h->end_bytes),
                         .next_bytes = (uint32_t)h->next_bytes,
                         .gaps = &no_gap,
                         .tile_shift = PF_TILE_SHIFT_NONE,
                         .id_bits = pf_number_bits((uint32_t)n)};
  s->spans = content_of(all, count, "spans", (n + 1) * sizeof *s->spans);
  s->polygons = content_of(all, count, "polygons", (cells + 1) * sizeof *s->polygons);
  s->hub_first = content_of(all, count, "hubs", (n + 1) * 4);
  if (!s->spans || !s->polygons || !s->hub_first) return false;
  const uint64_t labels = s->spans[n].labels, exits = s->spans[n].exits[0];
  s->hubs = (const uint8_t *)(s->hub_first + n + 1);
  s->labels = content_of(all, count, "labels", labels * 8);
  s->exits = content_of(all, count, "exits", exits * s->exit_size + PF_LABEL_SLACK);
  s->next_labels = content_of(all, count, "next-labels", labels * s->next_bytes + PF_LABEL_SLACK);
  s->cones = content_of(all, count, "cones", s->polygons[cells].cones);
  if (!s->labels || !s->exits || !s->next_labels || !s->cones ||
      bytes_of_content(all, count, "hubs") <
          (n + 1) * 4 + ((uint64_t)s->hub_first[n] * s->id_bits + 7) / 8)
    return false;
  for (uint64_t v = 0; v < n; v++)
    if (s->spans[v + 1].labels < s->spans[v].labels ||
        s->spans[v + 1].exits[0] < s->spans[v].exits[0])
      return false;
  for (uint64_t c = 0; c < cells; c++)
    if (s->polygons[c + 1].cones < s->polygons[c].cones) return false;
  return regions_of_source(all, count, s) && listed_of_source(all, count, s);
}

#endif
