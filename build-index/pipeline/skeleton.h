/* skeleton.h - the data that shortest paths and alternatives are answered from: the order of hubs,
 * columns, regions with via sets, tables if wanted, labels. */
#ifndef PF_BUILD_INDEX_PIPELINE_SKELETON_H
#define PF_BUILD_INDEX_PIPELINE_SKELETON_H

#include "build_state.h"

/* Runs the stages trees to labels (pipeline.c) over the graph, which must have its numbers and
 * weights. In a process group, member 0 gets the results. Errors: those of the stages, with a
 * message. */
pathfan_status pf_skeleton_make(pf_build_state *b);

#endif
