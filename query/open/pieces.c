/* pieces.c - checks a piece: first the offsets by which it is found, then its digest, then its
 * meaning: every id in range, every list in order. A verdict is a byte that also says which fault
 * was found; the error text is made from it on demand. */
#include "pieces.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/status.h"
#include "format/sections.h"
#include "validate_pieces.h"

/* ---- Faults ---- */

/* States above PF_PIECE_ANNOUNCED are faults. */
static const struct {
  pf_section_id section;
  const char *what;
} faults[PF_FAULTS] = {
    [PF_FAULT_NONE] = {PF_SECTION_PIECES, "sound"},
    [PF_FAULT_DIGEST] = {PF_SECTION_PIECES, "a digest that differs from the content's"},
    [PF_FAULT_EXIT_ID] = {PF_SECTION_EXITS, "an id out of range"},
    [PF_FAULT_EXIT_ENDS] = {PF_SECTION_EXITS, "ends out of order"},
    [PF_FAULT_EXIT_LABELS] = {PF_SECTION_EXITS, "labels that take none"},
    [PF_FAULT_LABEL_ID] = {PF_SECTION_LABELS, "an id out of range"},
    [PF_FAULT_NEXT] = {PF_SECTION_LABELS, "the next label out of range"},
    [PF_FAULT_HUB_LISTS] = {PF_SECTION_HUBS, "lists out of order"},
    [PF_FAULT_HUB_ID] = {PF_SECTION_HUBS, "an id out of range"},
    [PF_FAULT_WALK] = {PF_SECTION_LABELS, "a next label that leads elsewhere"},
    [PF_FAULT_CONES] = {PF_SECTION_CONES, "a malformed list"},
    [PF_FAULT_CUT] = {PF_SECTION_REGIONS, "a cut off the map"},
    [PF_FAULT_SETS] = {PF_SECTION_REGIONS, "via sets out of order"},
    [PF_FAULT_VIA] = {PF_SECTION_REGIONS, "a via node out of range"},
    [PF_FAULT_PARTNERS] = {PF_SECTION_HIERARCHY, "partners out of order"},
    [PF_FAULT_LISTED_CUT] = {PF_SECTION_LISTED_FIRSTS, "a cut off the map"},
    [PF_FAULT_LISTED_ORDER] = {PF_SECTION_LISTED_FIRSTS, "lists out of order"},
    [PF_FAULT_LISTED_ID] = {PF_SECTION_LISTED_FIRSTS, "an id out of range or out of order"},
    [PF_FAULT_LISTED_ENTRY] = {PF_SECTION_LISTED_FIRSTS, "an entry that isn't its vertex's label"},
    [PF_FAULT_LISTED_PAIRS] = {PF_SECTION_LISTED_PAIRS, "pairs out of order"},
    [PF_FAULT_LISTED_SLOT] = {PF_SECTION_LISTED_PAIRS, "a slot out of range, or of another hub"},
};

/* ---- Listed hubs ---- */

static pf_fault fault_of_listed_tree(const pf_index_view *view) {
  const pf_listed *l = &view->listed;
  bool bad = false;
  for (int32_t node = 1; node < l->count; node++) bad |= l->cuts[node] >> 1 > PF_REGION_CUT_NONE;
  if (bad) return PF_FAULT_LISTED_CUT;
  return PF_FAULT_NONE;
}

/* Whether ids number begin .. end-1 ascend and are vertices. */
static bool ids_ascend(const pf_index_view *view, const uint8_t *ids, uint32_t begin,
                       uint32_t end) {
  int64_t before = -1;
  bool bad = false;
  for (uint32_t i = begin; i < end; i++) {
    const uint32_t v = pf_load_id(ids, i, view->id_bytes);
    bad |= (v >= (uint32_t)view->n) | ((int64_t)v <= before);
    before = v;
  }
  return !bad;
}

/* Whether an entry of a region is what its first vertex says of the hub, so that no path can be
 * shorter by lists than it is. */
static bool is_label(const pf_index_view *view, int32_t region, pf_listed_entry entry,
                     uint32_t hub) {
  const pf_listed *l = &view->listed;
  const uint32_t first = l->spans[region].first;
  if (entry.number >= l->spans[region + 1].first - first) return false;
  const int32_t v = (int32_t)pf_load_id(l->firsts, (uint64_t)first + entry.number, view->id_bytes);
  if ((uint32_t)v == hub) return !entry.length;
  if (pf_touch_vertex(view, v)) return false;
  const uint32_t label = pf_find_label(view, v, hub);
  return label != PF_LAYOUT_NONE &&
         pf_label_length(pf_labels_by(view, v)[view->spans[v].labels + label]) == entry.length;
}

static pf_fault fault_of_district(const pf_index_view *view, uint32_t district) {
  const pf_listed *l = &view->listed;
  const uint32_t hub = l->first_hub[district], hub_end = l->first_hub[district + 1];
  const int32_t begin = (int32_t)(district * l->each), end = begin + (int32_t)l->each;
  if (!ids_ascend(view, l->hubs, hub, hub_end)) return PF_FAULT_LISTED_ID;
  for (int32_t r = begin; r < end; r++) {
    if (!ids_ascend(view, l->firsts, l->spans[r].first, l->spans[r + 1].first))
      return PF_FAULT_LISTED_ID;
    for (uint32_t slot = 0; slot < hub_end - hub; slot++) {
      const pf_range all = pf_listed_entries(l, r, slot);
      for (uint32_t i = all.begin; i < all.end; i++)
        if (!is_label(view, r, pf_listed_entry_at(l, i),
                      (uint32_t)pf_listed_hub(l, district, slot)))
          return PF_FAULT_LISTED_ENTRY;
    }
  }
  return PF_FAULT_NONE;
}

/* Whether the records of a pair of districts each name one hub of both. */
static bool records_are_sound(const pf_listed *l, pf_range records, uint32_t a, uint32_t b) {
  const uint32_t none = pf_listed_no_slot(l);
  const uint32_t a_count = l->first_hub[a + 1] - l->first_hub[a];
  const uint32_t b_count = l->first_hub[b + 1] - l->first_hub[b];
  for (uint32_t i = records.begin; i < records.end; i++) {
    const pf_listed_slots slots = pf_listed_record(l, i);
    const uint32_t x = slots.of[0], y = slots.of[1];
    if (x == none && y == none && records.end - records.begin == 1) return true;
    if (x >= a_count || y >= b_count || pf_listed_hub(l, a, x) != pf_listed_hub(l, b, y))
      return false;
  }
  return true;
}

/* Hubs of districts may be read: they are part of what the ends are checked against. */
static pf_fault fault_of_listed_pairs(const pf_index_view *view, pf_piece_span p) {
  const pf_listed *l = &view->listed;
  const uint64_t whole = (uint64_t)p.end * PF_BLOCK_PAIRS;
  const uint64_t end = whole < l->pair_count ? whole : l->pair_count;
  uint64_t pair = (uint64_t)p.begin * PF_BLOCK_PAIRS;
  uint32_t a = 0;
  while (pf_layout_region_pairs((int32_t)a + 1) <= pair) a++;
  for (; pair < end; pair++) {
    while (pf_layout_region_pairs((int32_t)a + 1) <= pair) a++;
    const uint32_t b = (uint32_t)(pair - pf_layout_region_pairs((int32_t)a));
    if (!records_are_sound(l, pf_listed_records(l, pair), a, b)) return PF_FAULT_LISTED_SLOT;
  }
  return PF_FAULT_NONE;
}

/* ---- A piece ---- */

/* Returns what is wrong if a piece's offsets aren't in order. */
static pf_fault disorder_of(const pf_piece_numbers *numbers, uint32_t piece) {
  if (piece < numbers->cells) return PF_FAULT_HUB_LISTS;
  if (piece < numbers->listed) return PF_FAULT_SETS;
  return piece < numbers->listed_pairs ? PF_FAULT_LISTED_ORDER : PF_FAULT_LISTED_PAIRS;
}

static uint64_t digest_of(const pf_index_view *view, uint32_t piece) {
  const uint32_t listed = view->pieces->numbers.listed;
  return piece < listed ? view->piece_digests[piece] : view->listed_digests[piece - listed];
}

static pf_fault fault_of_listed(const pf_index_view *view, uint32_t piece, pf_piece_span p) {
  const pf_piece_numbers *numbers = &view->pieces->numbers;
  if (piece == numbers->listed) return fault_of_listed_tree(view);
  return piece < numbers->listed_pairs ? fault_of_district(view, p.begin)
                                       : fault_of_listed_pairs(view, p);
}

static pf_fault fault_of(const pf_index_view *view, uint32_t piece) {
  const pf_pieces *pieces = view->pieces;
  const pf_piece_span p = pf_piece_span_of(&pieces->source, piece);
  if (!pf_piece_in_order(&pieces->source, piece)) return disorder_of(&pieces->numbers, piece);
  if (!pieces->trusts && pf_piece_digest(&pieces->source, piece) != digest_of(view, piece))
    return PF_FAULT_DIGEST;
  if (piece >= pieces->numbers.listed) return fault_of_listed(view, piece, p);
  if (piece < pieces->numbers.cells) return pf_fault_of_vertices(view, p);
  if (piece < pieces->numbers.regions) return pf_fault_of_cells(view, p);
  return piece == pieces->numbers.regions
             ? pf_fault_of_tree(view)
             : pf_fault_of_vias(view, pf_piece_vias(&pieces->source, p));
}

static void remember(const pf_index_view *view, uint32_t piece, pf_fault found) {
  const int state = found ? PF_PIECE_ANNOUNCED + (int)found : PF_PIECE_GOOD;
  atomic_store_explicit(&view->pieces->state[piece], (unsigned char)state, memory_order_relaxed);
}

/* Checks a piece without announcing it: a pass over all pieces reads the file in order. */
static pathfan_status check(const pf_index_view *view, uint32_t piece) {
  assert(piece < view->pieces->numbers.count);
  const unsigned known = pf_piece_state(view->pieces->state, piece);
  if (known == PF_PIECE_GOOD) return PATHFAN_OK;
  if (known > PF_PIECE_ANNOUNCED) return PATHFAN_ERR_DAMAGED;
  const pf_fault found = fault_of(view, piece);
  remember(view, piece, found);
  return found ? PATHFAN_ERR_DAMAGED : PATHFAN_OK;
}

void pf_announce_piece(const pf_index_view *view, uint32_t piece) {
  pf_pieces *pieces = view->pieces;
  unsigned char known = PF_PIECE_UNKNOWN;
  /* What another thread has found meanwhile stays. */
  if (atomic_compare_exchange_strong_explicit(&pieces->state[piece], &known, PF_PIECE_ANNOUNCED,
                                              memory_order_relaxed, memory_order_relaxed))
    pf_piece_announce(&pieces->source, piece);
}

/* The parts of a piece lie apart: announcing them lets the disk read them side by side. */
pathfan_status pf_piece_check(const pf_index_view *view, uint32_t piece) {
  if (piece < view->pieces->numbers.cells) pf_announce_piece(view, piece);
  return check(view, piece);
}

pathfan_status pf_walk_fails(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  remember(view, (uint32_t)v / PF_PIECE_VERTICES, PF_FAULT_WALK);
  return PATHFAN_ERR_DAMAGED;
}

pathfan_status pf_touch_regions(const pf_index_view *view) {
  assert(view->regions.section);
  return check(view, view->pieces->numbers.regions);
}

/* Returns the piece of a pair. */
static uint32_t piece_of_pair(const pf_index_view *view, uint64_t pair) {
  return view->pieces->numbers.regions + 1 + (uint32_t)(pair / PF_BLOCK_PAIRS / PF_PIECE_BLOCKS);
}

pathfan_status pf_touch_pair(const pf_index_view *view, pf_node_pair nodes, uint64_t *pair) {
  pathfan_status status = PATHFAN_OK;
  assert(pf_piece_state(view->pieces->state, view->pieces->numbers.regions) == PF_PIECE_GOOD);
  if (view->regions.first) {
    const pf_range all = pf_pairs_of(view, nodes);
    *pair = PF_NO_PAIR;
    if (all.begin == all.end) return PATHFAN_OK;
    const uint32_t last = piece_of_pair(view, all.end - 1);
    for (uint32_t piece = piece_of_pair(view, all.begin); piece <= last && !status; piece++)
      status = check(view, piece);
    if (!status) *pair = pf_pair_of(view, nodes);
    return status;
  }
  *pair = pf_pair_of(view, nodes);
  return check(view, piece_of_pair(view, *pair));
}

pathfan_status pf_touch_listed_tree(const pf_index_view *view) {
  assert(view->listed.head);
  return check(view, view->pieces->numbers.listed);
}

pathfan_status pf_touch_listed(const pf_index_view *view, uint32_t a, uint32_t b) {
  const pf_piece_numbers *numbers = &view->pieces->numbers;
  const uint64_t pair = pf_layout_region_pair((int32_t)a, (int32_t)b);
  assert(pf_piece_state(view->pieces->state, numbers->listed) == PF_PIECE_GOOD);
  pathfan_status status = check(view, numbers->listed + 1 + a);
  if (!status) status = check(view, numbers->listed + 1 + b);
  if (!status)
    status = check(view, numbers->listed_pairs +
                             (uint32_t)(pair / PF_BLOCK_PAIRS / PF_PIECE_LISTED_BLOCKS));
  return status;
}

/* ---- All of them ---- */

/* Returns the part that a piece belongs to. */
static int part_of(const pf_pieces *pieces, uint32_t piece) {
  if (piece < pieces->numbers.cells) return PF_PART_LABELS;
  if (piece >= pieces->numbers.listed) return PF_PART_LISTED;
  return piece < pieces->numbers.regions ? PF_PART_CONES : PF_PART_REGIONS;
}

static const char *things_of(const pf_pieces *pieces, uint32_t piece) {
  const pf_piece_numbers *numbers = &pieces->numbers;
  if (piece < numbers->cells) return "vertices";
  if (piece < numbers->regions) return "cells";
  return piece < numbers->listed || piece >= numbers->listed_pairs ? "blocks" : "districts";
}

/* Returns the pieces of a part. */
static pf_piece_span pieces_of(const pf_pieces *pieces, int part) {
  assert(part == PF_PART_LABELS || part == PF_PART_CONES || part == PF_PART_REGIONS ||
         part == PF_PART_LISTED);
  const pf_piece_numbers *numbers = &pieces->numbers;
  if (part == PF_PART_LABELS) return (pf_piece_span){0, numbers->cells};
  if (part == PF_PART_CONES) return (pf_piece_span){numbers->cells, numbers->regions};
  if (part == PF_PART_REGIONS) return (pf_piece_span){numbers->regions, numbers->listed};
  return (pf_piece_span){numbers->listed, numbers->count};
}

pathfan_status pf_pieces_check(const pf_index_view *view, int part) {
  const pf_piece_span all = pieces_of(view->pieces, part);
  for (uint32_t piece = all.begin; piece < all.end; piece++) {
    const pathfan_status status = check(view, piece);
    if (status) return status;
  }
  return PATHFAN_OK;
}

bool pf_pieces_agree(const pf_index_view *view) {
  const pf_pieces *pieces = view->pieces;
  for (uint32_t piece = 0; piece < pieces->numbers.count; piece++)
    if (!pf_piece_in_order(&pieces->source, piece) ||
        pf_piece_digest(&pieces->source, piece) != digest_of(view, piece))
      return false;
  return true;
}

/* Whether a section of the part has other bytes than were written, which its own digest shows: then
 * that is the fault. */
static bool explain_by_digests(const pathfan_reader *reader, int part, pathfan_error *error) {
  for (pf_section_id id = 0; id < PF_SECTIONS; id++) {
    const pathfan_section *section =
        pf_section_rules[id].part == part ? pf_section_find(reader, id, 0) : NULL;
    if (section && pathfan_reader_check(reader, section, error)) return true;
  }
  return false;
}

void pf_pieces_explain(const pf_index_view *view, const pathfan_reader *reader,
                       pathfan_error *error) {
  const pf_pieces *pieces = view->pieces;
  for (uint32_t piece = 0; piece < pieces->numbers.count; piece++) {
    const int state = atomic_load_explicit(&pieces->state[piece], memory_order_relaxed);
    if (state <= PF_PIECE_ANNOUNCED) continue;
    const pf_piece_span p = pf_piece_span_of(&pieces->source, piece);
    const int part = part_of(pieces, piece);
    if (explain_by_digests(reader, part, error)) {
      const size_t length = error ? strlen(error->text) : 0;
      if (error)
        snprintf(error->text + length, sizeof error->text - length, " (%s from %u)",
                 things_of(pieces, piece), p.begin);
      return;
    }
    const pf_fault found = (pf_fault)(state - PF_PIECE_ANNOUNCED);
    pf_section_id id = faults[found].section;
    if (id == PF_SECTION_REGIONS && view->regions.first) id = PF_SECTION_HIERARCHY;
    if (id == PF_SECTION_PIECES && part == PF_PART_LISTED) id = PF_SECTION_LISTED_PIECES;
    (void)pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s (%s from %u)", view->path,
                  pf_section_rules[id].name, faults[found].what, things_of(pieces, piece), p.begin);
    return;
  }
}

static uint64_t tree_bytes_of(const pf_region_sets *r) {
  if (!r->section) return 0;
  const uint8_t *end = (const void *)(r->first ? r->partners : r->cuts + r->count);
  return (uint64_t)(end - r->section);
}

pf_piece_source pf_pieces_source(const pf_index_view *view) {
  const pf_region_sets *r = &view->regions;
  return (pf_piece_source){.n = view->n,
                           .cells = view->header->has_cones ? view->header->polygon_count : 0,
                           .id_bytes = view->id_bytes,
                           .spans = view->spans,
                           .exits = view->exits,
                           .exit_size = view->exit_size,
                           .labels = view->labels,
                           .next_labels = view->next_labels,
                           .next_bytes = (uint32_t)view->header->next_bytes,
                           .gaps = view->gaps,
                           .tile_shift = view->tile_shift,
                           .hub_first = view->hub_first,
                           .hubs = view->hubs,
                           .id_bits = view->id_bits,
                           .polygons = view->polygons,
                           .cones = view->cones,
                           .regions = r->section,
                           .tree_bytes = tree_bytes_of(r),
                           .pair_count = r->pair_count,
                           .has_partners = r->first != NULL,
                           .via_count = r->id_count,
                           .listed = view->listed};
}

/* With fewer bytes of labels, a disk's read-ahead is worth as much or more (docs/scale/huge.md). */
#define ANNOUNCED_FROM_BYTES (UINT64_C(1) << 30)

static bool announces(const pf_piece_source *s) {
  return s->spans[s->n].labels * sizeof *s->labels >= ANNOUNCED_FROM_BYTES;
}

bool pf_pieces_create(pf_index_view *view, bool trusts) {
  const pf_piece_source source = pf_pieces_source(view);
  const pf_piece_numbers numbers = pf_piece_numbers_of(&source);
  assert(!view->pieces);
  pf_pieces *made = calloc(1, sizeof *made + numbers.count * sizeof made->state[0]);
  if (!made) return false;
  made->trusts = trusts;
  made->source = source;
  made->numbers = numbers;
  const int begin = announces(&source) ? PF_PIECE_UNKNOWN : PF_PIECE_ANNOUNCED;
  for (uint32_t i = 0; i < numbers.count; i++) atomic_init(&made->state[i], begin);
  view->pieces = made;
  view->vertex_state = made->state;
  view->cell_state = made->state + numbers.cells;
  return true;
}

void pf_pieces_free(pf_index_view *view) {
  free(view->pieces);
  view->pieces = NULL;
}
