/* joins.h - the first vertices of all regions joined: by which hubs the ways between two districts
 * go, and from which first vertices of a region. Vertices are columns.
 *
 *   pf_joins joins;
 *   status = pf_joins_make(&firsts, &lists, &rows, threads, &joins, &limits);
 *   joins.entries.all[joins.entries.first[region]] ...
 *   pf_joins_free(&joins); */
#ifndef PF_BUILD_INDEX_LISTED_JOINS_H
#define PF_BUILD_INDEX_LISTED_JOINS_H

#include "first_vertices.h"
#include "listings.h"

typedef struct pf_joins {
  pf_listings entries; /* by region, in any order, none twice */
  pf_listings pairs;   /* by pair of districts, likewise: pf_layout_region_pair */
} pf_joins;

/* Districts are of two regions each. Counts blocks of vertices done. Errors: NO_MEMORY, CANCELLED.
 */
pathfan_status pf_joins_make(const pf_first_vertices *firsts, const pf_label_lists *lists,
                             const pf_label_rows *rows, int32_t threads, pf_joins *joins,
                             const pf_limits *limits);

/* Fine on a zeroed struct. */
void pf_joins_free(pf_joins *joins);

#endif
