/* simplify.h - leaves out points of roads, rivers and borders of areas that hardly matter.
 *
 *   status = pf_features_simplify(&features, 2, limits, &left_out);
 *
 * Every piece of a line between two points that stay is straight afterwards, at most the tolerance
 * from where it ran and at most that much shorter. Lines that ran together still do, nothing
 * crosses that didn't, and ends, junctions and points of obstacles stay. So a way costs at most
 * twice the tolerance times the dearest rate beside it more or less for each of its pieces (Rowe,
 * section 4: a road displaced, its excess length, a river or obstacle followed). */
#ifndef PF_MAP_SIMPLIFY_H
#define PF_MAP_SIMPLIFY_H

#include "base/limits.h"
#include "map/features.h"

/* tolerance: map units, > 0. limits: NULL for none. *left_out: how many points. Errors: NO_MEMORY,
 * LIMIT (of memory), CANCELLED; the features are as before then. */
pathfan_status pf_features_simplify(pf_features *features, double tolerance,
                                    const pf_limits *limits, int32_t *left_out);

#endif
