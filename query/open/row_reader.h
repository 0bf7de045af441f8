/* row_reader.h - decodes rows of the tables (format/layout.h, "Rows").
 *
 *   const pf_row row = pf_row_of(view, table, vertex);
 *   const uint32_t via = pf_row_at(&row, column);        most of what a request does
 *
 * Rows are trusted: validate.c has checked them. Private to the query library. */
#ifndef PF_QUERY_OPEN_ROW_READER_H
#define PF_QUERY_OPEN_ROW_READER_H

#include <assert.h>

#include "base/portable.h"
#if PF_WITH_SSE2
#include <emmintrin.h>
#endif

#include "index_view.h"

/* A decoded row; all pointers lie inside its bytes. */
typedef struct pf_row {
  uint32_t runs, values;
  bool small;
  uint32_t block_bytes, number_bits;
  uint32_t via_bits;     /* of a value id */
  const uint8_t *vias;   /* value ids */
  const uint8_t *starts; /* small rows: columns as ids */
  const uint8_t *blocks; /* other rows */
  const uint8_t *lows;
  const uint8_t *numbers;
  const uint8_t *end; /* of the row's content, before padding */
  int id_bytes;
  uint32_t block_count, columns;
} pf_row;

static inline pf_row pf_row_open(const uint8_t *at, uint32_t columns, int id_bytes) {
  pf_row row = {.id_bytes = id_bytes, .block_count = pf_row_blocks(columns), .columns = columns};
  row.runs = pf_load_id(at, 0, id_bytes);
  row.values = pf_load_id(at, 1, id_bytes);
  row.small = pf_row_is_small(row.runs, columns, id_bytes);
  row.number_bits = pf_number_bits(row.values);
  row.via_bits = pf_number_bits(columns + 1);
  row.vias = at + 2 * id_bytes;
  const uint8_t *after = row.vias + ((uint64_t)row.values * row.via_bits + 7) / 8;
  if (row.small) {
    row.starts = after;
    after += (uint64_t)row.runs * (uint32_t)id_bytes;
  } else {
    row.block_bytes = pf_count_bytes(row.runs);
    row.blocks = after;
    row.lows = after + (uint64_t)row.block_count * row.block_bytes;
    after = row.lows + row.runs;
  }
  row.numbers = after;
  row.end = after + ((uint64_t)row.runs * row.number_bits + 7) / 8;
  return row;
}

/* Returns the row of a vertex in a table; tables count from 0. */
static inline pf_row pf_row_of(const pf_index_view *view, int32_t table, int32_t vertex) {
  assert(table >= 0 && table < view->header->table_count);
  assert(pf_is_vertex(view, vertex));
  return pf_row_open(pf_table_row(&view->tables[table], vertex), (uint32_t)view->n, view->id_bytes);
}

/* Returns how many runs begin before a block; behind the last block, all. */
static inline uint32_t pf_row_before(const pf_row *row, uint32_t block) {
  return block < row->block_count ? pf_load_count(row->blocks, block, row->block_bytes) : row->runs;
}

/* Returns the column where a run begins. */
static inline uint32_t pf_row_start(const pf_row *row, uint32_t run) {
  assert(run < row->runs);
  if (row->small) return pf_load_id(row->starts, run, row->id_bytes);
  uint32_t block = 0;
  while (pf_row_before(row, block + 1) <= run) block++;
  return block << PF_ROW_BLOCK_BITS | row->lows[run];
}

/* Returns the via node of a run, or `columns` for "-". */
static inline uint32_t pf_row_via(const pf_row *row, uint32_t run) {
  assert(run < row->runs);
  const uint32_t number = pf_load_number(row->numbers, run, row->number_bits);
  return pf_load_number(row->vias, number, row->via_bits);
}

/* Counts those of the ascending bytes[0..count) that are at most `limit`. A block holds some ten of
 * them, and a loop that ends at a different one each time is mispredicted each time; so sixteen are
 * compared at once. PF_ROW_SLACK makes reading beyond the end harmless. */
static inline uint32_t pf_count_up_to(const uint8_t *bytes, uint32_t count, uint8_t limit) {
  uint32_t sum = 0;
#if PF_WITH_SSE2
  const __m128i limits = _mm_set1_epi8((char)limit);
  for (uint32_t i = 0; i < count; i += 16) {
    const __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
    const __m128i good = _mm_cmpeq_epi8(_mm_min_epu8(some, limits), some);
    /* The good ones come first: the lowest bit that is not set is their number. */
    const uint32_t bad = ~(uint32_t)_mm_movemask_epi8(good);
    const uint32_t here = (uint32_t)pf_lowest_bit(bad), left = count - i;
    sum += here < left ? here : left;
    if (here < 16) break;
  }
#else
  for (uint32_t i = 0; i < count; i++) sum += bytes[i] <= limit;
#endif
  return sum;
}

/* Returns the via node in a column, or `columns` for "-" and for a row without runs. */
static inline uint32_t pf_row_at(const pf_row *row, uint32_t column) {
  uint32_t run = 0; /* one past the run that holds the column */
  assert(column < row->columns);
  if (row->small) {
    for (uint32_t i = 0; i < row->runs; i++)
      run += pf_load_id(row->starts, i, row->id_bytes) <= column;
  } else {
    const uint32_t block = column >> PF_ROW_BLOCK_BITS;
    const uint32_t begin = pf_load_count(row->blocks, block, row->block_bytes);
    const uint32_t end = pf_row_before(row, block + 1);
    run = begin + pf_count_up_to(row->lows + begin, end - begin, (uint8_t)column);
  }
  return run ? pf_row_via(row, run - 1) : row->columns;
}

#endif
