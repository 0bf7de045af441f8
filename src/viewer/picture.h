/* picture.h - the small picture of a map in the list of maps. */
#ifndef PATHFAN_VIEWER_PICTURE_H
#define PATHFAN_VIEWER_PICTURE_H

#include "request/source.h"

/* Returns a PNG file in memory, which the caller frees; NULL: out of memory. */
char *pathfan_map_picture(const pathfan_source *source, const pathfan_source_facts *facts,
                          size_t *bytes);

#endif
