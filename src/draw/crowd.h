/* crowd.h - a picture of a crowd: the density of cells, or another number, and the agents.
 *
 *   pf_crowd_picture picture = {.width = 1920, .height = 1080, ...};
 *   status = pf_crowd_draw("density.svg", &picture, 1, &error);
 *
 * Coordinates are map units from the map's origin, y down; the longer side of the map is 900
 * pixels. */
#ifndef PF_DRAW_CROWD_H
#define PF_DRAW_CROWD_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_drawn_cell {
  double x, y, width, height;
  double density;        /* or what the scale shows; 0: not drawn */
  const double *corners; /* [Size: 2 * corner_count] of a polygon instead; NULL: the rectangle */
  int32_t corner_count;
} pf_drawn_cell;

typedef struct pf_crowd_picture {
  double width, height; /* map units */
  /* Polygons of free space, all of the same winding: corners first[i] to first[i + 1]. */
  const double *free_xy;
  const int32_t *free_first; /* [Size: free_count + 1] */
  int32_t free_count;
  const pf_drawn_cell *cells; /* [Size: cell_count] */
  int32_t cell_count;
  double most;            /* density from which cells look the same; 0: 1 */
  const double *agents;   /* [Size: 2 * agent_count] */
  const int32_t *flow_of; /* [Size: agent_count] selects their colour */
  int32_t agent_count;
  const char *title; /* below the picture */
  const char *scale; /* what the shades are; NULL: densities as shares */
  bool has_metres;   /* a map unit is one: a bar of so many is drawn */
} pf_crowd_picture;

/* Draws pictures of one map below each other to a file that is published whole: PNG if its name
 * ends so, otherwise SVG. Errors: ARGUMENT (a side isn't above 0 and finite; PNG in a build without
 * cairo), IO, NO_MEMORY. */
pathfan_status pf_crowd_draw(const char *path, const pf_crowd_picture *pictures, int32_t count,
                             pathfan_error *error);

#endif
