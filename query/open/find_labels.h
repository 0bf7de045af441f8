/* find_labels.h - finds spans, exits, labels and next labels, which may lie in several values. */
#ifndef PF_QUERY_OPEN_FIND_LABELS_H
#define PF_QUERY_OPEN_FIND_LABELS_H

#include "finder.h"

/* Sets the fields of the view for them. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_find_labels(const pf_finder *f);

/* Frees what pf_find_labels has allocated. */
void pf_find_labels_undo(pf_index_view *view);

#endif
