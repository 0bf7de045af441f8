/* planar.h - do convex polygons lie side by side?
 *
 *   status = pathfan_mesh_match(&mesh, &polygon);
 *   status = pathfan_planar_check(&mesh, &flaw);          MALFORMED: try to
 *   status = pathfan_planar_split(&mesh, &split, &polygon);  and match and check again
 *
 * All of it is exact. Polygons must be convex one by one (collinear corners are
 * fine), counter-clockwise, and every point must be there once. */
#ifndef PATHFAN_MESHING_PLANAR_H
#define PATHFAN_MESHING_PLANAR_H

#include "mesh/mesh_data.h"

/* Where two polygons get in each other's way: an edge of each. */
typedef struct pathfan_planar_flaw {
  int32_t polygon, other;   /* other: -1 if only one is known */
  pathfan_lattice_point at; /* near there */
} pathfan_planar_flaw;

/* Whether the polygons of a matched mesh overlap nowhere, and no corner lies inside
 * an edge. Errors: NO_MEMORY; MALFORMED, and *flaw is set. */
pathfan_status pathfan_planar_check(const pathfan_mesh_data *mesh, pathfan_planar_flaw *flaw);

typedef struct pathfan_planar_splits {
  int32_t count;         /* corners added; 0: nothing was changed, and corner is NULL */
  uint32_t *from_corner; /* [Size: corners now] which one it was; the caller frees it */
} pathfan_planar_splits;

/* Gives the walls of a matched mesh a corner wherever a corner of another wall on
 * the same line lies inside them, so that neighbours along T-junctions can be
 * matched: neighbours are out of date if count > 0. Added corners come after the
 * corner whose edge was split, and from_corner names that one for them. Errors:
 * NO_MEMORY; MALFORMED when walls overlap on the same side, of *polygon for one. */
pathfan_status pathfan_planar_split(pathfan_mesh_data *mesh, pathfan_planar_splits *splits,
                                    int32_t *polygon);

#endif
