/* estimate.h - how much memory a build will need, told when it knows how much there is to see. */
#ifndef PATHFAN_BUILD_ESTIMATE_H
#define PATHFAN_BUILD_ESTIMATE_H

#include "build_state.h"

/* Bytes that the stages after sight will hold at once, about. spills: what can be kept in files
 * is. */
uint64_t pathfan_estimate_memory(const pathfan_build_state *b, bool spills);

#endif
