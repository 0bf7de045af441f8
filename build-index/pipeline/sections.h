/* sections.h - the builder's results as sections of an index file. */
#ifndef PF_BUILD_INDEX_PIPELINE_SECTIONS_H
#define PF_BUILD_INDEX_PIPELINE_SECTIONS_H

#include "build_state.h"

/* Adds all sections to the writer, from the results of all other stages. Graph, tables and regions
 * are by build numbers, the mesh still by its own; cone lists and the file are by columns
 * (run/numbering.h). Errors: those of the writer, NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pf_sections_write(const pf_build_state *build);

#endif
