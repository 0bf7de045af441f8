/* picture.h - the small picture of a map, as the list of maps shows it. */
#ifndef PATHFAN_VIEWER_PICTURE_H
#define PATHFAN_VIEWER_PICTURE_H

#include "request/source.h"

/* A PNG file in memory, which the caller frees; NULL: memory is out. */
char *pathfan_map_picture(const pathfan_source *source, const pathfan_source_facts *facts,
                          size_t *bytes);

#endif
