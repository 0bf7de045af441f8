/* space.c - placing points. */
#include "space/space.h"

/* Rounding a map to the lattice moves walls by less than this, lattice units: a point given on a
 * wall may end up behind it. */
#define ROUNDED_WITHIN 1.4143

void pathfan_space_open(pathfan_space *space, pathfan_frame frame, const pathfan_mesh *mesh,
                        const pathfan_locator *locator, const int32_t *component,
                        size_t component_stride) {
  const int bits = pathfan_frame_fraction_bits(&frame);
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

static void close_made(pathfan_made_once *part) {
  void *made = atomic_load(&part->made);
  if (made) part->free(made);
}

void pathfan_space_close(pathfan_space *space) {
  if (!space->mesh) return;
  close_made(&space->search_mesh);
  close_made(&space->lengths);
  close_made(&space->turns);
  close_made(&space->graph); /* lengths and turns refer to it */
  pthread_mutex_destroy(&space->lock);
}

bool pathfan_space_place(const pathfan_space *space, double x, double y, double snap,
                         pathfan_fixed_point *at, int32_t *polygon, bool *snapped) {
  const int bits = space->fraction_bits;
  *snapped = false;
  *polygon = -1;
  if (!pathfan_frame_place(&space->frame, bits, x, y, at)) return false;
  *polygon = pathfan_locate(space->locator, space->mesh, *at, bits);
  if (*polygon < 0 && space->frame.is_rounded)
    pathfan_locate_nearest(space->locator, space->mesh, *at, ldexp(ROUNDED_WITHIN, bits), bits, at,
                           polygon);
  if (*polygon < 0 && snap > 0)
    *snapped = pathfan_locate_nearest(space->locator, space->mesh, *at, snap * space->steps, bits,
                                      at, polygon);
  return *polygon >= 0;
}
