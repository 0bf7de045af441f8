/* facets.h - the plane cut into facets: what one leaf of a polygon's cone list, that is one list
 * of vertices, and one region have in common.
 *
 *   pf_facets facets;
 *   status = pf_facets_make(&mesh, &cones, cuts, levels, wide, &facets);
 *   pf_facets_free(&facets);
 *
 * Each point of a polygon that isn't on a cut between regions lies in the facet of its leaf and of
 * its region, also a point on an edge. Facets are closed; those that lie on a cut are left out. */
#ifndef PF_BUILD_INDEX_LISTED_FACETS_H
#define PF_BUILD_INDEX_LISTED_FACETS_H

#include "build-index/sight/cone_lists.h"
#include "convex.h"
#include "format/layout.h"
#include "pathfan/status.h"

typedef struct pf_facet {
  uint64_t leaf;        /* byte of its head in the cone lists */
  int64_t corner;       /* the first one */
  int32_t corner_count; /* at least 1 */
  int32_t region;
} pf_facet;

typedef struct pf_facets {
  pf_facet *list; /* by region, in the order of leaves */
  int64_t count, capacity;
  int64_t *first; /* [Size: regions + 1] */
  pf_spot *corners;
  int64_t corner_count, corner_capacity;
  int32_t corners_most; /* of a facet */
} pf_facets;

/* cuts: [Size: 2^levels] of a tree of regions. wide: lattice units, see convex.h. Errors:
 * NO_MEMORY.
 */
pathfan_status pf_facets_make(const pf_mesh *mesh, const pf_cone_lists *cones, const uint32_t *cuts,
                              int32_t levels, double wide, pf_facets *facets);

/* How much there is to do: vertices are counted that may see a facet. */
typedef struct pf_facet_counts {
  double squares;     /* sum over facets of their number, squared */
  int64_t most;       /* of a facet */
  int64_t of_regions; /* sum over regions of how many may see some facet of theirs */
} pf_facet_counts;

/* n: vertices. Errors: NO_MEMORY. */
pathfan_status pf_facets_count(const pf_facets *facets, const pf_cone_lists *cones, int32_t regions,
                               int32_t n, int id_bytes, pf_facet_counts *counts);

/* Fine on a zeroed struct. */
void pf_facets_free(pf_facets *facets);

#endif
