/* generate_bend.h - a made-up city in the making. Lengths are centimetres, on a plan whose streets
 * are straight; drawing moves places of the plan to places of the map. For src/map/generate_*.c
 * only. */
#ifndef PF_MAP_GENERATE_BEND_H
#define PF_MAP_GENERATE_BEND_H

#include "base/random.h"
#include "map/polygons.h"

/* Displacements of the plan at the nodes of a net, smooth between them, zero at the border. */
typedef struct pf_city_bend {
  int32_t across, down; /* meshes of the net */
  int32_t *shift;       /* x,y pairs [Size: 2 * (across + 1) * (down + 1)] */
} pf_city_bend;

#define PF_CITY_BENDS 2

typedef struct pf_city {
  int32_t width, height; /* of the map */
  int32_t scale;         /* distance between streets */
  double density;        /* share of blocks that are built on */
  pf_random random;
  pf_city_bend bends[PF_CITY_BENDS];
  pf_polygons *areas; /* the result */
} pf_city;

/* A point of the plan. */
typedef struct pf_city_point {
  int32_t x, y;
} pf_city_point;

/* Draws the displacements at random; the caller sets all other fields, and calls pf_city_end
 * in any case. Errors: NO_MEMORY. */
pathfan_status pf_city_begin(pf_city *city);
void pf_city_end(pf_city *city);

/* Adds an obstacle with these corners. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_city_draw(pf_city *city, const pf_city_point *corners, int32_t count);

#endif
