/* twin_via_sets.h - regions of the plane and via sets between them: from the definitions, in full
 * matrices and whole paths, or read from an index.
 *
 * A set of vertices is halved along its longer extent, x if they are equal, at the coordinate that
 * makes the halves most even, the lower one in a tie. Halving goes on until regions of equal halves
 * have at most 24 vertices, but 8 times at most: the most for which each pair of regions has a set.
 *
 * The samples of a region are in the one of its components that is the largest of the map, and in
 * others that have at least 24 vertices on the map. The first is its highest ranked vertex; then,
 * four times, the vertex farthest from its nearest sample follows, the highest ranked one of those
 * that none reaches. Samples of larger areas are only three, all in the one component.
 *
 * Two samples name the via nodes of four paths for each theta, and that of one path elsewhere than
 * those for 0.6 (twin_different.h). A via node gets a vote from each pair of samples that names it.
 * Votes for 0.6 count before those for 0.8, these before those for 0.4, these before those for
 * 0.15, these before those for paths elsewhere; within one region all its vertices follow. The
 * first 24 are the set.
 *
 * If there are more than `few` pairs of regions, two regions ask only six pairs of their samples:
 * the first has the number of the pair of regions, the others seven more each, modulo the pairs of
 * samples. A vote between the two regions counts four, a vote between one of them and a region that
 * touches the other counts one; a via node needs three, and those for 0.6 count only if they are at
 * least four. */
#ifndef PF_TWIN_VIA_SETS_H
#define PF_TWIN_VIA_SETS_H

#include "pathfan/query.h"
#include "twin_different.h"

enum {
  TWIN_SAMPLES = 5,
  TWIN_AREA_SAMPLES = 3,
  TWIN_VIAS_MOST = 24,
  TWIN_LEVELS_MOST = 8,
  TWIN_COMPONENT_LEAST = 24
};

typedef struct twin_via_set {
  int32_t count;
  int32_t leading; /* how many of the first have a vote for 0.6, or all within one region */
  int32_t via[TWIN_VIAS_MOST]; /* the twin's numbers, best first */
} twin_via_set;

/* Points before it, in x or y, belong to the first half. */
typedef struct twin_cut {
  bool none; /* there is no second half */
  int axis;  /* 0 x, 1 y */
  int32_t at;
} twin_cut;

typedef struct twin_via_sets {
  int32_t levels, count;      /* number of regions; 0: none */
  const pathfan_index *index; /* that the sets were read from; NULL: they were made */
  twin_cut *cuts;   /* [Size: count] made: tree nodes from 1 on; the children of i are 2i, 2i + 1 */
  int32_t *samples; /* [Size: count * TWIN_SAMPLES] made; -1: no further one */
  twin_via_set *sets; /* of regions a >= b, at a * (a + 1) / 2 + b */
} twin_via_sets;

/* component: [Size: n] the builder's numbers; of equally large components the lower one is taken.
 * number, cut: as in twin_different.h. */
twin_via_sets twin_via_sets_make(const twin_dense *dense, const int32_t *component,
                                 const int32_t *number, int cut, int64_t few);

/* The via set between two areas, a and b, or within one, a = b: areas are the vertices with that
 * number in node_of, [Size: n]. Others as above. */
twin_via_set twin_via_set_between(const twin_dense *dense, const int32_t *component,
                                  const int32_t *number, int cut, const int32_t *node_of, int32_t a,
                                  int32_t b);

/* Reads an index's via sets; it must outlive them. Vertices are matched by place: the index's
 * coordinates must be the twin's, one vertex at each. No regions if the index has none. */
twin_via_sets twin_via_sets_read(const twin_dense *dense, const pathfan_index *index);

void twin_via_sets_free(twin_via_sets *sets);

/* The region of a point; there must be regions. */
int32_t twin_via_sets_region(const twin_via_sets *sets, pf_fixed_point at, int bits);

static inline const twin_via_set *twin_via_set_of(const twin_via_sets *s, int32_t a, int32_t b) {
  return &s->sets[a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a];
}

bool twin_via_set_same(const twin_via_set *a, const twin_via_set *b);

#endif
