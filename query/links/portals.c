/* portals.c - places the ends of links on the mesh; lengths between them are kept as they are
 * found. They depend on the map alone, so it doesn't matter which request finds one. */
#include "portals.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "format/layout.h"

/* Bits of a length are stored with all of them turned, so that 0 is none. */
static uint64_t bits_of(double length) {
  uint64_t bits;
  memcpy(&bits, &length, sizeof bits);
  return ~bits;
}

double pf_portals_walk(const pf_portals *p, int32_t a, int32_t b) {
  assert(a >= 0 && a < p->count && b >= 0 && b < p->count);
  const uint64_t kept =
      ~atomic_load_explicit(&p->walks[(int64_t)a * p->count + b], memory_order_relaxed);
  double length;
  memcpy(&length, &kept, sizeof length);
  return length; /* all bits set is a NAN */
}

void pf_portals_keep_walk(const pf_portals *p, int32_t a, int32_t b, double length) {
  assert(length >= 0);
  atomic_store_explicit(&p->walks[(int64_t)a * p->count + b], bits_of(length),
                        memory_order_relaxed);
}

static void free_portals(void *made) {
  pf_portals *portals = made;
  if (!portals) return;
  free(portals->list);
  free((void *)portals->walks);
  free(portals);
}

static bool place(const pf_space *space, pf_portals *portals) {
  for (int32_t i = 0; i < portals->count; i++) {
    const pf_layout_link *link = &space->links[i / 2];
    const double *at = &link->at[2 * (i % 2)];
    int32_t polygon;
    bool snapped;
    const pf_scope where = {
        .floor = -1, .has_height = space->is_surface, .height = (double)link->height[i % 2]};
    if (!pf_space_place_on(space, &where, at[0], at[1], 0, &portals->list[i].at, &polygon,
                           &snapped))
      return false;
    portals->list[i].component = pf_space_component(space, polygon);
  }
  return true;
}

static pathfan_status make(const pf_space *space, void **made) {
  const uint64_t count = 2 * (uint64_t)space->link_count;
  pf_portals *portals = calloc(1, sizeof *portals);
  *made = portals;
  if (!portals) return PATHFAN_ERR_NO_MEMORY;
  portals->count = (int32_t)count;
  portals->list = pf_alloc(count, sizeof *portals->list);
  portals->walks = pf_alloc_zero(count * count, sizeof *portals->walks);
  const pathfan_status status = !portals->list || !portals->walks ? PATHFAN_ERR_NO_MEMORY
                                : place(space, portals)           ? PATHFAN_OK
                                                                  : PATHFAN_ERR_DAMAGED;
  if (!status) return PATHFAN_OK;
  free_portals(portals);
  *made = NULL;
  return status;
}

pathfan_status pf_portals_need(const pf_space *space, const pf_portals **portals,
                               pathfan_error *error) {
  const void *made = NULL;
  assert(space->link_count > 0);
  const pathfan_status status =
      pf_space_need(space, offsetof(pf_space, portals), make, free_portals, &made);
  *portals = made;
  return status == PATHFAN_ERR_DAMAGED
             ? pf_fail(error, status, "section links: an end that isn't on free ground")
             : status;
}
