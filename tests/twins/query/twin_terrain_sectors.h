/* twin_terrain_sectors.h - the sectors into which rivers and walls cut the surroundings of each
 * vertex of a terrain, and the cost of what a straight flight crosses. */
#ifndef PF_TWIN_TERRAIN_SECTORS_H
#define PF_TWIN_TERRAIN_SECTORS_H

#include "twin_terrain_parts.h"

/* The sector from the barrier `part` counter-clockwise to the next one. */
typedef struct twin_sector {
  int32_t vertex;
  int32_t part; /* -1: no barrier meets the vertex, the sector is all round */
  double angle; /* of the part, leaving the vertex */
  double over;  /* cost of crossing the part into the sector before; INFINITY: impossible */
  bool is_blocked;
} twin_sector;

typedef struct twin_sectors {
  const twin_parts *parts;
  int32_t count;
  int32_t *first; /* [Size: vertex_count + 1] first sector of each vertex, into list */
  twin_sector *list;
} twin_sectors;

twin_sectors twin_sectors_make(const twin_parts *parts);
void twin_sectors_free(twin_sectors *sectors);

/* The next sector clockwise round the same vertex. */
int32_t twin_sector_before(const twin_sectors *sectors, int32_t sector);

/* The sector of v that holds a direction; no barrier may lie in that direction. */
int32_t twin_sector_towards(const twin_sectors *sectors, int32_t v, double dx, double dy);

/* The sectors of v beside a barrier at v: to its left, seen from v, and to its right. */
void twin_sectors_beside(const twin_sectors *sectors, int32_t v, int32_t part, int32_t beside[2]);

/* The cost of all that the straight line from a to b crosses, except the part `leave` (-1: none).
 * INFINITY: a wall is crossed, or a vertex passed, where the flight should have been split. */
double twin_flight(const twin_sectors *sectors, pathfan_point a, pathfan_point b, int32_t leave);

#endif
