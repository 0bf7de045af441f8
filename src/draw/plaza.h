/* plaza.h - a picture of an area, and of the paths over it between its entries.
 *
 *   pf_plaza_picture picture = {.width = 140, .height = 96, ...};
 *   status = pf_plaza_draw("square.svg", &picture, &error);
 *
 * Coordinates are map units from the map's origin, y down; the longer side of the map is 900
 * pixels. */
#ifndef PF_DRAW_PLAZA_H
#define PF_DRAW_PLAZA_H

#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_plaza_picture {
  double width, height; /* map units */
  /* Polygons of free space: corners first[i] to first[i + 1]. */
  const double *free_xy;
  const int32_t *free_first; /* [Size: free_count + 1] */
  int32_t free_count;
  const double *nodes; /* [Size: 2 * node_count] x,y; entries first */
  int32_t node_count, entry_count;
  const int32_t *steps;     /* nodes of the paths, one path after another */
  const int32_t *way_first; /* [Size: way_count + 1] */
  int32_t way_count;
} pf_plaza_picture;

/* Draws to a file that is published whole: PNG if its name ends so, otherwise SVG. Errors: ARGUMENT
 * (a side isn't above 0 and finite; PNG in a build without cairo), IO, NO_MEMORY. */
pathfan_status pf_plaza_draw(const char *path, const pf_plaza_picture *picture,
                             pathfan_error *error);

#endif
