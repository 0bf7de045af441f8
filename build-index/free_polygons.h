/* free_polygons.h - the free space of a mesh as polygons with holes, for files of polygons.
 *
 *   status = pathfan_free_polygons(&ground->mesh, &ground->frame, &polygons);
 *   ...
 *   pathfan_polygons_free(&polygons); */
#ifndef PATHFAN_BUILD_FREE_POLYGONS_H
#define PATHFAN_BUILD_FREE_POLYGONS_H

#include "geometry/frame.h"
#include "map/polygons.h"
#include "mesh/mesh_data.h"

/* Makes a free polygon for every component of a finished mesh, in map units: its shell,
 * counter-clockwise in file coordinates, then its holes, clockwise. No ring has a point twice, or a
 * point where it goes straight on; rings may touch in points. The result depends only on free
 * space, not on how it is cut: each ring begins at its first point by (y, x), and polygons and
 * holes are sorted the same way. Errors: NO_MEMORY, LIMIT; *polygons is empty then. */
pathfan_status pathfan_free_polygons(const pathfan_mesh_data *mesh, const pathfan_frame *frame,
                                     pathfan_polygons *polygons);

#endif
