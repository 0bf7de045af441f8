/* site.c - placing points. */
#include "site.h"

/* Rounding a map to the lattice moves walls by less than that, lattice units: a
 * point given on a wall may find itself behind it. */
#define ROUNDED_WITHIN 1.4143

bool pathfan_site_place(const pathfan_site *site, pathfan_point point, double snap,
                        pathfan_fixed_point *at, int32_t *polygon, bool *snapped) {
  const int bits = site->fraction_bits;
  *snapped = false;
  *polygon = -1;
  if (!pathfan_frame_place(&site->frame, bits, point.x, point.y, at)) return false;
  *polygon = pathfan_locate(site->locator, site->mesh, *at, bits);
  if (*polygon < 0 && site->frame.is_rounded)
    pathfan_locate_nearest(site->locator, site->mesh, *at, ldexp(ROUNDED_WITHIN, bits), bits, at,
                           polygon);
  if (*polygon < 0 && snap > 0)
    *snapped = pathfan_locate_nearest(site->locator, site->mesh, *at, snap * site->steps, bits, at,
                                      polygon);
  return *polygon >= 0;
}

int32_t pathfan_site_polygon(const pathfan_site *site, int32_t polygon, pathfan_point *corners,
                             int32_t capacity) {
  const pathfan_mesh *mesh = site->mesh;
  if (polygon < 0 || polygon >= mesh->polygon_count) return 0;
  const uint32_t first = mesh->first_corner[polygon];
  const int32_t count = (int32_t)(mesh->first_corner[polygon + 1] - first);
  for (int32_t i = 0; i < count && i < capacity; i++) {
    const pathfan_lattice_point at = mesh->vertices[mesh->corner_vertex[first + (uint32_t)i]];
    corners[i] = pathfan_site_point(site, pathfan_lift(at, site->fraction_bits));
  }
  return count;
}
