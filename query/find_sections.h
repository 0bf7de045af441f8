/* find_sections.h - from an open file to a view of it. Private to the query library. */
#ifndef PATHFAN_QUERY_FIND_SECTIONS_H
#define PATHFAN_QUERY_FIND_SECTIONS_H

#include "index_view.h"
#include "pathfan/format.h"

/* Finds the sections and sets the view's pointers and widths, but those of the mesh; its path
 * is set already; its terrain is to be freed. Contents are not looked at, the header's excepted.
 * Errors: DAMAGED, VERSION (a section is required that nobody here knows), NO_MEMORY. */
pathfan_status pathfan_find_sections(const pathfan_reader *reader, pathfan_index_view *view,
                                     pathfan_error *error);

#endif
