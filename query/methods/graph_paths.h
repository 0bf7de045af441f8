/* graph_paths.h - paths through the visibility graph with a request's ends, and the corners of its
 * areas, attached: used by the competing methods and for paths round areas. */
#ifndef PF_QUERY_METHODS_GRAPH_PATHS_H
#define PF_QUERY_METHODS_GRAPH_PATHS_H

#include "query/paths/candidates.h"
#include "graph/astar.h"
#include "graph/dijkstra.h"
#include "graph/overlay.h"
#include "graph/penalty.h"
#include "query/paths/scratch.h"

/* Scratch of all methods that search this graph; zero it first. */
typedef struct pf_graph_scratch {
  pf_overlay overlay;
  pf_dijkstra dijkstra;
  pf_spt trees[2]; /* of both ends */
  pf_penalty penalty;
  pf_astar astar;
  pf_candidate_list found;
} pf_graph_scratch;

/* The context of a recovery (choose.h). */
typedef struct pf_graph_context {
  pf_graph_scratch *scratch;
  const pf_task *task;
} pf_graph_context;

/* Begins anew with only the ends attached: nodes[e] is end e. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pf_graph_attach_ends(pf_graph_scratch *scratch, const pf_task *task,
                                    int32_t nodes[2]);

/* Does the same with the corners of all areas; the ends are leaves of trees. */
pathfan_status pf_graph_attach_all(pf_graph_scratch *scratch, const pf_task *task,
                                   int32_t nodes[2]);

/* Makes the graph, with what is attached to it, fit for searches that come by most of it
 * (graph/dijkstra.h). Errors: NO_MEMORY. */
pathfan_status pf_graph_need_lengths(pf_graph_scratch *scratch, const pf_task *task);

/* Makes it fit for turn-aware searches (graph/penalty.h). Errors: NO_MEMORY. */
pathfan_status pf_graph_need_turns(pf_graph_scratch *scratch, const pf_task *task);

/* Attaches the corners of areas `first` to the last, and takes away the edges that meet any area.
 * Each corner is a unit of work. Errors: NO_MEMORY. */
pathfan_status pf_graph_attach_areas(pf_overlay *overlay, const pf_space *space, pf_areas *areas,
                                     int32_t first, pf_work_limit *work_limit);

/* Whether a path from `before` to `after` wraps what is closed at `node`: the obstacle of a vertex,
 * or the area of a corner. */
bool pf_graph_taut_at(const pf_overlay *overlay, int32_t before, int32_t node, int32_t after);

/* Makes the task's vertex path, which consists of nodes, a track, pulled tight at its ends. *taut:
 * whether it is then taut at each node. Errors: NO_MEMORY. */
pathfan_status pf_graph_finish(const pf_overlay *overlay, const pf_task *task, pf_track *track,
                               bool *taut);

void pf_graph_scratch_free(pf_graph_scratch *scratch);

#endif
