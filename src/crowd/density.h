/* density.h - the number of agents in each cell, and how it slows them down (crowd.h, the laws).
 *
 *   status = pf_density_of(&density, &cells, &law);
 *   pf_density_enter(&density, cell);  pf_density_leave(&density, cell);
 *   pf_density_update(&density);       brings speeds and factors up to date
 *   pf_density_free(&density); */
#ifndef PF_CROWD_DENSITY_H
#define PF_CROWD_DENSITY_H

#include "crowd/cells.h"
#include "pathfan/crowd.h"

typedef struct pf_slowing {
  pathfan_crowd_law law;
  double agent_area, least_speed;
} pf_slowing;

/* The share of the free speed that is left at a density. */
double pf_slowing_speed(const pf_slowing *slowing, double density);

/* The cost of a unit of distance in planning, at a density: >= 1. */
double pf_slowing_factor(const pf_slowing *slowing, double density);

typedef struct pf_density {
  pf_slowing slowing;
  int32_t cell_count;
  int32_t *agents; /* [Size: cells] in each */
  double *each;    /* [Size: cells] density that one agent adds */
  double *speed;   /* [Size: cells] share of the free speed, for an agent in the cell */
  double *factor;  /* [Size: cells] cost factor of distance, for an agent that comes */
  double *own;     /* [Size: cells] the same, for an agent in the cell */
  int32_t *changed;
  bool *is_changed;
  int32_t changed_count;
} pf_density;

/* Errors: NO_MEMORY. */
pathfan_status pf_density_of(pf_density *density, const pf_cells *cells, const pf_slowing *slowing);

static inline double pf_density_at(const pf_density *d, int32_t cell) {
  return d->agents[cell] * d->each[cell];
}

void pf_density_enter(pf_density *density, int32_t cell);
void pf_density_leave(pf_density *density, int32_t cell);

/* Updates speeds and factors of the cells whose number of agents has changed. */
void pf_density_update(pf_density *density);

void pf_density_free(pf_density *density);

#endif
