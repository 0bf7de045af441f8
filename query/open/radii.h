/* radii.h - the radii of agents that an index was built for, and the generations of the others in
 * the same file. Private to the query library.
 *
 * A file of several radii holds sections for each (format/sections.h). Each radius has a generation
 * of its own, with its own view and checks. One of them, `file`, has the file open; the others are
 * opened when they are first needed, read by its reader, and are closed with it: a hold on one is a
 * hold on all. */
#ifndef PF_QUERY_OPEN_RADII_H
#define PF_QUERY_OPEN_RADII_H

#include "generation.h"

/* Returns the radii of a generation's file, which live as long; they are read only once. */
const pf_radii *pf_generation_radii(const pf_generation *generation);

/* Opens all radii of a file, so that nothing can fail later. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_radii_open_all(pf_generation *file, pathfan_error *error);

/* Finds the generation of the same file for radius `number` of its radii; it isn't retained.
 * Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_generation_at_radius(pf_generation *generation, int32_t number,
                                       pf_generation **other, pathfan_error *error);

#endif
