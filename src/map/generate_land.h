/* generate_land.h - shared by the stages of a made-up terrain: a grid of places, a height at each,
 * the water that drains there, roads along it. For src/map/generate_terrain.c and its stages
 * only. */
#ifndef PF_MAP_GENERATE_LAND_H
#define PF_MAP_GENERATE_LAND_H

#include "base/random.h"
#include "map/features.h"

/* Places per distance between villages: enough for roads and rivers to bend naturally. */
#define PF_LAND_STEPS 8

/* Costs per distance; 1 off the roads. */
#define PF_LAND_MAIN 0.3
#define PF_LAND_SIDE 0.5
#define PF_LAND_TRACK 0.75

typedef struct pf_land_place {
  double x, y; /* map units */
} pf_land_place;

/* Rows of `across` places, `count` in all; arrays are of that size, and owned. */
typedef struct pf_land {
  double width, height, scale, density; /* scale: map units between villages */
  double step;                          /* map units between places, at most */
  int32_t across, down, count;
  pf_random random;
  double *level;    /* heights; they differ by about 1 over three distances between villages */
  int32_t *below;   /* the place that water runs on to; -1: off the map */
  int32_t *drained; /* number of places whose water passes here, including itself */
  uint8_t *wet, *blocked; /* part of a river; in a lake or beside it */
  pf_land_place *waters;  /* positions of rivers' places */
  pf_land_place *ground;  /* positions of roads' places, different from those so that crossings
                                  are at points of neither */
  pf_features draft;      /* areas; rivers, then roads, which don't take account of each other */
} pf_land;

static inline bool pf_land_is_border(const pf_land *land, int32_t place) {
  const int32_t x = place % land->across, y = place / land->across;
  return !x || !y || x == land->across - 1 || y == land->down - 1;
}

/* The neighbour of a place in one of eight directions, straight ones first; -1: off the map. */
static inline int32_t pf_land_neighbour(const pf_land *land, int32_t place, int direction) {
  static const int8_t step[8][2] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                    {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const int32_t x = place % land->across + step[direction][0];
  const int32_t y = place / land->across + step[direction][1];
  return x < 0 || y < 0 || x >= land->across || y >= land->down ? -1 : y * land->across + x;
}

/* Rounds to two decimals and clamps to 0..end. */
static inline double pf_land_round(double value, double end) {
  const double rounded = (double)(int64_t)(value * 100 + 0.5) / 100;
  return value <= 0 ? 0 : rounded >= end ? end : rounded;
}

/* The stages, in this order: rivers and lakes; roads; the draft with bridges where roads cross
 * rivers, put into *features, which must be empty. Errors: NO_MEMORY. */
pathfan_status pf_land_waters(pf_land *land);
pathfan_status pf_land_ways(pf_land *land);
pathfan_status pf_land_cross(const pf_land *land, pf_features *features);

/* Adds a line through `count` places to the draft, bent smoothly. Errors: NO_MEMORY. */
pathfan_status pf_land_curve(pf_land *land, const pf_line *line, const pf_land_place *at,
                             const int32_t *places, int32_t count);

#endif
