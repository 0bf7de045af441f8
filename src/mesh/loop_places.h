/* loop_places.h - what is at the points of paths between the same ends: the polygon that contains
 * one, the obstacle whose corner is there. Paths have many points in common, so it is kept.
 *
 *   pf_loop_places_begin(&places, ground);
 *   polygon = pf_polygon_at(&places, at);
 *   obstacle = pf_obstacle_at(&places, corner);
 */
#ifndef PF_MESH_LOOP_PLACES_H
#define PF_MESH_LOOP_PLACES_H

#include "mesh/locate.h"
#include "mesh/obstacles.h"

/* What paths run over; borrowed. */
typedef struct pf_loop_ground {
  const pf_mesh *mesh;
  const pf_locator *locator;
  int fraction_bits;
  int32_t polygon[2]; /* that contain the paths' ends, each in its sector; below 0: they are to be
                         located, as vertices can be */
  const pf_obstacles *obstacles; /* save looks; NULL: not known */
  /* Whether something that isn't in the mesh hides two points; NULL: nothing is. */
  bool (*hides)(const void *context, pf_fixed_point a, pf_fixed_point b);
  /* Whether two points see each other where more than the mesh is free; polygons: that contain
   * them, -1: none does. NULL: nothing else is. */
  bool (*sees)(const void *context, const struct pf_loop_ground *ground, const pf_fixed_point at[2],
               const int32_t polygon[2]);
  const void *context;
} pf_loop_ground;

enum { PF_LOOP_PLACES = 128 };

/* What is at a point. */
typedef struct pf_loop_place {
  pf_fixed_point at;
  int32_t polygon;  /* that contains it; -1: none does; -2: not looked up yet */
  int32_t obstacle; /* whose corner is there; -1: none's; -2: not looked up yet */
  uint32_t round;
} pf_loop_place;

/* Scratch of one thread; zero it first. */
typedef struct pf_loop_places {
  pf_loop_ground ground;
  pf_loop_place list[PF_LOOP_PLACES]; /* found by a hash of the point */
  uint32_t round;                     /* places of other rounds are void */
} pf_loop_places;

void pf_loop_places_begin(pf_loop_places *places, pf_loop_ground ground);

/* Returns a polygon that contains a point; -1: none does. */
int32_t pf_polygon_at(pf_loop_places *places, pf_fixed_point at);

/* Returns the number of the obstacle of which a convex vertex is at a point; -1: of none. The
 * ground's obstacles must be known. */
int32_t pf_obstacle_at(pf_loop_places *places, pf_fixed_point at);

#endif
