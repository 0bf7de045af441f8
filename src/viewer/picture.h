/* picture.h - the picture of a map, for the list of maps and for previews of links. */
#ifndef PF_VIEWER_PICTURE_H
#define PF_VIEWER_PICTURE_H

#include "request/source.h"

#define PF_PICTURE_SIDE 160 /* pixels: in the list */

/* Returns a PNG file in memory, which the caller frees; NULL: out of memory. side: its longer side,
 * in pixels. answer: whose paths are drawn; NULL. */
char *pf_map_picture(const pf_source *source, const pf_source_facts *facts, int32_t side,
                     const pathfan_answer *answer, size_t *bytes);

#endif
