/* find_terrain.h - finds the sections of a terrain and its ways. Private to the query library. */
#ifndef PF_QUERY_OPEN_FIND_TERRAIN_H
#define PF_QUERY_OPEN_FIND_TERRAIN_H

#include "finder.h"

/* Makes the view's terrain, which the caller frees. The header must be found. The terrain stays
 * NULL if the file has none of these sections. Contents aren't checked. Errors: DAMAGED, VERSION
 * (this library was built without terrains), NO_MEMORY. */
pathfan_status pf_find_terrain(const pf_finder *f);

#endif
