/* twin_check.h - checks paths, by the map alone. */
#ifndef PF_TWIN_CHECK_H
#define PF_TWIN_CHECK_H

#include "twin_maps.h"
#include "twin_track.h"

/* Returns what is wrong with a track, NULL if nothing is: every segment must be free, no pinch
 * passed, every interior point a convex vertex round which the path bends tautly; segments may meet
 * only if they are neighbours, in their common end; and the length must be right. */
const char *twin_check_track(const twin_map *map, int bits, const twin_track *track);

#endif
