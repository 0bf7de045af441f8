/* describe.h - the text in which an index records the options it was made with. */
#ifndef PF_BUILD_INDEX_RUN_DESCRIBE_H
#define PF_BUILD_INDEX_RUN_DESCRIBE_H

#include <stddef.h>

#include "pathfan/build.h"
#include "pathfan/version.h"

#define PF_BUILDER "pathfan " PATHFAN_VERSION

/* Writes the options that shape the content: tables, free cells, and any that are not the default.
 * False: cut off after `size` bytes. */
bool pf_describe_options(const pathfan_build_options *options, char *text, size_t size);

/* Appends the centre of the projection from degrees to metres, which the map determines, not an
 * option. */
void pf_describe_centre(char *text, size_t size, double longitude, double latitude);

/* Whether a text describes these options, with or without a centre. */
bool pf_describes(const char *text, const char *options);

#endif
