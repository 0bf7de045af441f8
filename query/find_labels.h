/* find_labels.h - where spans, exits, labels and next labels are; they may lie in several values.
 */
#ifndef PATHFAN_QUERY_FIND_LABELS_H
#define PATHFAN_QUERY_FIND_LABELS_H

#include "finder.h"

/* Sets what the view has of them. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_find_labels(const pathfan_finder *f);

/* Frees what finding has made. */
void pathfan_find_labels_undo(pathfan_index_view *view);

#endif
