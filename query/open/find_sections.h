/* find_sections.h - from an open file to a view of it. Private to the query library. */
#ifndef PF_QUERY_OPEN_FIND_SECTIONS_H
#define PF_QUERY_OPEN_FIND_SECTIONS_H

#include "index_view.h"
#include "pathfan/format.h"

/* Finds the sections and sets the view's pointers and widths, except those of the mesh. Its path
 * must be set; the caller frees its terrain. Contents aren't checked, except the header's. Errors:
 * DAMAGED, VERSION (an unknown section is required), NO_MEMORY. */
pathfan_status pf_find_sections(const pathfan_reader *reader, pf_index_view *view,
                                pathfan_error *error);

#endif
