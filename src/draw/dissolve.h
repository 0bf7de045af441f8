/* dissolve.h - the outline of cells that fit together: polygons whose common sides vanish.
 *
 *   pf_dissolve sides = {0};
 *   for (...) status = pf_dissolve_add(&sides, from, to, line);     every side of every cell
 *   status = pf_dissolve_trace(&sides, &contours);
 *   pf_dissolve_free(&sides); */
#ifndef PF_DRAW_DISSOLVE_H
#define PF_DRAW_DISSOLVE_H

#include "draw/contours.h"
#include "pathfan/status.h"

/* A place where sides on a line begin or end. */
typedef struct pf_dissolve_end {
  double xy[2];
  double at;    /* of a vertical line its x, of a horizontal one its y; of others 0 */
  int32_t line; /* >= 0: oblique; below: vertical, horizontal */
  int32_t step; /* sides that run to larger x (then y) and begin here, less those that end */
} pf_dissolve_end;

/* Must be zeroed first. */
typedef struct pf_dissolve {
  pf_dissolve_end *ends;
  int64_t count, capacity;
} pf_dissolve;

/* Adds a side of a cell, which has the cell at its left if y grows upwards. line: the number, >= 0,
 * of the oblique line on which it lies; -1: the side is exactly vertical or horizontal. Cells meet
 * where they have sides on one line. Errors: NO_MEMORY. */
pathfan_status pf_dissolve_add(pf_dissolve *sides, const double from[2], const double to[2],
                               int32_t line);

/* Traces the rings round the cells, oriented like those of pf_contours_trace; *contours must be
 * zero or of an earlier trace. Consumes the sides. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_dissolve_trace(pf_dissolve *sides, pf_contours *contours);

void pf_dissolve_free(pf_dissolve *sides);

#endif
