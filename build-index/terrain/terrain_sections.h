/* terrain_sections.h - a terrain and its ways as sections of an index file. */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_SECTIONS_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_SECTIONS_H

#include "format/sections.h"
#include "space/ground.h"
#include "ways.h"

/* Adds a section of `count` elements. Errors: any. */
typedef pathfan_status pf_add_section(void *context, pf_section_id id, const void *data,
                                      uint64_t count);

/* Adds all sections of a ground's terrain, in the file's order. Errors: those of `add`, NO_MEMORY.
 */
pathfan_status pf_terrain_sections_add(const pf_ground *ground, const pf_ways *ways,
                                       pf_add_section *add, void *context);

#endif
