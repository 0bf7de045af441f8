/* plateau.h - finds a path's plateau (paper, section 2.3.2): the part that the shortest-path trees
 * of both ends share, and its highest ranked vertex, the via node that the tables would name. */
#ifndef PF_VIEWER_PLATEAU_H
#define PF_VIEWER_PLATEAU_H

#include "pathfan/inspect.h"
#include "pathfan/query.h"

typedef struct pf_path_plateau {
  int32_t first, last; /* points of the path; -1: no plateau */
  int32_t vertex;      /* the highest ranked one of first..last; -1: none of these is a vertex */
  pathfan_vertex_info info;
} pf_path_plateau;

/* Finds the plateau of each of the paths [Size: count], all between the same two points. Asks query
 * for distances, so the paths must be copies, not those of its last answer. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pf_find_plateaus(pathfan_query *query, const pathfan_index *index,
                                const pathfan_path *paths, int32_t count,
                                pf_path_plateau *plateaus);

#endif
