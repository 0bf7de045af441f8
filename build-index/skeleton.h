/* skeleton.h - what shortest paths and alternatives are answered from: the order of hubs, columns,
 * regions with via sets, tables where they are wanted, labels. */
#ifndef PATHFAN_BUILD_SKELETON_H
#define PATHFAN_BUILD_SKELETON_H

#include "build_state.h"

/* Runs the stages trees to labels (pipeline.c) over the graph, which has its numbers and weights.
 * Of a crew, member 0 has what comes of it. Errors: those of the stages, with a sentence. */
pathfan_status pathfan_skeleton_make(pathfan_build_state *b);

#endif
