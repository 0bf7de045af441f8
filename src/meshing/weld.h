/* weld.h - gives equal points the same number. */
#ifndef PF_MESHING_WELD_H
#define PF_MESHING_WELD_H

#include "geometry/predicates.h"
#include "pathfan/status.h"

/* Numbers points so that equal ones get the same number: of[i] [Size: count] is the number of point
 * i, counted from 0 in order of first appearance; *distinct is their count. Errors: NO_MEMORY. */
pathfan_status pf_weld(const pf_lattice_point *points, int32_t count, int32_t *of,
                       int32_t *distinct);

#endif
