/* floor.h - the free space of a map or index as a crowd uses it: convex polygons, and walls.
 *
 *   status = pf_floor_of(&floor, map, index);
 *   if (!pf_floor_is_open(&floor, a, b)) ... a wall lies between them ...
 *   pf_floor_free(&floor); */
#ifndef PF_CROWD_FLOOR_H
#define PF_CROWD_FLOOR_H

#include "pathfan/map.h"

/* A side of free space, which lies to its left in the sense of cross products. */
typedef struct pf_wall {
  pathfan_point a, b;
} pf_wall;

typedef struct pf_floor {
  double x, y, width, height; /* the map's */
  pathfan_point *corners;     /* of all polygons, one after the other */
  int32_t *first;             /* [Size: polygon_count + 1] */
  int32_t polygon_count;
  pf_wall *walls;
  int32_t wall_count;
  int32_t columns, rows; /* of the grid of buckets */
  int32_t *first_in;     /* [Size: columns * rows + 1] */
  int32_t *in;           /* numbers of walls */
} pf_floor;

/* Takes a map or an index; the other is NULL. *floor must be zeroed first. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pf_floor_of(pf_floor *floor, const pathfan_map *map, const pathfan_index *index);

/* Whether the segment between two free points crosses no wall. A touch may count as a crossing. */
bool pf_floor_is_open(const pf_floor *floor, pathfan_point a, pathfan_point b);

/* Calls visit(context, wall) for the walls whose boxes come near a box, some more than once, until
 * it returns false. Returns whether it never did. */
bool pf_floor_each(const pf_floor *floor, pathfan_point low, pathfan_point high,
                   bool (*visit)(void *context, const pf_wall *wall), void *context);

/* Whether a point lies in free space. On a wall either answer may be given. */
bool pf_floor_holds(const pf_floor *floor, pathfan_point at);

#define PF_OFF_WALLS 1e-3 /* metres, by Weidmann's law, between turns of courses and walls */

/* Moves a point that lies on walls off them, into free space; others stay. */
pathfan_point pf_floor_off_walls(const pf_floor *floor, pathfan_point at, double distance);

void pf_floor_free(pf_floor *floor);

#endif
