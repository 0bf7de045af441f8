/* field.h - a picture of the cost of getting about on a terrain: a field of cheapest paths to a
 * goal, or the corridor between two ends.
 *
 *   pf_field_picture picture = {.width = 1000, .height = 800, ...};
 *   status = pf_field_draw("field.svg", &picture, &error);
 *
 * A field is a map of colours, lighter near the goal, with contours, and arrows where paths begin.
 * A corridor is a band on pale ground, deeper where the paths through are cheaper. Both have roads,
 * rivers and a legend; the longer side of the map is 900 pixels. Coordinates are map units from the
 * map's origin, y down. */
#ifndef PF_DRAW_FIELD_H
#define PF_DRAW_FIELD_H

#include "draw/contours.h"
#include "draw/roads.h"
#include "pathfan/status.h"

#define PF_FIELD_SHADES 4 /* of a corridor */

/* The start of a path, and the unit vector of its first step; 0,0: no arrow. */
typedef struct pf_field_arrow {
  double x, y, dx, dy;
} pf_field_arrow;

typedef struct pf_field_picture {
  double width, height; /* map units */
  const pf_drawn_roads *roads;
  /* Polygons of free space, all of the same winding: corners first[i] to first[i + 1]. */
  const double *free_xy;
  const int32_t *free_first; /* [Size: free_count + 1] */
  int32_t free_count;
  /* [Size: free_count] the decimal logarithm of the rate of each one's ground by that of open
   * ground; NULL: all is open ground */
  const double *dearness;
  /* Of a field; the grid's border is the map's. Nodes without a path that are next to ones with a
   * path have costs too, so that colours reach up to obstacles. */
  const pf_value_grid *costs;
  /* [Size: PF_FIELD_SHADES] the corridor, from an equal part of `within` up to all of it */
  const pf_contours *corridor;
  /* In a corridor: the cost of the cheapest path, and the share of it that may be added. Otherwise
   * 0. */
  double least, within;
  const pf_field_arrow *arrows;
  int32_t arrow_count;
  double spacing;     /* between arrows, map units */
  const double *path; /* [Size: 2 * path_count] the cheapest path of a corridor */
  int32_t path_count;
  bool has_from; /* in a corridor */
  double from[2], to[2];
} pf_field_picture;

/* Draws to a file that is published whole: PNG if its name ends so, otherwise SVG. Errors: ARGUMENT
 * (a side isn't above 0 and finite; PNG in a build without cairo), IO, NO_MEMORY. */
pathfan_status pf_field_draw(const char *path, const pf_field_picture *picture,
                             pathfan_error *error);

#endif
