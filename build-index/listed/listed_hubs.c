/* listed_hubs.c - codes what the first vertices of each two regions have in common.
 *
 * The tree of regions is deepest at first. Both kinds of lists can be had for larger areas, too, by
 * uniting them: for each first vertex and hub those of a region, for each hub those of a pair. Deep
 * regions have short lists but many of them; districts, between which hubs are listed, may be
 * larger than regions. The shape is chosen by counts: the one whose requests read least, of those
 * that take few enough bytes. So is whether a map gets lists at all: a request must read far fewer
 * entries than it would read labels without (docs/decisions/listed-hubs.md). */
#include "listed_hubs.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "joins.h"

/* The most entries that a request between two districts reads; others aren't listed. */
enum { ENTRIES_MOST = 1024 };

/* The lists of one shape. */
typedef struct shape {
  const pf_listed_source *source;
  const pf_listings *entries; /* by region */
  const pf_listings *pairs;   /* by pair of districts */
  const double *area;         /* [Size: regions] */
  int32_t regions, districts, each;
  int64_t *hub_first; /* [Size: districts + 1] */
  int32_t *hubs;      /* of each district, ascending */
  uint8_t *is_listed; /* [Size: pairs] */
  int32_t *slot_of;   /* [Size: n] scratch */
  uint32_t *ends;     /* [Size: slots of all regions] of lists, counted from the region's first */
  uint64_t records;
  int32_t entry_bytes, slot_bits;
  uint64_t firsts, firsts_size, pairs_size;
  double read; /* entries that a request reads, on average */
  bool fits;   /* in the form of entries and records */
} shape;

/* ---- A shape ---- */

/* Lists the hubs of each district. */
static pathfan_status find_hubs(shape *s) {
  const int32_t n = s->source->n;
  s->hub_first = pf_alloc_zero((uint64_t)s->districts + 1, sizeof *s->hub_first);
  s->hubs = pf_alloc((uint64_t)s->entries->first[s->regions], sizeof *s->hubs);
  s->slot_of = pf_alloc((uint64_t)n, sizeof *s->slot_of);
  if (!s->hub_first || !s->hubs || !s->slot_of) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t d = 0; d < s->districts; d++) {
    int64_t at = s->hub_first[d];
    memset(s->slot_of, 0, (size_t)n * sizeof *s->slot_of);
    for (int64_t i = s->entries->first[(int64_t)d * s->each];
         i < s->entries->first[((int64_t)d + 1) * s->each]; i++)
      s->slot_of[s->entries->all[i].hub] = 1;
    for (int32_t h = 0; h < n; h++)
      if (s->slot_of[h]) s->hubs[at++] = h;
    s->hub_first[d + 1] = at;
  }
  return PATHFAN_OK;
}

static int32_t hubs_of(const shape *s, int32_t d) {
  return (int32_t)(s->hub_first[d + 1] - s->hub_first[d]);
}

/* Returns the place of a hub among those of a district. */
static int32_t slot_of(const shape *s, int32_t d, int32_t hub) {
  const int32_t *hubs = s->hubs + s->hub_first[d];
  int32_t low = 0, high = hubs_of(s, d) - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (hubs[middle] < hub)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low < hubs_of(s, d) && hubs[low] == hub);
  return low;
}

/* Returns the ends of the lists of a region. */
static uint32_t *ends_of(const shape *s, int32_t region) {
  const int32_t d = region / s->each;
  return s->ends + s->hub_first[d] * s->each + (int64_t)(region % s->each) * hubs_of(s, d);
}

static pathfan_status find_ends(shape *s) {
  s->ends = pf_alloc((uint64_t)s->hub_first[s->districts] * (uint64_t)s->each, sizeof *s->ends);
  if (!s->ends) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t r = 0; r < s->regions; r++) {
    const int32_t d = r / s->each;
    const int64_t begin = s->entries->first[r], end = s->entries->first[r + 1];
    int64_t at = begin;
    for (int32_t h = 0; h < hubs_of(s, d); h++) {
      while (at < end && s->entries->all[at].hub == s->hubs[s->hub_first[d] + h]) at++;
      ends_of(s, r)[h] = (uint32_t)(at - begin);
    }
    assert(at == end);
  }
  return PATHFAN_OK;
}

/* ---- What it costs ---- */

/* What the lists of a district have for a slot. */
typedef struct weight {
  double entries; /* over its regions */
  double by_area; /* over its points */
} weight;

static void weigh(const shape *s, int32_t d, weight *weights) {
  for (int32_t h = 0; h < hubs_of(s, d); h++) weights[h] = (weight){0, 0};
  for (int32_t r = d * s->each; r < (d + 1) * s->each; r++) {
    const uint32_t *ends = ends_of(s, r);
    for (int32_t h = 0; h < hubs_of(s, d); h++) {
      const uint32_t count = h ? ends[h] - ends[h - 1] : ends[h];
      weights[h].entries += count;
      weights[h].by_area += count * s->area[r];
    }
  }
}

static double area_of(const shape *s, int32_t d) {
  double area = 0;
  for (int32_t r = d * s->each; r < (d + 1) * s->each; r++) area += s->area[r];
  return area;
}

/* Adds up what requests between two districts read, and decides whether they are listed. */
static void weigh_pair(shape *s, const weight *weights, int32_t d, int32_t b, const double *areas) {
  const int64_t pair = (int64_t)pf_layout_region_pair(d, b);
  const int64_t begin = s->pairs->first[pair], end = s->pairs->first[pair + 1];
  weight sum = {0, 0};
  for (int64_t i = begin; i < end; i++) {
    const int32_t hub = s->pairs->all[i].hub;
    const weight *x = &weights[s->hub_first[d] + slot_of(s, d, hub)];
    const weight *y = &weights[s->hub_first[b] + slot_of(s, b, hub)];
    sum.entries += x->entries + y->entries;
    sum.by_area += x->by_area * areas[b] + y->by_area * areas[d];
  }
  s->is_listed[pair] = sum.entries <= (double)ENTRIES_MOST * s->each;
  s->records += s->is_listed[pair] ? (uint64_t)(end - begin) : 1;
  s->read += s->is_listed[pair] ? sum.by_area * (b < d ? 2 : 1) : 0;
}

static pathfan_status weigh_pairs(shape *s) {
  const uint64_t districts = (uint64_t)s->districts;
  weight *weights = pf_alloc((uint64_t)s->hub_first[s->districts], sizeof *weights);
  double *areas = pf_alloc(districts, sizeof *areas), total = 0;
  s->is_listed = pf_alloc(pf_layout_region_pairs(s->districts), 1);
  const bool ok = weights && areas && s->is_listed;
  for (int32_t d = 0; d < s->districts && ok; d++) {
    weigh(s, d, weights + s->hub_first[d]);
    areas[d] = area_of(s, d);
    total += areas[d];
  }
  for (int32_t d = 0; d < s->districts && ok; d++)
    for (int32_t b = 0; b <= d; b++) weigh_pair(s, weights, d, b, areas);
  if (total > 0) s->read /= total * total;
  free(weights);
  free(areas);
  return ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

/* Numbers the first vertices of a region, in slot_of; returns how many it has. */
static uint32_t number_firsts(const shape *s, int32_t region) {
  const int64_t begin = s->entries->first[region], end = s->entries->first[region + 1];
  const int32_t n = s->source->n;
  uint32_t count = 0;
  memset(s->slot_of, 0xff, (size_t)n * sizeof *s->slot_of);
  for (int64_t i = begin; i < end; i++) s->slot_of[s->entries->all[i].vertex] = 0;
  for (int32_t v = 0; v < n; v++)
    if (s->slot_of[v] >= 0) s->slot_of[v] = (int32_t)count++;
  return count;
}

static void find_sizes(shape *s) {
  const uint64_t regions = (uint64_t)s->regions, districts = (uint64_t)s->districts;
  const uint64_t entries = (uint64_t)s->entries->first[s->regions];
  const uint64_t hubs = (uint64_t)s->hub_first[s->districts];
  uint32_t most_firsts = 0, most_hubs = 0;
  int64_t most_entries = 0;
  for (int32_t r = 0; r < s->regions; r++) {
    const uint32_t firsts = number_firsts(s, r);
    const int64_t here = s->entries->first[r + 1] - s->entries->first[r];
    if (firsts > most_firsts) most_firsts = firsts;
    if (here > most_entries) most_entries = here;
    s->firsts += firsts;
  }
  for (int32_t d = 0; d < s->districts; d++)
    if ((uint32_t)hubs_of(s, d) > most_hubs) most_hubs = (uint32_t)hubs_of(s, d);
  s->entry_bytes = PF_LENGTH_BYTES + (most_firsts <= UINT8_MAX + 1U ? 1 : 2);
  s->slot_bits = (int32_t)pf_number_bits(most_hubs + 1); /* all ones are none */
  s->firsts_size = sizeof(pf_layout_listed) + pf_layout_entries_bytes(entries, s->entry_bytes) +
                   4 * regions + 8 * (regions + 1) + 4 * (districts + 1) +
                   2 * hubs * (uint64_t)s->each +
                   (s->firsts + hubs) * (uint64_t)s->source->id_bytes;
  s->pairs_size =
      pf_layout_pair_blocks(pf_layout_region_pairs(s->districts)) * PF_LISTED_BLOCK_BYTES +
      pf_layout_records_bytes(s->records, s->slot_bits);
  s->fits = most_entries <= UINT16_MAX && most_firsts <= UINT16_MAX + 1U && s->slot_bits > 0 &&
            s->slot_bits <= PF_LISTED_SLOT_BITS_MAX && entries <= UINT32_MAX &&
            s->records <= UINT32_MAX;
}

/* ---- Coding ---- */

/* Returns the length of a vertex's label for a hub; 0 for itself. */
static uint64_t length_to(const pf_label_lists *l, int32_t v, int32_t hub) {
  for (uint32_t i = l->spans[v].labels; v != hub && i < l->spans[v + 1].labels; i++)
    if (pf_label_hub(l->labels[i]) == (uint32_t)hub) return (uint64_t)pf_label_length(l->labels[i]);
  assert(v == hub);
  return 0;
}

static int32_t log_of(int32_t power_of_two) {
  return pf_highest_bit((uint32_t)power_of_two);
}

/* Codes the entries and the first vertices of a region. */
static void code_region(const shape *s, int32_t region, uint32_t first, uint8_t *entries,
                        uint8_t *firsts) {
  const int id_bytes = s->source->id_bytes;
  (void)number_firsts(s, region);
  for (int64_t i = s->entries->first[region]; i < s->entries->first[region + 1]; i++) {
    const pf_listing l = s->entries->all[i];
    const uint32_t number = (uint32_t)s->slot_of[l.vertex];
    const uint64_t entry = length_to(s->source->lists, l.vertex, l.hub)
                               << 8 * (s->entry_bytes - PF_LENGTH_BYTES) |
                           number;
    memcpy(entries + (uint64_t)i * (uint32_t)s->entry_bytes, &entry, (size_t)s->entry_bytes);
    pf_store_id(firsts, (uint64_t)first + number, id_bytes, (uint32_t)l.vertex);
  }
}

static void code_firsts(const shape *s, const uint32_t *cuts, uint8_t *out) {
  const uint64_t entry_count = (uint64_t)s->entries->first[s->regions];
  const pf_layout_listed head = {.levels = log_of(s->regions),
                                 .district_levels = log_of(s->districts),
                                 .id_bytes = s->source->id_bytes,
                                 .entry_bytes = s->entry_bytes,
                                 .slot_bits = s->slot_bits,
                                 .entry_count = (uint32_t)entry_count,
                                 .first_count = (uint32_t)s->firsts,
                                 .hub_count = (uint32_t)s->hub_first[s->districts]};
  uint8_t *entries = out + sizeof head;
  uint32_t *tree = (void *)(entries + pf_layout_entries_bytes(entry_count, s->entry_bytes));
  pf_layout_listed_span *spans = (void *)(tree + s->regions);
  uint32_t *first_hub = (void *)(spans + s->regions + 1);
  uint16_t *ends = (void *)(first_hub + s->districts + 1);
  uint8_t *firsts = (void *)(ends + (uint64_t)head.hub_count * (uint32_t)s->each);
  uint8_t *hubs = firsts + s->firsts * (uint64_t)head.id_bytes;
  uint32_t first = 0;
  memcpy(out, &head, sizeof head);
  memcpy(tree, cuts, (size_t)s->regions * sizeof *tree);
  for (int32_t r = 0; r <= s->regions; r++) {
    spans[r] = (pf_layout_listed_span){first, (uint32_t)s->entries->first[r]};
    if (r == s->regions) break;
    code_region(s, r, first, entries, firsts);
    first += number_firsts(s, r);
  }
  for (int32_t d = 0; d <= s->districts; d++) first_hub[d] = (uint32_t)s->hub_first[d];
  for (uint64_t i = 0; i < (uint64_t)head.hub_count * (uint32_t)s->each; i++)
    ends[i] = (uint16_t)s->ends[i];
  for (uint32_t h = 0; h < head.hub_count; h++)
    pf_store_id(hubs, h, head.id_bytes, (uint32_t)s->hubs[h]);
}

/* The room for records is all zeros. */
static void put_record(uint8_t *records, uint64_t i, int32_t slot_bits, uint32_t one,
                       uint32_t two) {
  const uint64_t at = 2 * i * (uint32_t)slot_bits;
  uint32_t four;
  memcpy(&four, records + at / 8, 4);
  four |= (one | two << slot_bits) << at % 8;
  memcpy(records + at / 8, &four, 4);
}

static void code_pairs(const shape *s, uint8_t *out) {
  const uint64_t pairs = pf_layout_region_pairs(s->districts);
  const uint32_t none = (UINT32_C(1) << s->slot_bits) - 1;
  uint8_t *records = out + pf_layout_pair_blocks(pairs) * PF_LISTED_BLOCK_BYTES;
  uint64_t pair = 0;
  uint32_t at = 0, begin = 0;
  for (int32_t d = 0; d < s->districts; d++)
    for (int32_t b = 0; b <= d; b++, pair++) {
      uint8_t *block = out + pair / PF_BLOCK_PAIRS * PF_LISTED_BLOCK_BYTES;
      if (pair % PF_BLOCK_PAIRS == 0) memcpy(block, &at, 4), begin = at;
      for (int64_t i = s->pairs->first[pair]; s->is_listed[pair] && i < s->pairs->first[pair + 1];
           i++) {
        const int32_t hub = s->pairs->all[i].hub;
        put_record(records, at++, s->slot_bits, (uint32_t)slot_of(s, d, hub),
                   (uint32_t)slot_of(s, b, hub));
      }
      if (!s->is_listed[pair]) put_record(records, at++, s->slot_bits, none, none);
      const uint16_t end = (uint16_t)(at - begin);
      memcpy(block + 4 + 2 * (pair % PF_BLOCK_PAIRS), &end, 2);
    }
  assert(at == s->records);
}

static pathfan_status code(const shape *s, const uint32_t *cuts, pf_listed_hubs *hubs) {
  hubs->firsts = pf_alloc_zero(s->firsts_size, 1);
  hubs->pairs = pf_alloc_zero(s->pairs_size, 1);
  hubs->firsts_size = s->firsts_size;
  hubs->pairs_size = s->pairs_size;
  if (!hubs->firsts || !hubs->pairs) return PATHFAN_ERR_NO_MEMORY;
  code_firsts(s, cuts, hubs->firsts);
  code_pairs(s, hubs->pairs);
  return PATHFAN_OK;
}

/* ---- Which shape ---- */

/* A request that reads an entry takes this share of the time of one that reads a label; and the
 * lists must spare most of the time. */
#define ENTRY_BY_LABEL 0.6
#define WORTH_IT 0.125

/* What shapes are made of. */
typedef struct material {
  pf_listings entries, pairs; /* by region, by pair of districts */
  int32_t regions, districts;
  double *area;  /* [Size: regions] */
  double labels; /* that two ends read without lists, on average */
} material;

static void free_shape(shape *s) {
  free(s->hub_first);
  free(s->hubs);
  free(s->is_listed);
  free(s->slot_of);
  free(s->ends);
}

/* Tries the present shape. *done: it is coded, or no shape of larger regions is better. */
static pathfan_status try_shape(const pf_listed_source *source, const material *m,
                                const uint32_t *cuts, const pf_listed_options *options,
                                pf_listed_hubs *hubs, bool *done) {
  shape s = {.source = source,
             .entries = &m->entries,
             .pairs = &m->pairs,
             .area = m->area,
             .regions = m->regions,
             .districts = m->districts,
             .each = m->regions / m->districts};
  pathfan_status status = find_hubs(&s);
  if (!status) status = find_ends(&s);
  if (!status) status = weigh_pairs(&s);
  if (!status) {
    find_sizes(&s);
    const bool is_small = s.firsts_size + s.pairs_size <= options->bytes_most;
    const bool is_worth = options->always || ENTRY_BY_LABEL * s.read <= WORTH_IT * m->labels;
    *done = s.fits && (is_small || !is_worth);
    if (s.fits && is_small && is_worth) status = code(&s, cuts, hubs);
  }
  free_shape(&s);
  return status;
}

static pathfan_status halve_regions(material *m) {
  m->regions /= 2;
  for (int32_t r = 0; r < m->regions; r++) m->area[r] = m->area[2 * r] + m->area[2 * r + 1];
  return pf_listings_halve(&m->entries);
}

static pathfan_status halve_districts(material *m) {
  const pathfan_status status = pf_listings_halve_pairs(&m->pairs, m->districts);
  m->districts /= 2;
  return status;
}

/* Tries shapes, those with the smallest regions and districts first. */
static pathfan_status try_shapes(const pf_listed_source *source, material *m, const uint32_t *cuts,
                                 const pf_listed_options *options, pf_listed_hubs *hubs) {
  const int32_t least = m->regions >> PF_LISTED_DEEPER;
  bool done = false;
  pathfan_status status = try_shape(source, m, cuts, options, hubs, &done);
  while (!status && !done && m->regions > least) {
    if (m->regions > m->districts)
      status = halve_regions(m);
    else
      status = halve_districts(m);
    if (!status) status = try_shape(source, m, cuts, options, hubs, &done);
  }
  return status;
}

/* Takes over the joins' lists. */
static pathfan_status take_material(const pf_first_vertices *firsts, pf_joins *joins,
                                    const pf_listed_source *source, material *m) {
  double area = 0, seen = 0;
  m->regions = firsts->count;
  m->districts = firsts->count / 2;
  m->area = pf_alloc((uint64_t)firsts->count, sizeof *m->area);
  if (!m->area) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t r = 0; r < firsts->count; r++) {
    m->area[r] = firsts->of[r].area;
    area += firsts->of[r].area;
    seen += firsts->of[r].seen;
  }
  m->labels = area > 0 ? 2 * seen / area * (double)source->lists->label_count / source->n : 0;
  m->entries = joins->entries;
  m->pairs = joins->pairs;
  memset(joins, 0, sizeof *joins);
  pf_listings_end(&m->entries);
  pf_listings_end(&m->pairs);
  return PATHFAN_OK;
}

/* Open maps take too much: in a facet that thousands of vertices see, each is compared with each.
 * Maps of the kinds that gain have at most these numbers (docs/decisions/listed-hubs.md). They
 * don't depend on threads, nor does the index. */
static bool is_too_open(const pf_facet_counts *c, int32_t n) {
  const double square = (double)n * n, words = ceil((double)n / 64);
  return c->squares > 16 * square + 0x1p22 ||
         4.0 * (double)c->most * (double)c->most > square / 2 + 0x1p20 ||
         8 * words * (double)c->of_regions > 8 * square + 0x1p21;
}

uint64_t pf_listed_hubs_bytes(int32_t n, int32_t threads, bool spills) {
  const uint64_t square = (uint64_t)n * (uint64_t)n;
  return (spills ? 0 : 7 * square) + 8 * square + (UINT64_C(2) << 20) +
         (uint64_t)threads * (square / 2 + (UINT64_C(1) << 20));
}

/* *too_open: nothing is found. */
static pathfan_status find_firsts(const pf_listed_source *source, const uint32_t *cuts,
                                  const pf_listed_options *options, pf_label_rows *rows,
                                  pf_first_vertices *firsts, bool *too_open,
                                  const pf_limits *limits) {
  const int32_t levels = options->levels + PF_LISTED_DEEPER;
  pf_facets facets = {0};
  pathfan_status status =
      pf_facets_make(source->mesh, source->cones, cuts, levels, pf_listed_wide(source), &facets);
  pf_facet_counts counts;
  if (!status)
    status = pf_facets_count(&facets, source->cones, INT32_C(1) << levels, source->n,
                             source->id_bytes, &counts);
  if (!status) *too_open = is_too_open(&counts, source->n) && !options->always;
  if (status || *too_open) {
    pf_facets_free(&facets);
    return status;
  }
  if (!status)
    status = pf_label_rows_make(source->lists, source->at, source->id_bytes, source->length_bits,
                                source->n, options->threads, options->spill, rows, NULL);
  if (!status)
    status = pf_first_vertices_find(&facets, INT32_C(1) << levels, rows, source, options->threads,
                                    firsts, limits);
  pf_facets_free(&facets);
  pf_label_rows_keep_slots(rows);
  return status;
}

pathfan_status pf_listed_hubs_find(const pf_listed_source *source, const uint32_t *cuts,
                                   const pf_listed_options *options, pf_listed_hubs *hubs,
                                   const pf_limits *limits) {
  pf_label_rows rows = {0};
  pf_first_vertices firsts = {0};
  pf_joins joins = {0};
  material m = {0};
  bool too_open = false;
  memset(hubs, 0, sizeof *hubs);
  pathfan_status status = find_firsts(source, cuts, options, &rows, &firsts, &too_open, limits);
  if (status || too_open) {
    pf_label_rows_free(&rows);
    return status;
  }
  status = pf_joins_make(&firsts, source->lists, &rows, options->threads, &joins, NULL);
  pf_label_rows_free(&rows);
  if (!status) status = take_material(&firsts, &joins, source, &m);
  pf_joins_free(&joins);
  pf_first_vertices_free(&firsts);
  if (!status) status = try_shapes(source, &m, cuts, options, hubs);
  pf_listings_free(&m.entries);
  pf_listings_free(&m.pairs);
  free(m.area);
  if (status) pf_listed_hubs_free(hubs);
  return status;
}

void pf_listed_hubs_free(pf_listed_hubs *hubs) {
  free(hubs->firsts);
  free(hubs->pairs);
  memset(hubs, 0, sizeof *hubs);
}
