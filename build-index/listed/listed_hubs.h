/* listed_hubs.h - for each two regions the hubs by which shortest paths between them go, and for
 * each region and hub the vertices at which these paths first turn: format/layout.h, "Listed hubs".
 *
 *   status = pf_listed_hubs_find(&source, cuts, &options, &hubs, &limits);
 *   write hubs.firsts, hubs.pairs, unless hubs.firsts is NULL
 *   pf_listed_hubs_free(&hubs);
 *
 * Folder listed/. In: the mesh, cone lists, labels by columns, and a tree of regions. The plane is
 * cut into facets (facets.h); distances between all vertices come from labels (label_rows.h); for
 * each region they give the first vertices of paths (first_vertices.h), which are joined for each
 * two regions (joins.h). Out: two sections of the file.
 *
 * docs/decisions/listed-hubs.md says why lists are complete, and which maps get some. */
#ifndef PF_BUILD_INDEX_LISTED_LISTED_HUBS_H
#define PF_BUILD_INDEX_LISTED_LISTED_HUBS_H

#include "first_vertices.h"
#include "format/pieces.h"

typedef struct pf_listed_hubs {
  uint8_t *firsts, *pairs; /* the sections; NULL: none are worth their bytes */
  uint64_t firsts_size, pairs_size;
} pf_listed_hubs;

/* How many levels the tree of listed hubs may have more than that of section regions. */
enum { PF_LISTED_DEEPER = 2 };

typedef struct pf_listed_options {
  uint64_t bytes_most; /* of both sections */
  bool always;         /* also if they aren't worth it */
  int32_t levels;      /* of section regions: at least 0 */
  int32_t threads;
  pf_spill *spill;
} pf_listed_options;

/* Returns about how many bytes finding them takes; spills: large arrays aren't in memory. */
uint64_t pf_listed_hubs_bytes(int32_t n, int32_t threads, bool spills);

/* cuts: [Size: 2^(levels + PF_LISTED_DEEPER)] of a tree. Counts regions done. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pf_listed_hubs_find(const pf_listed_source *source, const uint32_t *cuts,
                                   const pf_listed_options *options, pf_listed_hubs *hubs,
                                   const pf_limits *limits);

void pf_listed_hubs_free(pf_listed_hubs *hubs);

#endif
