/* contours.h - where the values of a grid are at most so high: areas with holes.
 *
 *   pathfan_contours contours = {0};
 *   if (pathfan_contours_trace(&contours, &grid, level, beyond)) ...
 *   for (i = 0; i < contours.ring_count; i++) ... ring i: points first[i] to first[i + 1] ...
 *   pathfan_contours_free(&contours); */
#ifndef PATHFAN_DRAW_CONTOURS_H
#define PATHFAN_DRAW_CONTOURS_H

#include <stdbool.h>
#include <stdint.h>

/* Values at nodes, row by row. */
typedef struct pathfan_value_grid {
  const double *values;  /* [Size: columns * rows]; INFINITY: in no area */
  int32_t columns, rows; /* [Limit: > 0, columns * rows < 2^28] */
} pathfan_value_grid;

/* Zero it first; what is traced next takes its room. */
typedef struct pathfan_contours {
  double *xy;     /* [Unit: nodes] x0,y0,x1,y1,... of all rings */
  int32_t *first; /* [Size: ring_count + 1] number of the first point of each */
  int32_t *outer; /* [Size: ring_count] the ring whose hole it is; -1: it is none */
  int32_t ring_count, point_count;
  int32_t ring_capacity, point_capacity;
  int32_t *next; /* scratch, by crossed side of a cell */
  int64_t next_capacity;
} pathfan_contours;

/* The rings round all places whose value is at most `level` (finite), between nodes by linear
 * interpolation; towards nodes of INFINITY and the grid's border rings end at the last node that
 * has a value, `beyond` of the way to the next one further (0..1; at the border 0). Rings are
 * simple and don't cross; with y down, those of areas run counter-clockwise as seen, holes
 * clockwise. False: memory is out. */
bool pathfan_contours_trace(pathfan_contours *contours, const pathfan_value_grid *grid,
                            double level, double beyond);

void pathfan_contours_free(pathfan_contours *contours);

#endif
