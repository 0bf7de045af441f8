/* pieces.c - the pieces in which an index is checked while it is used.
 *
 * A piece lies in several sections. Its digest is that of the digests of its parts, one after the
 * other, so that nothing has to be copied. Offsets inside pieces are checked before they are
 * followed: they must ascend, and none may exceed the very last one, against which the sections'
 * sizes were checked. */
#include "pieces.h"

#include <assert.h>

#include "base/system.h"
#include "digest.h"

static uint32_t pieces_of(uint64_t things, uint32_t of_each) {
  return (uint32_t)((things + of_each - 1) / of_each);
}

pf_piece_numbers pf_piece_numbers_of(const pf_piece_source *s) {
  pf_piece_numbers numbers;
  numbers.cells = pieces_of((uint64_t)s->n, PF_PIECE_VERTICES);
  numbers.regions = numbers.cells + pieces_of((uint64_t)s->cells, PF_PIECE_CELLS);
  numbers.listed = numbers.regions;
  if (s->regions)
    numbers.listed += 1 + pieces_of(pf_layout_pair_blocks(s->pair_count), PF_PIECE_BLOCKS);
  numbers.listed_pairs = numbers.count = numbers.listed;
  if (!s->listed.head) return numbers;
  numbers.listed_pairs += 1 + (uint32_t)s->listed.districts;
  numbers.count = numbers.listed_pairs +
                  pieces_of(pf_layout_pair_blocks(s->listed.pair_count), PF_PIECE_LISTED_BLOCKS);
  return numbers;
}

static pf_piece_span span_of(uint32_t number, uint32_t of_each, uint64_t things) {
  const uint64_t begin = (uint64_t)number * of_each, end = begin + of_each;
  return (pf_piece_span){(uint32_t)begin, (uint32_t)(end < things ? end : things)};
}

pf_piece_span pf_piece_span_of(const pf_piece_source *s, uint32_t piece) {
  const pf_piece_numbers numbers = pf_piece_numbers_of(s);
  if (piece < numbers.cells) return span_of(piece, PF_PIECE_VERTICES, (uint64_t)s->n);
  if (piece < numbers.regions)
    return span_of(piece - numbers.cells, PF_PIECE_CELLS, (uint64_t)s->cells);
  if (piece >= numbers.listed_pairs)
    return span_of(piece - numbers.listed_pairs, PF_PIECE_LISTED_BLOCKS,
                   pf_layout_pair_blocks(s->listed.pair_count));
  if (piece == numbers.regions || piece == numbers.listed) return (pf_piece_span){0, 0};
  if (piece > numbers.listed)
    return span_of(piece - numbers.listed - 1, 1, (uint64_t)s->listed.districts);
  return span_of(piece - numbers.regions - 1, PF_PIECE_BLOCKS,
                 pf_layout_pair_blocks(s->pair_count));
}

/* ---- Order ---- */

static bool ascend(const uint32_t *first, uint32_t count, uint32_t most) {
  bool bad = first[count] > most;
  for (uint32_t i = 0; i < count; i++) bad |= first[i + 1] < first[i];
  return !bad;
}

static bool hubs_in_order(const pf_piece_source *s, pf_piece_span p) {
  return (p.begin || !s->hub_first[0]) &&
         ascend(s->hub_first + p.begin, p.end - p.begin, s->hub_first[s->n]);
}

pf_piece_span pf_piece_vias(const pf_piece_source *s, pf_piece_span p) {
  const uint8_t *blocks = pf_piece_blocks(s);
  const bool last = p.end == pf_layout_pair_blocks(s->pair_count);
  return (pf_piece_span){pf_block_first(blocks, p.begin),
                         last ? s->via_count : pf_block_first(blocks, p.end)};
}

/* Whether the pairs of each block end in order, the last one where the next block begins. In the
 * last block, the bytes beyond the last pair aren't looked at. */
static bool blocks_in_order(const pf_piece_source *s, pf_piece_span p) {
  const uint64_t pairs = s->pair_count;
  const pf_piece_span vias = pf_piece_vias(s, p);
  bool bad = vias.end > s->via_count || vias.end < vias.begin || (!p.begin && vias.begin);
  for (uint32_t b = p.begin; b < p.end; b++) {
    const uint8_t *block = pf_piece_blocks(s) + (uint64_t)b * PF_BLOCK_BYTES;
    const uint64_t left = pairs - (uint64_t)b * PF_BLOCK_PAIRS;
    const uint32_t count = left < PF_BLOCK_PAIRS ? (uint32_t)left : PF_BLOCK_PAIRS;
    const uint32_t first = pf_block_first(pf_piece_blocks(s), b);
    const uint32_t next = b + 1 < p.end ? pf_block_first(pf_piece_blocks(s), b + 1) : vias.end;
    for (uint32_t i = 1; i < count; i++) bad |= block[4 + i] < block[3 + i];
    bad |= (uint64_t)first + block[3 + count] != next;
  }
  return !bad;
}

/* The regions of a district are consecutive. */
typedef struct district {
  uint32_t region, region_end;
  uint32_t hub, hub_end;
  pf_layout_listed_span from, to;
} district;

static district district_of(const pf_listed *l, uint32_t number) {
  district d = {.region = number * l->each, .region_end = (number + 1) * l->each};
  d.hub = l->first_hub[number];
  d.hub_end = l->first_hub[number + 1];
  d.from = l->spans[d.region];
  d.to = l->spans[d.region_end];
  return d;
}

/* Whether the offsets of the tree's piece lead from 0 to the ends that the head says. */
static bool listed_tree_in_order(const pf_listed *l) {
  bool bad = l->spans[0].first || l->spans[0].entry || l->first_hub[0];
  for (int32_t r = 0; r < l->count; r++)
    bad |=
        (l->spans[r + 1].first < l->spans[r].first) | (l->spans[r + 1].entry < l->spans[r].entry);
  bad |= l->spans[l->count].first != l->head->first_count ||
         l->spans[l->count].entry != l->head->entry_count;
  return !bad && ascend(l->first_hub, (uint32_t)l->districts, l->head->hub_count) &&
         l->first_hub[l->districts] == l->head->hub_count;
}

/* Whether the slots of each region of a district end in order, the last one where the next region
 * begins. */
static bool district_in_order(const pf_listed *l, uint32_t number) {
  const district d = district_of(l, number);
  const uint32_t slots = d.hub_end - d.hub;
  const uint16_t *end = l->ends + (uint64_t)d.hub * l->each;
  bool bad = false;
  for (uint32_t r = d.region; r < d.region_end; r++) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < slots; i++, before = *end++) bad |= *end < before;
    bad |= before != l->spans[r + 1].entry - l->spans[r].entry;
  }
  return !bad;
}

/* Returns the numbers of the records of some blocks of pairs. */
static pf_piece_span records_of(const pf_listed *l, pf_piece_span p) {
  const bool last = p.end == pf_layout_pair_blocks(l->pair_count);
  return (pf_piece_span){pf_listed_block_first(l, p.begin),
                         last ? l->record_count : pf_listed_block_first(l, p.end)};
}

static bool listed_blocks_in_order(const pf_listed *l, pf_piece_span p) {
  const pf_piece_span records = records_of(l, p);
  bool bad =
      records.end > l->record_count || records.end < records.begin || (!p.begin && records.begin);
  for (uint32_t b = p.begin; b < p.end; b++) {
    const uint64_t left = l->pair_count - (uint64_t)b * PF_BLOCK_PAIRS;
    const uint32_t count = left < PF_BLOCK_PAIRS ? (uint32_t)left : PF_BLOCK_PAIRS;
    const uint32_t next = b + 1 < p.end ? pf_listed_block_first(l, b + 1) : records.end;
    for (uint32_t i = 1; i < count; i++)
      bad |= pf_listed_block_end(l, b, i) < pf_listed_block_end(l, b, i - 1);
    bad |= (uint64_t)pf_listed_block_first(l, b) + pf_listed_block_end(l, b, count - 1) != next;
  }
  return !bad;
}

bool pf_piece_in_order(const pf_piece_source *s, uint32_t piece) {
  const pf_piece_numbers numbers = pf_piece_numbers_of(s);
  const pf_piece_span p = pf_piece_span_of(s, piece);
  if (piece < numbers.cells) return hubs_in_order(s, p);
  if (piece >= numbers.listed_pairs) return listed_blocks_in_order(&s->listed, p);
  if (piece > numbers.listed) return district_in_order(&s->listed, p.begin);
  if (piece == numbers.listed) return listed_tree_in_order(&s->listed);
  return piece <= numbers.regions || blocks_in_order(s, p);
}

/* ---- Vertices ---- */

/* A part of a piece. */
typedef struct stretch {
  const uint8_t *at;
  uint64_t bytes;
} stretch;

enum { VERTEX_PARTS = 5 };

/* Finds the parts of a piece of vertices, whose hub lists must begin and end inside the section. */
static void find_vertices(const pf_piece_source *s, pf_piece_span p, stretch of[VERTEX_PARTS]) {
  const pf_layout_span *a = &s->spans[p.begin], *b = &s->spans[p.end];
  const uint32_t *hub_first = &s->hub_first[p.begin];
  const uint64_t vertices = p.end - p.begin, labels = b->labels - a->labels;
  const uint64_t bit = (uint64_t)hub_first[0] * s->id_bits;
  const uint64_t end = (uint64_t)hub_first[vertices] * s->id_bits;
  const pf_label_gap *gap = &s->gaps[p.begin >> s->tile_shift];
  of[0] = (stretch){s->exits + gap->exits + (uint64_t)a->exits[0] * s->exit_size,
                    (uint64_t)(b->exits[0] - a->exits[0]) * s->exit_size};
  of[1] =
      (stretch){(const uint8_t *)(s->labels + a->labels) + gap->labels, labels * sizeof *s->labels};
  of[2] = (stretch){s->next_labels + gap->next_labels + (uint64_t)a->labels * s->next_bytes,
                    labels * s->next_bytes};
  of[3] = (stretch){(const uint8_t *)hub_first, (vertices + 1) * sizeof *hub_first};
  of[4] = (stretch){s->hubs + bit / 8, (end + 7) / 8 - bit / 8};
}

void pf_piece_announce(const pf_piece_source *s, uint32_t piece) {
#if PATHFAN_WITH_MAPPINGS
  const pf_piece_span p = pf_piece_span_of(s, piece);
  stretch of[VERTEX_PARTS];
  if (!hubs_in_order(s, p)) return;
  find_vertices(s, p, of);
  for (int i = 0; i < VERTEX_PARTS; i++)
    if (of[i].bytes) pf_mapping_announce(of[i].at, of[i].bytes);
#else
  (void)s;
  (void)piece;
#endif
}

/* ---- Digests ---- */

enum { PARTS_MOST = VERTEX_PARTS };

typedef struct parts {
  uint64_t digest[PARTS_MOST];
  uint32_t count;
} parts;

static void add(parts *d, const void *bytes, uint64_t size) {
  assert(d->count < PARTS_MOST);
  d->digest[d->count++] = pf_digest_short(bytes, size);
}

static void add_vertices(parts *d, const pf_piece_source *s, pf_piece_span p) {
  stretch of[VERTEX_PARTS];
  find_vertices(s, p, of);
  for (int i = 0; i < VERTEX_PARTS; i++) add(d, of[i].at, of[i].bytes);
}

static void add_pairs(parts *d, const pf_piece_source *s, pf_piece_span p) {
  const pf_piece_span vias = pf_piece_vias(s, p);
  const uint64_t begin = (uint64_t)p.begin * PF_BLOCK_PAIRS;
  const uint64_t whole = (uint64_t)p.end * PF_BLOCK_PAIRS;
  const uint64_t end = whole < s->pair_count ? whole : s->pair_count;
  if (s->has_partners) add(d, pf_piece_partners(s) + 4 * begin, 4 * (end - begin));
  add(d, pf_piece_blocks(s) + (uint64_t)p.begin * PF_BLOCK_BYTES,
      (uint64_t)(p.end - p.begin) * PF_BLOCK_BYTES);
  add(d, pf_piece_ids(s) + (uint64_t)vias.begin * (uint32_t)s->id_bytes,
      (uint64_t)(vias.end - vias.begin) * (uint32_t)s->id_bytes);
}

static void add_district(parts *d, const pf_listed *l, uint32_t number) {
  const district own = district_of(l, number);
  const uint64_t hub = own.hub, hubs = own.hub_end - own.hub, id_bytes = (uint32_t)l->id_bytes;
  const uint64_t entry = (uint32_t)l->head->entry_bytes;
  add(d, l->entries + own.from.entry * entry, (own.to.entry - own.from.entry) * entry);
  add(d, l->ends + hub * l->each, hubs * l->each * sizeof *l->ends);
  add(d, l->firsts + own.from.first * id_bytes, (own.to.first - own.from.first) * id_bytes);
  add(d, l->hubs + hub * id_bytes, hubs * id_bytes);
}

static void add_listed_tree(parts *d, const pf_listed *l) {
  add(d, l->head, sizeof *l->head);
  add(d, l->cuts, (uint64_t)((const uint8_t *)l->ends - (const uint8_t *)l->cuts));
}

static void add_listed_pairs(parts *d, const pf_listed *l, pf_piece_span p) {
  const pf_piece_span records = records_of(l, p);
  const uint64_t record = 2 * (uint64_t)l->head->slot_bits;
  add(d, l->blocks + (uint64_t)p.begin * PF_LISTED_BLOCK_BYTES,
      (uint64_t)(p.end - p.begin) * PF_LISTED_BLOCK_BYTES);
  const uint64_t begin = records.begin * record / 8, end = (records.end * record + 7) / 8;
  add(d, l->records + begin, end - begin);
}

uint64_t pf_piece_digest(const pf_piece_source *s, uint32_t piece) {
  const pf_piece_numbers numbers = pf_piece_numbers_of(s);
  const pf_piece_span p = pf_piece_span_of(s, piece);
  assert(piece < numbers.count);
  parts d = {.count = 0};
  if (piece < numbers.cells) {
    add_vertices(&d, s, p);
  } else if (piece < numbers.regions) {
    const uint32_t begin = s->polygons[p.begin].cones;
    assert(s->polygons[p.end].cones >= begin);
    add(&d, s->cones + begin, s->polygons[p.end].cones - begin);
  } else if (piece >= numbers.listed_pairs) {
    add_listed_pairs(&d, &s->listed, p);
  } else if (piece > numbers.listed) {
    add_district(&d, &s->listed, p.begin);
  } else if (piece == numbers.listed) {
    add_listed_tree(&d, &s->listed);
  } else if (piece == numbers.regions) {
    add(&d, s->regions, s->tree_bytes);
  } else {
    add_pairs(&d, s, p);
  }
  return pf_digest_short(d.digest, d.count * sizeof *d.digest);
}
