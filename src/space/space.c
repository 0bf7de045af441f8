/* space.c - placing points. */
#include "space/space.h"

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
  if (made) part->free(made);
}

void pf_space_close(pf_space *space) {
  if (!space->mesh) return;
  close_made(&space->search_mesh);
  close_made(&space->lengths);
  close_made(&space->turns);
  close_made(&space->graph); /* lengths and turns refer to it */
  pthread_mutex_destroy(&space->lock);
}

bool pf_space_place(const pf_space *space, double x, double y, double snap, pf_fixed_point *at,
                    int32_t *polygon, bool *snapped) {
  const int bits = space->fraction_bits;
  *snapped = false;
  *polygon = -1;
  if (!pf_frame_place(&space->frame, bits, x, y, at)) return false;
  *polygon = pf_locate(space->locator, space->mesh, *at, bits);
  if (*polygon < 0 && space->frame.is_rounded)
    pf_locate_nearest(space->locator, space->mesh, *at, ldexp(ROUNDED_WITHIN, bits), bits, at,
                      polygon);
  if (*polygon < 0 && snap > 0)
    *snapped =
        pf_locate_nearest(space->locator, space->mesh, *at, snap * space->steps, bits, at, polygon);
  return *polygon >= 0;
}
