/* loop_places.c - a table in which a point takes the place of another one with the same hash. */
#include "mesh/loop_places.h"

enum { UNKNOWN = -2 };

void pf_loop_places_begin(pf_loop_places *l, pf_loop_ground ground) {
  l->ground = ground;
  l->round++;
}

/* Finds what is known of a point. */
static pf_loop_place *place_of(pf_loop_places *l, pf_fixed_point at) {
  const uint64_t mixed =
      (uint64_t)at.x * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)at.y * UINT64_C(0xc2b2ae3d27d4eb4f);
  pf_loop_place *place = &l->list[(mixed >> 32) % PF_LOOP_PLACES];
  if (place->round != l->round || !pf_same_point(place->at, at))
    *place = (pf_loop_place){at, UNKNOWN, UNKNOWN, l->round};
  return place;
}

int32_t pf_polygon_at(pf_loop_places *l, pf_fixed_point at) {
  const pf_loop_ground *ground = &l->ground;
  pf_loop_place *place = place_of(l, at);
  if (place->polygon == UNKNOWN)
    place->polygon = pf_locate(ground->locator, ground->mesh, at, ground->fraction_bits);
  return place->polygon;
}

int32_t pf_obstacle_at(pf_loop_places *l, pf_fixed_point corner) {
  const pf_loop_ground *ground = &l->ground;
  const pf_lattice_point at = {(int32_t)(corner.x >> ground->fraction_bits),
                               (int32_t)(corner.y >> ground->fraction_bits)};
  pf_loop_place *place = place_of(l, corner);
  int32_t polygon;
  if (place->obstacle != UNKNOWN) return place->obstacle;
  place->obstacle = -1;
  if (!pf_same_point(pf_lift(at, ground->fraction_bits), corner)) return -1;
  const int32_t vertex = pf_locate_vertex(ground->locator, ground->mesh, at, &polygon);
  if (vertex < 0) return -1;
  place->polygon = polygon; /* there is one sector round a convex vertex */
  return place->obstacle = ground->obstacles->of[vertex];
}
