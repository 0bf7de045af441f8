/* walls.h - the walls of a mesh: sides of obstacles, each an edge of a polygon without a
 * neighbour. */
#ifndef PF_MESH_WALLS_H
#define PF_MESH_WALLS_H

#include "geometry/wall.h"
#include "mesh/locate.h"
#include "mesh/segment.h"

/* Returns the edge of a polygon that begins at one of its corners. */
pf_wall_line pf_mesh_wall(const pf_mesh *mesh, int32_t polygon, uint32_t corner, int fraction_bits);

/* Returns the wall at a corner that a way along `ray`, which ends there (PF_STOP_CORNER), faces
 * most; *stop becomes its place. */
pf_wall_line pf_mesh_wall_ahead(const pf_mesh *mesh, pf_mesh_stop *stop, pf_fixed_point ray,
                                int fraction_bits);

/* Returns a wall together with those before and after it that go on straight, up to some. */
pf_wall_line pf_mesh_whole_wall(const pf_mesh *mesh, int32_t polygon, uint32_t corner,
                                int fraction_bits);

/* Finds the wall nearest to a point, at most `radius` fixed-point units away. Without those that
 * begin at corners for which skips(context, corner) says yes; context NULL: with all. False: there
 * is none. */
bool pf_mesh_nearest_wall(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point point,
                          double radius, int fraction_bits, const void *context,
                          bool (*skips)(const void *context, uint32_t corner), pf_near *nearest);

#endif
