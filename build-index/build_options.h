/* build_options.h - whether the options of a build (pathfan/build.h) can be followed. */
#ifndef PATHFAN_BUILD_OPTIONS_H
#define PATHFAN_BUILD_OPTIONS_H

#include "pathfan/build.h"

/* Of the map's options, reading it says what is wrong. Errors: ARGUMENT. */
pathfan_status pathfan_build_options_check(const pathfan_build_options *options,
                                           pathfan_error *error);

#endif
