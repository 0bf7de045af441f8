/* graph_paths.h - paths through the visibility graph with a request's ends, and the corners of its
 * areas, attached: used by the competing methods and for paths round areas. */
#ifndef PATHFAN_QUERY_METHODS_GRAPH_PATHS_H
#define PATHFAN_QUERY_METHODS_GRAPH_PATHS_H

#include "candidates.h"
#include "graph/astar.h"
#include "graph/dijkstra.h"
#include "graph/overlay.h"
#include "graph/penalty.h"
#include "methods/scratch.h"

/* Scratch of all methods that search this graph; zero it first. */
typedef struct pathfan_graph_scratch {
  pathfan_overlay overlay;
  pathfan_dijkstra dijkstra;
  pathfan_spt trees[2]; /* of both ends */
  pathfan_penalty penalty;
  pathfan_astar astar;
  pathfan_candidate_list found;
} pathfan_graph_scratch;

/* The context of a recovery (choose.h). */
typedef struct pathfan_graph_context {
  pathfan_graph_scratch *scratch;
  const pathfan_task *task;
} pathfan_graph_context;

/* Begins anew with only the ends attached: nodes[e] is end e. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_graph_attach_ends(pathfan_graph_scratch *scratch, const pathfan_task *task,
                                         int32_t nodes[2]);

/* Does the same with the corners of all areas; the ends are leaves of trees. */
pathfan_status pathfan_graph_attach_all(pathfan_graph_scratch *scratch, const pathfan_task *task,
                                        int32_t nodes[2]);

/* Makes the graph, with what is attached to it, fit for searches that come by most of it
 * (graph/dijkstra.h). Errors: NO_MEMORY. */
pathfan_status pathfan_graph_need_lengths(pathfan_graph_scratch *scratch, const pathfan_task *task);

/* Makes it fit for turn-aware searches (graph/penalty.h). Errors: NO_MEMORY. */
pathfan_status pathfan_graph_need_turns(pathfan_graph_scratch *scratch, const pathfan_task *task);

/* Attaches the corners of areas `first` to the last, and takes away the edges that meet any area.
 * Each corner is a unit of work. Errors: NO_MEMORY. */
pathfan_status pathfan_graph_attach_areas(pathfan_overlay *overlay, const pathfan_space *space,
                                          pathfan_areas *areas, int32_t first,
                                          pathfan_budget *budget);

/* Whether a path from `before` to `after` wraps what is closed at `node`: the obstacle of a vertex,
 * or the area of a corner. */
bool pathfan_graph_taut_at(const pathfan_overlay *overlay, int32_t before, int32_t node,
                           int32_t after);

/* Makes the task's vertex path, which consists of nodes, a track, pulled tight at its ends. *taut:
 * whether it is then taut at each node. Errors: NO_MEMORY. */
pathfan_status pathfan_graph_finish(const pathfan_overlay *overlay, const pathfan_task *task,
                                    pathfan_track *track, bool *taut);

void pathfan_graph_scratch_free(pathfan_graph_scratch *scratch);

#endif
