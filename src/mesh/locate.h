/* locate.h - finds the polygon of a mesh that a point lies in, by square cells with lists of
 * polygons.
 *
 *   status = pf_locator_build(&mesh, width, height, 0, &bytes, &size); meshing/locate_build.h
 *   good = pf_locator_open(bytes, size, &locator);
 *   polygon = pf_locate(&locator, &mesh, point, fraction_bits);
 *
 * The bytes are those of the index's "locator" section (format/layout.h, "Location"). */
#ifndef PF_MESH_LOCATE_H
#define PF_MESH_LOCATE_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

/* A view that points into the bytes. */
typedef struct pf_locator {
  int32_t width, height; /* lattice units */
  int32_t shift;         /* a cell is 2^shift lattice units wide and high */
  int32_t columns, rows; /* numbers of cells */
  uint32_t cell_count;   /* cells are numbered row by row */
  const uint32_t *first; /* [Size: cell_count + 1] */
  const void *polygon;   /* [Size: first[cell_count]] polygon numbers of entry_bytes each */
  int entry_bytes;       /* 2 or 4 */
} pf_locator;

/* Makes the view of bytes[0..size), which must be 4-byte aligned. False if sizes don't fit
 * together; the contents of the lists aren't checked. */
bool pf_locator_open(const void *bytes, uint64_t size, pf_locator *locator);

/* Returns a polygon that contains the point, border included, or -1 if the point is inside an
 * obstacle or off the map. If free space round the point has several sectors (a pinch), the polygon
 * is in the sector that contains direction (+1,+1) from it; if that leads into an obstacle, in the
 * first sector clockwise from there (negative turn, file coordinates). */
int32_t pf_locate(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point point,
                  int fraction_bits);

/* A part of a mesh: polygons of some components, of a floor. */
typedef struct pf_part_of_mesh {
  const int32_t *of_polygon; /* polygon p has the component of_polygon[p * stride] */
  size_t stride;
  const int32_t *components; /* [Size: component_count] that belong to it; NULL: all */
  int32_t component_count;
  bool is_boxed; /* only polygons whose first corner lies from low to high */
  pf_lattice_point low, high;
  bool has_height; /* of several polygons at a point that whose height is nearest to `height`; else
                      the highest. Matters on layered meshes */
  double height;   /* map units */
} pf_part_of_mesh;

/* Whether a polygon belongs to a part; NULL: the whole mesh. */
bool pf_part_has(const pf_part_of_mesh *part, const pf_mesh *mesh, int32_t polygon);

/* The height of a polygon at a point in it, map units, as of triangles from its first corner; 0 in
 * a plane. */
double pf_mesh_height(const pf_mesh *mesh, int32_t polygon, pf_fixed_point point,
                      int fraction_bits);

/* The same as pf_locate, for polygons of a part; NULL: of all. */
int32_t pf_locate_at(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point point,
                     int fraction_bits, const pf_part_of_mesh *only);

/* Returns the convex vertex of the mesh at a lattice point, or -1 if there is none. There is at
 * most one, unless the mesh is layered: free space takes more than half a turn round it, in one
 * sector. *polygon: a polygon that has it as a corner. */
int32_t pf_locate_vertex(const pf_locator *locator, const pf_mesh *mesh, pf_lattice_point point,
                         int32_t *polygon);

/* Whether a polygon of the mesh meets a box, or touches it. */
bool pf_locate_box(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point low,
                   pf_fixed_point high, int fraction_bits);

/* Calls `each` for the sides of obstacles of all polygons in the cells that are at most `radius`
 * fixed-point units from a point along either axis; for some several times. A side begins at a
 * corner of a polygon. */
void pf_locate_walls(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point point,
                     double radius, int fraction_bits, void *context,
                     void (*each)(void *context, int32_t polygon, uint32_t corner));

/* Calls visit for each polygon that meets a box, or touches it, until it returns true; returns
 * whether it did. A polygon may come more than once. */
bool pf_locate_each(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point low,
                    pf_fixed_point high, int fraction_bits, void *context,
                    bool (*visit)(void *context, int32_t polygon));

/* Finds the free point of the fixed-point grid nearest to `point`, which must be blocked, or in
 * no polygon of `only`, which alone is searched; NULL: all is. True, with *nearest and
 * *polygon set, if one is at most `radius` fixed-point units away. Ties go to the
 * smaller y, then the smaller x. At slanted walls the grid points round the exact nearest point are
 * searched, so the result may be two units farther. */
bool pf_locate_nearest(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point point,
                       double radius, int fraction_bits, const pf_part_of_mesh *only,
                       pf_fixed_point *nearest, int32_t *polygon);

#endif
