/* find_labels.c - nearly always each of these sections is one array in the mapped file. On huge
 * maps a section is larger than a value can be, and lies in several (format/layout.h, "Label
 * tiles"). As all values are in one mapping, it suffices to know for each tile how many bytes
 * farther it lies than in a contiguous array. Spans aren't checked yet: this file checks that tiles
 * lie within values; that spans ascend within a tile is checked before they are followed. */
#include "find_labels.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/status.h"

static const pf_label_gap no_gap;

/* A section that consists of tiles. */
typedef struct tiled {
  pf_section_id id;
  const uint8_t *bytes; /* where it begins */
  uint64_t size;        /* total */
} tiled;

/* The value that a walk along a section has reached. */
typedef struct cursor {
  uint32_t chunk;
  const uint8_t *bytes;
  uint64_t begin, end; /* bytes of the section in it */
} cursor;

static bool read_chunk(const pf_finder *f, const pathfan_section *section, cursor *at) {
  uint64_t count = 0;
  at->bytes = pathfan_reader_data(f->reader, section, at->chunk, &count);
  at->begin = at->end;
  at->end = at->begin + count * section->element_size;
  return at->bytes != NULL;
}

/* Finds a section as one array or, if it is in tiles, its first value. */
static pathfan_status find(const pf_finder *f, pf_section_id id, bool in_tiles, tiled *out) {
  const pathfan_section *section = pf_section_find(f->reader, id, 0);
  uint64_t count = 0;
  out->id = id;
  if (!in_tiles) {
    const pathfan_status status = pf_finder_find(f, id, 0, PF_ANY_COUNT, &out->bytes, &count);
    out->size = count * pf_section_rules[id].element_size;
    return status;
  }
  if (!section) return pf_finder_missing(f, id, 0);
  if (section->element_size != pf_section_rules[id].element_size ||
      section->codec != PATHFAN_CODEC_RAW)
    return pf_finder_damaged(f, id, 0, "of another form");
  out->bytes = pathfan_reader_data(f->reader, section, 0, &count);
  out->size = section->count * section->element_size;
  return out->bytes ? PATHFAN_OK : pf_finder_damaged(f, id, 0, "not readable");
}

/* Returns the byte of the section at which the data of vertex v begins. */
static uint64_t begin_of(const pf_index_view *view, pf_section_id id, int32_t v) {
  const pf_layout_span *span = &view->spans[v];
  if (id == PF_SECTION_EXITS) return (uint64_t)span->exits[0] * view->exit_size;
  if (id == PF_SECTION_LABELS) return (uint64_t)span->labels * sizeof *view->labels;
  return (uint64_t)span->labels * (uint32_t)view->header->next_bytes;
}

static int32_t tiles_of(const pf_index_view *view) {
  return view->n ? (view->n - 1) / (INT32_C(1) << view->tile_shift) + 1 : 1;
}

/* Finds how many bytes farther each tile of a section lies than in a contiguous array. */
static pathfan_status find_gaps(const pf_finder *f, const tiled *in, pf_label_gap *gaps) {
  const pf_index_view *view = f->view;
  const pathfan_section *section = pf_section_find(f->reader, in->id, 0);
  const int32_t tiles = tiles_of(view);
  cursor at = {0};
  bool good = read_chunk(f, section, &at);
  uint64_t begin = 0;
  for (int32_t t = 0; t < tiles && good; t++) {
    const uint64_t end =
        t + 1 < tiles ? begin_of(view, in->id, (t + 1) << view->tile_shift) : in->size;
    while (good && begin >= at.end && at.chunk + 1 < section->chunk_count) {
      at.chunk++;
      good = read_chunk(f, section, &at);
    }
    good = good && begin >= at.begin && end >= begin && end <= at.end;
    const int64_t gap = good ? (at.bytes - in->bytes) - (int64_t)at.begin : 0;
    if (in->id == PF_SECTION_EXITS) gaps[t].exits = gap;
    if (in->id == PF_SECTION_LABELS) gaps[t].labels = gap;
    if (in->id == PF_SECTION_NEXT_LABELS) gaps[t].next_labels = gap;
    begin = end;
  }
  return good ? PATHFAN_OK : pf_finder_damaged(f, in->id, 0, "cut within a tile");
}

/* Finds the size of tiles. Its digest is checked at once, since everything else depends on it. */
static pathfan_status find_shift(const pf_finder *f) {
  pf_index_view *view = f->view;
  const pf_section_id id = PF_SECTION_LABEL_TILES;
  const int32_t *shift = NULL;
  view->gaps = &no_gap;
  view->tile_shift = PF_TILE_SHIFT_NONE;
  pathfan_status status = pf_finder_find(f, id, 0, 1, &shift, NULL);
  if (status || !shift) return status;
  status = pathfan_reader_check(f->reader, pf_section_find(f->reader, id, 0), f->error);
  if (status) return status;
  if (*shift < PF_TILE_SHIFT_LEAST || *shift >= PF_TILE_SHIFT_NONE)
    return pf_finder_damaged(f, id, 0, "no size of tiles");
  view->tile_shift = *shift;
  return PATHFAN_OK;
}

static pathfan_status find_all_gaps(const pf_finder *f, const tiled in[3]) {
  pf_index_view *view = f->view;
  pf_label_gap *gaps = calloc((size_t)tiles_of(view), sizeof *gaps);
  pathfan_status status = PATHFAN_OK;
  if (!gaps) return pf_fail(f->error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int i = 0; i < 3 && !status; i++) status = find_gaps(f, &in[i], gaps);
  view->gaps = gaps;
  return status;
}

pathfan_status pf_find_labels(const pf_finder *f) {
  pf_index_view *view = f->view;
  tiled exits, labels, next_labels;
  pathfan_status status =
      pf_finder_find(f, PF_SECTION_SPANS, 0, (uint64_t)view->n + 1, &view->spans, NULL);
  if (!status) status = find_shift(f);
  const bool in_tiles = view->tile_shift != PF_TILE_SHIFT_NONE;
  if (!status) status = find(f, PF_SECTION_EXITS, in_tiles, &exits);
  if (!status) status = find(f, PF_SECTION_LABELS, in_tiles, &labels);
  if (!status) status = find(f, PF_SECTION_NEXT_LABELS, in_tiles, &next_labels);
  if (status) return status;
  pf_view_exits(view, exits.bytes);
  view->labels = (const void *)labels.bytes;
  view->next_labels = next_labels.bytes;
  const tiled all[] = {exits, labels, next_labels};
  for (int i = 0; i < 3; i++) {
    const uint64_t slack = all[i].id == PF_SECTION_LABELS ? 0 : PF_LABEL_SLACK;
    if (all[i].size != begin_of(view, all[i].id, view->n) + slack)
      return pf_finder_damaged(f, all[i].id, 0, "of another size than spans say");
  }
  return in_tiles ? find_all_gaps(f, all) : PATHFAN_OK;
}

void pf_find_labels_undo(pf_index_view *view) {
  if (view->gaps != &no_gap) free((void *)view->gaps);
  view->gaps = NULL;
}
