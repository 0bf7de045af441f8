/* density.h - how many agents each cell holds, and how that slows them down (crowd.h, the laws).
 *
 *   status = pathfan_density_of(&density, &cells, &law);
 *   pathfan_density_enter(&density, cell);  pathfan_density_leave(&density, cell);
 *   pathfan_density_update(&density);       speeds and factors of now
 *   pathfan_density_free(&density); */
#ifndef PATHFAN_CROWD_DENSITY_H
#define PATHFAN_CROWD_DENSITY_H

#include "crowd/cells.h"
#include "pathfan/crowd.h"

typedef struct pathfan_slowing {
  pathfan_crowd_law law;
  double agent_area, least_speed;
} pathfan_slowing;

/* Share of the free speed that is left at a density. */
double pathfan_slowing_speed(const pathfan_slowing *slowing, double density);

/* What a unit of distance costs those who plan, at a density: >= 1. */
double pathfan_slowing_factor(const pathfan_slowing *slowing, double density);

typedef struct pathfan_density {
  pathfan_slowing slowing;
  int32_t cell_count;
  int32_t *agents; /* [Size: cells] in each */
  double *each;    /* [Size: cells] density that one agent makes */
  double *speed;   /* [Size: cells] share of the free speed, of one who is there */
  double *factor;  /* [Size: cells] of distance, for one who comes */
  double *own;     /* [Size: cells] the same, for one who is there */
  int32_t *changed;
  bool *is_changed;
  int32_t changed_count;
} pathfan_density;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_density_of(pathfan_density *density, const pathfan_cells *cells,
                                  const pathfan_slowing *slowing);

static inline double pathfan_density_at(const pathfan_density *d, int32_t cell) {
  return d->agents[cell] * d->each[cell];
}

void pathfan_density_enter(pathfan_density *density, int32_t cell);
void pathfan_density_leave(pathfan_density *density, int32_t cell);

/* Speeds and factors of the cells in which the number of agents has changed. */
void pathfan_density_update(pathfan_density *density);

void pathfan_density_free(pathfan_density *density);

#endif
