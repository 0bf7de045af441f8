/* labels.h - distance labels and hubs by vertex, coded as the file holds them. */
#ifndef PATHFAN_BUILD_LABELS_H
#define PATHFAN_BUILD_LABELS_H

#include "tables.h"

/* See format/layout.h, "Labels" and "Hubs". Vertices are columns. */
typedef struct pathfan_label_lists {
  uint32_t *label_first; /* [Size: 3 n + 1] */
  uint8_t *labels;       /* [Size: label_first[3 n] * label_bytes] */
  int label_bytes, place_bytes;
  int length_shift;    /* bits that labels drop from the trees' lengths */
  uint32_t *hub_first; /* [Size: PATHFAN_HUB_GROUPS * n + 1] */
  uint8_t *hubs;       /* [Size: hub_first[PATHFAN_HUB_GROUPS * n]] ids */
} pathfan_label_lists;

/* position: [Size: n] column of a build number. Errors: NO_MEMORY, LIMIT; lists
 * is all zero then. */
pathfan_status pathfan_label_lists_build(const pathfan_graph *graph, const pathfan_tables *tables,
                                         const int32_t *position, pathfan_label_lists *lists,
                                         pathfan_error *error);

void pathfan_label_lists_free(pathfan_label_lists *lists);

#endif
