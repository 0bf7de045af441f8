/* different.h - paths between the roots of two trees that differ from each other: the Dissimilarity
 * method (paper, section 2.3.2) on existing trees.
 *
 *   status = pf_different_init(&d, most);               once per thread
 *   pf_different_among(&d, n, at, rank_of);             the vertices of the trees
 *   pf_different_begin(&d, &a, from, &b, to);           the candidates of a pair of trees
 *   count = pf_different_find(&d, theta, vias);         as often as wanted
 *   count += pf_different_elsewhere(&d, vias + count);  runs where the last paths don't
 *   pf_different_free(&d); */
#ifndef PF_BUILD_INDEX_VIAS_DIFFERENT_H
#define PF_BUILD_INDEX_VIAS_DIFFERENT_H

#include "base/stamp.h"
#include "flat_tree.h"

/* The most alternatives to the shortest path. */
#define PF_DIFFERENT_MOST 4

/* The longest that paths may be, by the shortest: more than requests ask for by default, since
 * their ends lie elsewhere. */
#define PF_DIFFERENT_STRETCH 1.7

/* The least theta for which candidates are listed. */
#define PF_DIFFERENT_LEAST 0.15

/* How much of each vertex's path in a tree is shared with an accepted path; valid where the stamp
 * equals `now`. */
typedef struct pf_shared {
  struct pf_shared_at {
    uint32_t stamp, length;
  } * at; /* [Size: most] */
  uint32_t now;
} pf_shared;

enum {
  PF_DIFFERENT_PATHS = PF_DIFFERENT_MOST + 1,
  PF_DIFFERENT_ALL = PF_DIFFERENT_PATHS, /* shared with any of them */
  PF_DIFFERENT_SHORTEST = 16
};

/* Scratch memory of one thread; zero it first. */
typedef struct pf_different {
  int32_t most; /* vertices that the arrays have room for */
  int32_t n;    /* vertices */
  const pf_lattice_point *at;
  const int32_t *rank_of;
  pf_flat_tree tree[2];
  uint32_t from, to; /* the trees' sources */
  uint8_t *fit;      /* [Size: most + 8] */
  pf_shared shared[PF_DIFFERENT_PATHS + 1][2];
  /* Candidates, by length and number: those requested so far in order, the others a heap. */
  uint64_t *order, *heap; /* [Size: most] */
  int32_t ordered, waiting;
  uint64_t shortest[PF_DIFFERENT_SHORTEST]; /* of all candidates, those too similar to path 1
                                                    included */
  int32_t shortest_count;
  pf_stamp marked;      /* vertices whose `on` is valid */
  uint8_t *on;          /* [Size: most] a bit for each accepted path, the highest for the new one */
  int32_t *spot;        /* [Size: most * PATHS] the vertex's index on each path it is on */
  struct pf_step *room; /* [Size: 2 * most + 1] */
  struct pf_step *path; /* the new one */
  int32_t path_count;
} pf_different;

/* Makes room for `most` vertices. Errors: NO_MEMORY; free it then too. */
pathfan_status pf_different_init(pf_different *d, int32_t most);

/* Sets the vertices that trees are over from now on. at, rank_of: [Size: n], must last as long. */
void pf_different_among(pf_different *d, int32_t n, const pf_lattice_point *at,
                        const int32_t *rank_of);

/* Lists the candidates between the sources of two trees, which must differ and reach each other. */
void pf_different_begin(pf_different *d, const pf_flat_tree *a, int32_t from, const pf_flat_tree *b,
                        int32_t to);

/* Lists the via nodes of the shortest candidates, at most `most`, by length. Returns how many. */
int32_t pf_different_list(pf_different *d, int32_t most, int32_t *vias);

/* Returns the highest ranked vertex of the plateau that begins at a candidate's via node. */
int32_t pf_different_name(const pf_different *d, int32_t via);

/* Finds the shortest paths that differ from the shortest one and from each other by theta, at most
 * PF_DIFFERENT_MOST. vias: the highest ranked vertex of each plateau. Returns how many. */
int32_t pf_different_find(pf_different *d, double theta, int32_t *vias);

/* Finds, of the shortest paths, the one with the greatest share on none of those found last, if
 * that is at least a tenth; as a whole it need not differ. Returns how many, 0 or 1. */
int32_t pf_different_elsewhere(pf_different *d, int32_t *via);

void pf_different_free(pf_different *d);

#endif
