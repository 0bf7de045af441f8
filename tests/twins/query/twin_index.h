/* twin_index.h - indexes of the maps that suites run over, in the folder of twin_scratch.h. */
#ifndef PF_TWIN_INDEX_H
#define PF_TWIN_INDEX_H

#include "pathfan/build.h"
#include "pathfan/query.h"
#include "twin_dense.h"
#include "twin_maps.h"
#include "twin_scratch.h"

/* Writes the map, builds its index with one thread (options may be NULL) and opens it. Fails the
 * test if any of that fails. */
pathfan_index *twin_index(const twin_map *map, const pathfan_build_options *options);

/* Writes the outline, builds its index on a lattice with the outline's unit, and opens it. options
 * may be NULL. */
pathfan_index *twin_outline_index(const twin_map *map, const pathfan_build_options *options);

/* Takes the ranks from an index of the same map, matching vertices by place; fails the test unless
 * all ranks are different. */
void twin_dense_take_ranks(twin_dense *d, const pathfan_index *index);

static inline pathfan_point twin_units(pf_fixed_point p, int bits) {
  const double scale = 1.0 / (double)(INT64_C(1) << bits);
  return (pathfan_point){(double)p.x * scale, (double)p.y * scale};
}

#endif
