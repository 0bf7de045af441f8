/* labels.h - distance labels and hubs by vertex, coded as the file holds them. */
#ifndef PATHFAN_BUILD_LABELS_H
#define PATHFAN_BUILD_LABELS_H

#include "tables.h"

/* See format/layout.h, "Spans", "Labels" and "Hubs". Vertices are columns. */
typedef struct pathfan_label_lists {
  uint8_t *spans; /* n + 1 records */
  int span_bytes;
  uint8_t *labels;
  uint64_t labels_size; /* bytes, slack included */
  int next_label_bits;
  int length_shift; /* bits that labels drop from the trees' lengths */
  uint8_t *hubs;
  uint64_t hubs_size; /* bytes, slack included */
} pathfan_label_lists;

/* column_of: [Size: n] by build number. Errors: NO_MEMORY, LIMIT; lists
 * is all zero then. */
pathfan_status pathfan_label_lists_build(const pathfan_graph *graph, const pathfan_tables *tables,
                                         const int32_t *column_of, pathfan_label_lists *lists,
                                         pathfan_error *error);

void pathfan_label_lists_free(pathfan_label_lists *lists);

#endif
