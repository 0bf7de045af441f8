/* terrain_sections.h - a terrain and its ways as sections of an index file. */
#ifndef PATHFAN_BUILD_TERRAIN_SECTIONS_H
#define PATHFAN_BUILD_TERRAIN_SECTIONS_H

#include "format/sections.h"
#include "terrain/terrain_data.h"
#include "ways.h"

/* Adds a section of `count` elements. Errors: any. */
typedef pathfan_status pathfan_add_section(void *context, pathfan_section_id id, const void *data,
                                           uint64_t count);

/* Adds all sections, in the file's order. Errors: those of `add`, NO_MEMORY. */
pathfan_status pathfan_terrain_sections_add(const pathfan_terrain_data *terrain,
                                            const pathfan_ways *ways, pathfan_add_section *add,
                                            void *context);

#endif
