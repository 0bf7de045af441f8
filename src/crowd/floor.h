/* floor.h - the free space of a map or index as a crowd uses it: convex polygons, and walls.
 *
 *   status = pathfan_floor_of(&floor, map, index);
 *   if (!pathfan_floor_is_open(&floor, a, b)) ... a wall lies between them ...
 *   pathfan_floor_free(&floor); */
#ifndef PATHFAN_CROWD_FLOOR_H
#define PATHFAN_CROWD_FLOOR_H

#include "pathfan/map.h"

/* A side of free space, which lies to its left in the sense of cross products. */
typedef struct pathfan_wall {
  pathfan_point a, b;
} pathfan_wall;

typedef struct pathfan_floor {
  double x, y, width, height; /* the map's */
  pathfan_point *corners;     /* of all polygons, one after the other */
  int32_t *first;             /* [Size: polygon_count + 1] */
  int32_t polygon_count;
  pathfan_wall *walls;
  int32_t wall_count;
  int32_t columns, rows; /* of the grid of buckets */
  int32_t *first_in;     /* [Size: columns * rows + 1] */
  int32_t *in;           /* numbers of walls */
} pathfan_floor;

/* Takes a map or an index; the other is NULL. *floor must be zeroed first. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pathfan_floor_of(pathfan_floor *floor, const pathfan_map *map,
                                const pathfan_index *index);

/* Whether the segment between two free points crosses no wall. A touch may count as a crossing. */
bool pathfan_floor_is_open(const pathfan_floor *floor, pathfan_point a, pathfan_point b);

void pathfan_floor_free(pathfan_floor *floor);

#endif
