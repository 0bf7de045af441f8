/* contours.h - the areas, with holes, where the values of a grid are at most a level.
 *
 *   pf_contours contours = {0};
 *   if (pf_contours_trace(&contours, &grid, level, beyond)) ...
 *   for (i = 0; i < contours.ring_count; i++) ... ring i: points first[i] to first[i + 1] ...
 *   pf_contours_free(&contours); */
#ifndef PF_DRAW_CONTOURS_H
#define PF_DRAW_CONTOURS_H

#include <stdbool.h>
#include <stdint.h>

/* Values at nodes, row by row. */
typedef struct pf_value_grid {
  const double *values;  /* [Size: columns * rows]; INFINITY: outside any area */
  int32_t columns, rows; /* [Limit: > 0, columns * rows < 2^28] */
} pf_value_grid;

/* Must be zeroed first; the next trace reuses its memory. */
typedef struct pf_contours {
  double *xy;     /* [Unit: nodes] x0,y0,x1,y1,... of all rings */
  int32_t *first; /* [Size: ring_count + 1] first point of each ring */
  int32_t *outer; /* [Size: ring_count] the ring that it is a hole of; -1: not a hole */
  int32_t ring_count, point_count;
  int32_t ring_capacity, xy_capacity;
  int32_t *next; /* scratch, by the side of a cell that a piece begins at */
  int64_t next_capacity;
} pf_contours;

/* Traces the rings round all places whose value is at most `level` (finite), interpolated linearly
 * between nodes. Towards nodes of INFINITY rings end `beyond` of the way (0..1) from the last node
 * that has a value; at the grid's border they end at the last node. Rings are simple and don't
 * cross; with y down, those of areas run counter-clockwise as seen, holes clockwise. False: out of
 * memory. */
bool pf_contours_trace(pf_contours *contours, const pf_value_grid *grid, double level,
                       double beyond);

/* Sets `outer`: gives each hole the smallest area round it. False: out of memory. */
bool pf_contours_nest(pf_contours *contours);

void pf_contours_free(pf_contours *contours);

#endif
