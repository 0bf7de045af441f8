/* rows.h - run-length coding of one row (format/layout.h, "Rows"). */
#ifndef PF_BUILD_INDEX_TABLES_ROWS_H
#define PF_BUILD_INDEX_TABLES_ROWS_H

#include <stdint.h>

#include "base/stamp.h"
#include "pathfan/status.h"

#define PF_ROW_WILDCARD (UINT32_MAX - 1)

/* Scratch of one thread. */
typedef struct pf_row_coder {
  uint32_t columns;
  int id_bytes;
  uint32_t *start, *value, *values; /* [Size: columns] runs; distinct values */
  uint32_t *number;                 /* [Size: columns + 1] each value's number in this row */
  pf_stamp stamp;                   /* values that have a number in this row */
  uint8_t *bytes;                   /* the coded row */
  uint32_t size;                    /* even */
  uint32_t runs;
} pf_row_coder;

pathfan_status pf_row_coder_init(pf_row_coder *coder, uint32_t columns, int id_bytes);

/* Codes cells[columns]: an id below columns, PF_LAYOUT_NONE for "-", or PF_ROW_WILDCARD.
 * The result is in coder->bytes until the next call. */
void pf_row_code(pf_row_coder *coder, const uint32_t *cells);

void pf_row_coder_free(pf_row_coder *coder);

#endif
