/* links.h - the graph that joins the centres of cells (paper, section 3: k nearest neighbours).
 *
 *   status = pf_links_of(&links, &floor, &cells, 8);
 *   for (i = links.first[v]; i < links.first[v + 1]; i++) ... links.list[i].to ...
 *   pf_links_free(&links); */
#ifndef PF_CROWD_LINKS_H
#define PF_CROWD_LINKS_H

#include "crowd/cells.h"

typedef struct pf_crowd_link {
  int32_t to; /* cell */
  double length;
} pf_crowd_link;

typedef struct pf_links {
  int32_t *first; /* [Size: squares + 1] */
  pf_crowd_link *list;
  int32_t count;
  int32_t *part; /* [Size: squares] connected part of the graph */
} pf_links;

/* Errors: NO_MEMORY. */
pathfan_status pf_links_of(pf_links *links, const pf_floor *floor, const pf_cells *cells,
                           int32_t neighbours);

/* Gives links their lengths anew, which closures change. */
void pf_links_measure(pf_links *links, const pf_cells *cells);

void pf_links_free(pf_links *links);

#endif
