/* grid_astar.h - A* over the free cells of a grid, in eight directions without corner cutting: the
 * yardstick of the field (polyanya-2017, section 6), whose lengths are those of MovingAI scenarios.
 *
 *   pf_grid_astar search = {0};                        one per thread
 *   status = pf_grid_astar_find(&search, &grid, from, to, 0);
 *   if (search.outcome == PF_GRID_ASTAR_FOUND) ... search.cells, search.length ...
 *   pf_grid_astar_free(&search); */
#ifndef PF_SEARCH_GRID_ASTAR_H
#define PF_SEARCH_GRID_ASTAR_H

#include "geometry/predicates.h"
#include "geometry/grid.h"

typedef enum pf_grid_astar_outcome {
  PF_GRID_ASTAR_FOUND = 0,
  PF_GRID_ASTAR_NO_PATH,
  PF_GRID_ASTAR_LIMIT
} pf_grid_astar_outcome;

typedef struct pf_grid_astar {
  pf_grid_astar_outcome outcome;
  double length;  /* cell widths; straight steps plus sqrt 2 times diagonal ones */
  int32_t *cells; /* y * width + x, from the first to the last */
  int32_t cell_count;
  int64_t expanded, generated;

  /* private */
  struct pf_grid_astar_cell *state; /* [Size: state_capacity] */
  struct pf_grid_astar_entry *queue;
  int32_t queue_count, queue_capacity, cell_capacity;
  uint32_t now;
  int64_t state_capacity;
} pf_grid_astar;

/* Returns the cell of a fixed-point position, y * width + x: the one that has it as its least
 * corner or inside; if that is blocked, the first free cell clockwise that touches it; -1 if none
 * is free. */
int32_t pf_grid_cell_of(const pf_grid *grid, pf_fixed_point point, int fraction_bits);

/* Finds a shortest way between two free cells. limit: stop after that many expansions, 0 = never.
 * Among cells of equal estimate the one farther from the start is expanded first. Errors: NO_MEMORY
 * (search stays usable). */
pathfan_status pf_grid_astar_find(pf_grid_astar *search, const pf_grid *grid, int32_t from,
                                  int32_t to, uint64_t limit);

/* Frees all and zeroes the struct. */
void pf_grid_astar_free(pf_grid_astar *search);

#endif
