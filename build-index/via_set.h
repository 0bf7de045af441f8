/* via_set.h - the via set of a pair of areas: of what the Dissimilarity method finds between their
 * samples, what is named most; within one area, its own vertices besides.
 *
 *   pathfan_via_ask_all(d, &a, &b, false, NULL, &named);       or some pairs of samples
 *   set = pathfan_via_set_choose(weighed, count, least, NULL, 0);
 *
 * The idea is that of Luxen and Schieferdecker, "Candidate sets for alternative routes in road
 * networks" (SEA 2012). */
#ifndef PATHFAN_BUILD_VIA_SET_H
#define PATHFAN_BUILD_VIA_SET_H

#include "different.h"
#include "samples.h"

/* Via nodes of a pair. */
enum { PATHFAN_VIAS_MOST = 24 };

/* What via nodes are named for: ways that differ by 0.6, by 0.8, by 0.4, one that runs elsewhere.
 */
enum { PATHFAN_VIA_THETAS = 3, PATHFAN_VIA_KINDS = PATHFAN_VIA_THETAS + 1 };

/* Pairs of samples of two areas, and what they name at most. */
enum {
  PATHFAN_SAMPLE_PAIRS = PATHFAN_SAMPLES * PATHFAN_SAMPLES,
  PATHFAN_NAMED_MOST = PATHFAN_SAMPLE_PAIRS * (PATHFAN_VIA_THETAS * PATHFAN_DIFFERENT_MOST + 1)
};

/* The samples of an area and their trees, all among the same vertices. */
typedef struct pathfan_sampled {
  int32_t count;
  int32_t vertex[PATHFAN_SAMPLES];
  pathfan_flat_tree tree[PATHFAN_SAMPLES];
} pathfan_sampled;

/* A via node, and by how many pairs of samples it is named for what. */
typedef struct pathfan_named_via {
  int32_t via;
  uint8_t votes[PATHFAN_VIA_KINDS];
} pathfan_named_via;

typedef struct pathfan_named {
  int32_t count;
  pathfan_named_via list[PATHFAN_NAMED_MOST];
} pathfan_named;

/* A via node, and what its votes weigh. */
typedef struct pathfan_weighed_via {
  int32_t via;
  uint16_t weight[PATHFAN_VIA_KINDS];
} pathfan_weighed_via;

typedef struct pathfan_via_set {
  int32_t size;
  int32_t leading;                 /* how many of these lead: format/layout.h, "Leading" */
  int32_t vias[PATHFAN_VIAS_MOST]; /* build numbers, the best first */
} pathfan_via_set;

/* What the samples of an area name among each other, or, within: false, with those of another one.
 * number_of: [Size: d->n] build numbers, ascending; NULL: vertices go by theirs. */
void pathfan_via_ask_all(pathfan_different *d, const pathfan_sampled *a, const pathfan_sampled *b,
                         bool within, const int32_t *number_of, pathfan_named *named);

/* What `asked` pairs of samples name, or all if there are fewer. turn: any number; those that
 * follow each other ask other pairs. */
void pathfan_via_ask_some(pathfan_different *d, const pathfan_sampled *a, const pathfan_sampled *b,
                          uint64_t turn, int32_t asked, pathfan_named *named);

/* Which pair of samples is asked as number i, of `all`. */
int32_t pathfan_sample_pair(uint64_t turn, int32_t i, int32_t all);

/* What votes weigh that are enough for a via node to be kept, and those for 0.6 alone for it to
 * lead. */
typedef struct pathfan_via_least {
  int32_t kept, leading;
} pathfan_via_least;

/* The best of a list [Size: count + VIAS_MOST], which is sorted. own: vertices, ascending, that
 * fill what room is left, then all lead; own_count 0: none. */
pathfan_via_set pathfan_via_set_choose(pathfan_weighed_via *list, int32_t count,
                                       pathfan_via_least least, const int32_t *own,
                                       int32_t own_count);

/* The set between two areas by what all their samples name. own: the vertices of both, ascending,
 * if they are one, else NULL. */
pathfan_via_set pathfan_via_set_find(pathfan_different *d, const pathfan_sampled *a,
                                     const pathfan_sampled *b, const int32_t *own,
                                     int32_t own_count, const int32_t *number_of);

#endif
