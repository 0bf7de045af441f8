/* twin_maps.h - the maps that suites run over: drawn by hand for cases known to be hard, generated
 * for those nobody thought of. Also makes indexes of maps, and random points. */
#ifndef PF_TWIN_MAPS_H
#define PF_TWIN_MAPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#include <cmocka.h>

#include "base/random.h"
#include "geometry/outline.h"
#include "geometry/grid.h"
#include "pathfan/build.h"
#include "pathfan/query.h"
#include "twin_scratch.h"

typedef struct twin_map {
  pf_grid grid;
  pf_outline outline; /* of maps that aren't grids (twin_outline_map); else no edges */
  char name[300];
  uint64_t seed; /* for more random decisions about this map */
} twin_map;

/* count times the environment's PATHFAN_TEST_SCALE, at least 1. The default is 1; under the address
 * sanitizer it is 0.2, and 0.4 for the _harm variant: damaged bytes, hostile requests, failing
 * allocations. */
int twin_scaled(int count);
int twin_scaled_harm(int count);

/* Whether the scale is at least 1, so that rare cases can be expected to occur. */
bool twin_is_whole(void);

/* Seconds for alarm(): a test that isn't done by then hangs. Not a check of speed: even on a slow,
 * busy machine a good test takes a fraction of it. */
#define TWIN_PATIENCE 600

/* Map `number`: the drawn ones first, then generated ones with sides of 6 to
 * side_max cells. The same number and side_max give the same map. */
twin_map twin_map_number(int number, int32_t side_max);
int twin_drawn_count(void);
/* A map from rows of '.' and '@', each ended by a newline. */
twin_map twin_map_drawn(const char *name, const char *rows);
void twin_map_free(twin_map *map);

/* Visits every .map file below the environment's PATHFAN_BENCHMARK_DIR; returns how many. Skips the
 * running test with a message if that isn't set; fails it if there are none. */
int twin_benchmark_maps(void (*visit)(const pf_grid *grid, const char *path));

/* Writes the map to stderr, to report a failure. */
void twin_map_show(const twin_map *map);

/* Fails the running test after showing the map. */
#define twin_fail(map, ...)                                                                        \
  do {                                                                                             \
    twin_map_show(map);                                                                            \
    fail_msg(__VA_ARGS__);                                                                         \
  } while (0)

/* Writes the map, builds its index with one thread (options may be NULL) and opens it. Fails the
 * test if any of that fails. */
pathfan_index *twin_index(const twin_map *map, const pathfan_build_options *options);

/* Picks a free point of one of several kinds: inside a cell, on an edge, on a lattice point, a few
 * steps of the fixed-point grid off one, on quarters. False if chance found none. */
bool twin_random_point(pf_random *random, const pf_grid *grid, int bits, pf_fixed_point *point);
/* The same without points almost on a lattice point. */
bool twin_random_plain_point(pf_random *random, const pf_grid *grid, int bits,
                             pf_fixed_point *point);

static inline pathfan_point twin_units(pf_fixed_point p, int bits) {
  const double scale = 1.0 / (double)(INT64_C(1) << bits);
  return (pathfan_point){(double)p.x * scale, (double)p.y * scale};
}

#endif
