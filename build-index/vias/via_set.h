/* via_set.h - the via set of a pair of areas: the via nodes named most by the Dissimilarity method
 * between their samples; within one area, also its own vertices.
 *
 *   pf_via_ask_all(d, &a, &b, false, NULL, &named);       or some pairs of samples
 *   set = pf_via_set_choose(weighed, count, least, NULL, 0);
 *
 * The idea is from Luxen and Schieferdecker, "Candidate sets for alternative routes in road
 * networks" (SEA 2012). */
#ifndef PF_BUILD_INDEX_VIAS_VIA_SET_H
#define PF_BUILD_INDEX_VIAS_VIA_SET_H

#include "different.h"
#include "samples.h"

/* The most via nodes of a pair. */
enum { PF_VIAS_MOST = 24 };

/* The kinds of path that via nodes are named for: differing by 0.6, by 0.8, by 0.4, by 0.15,
 * running elsewhere. */
enum { PF_VIA_THETAS = 4, PF_VIA_KINDS = PF_VIA_THETAS + 1 };

/* Pairs of samples of two areas, and the most via nodes they can name. */
enum {
  PF_SAMPLE_PAIRS = PF_SAMPLES * PF_SAMPLES,
  PF_NAMED_MOST = PF_SAMPLE_PAIRS * (PF_VIA_THETAS * PF_DIFFERENT_MOST + 1)
};

/* The samples of an area and their trees, all over the same vertices. */
typedef struct pf_sampled {
  int32_t count;
  int32_t vertex[PF_SAMPLES];
  pf_flat_tree tree[PF_SAMPLES];
} pf_sampled;

/* A via node, and for each kind how many pairs of samples name it. */
typedef struct pf_named_via {
  int32_t via;
  uint8_t votes[PF_VIA_KINDS];
} pf_named_via;

typedef struct pf_named {
  int32_t count;
  pf_named_via list[PF_NAMED_MOST];
} pf_named;

/* A via node, and for each kind the weight of its votes. */
typedef struct pf_weighed_via {
  int32_t via;
  uint16_t weight[PF_VIA_KINDS];
} pf_weighed_via;

typedef struct pf_via_set {
  int32_t size;
  int32_t leading;            /* how many of these lead: format/layout.h, "Leading" */
  int32_t vias[PF_VIAS_MOST]; /* build numbers, best first */
} pf_via_set;

/* Collects the via nodes that all samples of two areas name or, if `within`, the samples of one
 * area among each other. number_of: [Size: d->n] build numbers, ascending; NULL: vertices are build
 * numbers. */
void pf_via_ask_all(pf_different *d, const pf_sampled *a, const pf_sampled *b, bool within,
                    const int32_t *number_of, pf_named *named);

/* Collects the via nodes that `asked` pairs of samples name, or all pairs if there are fewer. turn:
 * any number; consecutive ones ask different pairs. */
void pf_via_ask_some(pf_different *d, const pf_sampled *a, const pf_sampled *b, uint64_t turn,
                     int32_t asked, pf_named *named);

/* Returns the pair of samples, of `all`, that is asked as number i. */
int32_t pf_sample_pair(uint64_t turn, int32_t i, int32_t all);

/* The least weight of all votes for a via node to be kept, and of votes for 0.6 for it to lead. */
typedef struct pf_via_least {
  int32_t kept, leading;
} pf_via_least;

/* Chooses the best of a list [Size: count + VIAS_MOST], which is sorted. own: vertices, ascending,
 * that fill the remaining room, and then all lead; own_count 0: none. */
pf_via_set pf_via_set_choose(pf_weighed_via *list, int32_t count, pf_via_least least,
                             const int32_t *own, int32_t own_count);

/* Finds the set between two areas by all of their samples. own: if both are the same area, its
 * vertices, ascending; else NULL. */
pf_via_set pf_via_set_find(pf_different *d, const pf_sampled *a, const pf_sampled *b,
                           const int32_t *own, int32_t own_count, const int32_t *number_of);

#endif
