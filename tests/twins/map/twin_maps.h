/* twin_maps.h - the maps that suites run over: drawn by hand for cases known to be hard, generated
 * for those nobody thought of; and random points. */
#ifndef PF_TWIN_MAPS_H
#define PF_TWIN_MAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "geometry/outline.h"
#include "geometry/grid.h"
#include "twin_scale.h"

typedef struct twin_map {
  pf_grid grid;
  pf_outline outline; /* of maps that aren't grids (twin_outline_map); else no edges */
  char name[300];
  uint64_t seed; /* for more random decisions about this map */
} twin_map;

/* Map `number`: the drawn ones first, then generated ones with sides of 6 to
 * side_max cells. The same number and side_max give the same map. */
twin_map twin_map_number(int number, int32_t side_max);
int twin_drawn_count(void);
/* A map from rows of '.' and '@', each ended by a newline. */
twin_map twin_map_drawn(const char *name, const char *rows);
void twin_map_free(twin_map *map);

/* Visits every .map file below the folder that the environment's PATHFAN_BENCHMARK_DIR names;
 * returns how many. Fails the running test if there are none. */
int twin_benchmark_maps(void (*visit)(const pf_grid *grid, const char *path));

/* Writes the map to stderr, to report a failure. */
void twin_map_show(const twin_map *map);

/* Fails the running test after showing the map. */
#define twin_fail(map, ...)                                                                        \
  do {                                                                                             \
    twin_map_show(map);                                                                            \
    fail_msg(__VA_ARGS__);                                                                         \
  } while (0)

/* Picks a free point of one of several kinds: inside a cell, on an edge, on a lattice point, a few
 * steps of the fixed-point grid off one, on quarters. False if chance found none. */
bool twin_random_point(pf_random *random, const pf_grid *grid, int bits, pf_fixed_point *point);
/* The same without points almost on a lattice point. */
bool twin_random_plain_point(pf_random *random, const pf_grid *grid, int bits,
                             pf_fixed_point *point);

#endif
