/* describe.h - what an index says that it was made with. */
#ifndef PATHFAN_BUILD_DESCRIBE_H
#define PATHFAN_BUILD_DESCRIBE_H

#include <stddef.h>

#include "pathfan/build.h"
#include "pathfan/version.h"

#define PATHFAN_BUILDER "pathfan " PATHFAN_VERSION

/* Options that shape the content: tables, free cells, and whatever is not the default.
 * Cut where `size` bytes are full; false then. */
bool pathfan_describe_options(const pathfan_build_options *options, char *text, size_t size);

/* Adds the centre that degrees became metres about, which is the map's doing, no option. */
void pathfan_describe_centre(char *text, size_t size, double longitude, double latitude);

/* Whether a text tells these options, with a centre or without. */
bool pathfan_describes(const char *text, const char *options);

#endif
