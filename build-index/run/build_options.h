/* build_options.h - checks the options of a build (pathfan/build.h). */
#ifndef PF_BUILD_INDEX_RUN_BUILD_OPTIONS_H
#define PF_BUILD_INDEX_RUN_BUILD_OPTIONS_H

#include "pathfan/build.h"

/* Leaves the map's options to the reader of the map. Errors: ARGUMENT. */
pathfan_status pf_build_options_check(const pathfan_build_options *options, pathfan_error *error);

#endif
