/* walkable.h - the ground that units stand on: free space and open openings, without the areas that
 * keep units out.
 *
 * The folder places/. In: points of the ground. Out: what a straight way or a moving unit bumps
 * into, the nearest wall, random points. It uses obstacles/. */
#ifndef PF_QUERY_PLACES_WALKABLE_H
#define PF_QUERY_PLACES_WALKABLE_H

#include "geometry/wall.h"
#include "query/obstacles/breach_sight.h"
#include "query/obstacles/trie.h"
#include "space/space.h"

/* Its location must be good (pf_space_need_location). */
typedef struct pf_walkable {
  const pf_space *space;
  const pf_trie *places;   /* areas; NULL: none */
  const pf_breach *breach; /* what is open in walls; NULL: nothing */
} pf_walkable;

/* A point of the ground, and a polygon that holds it, in its sector; -1: an opening holds it. */
typedef struct pf_position {
  pf_fixed_point at;
  int32_t polygon;
} pf_position;

/* What is in the way, or near. */
typedef struct pf_bump {
  bool found;
  pf_position end;             /* the last point of the ground, from which the way can be seen */
  pf_wall_line wall;           /* the side that is in the way */
  const pf_obstacle *obstacle; /* whose side it is; NULL: the map's */
  int32_t polygon;             /* a wall of the map: the edge of this polygon that begins here;
                                  -1: the border of an opening */
  uint32_t corner;
} pf_bump;

/* Finds the spot of a point. False: it isn't on the ground. */
bool pf_walkable_locate(const pf_walkable *ground, pf_fixed_point at, pf_position *spot);

/* Finds the spot of a point in map units. False: it isn't on the ground. */
bool pf_walkable_place(const pf_walkable *ground, double x, double y, pf_position *spot);

/* Finds a spot at most PF_STAND_REACH steps of the grid from a point along each axis, near ones
 * first. from: NULL, or a spot from which it must be seen. False: there is none. */
#define PF_STAND_REACH 2
bool pf_walkable_stand(const pf_walkable *ground, const pf_position *from, pf_fixed_point at,
                       pf_position *spot);

/* Whether two spots see each other. */
bool pf_walkable_sees(const pf_walkable *ground, pf_position a, pf_position b);

/* Follows the straight way from a spot to a point, which may be anywhere, until something is in the
 * way; touching isn't. Without a bump it ends at the point, else on the grid within two steps of
 * where it bumps, if that is wide enough to stand there. */
void pf_walkable_cast(const pf_walkable *ground, pf_position from, pf_fixed_point to,
                      pf_bump *bump);

/* Finds the wall, or the side of an area, nearest to a spot, at most `radius` steps away. False:
 * there is none; bump->end isn't set. */
bool pf_walkable_nearest(const pf_walkable *ground, pf_position spot, double radius, pf_near *near,
                         pf_bump *bump);

/* Moves from a spot towards a point: straight, and where something is in the way along it, as long
 * as that brings it nearer; no farther than to the point in all, and round at most PF_SLIDES
 * corners. bump: what was in the way last, and the end. Returns how far it went, in steps. */
enum { PF_SLIDES = 16 };
double pf_walkable_move(const pf_walkable *ground, pf_position from, pf_fixed_point toward,
                        pf_bump *bump);

#endif
