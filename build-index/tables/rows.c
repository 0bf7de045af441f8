/* rows.c - the rows of a table as runs.
 *
 * Runs with wildcards: a wildcard continues the run before it, which gives the fewest runs for a
 * fixed order of columns. Runs name one of the row's few distinct values by a small number, and
 * columns are cut into blocks, so that a run's start needs one byte and a look-up no search
 * (format/layout.h). */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

pathfan_status pf_row_coder_init(pf_row_coder *coder, uint32_t columns, int id_bytes) {
  memset(coder, 0, sizeof *coder);
  coder->columns = columns;
  coder->id_bytes = id_bytes;
  coder->start = pf_alloc(columns, sizeof *coder->start);
  coder->value = pf_alloc(columns, sizeof *coder->value);
  coder->values = pf_alloc(columns, sizeof *coder->values);
  coder->number = pf_alloc((uint64_t)columns + 1, sizeof *coder->number);
  const pathfan_status status = pf_stamp_fit(&coder->stamp, (int64_t)columns + 1);
  /* At most: header, value ids, starts or blocks and lows, numbers, padding. */
  coder->bytes = pf_alloc((uint64_t)columns * 13 + 64, 1);
  if (coder->start && coder->value && coder->values && coder->number && !status && coder->bytes)
    return PATHFAN_OK;
  pf_row_coder_free(coder);
  return PATHFAN_ERR_NO_MEMORY;
}

void pf_row_coder_free(pf_row_coder *coder) {
  free(coder->start);
  free(coder->value);
  free(coder->values);
  free(coder->number);
  pf_stamp_free(&coder->stamp);
  free(coder->bytes);
  memset(coder, 0, sizeof *coder);
}

static uint8_t *store_number(uint8_t *at, uint32_t number, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) *at++ = (uint8_t)(number >> (8 * i));
  return at;
}

static uint8_t *pack(uint8_t *at, const uint32_t *numbers, uint32_t count, uint32_t bits) {
  uint64_t pending = 0;
  uint32_t held = 0;
  for (uint32_t i = 0; i < count; i++) {
    pending |= (uint64_t)numbers[i] << held;
    for (held += bits; held >= 8; held -= 8, pending >>= 8) *at++ = (uint8_t)pending;
  }
  if (held) *at++ = (uint8_t)pending;
  return at;
}

/* Finds the runs of cells; the first is extended back to column 0. */
static uint32_t find_runs(pf_row_coder *coder, const uint32_t *cells) {
  uint32_t runs = 0;
  for (uint32_t c = 0; c < coder->columns; c++) {
    if (cells[c] == PF_ROW_WILDCARD) continue;
    if (runs && coder->value[runs - 1] == cells[c]) continue;
    coder->start[runs] = runs ? c : 0;
    coder->value[runs++] = cells[c];
  }
  return runs;
}

void pf_row_code(pf_row_coder *coder, const uint32_t *cells) {
  const int id_bytes = coder->id_bytes;
  const uint32_t runs = find_runs(coder, cells);
  uint32_t values = 0;
  pf_stamp_next(&coder->stamp);
  for (uint32_t i = 0; i < runs; i++) {
    const uint32_t value = coder->value[i];
    const uint32_t slot = value == PF_LAYOUT_NONE ? coder->columns : value;
    if (pf_stamp_add(&coder->stamp, slot)) {
      coder->number[slot] = values;
      coder->values[values++] = slot;
    }
    coder->value[i] = coder->number[slot];
  }

  uint8_t *at = coder->bytes;
  pf_store_id(at, 0, id_bytes, runs);
  pf_store_id(at, 1, id_bytes, values);
  at += 2 * id_bytes;
  at = pack(at, coder->values, values, pf_number_bits(coder->columns + 1));
  if (pf_row_is_small(runs, coder->columns, id_bytes)) {
    for (uint32_t i = 0; i < runs; i++, at += id_bytes)
      pf_store_id(at, 0, id_bytes, coder->start[i]);
  } else {
    const uint32_t blocks = pf_row_blocks(coder->columns);
    const uint32_t bytes = pf_count_bytes(runs);
    for (uint32_t b = 0, before = 0; b < blocks; b++) {
      while (before < runs && coder->start[before] >> PF_ROW_BLOCK_BITS < b) before++;
      at = store_number(at, before, bytes);
    }
    for (uint32_t i = 0; i < runs; i++) *at++ = (uint8_t)coder->start[i];
  }
  at = pack(at, coder->value, runs, pf_number_bits(values));
  if ((at - coder->bytes) & 1) *at++ = 0;
  coder->size = (uint32_t)(at - coder->bytes);
  coder->runs = runs;
}
