/* estimate.h - estimates how much memory a build will need, once the visibility graph is known. */
#ifndef PF_BUILD_INDEX_PIPELINE_ESTIMATE_H
#define PF_BUILD_INDEX_PIPELINE_ESTIMATE_H

#include "build_state.h"

/* Returns about how many bytes the stages after sight will hold at once. spills: whether large
 * arrays are kept in files where possible. */
uint64_t pf_estimate_memory(const pf_build_state *b, bool spills);

#endif
