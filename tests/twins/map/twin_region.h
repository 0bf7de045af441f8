/* twin_region.h - sight in free space bounded by an outline, by testing every edge; and the same
 * questions for any twin_map, grid or outline. */
#ifndef PF_TWIN_REGION_H
#define PF_TWIN_REGION_H

#include "geometry/outline.h"
#include "mesh/mesh.h"
#include "twin_maps.h"

typedef enum twin_place { TWIN_OUTSIDE, TWIN_INSIDE, TWIN_ON_BORDER } twin_place;

twin_place twin_place_of(const pf_outline *outline, int bits, pf_fixed_point point);

/* Free space round a point of the border, from right counter-clockwise to left. */
typedef struct twin_sector {
  pf_fixed_point right, left;
} twin_sector;

/* The sector to which a point of the border belongs (contract: the one that holds (+1,+1), else the
 * first one clockwise). */
twin_sector twin_home_sector(const pf_outline *outline, int bits, pf_fixed_point point);
bool twin_sector_holds(twin_sector sector, pf_fixed_point d);

/* Whether segment a-b is free: it crosses no edge, keeps to one sector at every vertex it meets,
 * and leaves its ends in their home sectors. */
bool twin_region_sees(const pf_outline *outline, int bits, pf_fixed_point a, pf_fixed_point b);

/* The same for any map. */
bool twin_map_is_free(const twin_map *map, int bits, pf_fixed_point point);
bool twin_map_sees(const twin_map *map, int bits, pf_fixed_point a, pf_fixed_point b);
/* As twin_map_sees, but an end that turns is a convex vertex at which a path may turn: on a pinch
 * it belongs to the sector of more than half a turn, not to its home. */
bool twin_map_sees_turning(const twin_map *map, int bits, pf_fixed_point a, bool a_turns,
                           pf_fixed_point b, bool b_turns);
/* Whether a lattice point is a convex vertex; *wedge is then its obstacle. */
bool twin_map_convex(const twin_map *map, int64_t x, int64_t y, pf_wedge *wedge);

/* A free point of one of several kinds; with `plain`, none almost on a vertex. */
bool twin_map_random_point(pf_random *random, const twin_map *map, int bits, bool plain,
                           pf_fixed_point *point);

#endif
