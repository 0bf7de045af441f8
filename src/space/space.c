/* space.c - placing points; data made by the first request that needs it. */
#include "space/space.h"

#include <math.h>
#include <stdlib.h>

#include "base/fork.h"
#include "base/memory.h"
#include "base/status.h"
#include "format/layout.h"
#include "mesh/obstacles.h"

/* Rounding a map to the lattice moves walls by less than this, lattice units: a point given on a
 * wall may end up behind it. */
#define ROUNDED_WITHIN 1.4143

void pf_space_open(pf_space *space, pf_frame frame, const pf_mesh *mesh, const pf_locator *locator,
                   const int32_t *component, size_t component_stride) {
  const int bits = pf_frame_fraction_bits(&frame);
  memset(space, 0, sizeof *space);
  space->frame = frame;
  space->fraction_bits = bits;
  space->steps = ldexp(frame.scale, bits);
  space->mesh = mesh;
  space->locator = locator;
  space->component = component;
  space->component_stride = component_stride;
  pthread_mutex_init(&space->lock, NULL);
}

static void close_made(pf_made_once *part) {
  void *made = atomic_load(&part->made);
  if (made) (part->free)(made); /* no macro */
}

void pf_space_close(pf_space *space) {
  if (!space->mesh) return;
  close_made(&space->search_mesh);
  close_made(&space->lengths);
  close_made(&space->turns);
  close_made(&space->graph); /* lengths and turns refer to it */
  close_made(&space->obstacles);
  close_made(&space->surfaces);
  close_made(&space->portals);
  close_made(&space->weighted);
  pthread_mutex_destroy(&space->lock);
}

pathfan_status pf_space_need(const pf_space *const_space, size_t offset, pf_space_maker make,
                             void (*free_part)(void *made), const void **made) {
  /* The space is immutable to its users; only this function fills it in. */
  pf_space *space = (pf_space *)const_space;
  pf_made_once *part = (pf_made_once *)((char *)space + offset);
  void *now = NULL;
  *made = atomic_load_explicit(&part->made, memory_order_acquire);
  if (*made) return PATHFAN_OK;
  pf_fork_hold();
  pthread_mutex_lock(&space->lock);
  pathfan_status status = part->failed;
  *made = atomic_load_explicit(&part->made, memory_order_acquire);
  if (!*made && !status) {
    status = make(space, &now);
    if (status && status != PATHFAN_ERR_NO_MEMORY) part->failed = status;
    part->free = free_part;
    atomic_store_explicit(&part->made, now, memory_order_release);
    *made = now;
  }
  pthread_mutex_unlock(&space->lock);
  pf_fork_release();
  return status;
}

static pathfan_status make_obstacles(const pf_space *space, void **made) {
  pf_obstacles *obstacles = pf_alloc(1, sizeof *obstacles);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (obstacles) status = pf_obstacles_find(obstacles, space->mesh);
  if (status) free(obstacles);
  *made = status ? NULL : obstacles;
  return status;
}

static void free_obstacles(void *made) {
  pf_obstacles_free(made);
  free(made);
}

pathfan_status pf_space_need_obstacles(const pf_space *space, const pf_obstacles **obstacles,
                                       pathfan_error *error) {
  const void *made;
  const pathfan_status status =
      pf_space_need(space, offsetof(pf_space, obstacles), make_obstacles, free_obstacles, &made);
  *obstacles = made;
  return status ? pf_fail(error, status, "out of memory") : PATHFAN_OK;
}

int32_t pf_space_floor_at(const pf_space *space, double x, double y) {
  for (int32_t i = 0; i < space->floor_count; i++) {
    const pf_layout_floor *f = &space->floors[i];
    if (x >= f->low[0] && x <= f->high[0] && y >= f->low[1] && y <= f->high[1]) return i;
  }
  return -1;
}

/* Returns the polygons of a part. Corners are rounded, so a floor's box is a unit larger. */
static pf_part_of_mesh part_of(const pf_space *space, const pf_scope *scope) {
  const pf_frame *frame = &space->frame;
  pf_part_of_mesh part = {.of_polygon = space->component,
                          .stride = space->component_stride,
                          .components = scope->components,
                          .component_count = scope->component_count,
                          .is_boxed = scope->floor >= 0,
                          .has_height = scope->has_height,
                          .height = scope->height};
  if (!part.is_boxed) return part;
  const pf_layout_floor *f = &space->floors[scope->floor];
  const double low[2] = {f->low[0] * frame->scale - frame->origin_x,
                         f->low[1] * frame->scale - frame->origin_y};
  const double high[2] = {f->high[0] * frame->scale - frame->origin_x,
                          f->high[1] * frame->scale - frame->origin_y};
  /* Not beyond the frame, so that forged boxes don't overflow. */
  part.low.x = (int32_t)fmin(fmax(low[0] - 1, -1), frame->width);
  part.low.y = (int32_t)fmin(fmax(low[1] - 1, -1), frame->height);
  part.high.x = (int32_t)fmin(fmax(high[0] + 1, -1), frame->width);
  part.high.y = (int32_t)fmin(fmax(high[1] + 1, -1), frame->height);
  return part;
}

bool pf_space_place_on(const pf_space *space, const pf_scope *where, double x, double y,
                       double snap, pf_fixed_point *at, int32_t *polygon, bool *snapped) {
  const int bits = space->fraction_bits;
  const pf_part_of_mesh near = {.has_height = where->has_height, .height = where->height};
  const bool must = where->floor >= 0; /* else a point that is free is where it is */
  *snapped = false;
  *polygon = -1;
  if (!pf_frame_place(&space->frame, bits, x, y, at)) return false;
  *polygon = space->mesh->is_layered ? pf_locate_at(space->locator, space->mesh, *at, bits, &near)
                                     : pf_locate(space->locator, space->mesh, *at, bits);
  if (*polygon < 0 && space->frame.is_rounded)
    pf_locate_nearest(space->locator, space->mesh, *at, ldexp(ROUNDED_WITHIN, bits), bits, &near,
                      at, polygon);
  if (!space->floor_count || (*polygon >= 0 && !must)) {
    if (*polygon < 0 && snap > 0)
      *snapped = pf_locate_nearest(space->locator, space->mesh, *at, snap * space->steps, bits,
                                   &near, at, polygon);
    return *polygon >= 0;
  }
  const pf_scope scope = {.floor = must ? where->floor : pf_space_floor_at(space, x, y)};
  const pf_part_of_mesh part = part_of(space, &scope);
  if (*polygon >= 0 && pf_part_has(&part, space->mesh, *polygon)) return true;
  *polygon = -1;
  if (!(snap > 0) || !pf_frame_place(&space->frame, bits, x, y, at)) return false;
  *snapped = pf_locate_nearest(space->locator, space->mesh, *at, snap * space->steps, bits, &part,
                               at, polygon);
  return *snapped;
}

bool pf_space_place(const pf_space *space, double x, double y, double snap, pf_fixed_point *at,
                    int32_t *polygon, bool *snapped) {
  const pf_scope anywhere = {.floor = -1};
  return pf_space_place_on(space, &anywhere, x, y, snap, at, polygon, snapped);
}

bool pf_space_place_in(const pf_space *space, double x, double y, double most,
                       const pf_scope *scope, pf_fixed_point *at, int32_t *polygon) {
  const int bits = space->fraction_bits;
  const pf_part_of_mesh only = part_of(space, scope);
  const double far = most * space->steps;
  *polygon = -1;
  if (!pf_frame_place(&space->frame, bits, x, y, at)) return false;
  /* From near to far, so that a near point doesn't cost a look at the whole map. */
  for (double reach = ldexp(1, bits + space->locator->shift); *polygon < 0; reach *= 2) {
    pf_locate_nearest(space->locator, space->mesh, *at, fmin(reach, far), bits, &only, at, polygon);
    if (reach >= far) break;
  }
  return *polygon >= 0;
}
