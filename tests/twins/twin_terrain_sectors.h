/* twin_terrain_sectors.h - what rivers and walls cut the surroundings of each vertex of a terrain
 * into, and what a straight flight from one place to another crosses. */
#ifndef PATHFAN_TWIN_TERRAIN_SECTORS_H
#define PATHFAN_TWIN_TERRAIN_SECTORS_H

#include "twin_terrain_parts.h"

/* From the barrier `part` counter-clockwise to the next one. */
typedef struct twin_sector {
  int32_t vertex;
  int32_t part; /* -1: no barrier comes here, the sector is all round */
  double angle; /* of the part, leaving the vertex */
  double over;  /* cost of going to the sector before, over the part; INFINITY: can't be done */
  bool is_blocked;
} twin_sector;

typedef struct twin_sectors {
  const twin_parts *parts;
  int32_t count;
  int32_t *first; /* [Size: vertex_count + 1] of each vertex, into list */
  twin_sector *list;
} twin_sectors;

twin_sectors twin_sectors_make(const twin_parts *parts);
void twin_sectors_free(twin_sectors *sectors);

/* The sector of a vertex before or after another one of it, all round. */
int32_t twin_sector_before(const twin_sectors *sectors, int32_t sector);

/* The sector of v that holds a direction, in which no barrier goes. */
int32_t twin_sector_towards(const twin_sectors *sectors, int32_t v, double dx, double dy);

/* The sectors of v beside a barrier that comes there: to the left, seen from v, and to the right.
 */
void twin_sectors_beside(const twin_sectors *sectors, int32_t v, int32_t part, int32_t beside[2]);

/* What crossing all in the way from a to b costs, but for the part `leave` (-1: none). INFINITY:
 * there is a wall, or a vertex, where the flight had to be split. */
double twin_flight(const twin_sectors *sectors, pathfan_point a, pathfan_point b, int32_t leave);

#endif
