/* density.c - the number of agents in each cell, and how it slows them down.
 *
 * Agents are counted, so rounding loses nothing; the values that follow from a count are computed
 * once a step, for cells whose count has changed. No agent is slowed down by itself. */
#include "crowd/density.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Weidmann, "Transporttechnik der Fussgaenger", 1993: agents per square metre. */
#define WEIDMANN_STEEP 1.913
#define WEIDMANN_JAM 5.4

double pf_slowing_speed(const pf_slowing *s, double density) {
  double share = 1 - density;
  if (s->law == PATHFAN_CROWD_WEIDMANN) {
    const double agents = density / s->agent_area;
    share = agents > 0 ? 1 - exp(-WEIDMANN_STEEP * (1 / agents - 1 / WEIDMANN_JAM)) : 1;
  }
  return fmax(s->least_speed, share);
}

double pf_slowing_factor(const pf_slowing *s, double density) {
  return s->law == PATHFAN_CROWD_LINEAR ? 1 + 2 * density : 1 / pf_slowing_speed(s, density);
}

pathfan_status pf_density_of(pf_density *d, const pf_cells *cells, const pf_slowing *slowing) {
  const uint64_t n = (uint64_t)cells->count;
  d->slowing = *slowing;
  d->cell_count = cells->count;
  d->agents = pf_alloc_zero(n, sizeof *d->agents);
  d->each = pf_alloc(n, sizeof *d->each);
  d->speed = pf_alloc(n, sizeof *d->speed);
  d->factor = pf_alloc(n, sizeof *d->factor);
  d->own = pf_alloc(n, sizeof *d->own);
  d->changed = pf_alloc(n, sizeof *d->changed);
  d->is_changed = pf_alloc_zero(n, sizeof *d->is_changed);
  if (!d->agents || !d->each || !d->speed || !d->factor || !d->own || !d->changed || !d->is_changed)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t c = 0; c < cells->count; c++) {
    d->each[c] = slowing->agent_area / fmax(cells->list[c].area, 1e-12);
    d->speed[c] = d->factor[c] = d->own[c] = 1;
  }
  return PATHFAN_OK;
}

static void change(pf_density *d, int32_t cell, int32_t by) {
  assert(cell >= 0 && cell < d->cell_count);
  d->agents[cell] += by;
  assert(d->agents[cell] >= 0);
  if (d->is_changed[cell]) return;
  d->is_changed[cell] = true;
  assert(d->changed_count < d->cell_count);
  d->changed[d->changed_count++] = cell;
}

void pf_density_enter(pf_density *d, int32_t cell) {
  change(d, cell, 1);
}

void pf_density_leave(pf_density *d, int32_t cell) {
  change(d, cell, -1);
}

void pf_density_update(pf_density *d) {
  for (int32_t i = 0; i < d->changed_count; i++) {
    const int32_t c = d->changed[i];
    const double all = pf_density_at(d, c);
    const double others = d->agents[c] ? all - d->each[c] : 0;
    assert(all >= 0 && others >= -1e-9);
    d->is_changed[c] = false;
    d->speed[c] = pf_slowing_speed(&d->slowing, others);
    d->own[c] = pf_slowing_factor(&d->slowing, others);
    d->factor[c] = pf_slowing_factor(&d->slowing, all);
  }
  d->changed_count = 0;
}

void pf_density_free(pf_density *d) {
  free(d->agents);
  free(d->each);
  free(d->speed);
  free(d->factor);
  free(d->own);
  free(d->changed);
  free(d->is_changed);
  memset(d, 0, sizeof *d);
}
