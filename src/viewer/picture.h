/* picture.h - the small picture of a map in the list of maps. */
#ifndef PF_VIEWER_PICTURE_H
#define PF_VIEWER_PICTURE_H

#include "request/source.h"

/* Returns a PNG file in memory, which the caller frees; NULL: out of memory. */
char *pf_map_picture(const pf_source *source, const pf_source_facts *facts, size_t *bytes);

#endif
