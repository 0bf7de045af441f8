/* planar.h - checks that convex polygons lie side by side.
 *
 *   status = pf_mesh_match(&mesh, &polygon);
 *   status = pf_planar_check(&mesh, &flaw);          MALFORMED: try to
 *   status = pf_planar_split(&mesh, &split, &polygon);  and match and check again
 *
 * Everything is exact. Each polygon must be convex (collinear corners are fine) and
 * counter-clockwise, and every point must occur once. */
#ifndef PF_MESHING_PLANAR_H
#define PF_MESHING_PLANAR_H

#include "mesh/mesh_data.h"

/* A place where two polygons conflict: an edge of each. */
typedef struct pf_planar_flaw {
  int32_t polygon, other; /* other: -1 if only one is known */
  pf_lattice_point at;    /* close to the conflict */
} pf_planar_flaw;

/* Checks that the polygons of a matched mesh don't overlap, and no corner lies inside an edge.
 * Errors: NO_MEMORY; MALFORMED, and *flaw is set. */
pathfan_status pf_planar_check(const pf_mesh_data *mesh, pf_planar_flaw *flaw);

typedef struct pf_planar_splits {
  int32_t count;         /* corners added; 0: nothing was changed, and from_corner is NULL */
  uint32_t *from_corner; /* [Size: corners now] the old corner that it was, or whose edge was split;
                            the caller frees it */
} pf_planar_splits;

/* Adds a corner to the walls of a matched mesh wherever a corner of another wall on the same line
 * lies inside them, so that neighbours along T-junctions can be matched. If count > 0, neighbours
 * are out of date. An added corner follows the corner whose edge was split, and from_corner gives
 * that one. Errors: NO_MEMORY; LIMIT (2^31 corners); MALFORMED if walls overlap on the same side,
 * one of them of *polygon. */
pathfan_status pf_planar_split(pf_mesh_data *mesh, pf_planar_splits *splits, int32_t *polygon);

#endif
