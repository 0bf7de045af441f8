/* generate_bend.h - a made-up city in the making. Lengths are centimetres, on a plan whose streets
 * are straight; drawing moves places of the plan to places of the map. For src/map/generate_*.c
 * only. */
#ifndef PATHFAN_MAP_GENERATE_BEND_H
#define PATHFAN_MAP_GENERATE_BEND_H

#include "base/random.h"
#include "map/polygons.h"

/* Displacements of the plan at the nodes of a net, smooth between them, zero at the border. */
typedef struct pathfan_city_bend {
  int32_t across, down; /* meshes of the net */
  int32_t *shift;       /* x,y pairs [Size: 2 * (across + 1) * (down + 1)] */
} pathfan_city_bend;

#define PATHFAN_CITY_BENDS 2

typedef struct pathfan_city {
  int32_t width, height; /* of the map */
  int32_t scale;         /* distance between streets */
  double density;        /* share of blocks that are built on */
  pathfan_random random;
  pathfan_city_bend bends[PATHFAN_CITY_BENDS];
  pathfan_polygons *areas; /* the result */
} pathfan_city;

/* A point of the plan. */
typedef struct pathfan_city_point {
  int32_t x, y;
} pathfan_city_point;

/* Draws the displacements at random; the caller sets all other fields, and calls pathfan_city_end
 * in any case. Errors: NO_MEMORY. */
pathfan_status pathfan_city_begin(pathfan_city *city);
void pathfan_city_end(pathfan_city *city);

/* Adds an obstacle with these corners. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_city_draw(pathfan_city *city, const pathfan_city_point *corners,
                                 int32_t count);

#endif
