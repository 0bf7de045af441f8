/* find_labels.h - finds spans, exits, labels and next labels, which may lie in several values. */
#ifndef PATHFAN_QUERY_FIND_LABELS_H
#define PATHFAN_QUERY_FIND_LABELS_H

#include "finder.h"

/* Sets the fields of the view for them. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_find_labels(const pathfan_finder *f);

/* Frees what pathfan_find_labels has allocated. */
void pathfan_find_labels_undo(pathfan_index_view *view);

#endif
