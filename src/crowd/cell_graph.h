/* cell_graph.h - the graph that joins the centres of cells (paper, section 3: k nearest
 * neighbours), and those that a link of the map joins.
 *
 *   status = pf_cell_graph_of(&graph, &floor, &cells, 8, &links);
 *   for (i = graph.first[v]; i < graph.first[v + 1]; i++) ... graph.list[i].to ...
 *   pf_cell_graph_free(&graph); */
#ifndef PF_CROWD_CELL_GRAPH_H
#define PF_CROWD_CELL_GRAPH_H

#include "crowd/cells.h"
#include "crowd/links.h"

typedef struct pf_cell_edge {
  int32_t to;  /* cell */
  int32_t way; /* over a link (links.h); -1: a straight walk, the same both ways */
  double
      length;  /* that is walked: of a way the parts before and after the link; INFINITY: barred */
  double back; /* the same for who comes from `to`; of a straight walk */
  bool is_behind; /* of a way: this edge leads back from its end to its begin */
} pf_cell_edge;

typedef struct pf_cell_graph {
  const pf_crowd_links *links;
  int32_t *first; /* [Size: squares + 1] */
  pf_cell_edge *list;
  int32_t count;
  int32_t *part; /* [Size: squares] connected part of the graph, whichever way links lead */
} pf_cell_graph;

/* Errors: NO_MEMORY. */
pathfan_status pf_cell_graph_of(pf_cell_graph *graph, const pf_floor *floor, const pf_cells *cells,
                                int32_t neighbours, const pf_crowd_links *links);

/* Gives edges their lengths anew, which closures change. */
void pf_cell_graph_measure(pf_cell_graph *graph, const pf_cells *cells);

/* Takes the edges away that enter an area: a polygon, or the line of a door. */
void pf_cell_graph_bar(pf_cell_graph *graph, const pf_cells *cells,
                       const pathfan_crowd_place *area);

void pf_cell_graph_free(pf_cell_graph *graph);

#endif
