/* locate.h - which polygon of a mesh a point lies in: square cells with lists of
 * polygons.
 *
 *   status = pathfan_locator_build(&mesh, width, height, 0, &bytes, &size); meshing/locate_build.h
 *   good = pathfan_locator_open(bytes, size, &locator);
 *   polygon = pathfan_locate(&locator, &mesh, point, fraction_bits);
 *
 * The bytes are those of the index's "locator" section (format/layout.h,
 * "Location"). */
#ifndef PATHFAN_MESH_LOCATE_H
#define PATHFAN_MESH_LOCATE_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

/* Points into the bytes. */
typedef struct pathfan_locator {
  int32_t width, height; /* lattice units */
  int32_t shift;         /* a cell is 2^shift lattice units wide and high */
  int32_t columns, rows; /* of cells */
  uint32_t cell_count;   /* row by row */
  const uint32_t *first; /* [Size: cell_count + 1] */
  const void *polygon;   /* [Size: first[cell_count]] ids of entry_bytes */
  int entry_bytes;       /* 2 or 4 */
} pathfan_locator;

/* Makes the view of bytes[0..size), which must be 4-byte aligned. False if sizes
 * don't fit together; what the lists hold is not looked at. */
bool pathfan_locator_open(const void *bytes, uint64_t size, pathfan_locator *locator);

/* A polygon that contains the point, its border included, or -1 if it is inside
 * an obstacle or off the map. Where free space round the point has several sectors
 * (a pinch), it belongs to the one that holds direction (+1,+1) from it; if that
 * leads into an obstacle, to the one that comes first clockwise (negative turn,
 * file coordinates). */
int32_t pathfan_locate(const pathfan_locator *locator, const pathfan_mesh *mesh,
                       pathfan_fixed_point point, int fraction_bits);

/* The convex vertex of the mesh at a lattice point, or -1 if there is none. There is one
 * at most: free space takes more than half a turn round it, in one sector. *polygon:
 * one that touches it there. */
int32_t pathfan_locate_vertex(const pathfan_locator *locator, const pathfan_mesh *mesh,
                              pathfan_lattice_point point, int32_t *polygon);

/* The free point nearest to `point`, which is blocked, on the fixed-point grid, if
 * one is not farther than `radius` fixed-point units: true, and *nearest and
 * *polygon are set. Ties go to the smaller y, then the smaller x. Where walls are
 * slanted the grid's nearest point in free space is looked for round the exact one,
 * and may be two units farther. */
bool pathfan_locate_nearest(const pathfan_locator *locator, const pathfan_mesh *mesh,
                            pathfan_fixed_point point, double radius, int fraction_bits,
                            pathfan_fixed_point *nearest, int32_t *polygon);

#endif
