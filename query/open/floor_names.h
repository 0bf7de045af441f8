/* floor_names.h - which floor of a space a level or a name means, and areas that are given on
 * floors. */
#ifndef PF_QUERY_OPEN_FLOOR_NAMES_H
#define PF_QUERY_OPEN_FLOOR_NAMES_H

#include "pathfan/request.h"
#include "space/space.h"

#define PF_AVOID_LEVEL "avoid: an area is on a level that the map doesn't have"

typedef struct pf_found_floor {
  bool exists;
  int32_t number; /* -1: the plane itself is the floor */
} pf_found_floor;

/* A map without floors has one, of level 0, which is the plane. */
pf_found_floor pf_floor_of_level(const pf_space *space, double level);

/* The same by a floor's name, or by its level as a number. */
pf_found_floor pf_floor_named(const pf_space *space, const char *name);

/* Whether a point of the plane lies off the box of a floor. */
bool pf_is_off_floor(const pf_space *space, int32_t floor, pathfan_point point);

/* Moves an area that is given on a floor to the plane. corners: [Size: its corner_count] gets its
 * corners. False, with nothing moved: there is no such floor. */
bool pf_area_to_plane(const pf_space *space, pathfan_area *area, pathfan_point *corners);

#endif
