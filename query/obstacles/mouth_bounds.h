/* mouth_bounds.h - lower bounds on ways through openings, by labels, which know no openings: such a
 * way leads through the map to a mouth, and from the last mouth on through the map again.
 *
 *   status = pf_mouth_bounds_find(&bounds, scene, openings, passages);
 *   if (bounds.least > most) ...                          no way through openings is that short
 *   pf_mouth_bounds_free(&bounds); */
#ifndef PF_QUERY_OBSTACLES_MOUTH_BOUNDS_H
#define PF_QUERY_OBSTACLES_MOUTH_BOUNDS_H

#include "openings.h"
#include "query/ends/scene.h"

/* Zero it first. */
typedef struct pf_mouth_bounds {
  int64_t *left[2]; /* [Size: mouths] through the map from a mouth to an end; length units */
  int32_t capacity[2];
  int64_t least; /* of ways between the ends through an opening */
} pf_mouth_bounds;

/* Finds the bounds of two ends, which must have scattered. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_mouth_bounds_find(pf_mouth_bounds *bounds, const pf_scene *scene,
                                    const pf_openings *openings, const pf_passages *passages);

void pf_mouth_bounds_free(pf_mouth_bounds *bounds);

#endif
