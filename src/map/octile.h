/* octile.h - distances over a grid in eight directions, without corner cutting: a diagonal step
 * needs both cells beside it free. This is the measure of MovingAI scenarios, not the Euclidean
 * length of answers to requests.
 *
 *   status = pf_octile_init(&field, &grid, &error);
 *   status = pf_octile_from(&field, x, y, &error);     as often as wanted
 *   for (i = 0; i < field.count; i++) ... field.order[i] ... pf_octile_length(...)
 *   pf_octile_free(&field); */
#ifndef PF_MAP_OCTILE_H
#define PF_MAP_OCTILE_H

#include "geometry/grid.h"

typedef struct pf_octile {
  const pf_grid *grid;           /* not owned */
  int64_t *steps;                /* [Size: width * height] see pf_octile_length */
  int32_t *order;                /* cells reached so far: y * width + x */
  int64_t count, room;           /* used and allocated elements of order */
  int64_t *ring;                 /* [Size: ring_count + 1] order[ring[d]..ring[d+1]) are the */
  int64_t ring_count, ring_room; /* cells whose length is d or more but below d + 1 */
} pf_octile;

/* Errors: NO_MEMORY; *octile may be freed then, too. */
pathfan_status pf_octile_init(pf_octile *octile, const pf_grid *grid, pathfan_error *error);

/* Computes the distances from free cell (x,y) to all cells. Errors: NO_MEMORY. */
pathfan_status pf_octile_from(pf_octile *octile, int32_t x, int32_t y, pathfan_error *error);

/* Returns the length of the shortest path to a cell, in cell widths; -1 if there is none. */
double pf_octile_length(const pf_octile *octile, int64_t cell);

void pf_octile_free(pf_octile *octile);

#endif
