/* region_bytes.h - regions and their via sets as the content of section regions or hierarchy:
 * format/layout.h, "Regions" and "Hierarchy".
 *
 *   pf_region_bytes bytes;
 *   status = pf_region_bytes_make(regions, sets, column_of, id_bytes, &bytes);
 *   free(bytes.all); */
#ifndef PF_BUILD_INDEX_VIAS_REGION_BYTES_H
#define PF_BUILD_INDEX_VIAS_REGION_BYTES_H

#include "regions.h"
#include "via_sets.h"

typedef struct pf_region_bytes {
  uint8_t *all;
  uint64_t size, tree_size; /* of all; of the part before partners and blocks */
} pf_region_bytes;

/* column_of: [Size: n] by build number, as the sets hold them. The sets must exist. Errors:
 * NO_MEMORY. */
pathfan_status pf_region_bytes_make(const pf_regions *regions, const pf_via_sets *sets,
                                    const int32_t *column_of, int id_bytes, pf_region_bytes *out);

#endif
