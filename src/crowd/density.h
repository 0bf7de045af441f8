/* density.h - the number of agents in each cell, and how it slows them down (crowd.h, the laws).
 *
 *   status = pathfan_density_of(&density, &cells, &law);
 *   pathfan_density_enter(&density, cell);  pathfan_density_leave(&density, cell);
 *   pathfan_density_update(&density);       brings speeds and factors up to date
 *   pathfan_density_free(&density); */
#ifndef PATHFAN_CROWD_DENSITY_H
#define PATHFAN_CROWD_DENSITY_H

#include "crowd/cells.h"
#include "pathfan/crowd.h"

typedef struct pathfan_slowing {
  pathfan_crowd_law law;
  double agent_area, least_speed;
} pathfan_slowing;

/* The share of the free speed that is left at a density. */
double pathfan_slowing_speed(const pathfan_slowing *slowing, double density);

/* The cost of a unit of distance in planning, at a density: >= 1. */
double pathfan_slowing_factor(const pathfan_slowing *slowing, double density);

typedef struct pathfan_density {
  pathfan_slowing slowing;
  int32_t cell_count;
  int32_t *agents; /* [Size: cells] in each */
  double *each;    /* [Size: cells] density that one agent adds */
  double *speed;   /* [Size: cells] share of the free speed, for an agent in the cell */
  double *factor;  /* [Size: cells] cost factor of distance, for an agent that comes */
  double *own;     /* [Size: cells] the same, for an agent in the cell */
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

/* Updates speeds and factors of the cells whose number of agents has changed. */
void pathfan_density_update(pathfan_density *density);

void pathfan_density_free(pathfan_density *density);

#endif
