/* links.h - the graph that joins the centres of cells (paper, section 3: k nearest neighbours).
 *
 *   status = pathfan_links_of(&links, &floor, &cells, 8);
 *   for (i = links.first[v]; i < links.first[v + 1]; i++) ... links.list[i].to ...
 *   pathfan_links_free(&links); */
#ifndef PATHFAN_CROWD_LINKS_H
#define PATHFAN_CROWD_LINKS_H

#include "crowd/cells.h"

typedef struct pathfan_crowd_link {
  int32_t to; /* cell */
  double length;
} pathfan_crowd_link;

typedef struct pathfan_links {
  int32_t *first; /* [Size: squares + 1] */
  pathfan_crowd_link *list;
  int32_t count;
  int32_t *part; /* [Size: squares] connected part of the graph */
} pathfan_links;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_links_of(pathfan_links *links, const pathfan_floor *floor,
                                const pathfan_cells *cells, int32_t neighbours);

void pathfan_links_free(pathfan_links *links);

#endif
