/* openings.c - a set of openings, its breach, and what is seen through them, which the first
 * search makes that needs it. */
#include "openings.h"

#include <stdlib.h>

#include "base/memory.h"

/* Copies the corners of an opening; a circle's are drawn. */
static void copy_ring(const pf_areas *areas, pf_fixed_point *points) {
  const pf_area_ring *ring = areas->rings;
  if (ring->circle >= 0) {
    pf_area_circle_draw(&areas->circles[ring->circle], areas->frame, areas->fraction_bits, points);
    return;
  }
  for (int32_t i = 0; i < ring->corner_count; i++)
    points[i] = areas->corners[ring->first_corner + i];
}

static int32_t ring_size(const pf_areas *areas) {
  return areas->rings->circle >= 0 ? PF_CIRCLE_CORNERS : areas->rings->corner_count;
}

static pathfan_status draw(pf_openings *openings) {
  pf_breach *o = &openings->breach;
  int64_t count = 0;
  for (int32_t i = 0; i < openings->count; i++)
    count += ring_size(&openings->list[i]->shape->areas);
  o->points = pf_alloc((uint64_t)count, sizeof *o->points);
  o->first = pf_alloc((uint64_t)openings->count + 1, sizeof *o->first);
  if (!o->points || !o->first) return PATHFAN_ERR_NO_MEMORY;
  o->first[0] = 0;
  o->ring_count = openings->count;
  for (int32_t i = 0; i < openings->count; i++) {
    const pf_areas *areas = &openings->list[i]->shape->areas;
    copy_ring(areas, o->points + o->first[i]);
    o->first[i + 1] = o->first[i] + ring_size(areas);
  }
  return pf_breach_find(o, &openings->generation->space);
}

pathfan_status pf_openings_make(const pf_generation *generation, pf_obstacle *const *list,
                                int32_t count, pf_openings **out) {
  pf_openings *openings = calloc(1, sizeof *openings + (size_t)count * sizeof *openings->list);
  *out = NULL;
  if (!openings) return PATHFAN_ERR_NO_MEMORY;
  atomic_init(&openings->holders, 1);
  openings->generation = generation;
  for (; openings->count < count; openings->count++) {
    int32_t at = openings->count;
    for (; at > 0 && pf_obstacle_compare(list[openings->count], openings->list[at - 1]) < 0; at--)
      openings->list[at] = openings->list[at - 1];
    openings->list[at] = list[openings->count];
    pf_obstacle_retain(list[openings->count]);
  }
  const pathfan_status status = draw(openings);
  if (status)
    pf_openings_release(openings);
  else
    *out = openings;
  return status;
}

pf_openings *pf_openings_retain(pf_openings *openings) {
  if (openings) atomic_fetch_add_explicit(&openings->holders, 1, memory_order_relaxed);
  return openings;
}

void pf_openings_release(pf_openings *openings) {
  if (!openings || atomic_fetch_sub(&openings->holders, 1) > 1) return;
  for (int32_t i = 0; i < openings->count; i++) pf_obstacle_release(openings->list[i]);
  pf_breach_free(&openings->breach);
  pf_passages_free(atomic_load(&openings->passages));
  free(openings);
}

bool pf_openings_may_serve(const pf_openings *openings, pf_fixed_point a, pf_fixed_point b,
                           double most) {
  const pf_breach *o = &openings->breach;
  for (int32_t i = 0; i < o->mouth_count; i++) {
    const pf_fixed_point m = o->mouths[i].at[0], end = o->mouths[i].at[1];
    const double whole = pf_fixed_length(m, end);
    if (pf_fixed_length(a, m) + pf_fixed_length(m, b) - 2 * whole <= most * (1 + 0x1p-40))
      return true;
  }
  return false;
}

pathfan_status pf_openings_need_passages(const pf_openings *const_openings, pf_look *look,
                                         const pf_passages **out) {
  pf_openings *openings = (pf_openings *)const_openings; /* immutable but for what is made once */
  pf_passages *made = atomic_load_explicit(&openings->passages, memory_order_acquire), *fresh;
  *out = made;
  if (made) return PATHFAN_OK;
  const pathfan_status status =
      pf_passages_make(&openings->breach, &openings->generation->view, look, &fresh);
  if (status) return status;
  if (!atomic_compare_exchange_strong(&openings->passages, &made, fresh)) pf_passages_free(fresh);
  *out = made ? made : fresh;
  return PATHFAN_OK;
}
